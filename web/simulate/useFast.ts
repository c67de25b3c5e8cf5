import { useApp } from "../state/hooks.ts";
import { MOTION_LIMIT_CYCLES_PER_SECOND } from "./stage/motion.ts";

/** Playing faster than the eye can follow single cycles. */
export function useFast(): boolean {
  return useApp(
    ({ playing, speed }) => playing && (speed === "max" || speed > MOTION_LIMIT_CYCLES_PER_SECOND),
  );
}

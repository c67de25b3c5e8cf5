import { useCell, useLive } from "../../state/hooks.ts";

/** Number of the packet that is followed; undefined: none is. */
export function useFollowedPacket(): number | undefined {
  const journey = useCell(useLive().journey);
  return journey?.what === "packet" ? journey.number : undefined;
}

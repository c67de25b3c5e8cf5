/** A search that found nothing, in words. */
import type { StopKind } from "../engine/protocol.ts";

const STOP_WORDS: Readonly<Record<StopKind, string>> = {
  recognised: "interrupt",
  "context-switch": "context switch",
  "frame-dropped": "drop",
  "frame-delivered": "delivery",
  "frame-offered": "arrival",
  "handler-entered": "handler entry",
  retired: "instruction",
  "any-event": "event",
};

export function notFoundText(stop: StopKind, direction: 1 | -1): string {
  return `No ${STOP_WORDS[stop]} ${direction > 0 ? "between here and the end of the run" : "before this cycle"}.`;
}

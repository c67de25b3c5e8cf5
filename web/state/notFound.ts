/** A search that found nothing, in words. */
import type { StopKind } from "../engine/protocol.ts";
import { type Label, t } from "../text/t.ts";

const NONE: Readonly<Record<StopKind, readonly [after: Label, before: Label]>> = {
  recognised: ["No interrupt between here and the end of the run.", "No interrupt before this cycle."],
  "context-switch": [
    "No context switch between here and the end of the run.",
    "No context switch before this cycle.",
  ],
  "frame-dropped": ["No drop between here and the end of the run.", "No drop before this cycle."],
  "frame-delivered": ["No delivery between here and the end of the run.", "No delivery before this cycle."],
  "frame-offered": ["No arrival between here and the end of the run.", "No arrival before this cycle."],
  "handler-entered": [
    "No handler entry between here and the end of the run.",
    "No handler entry before this cycle.",
  ],
  retired: ["No instruction between here and the end of the run.", "No instruction before this cycle."],
  "any-event": ["No event between here and the end of the run.", "No event before this cycle."],
};

export function notFoundText(stop: StopKind, direction: 1 | -1): string {
  const [after, before] = NONE[stop];
  return t(direction > 0 ? after : before);
}

/** The reason why an instruction or a stage does not move, as one word for the stage of the machine and the timeline.
 */
import { STALL_CAUSES } from "../../lib/metrics/stallCauses.ts";
import type { Cause } from "../engine/protocol.ts";
import { labels, t } from "../text/t.ts";

/** Undefined if a stage moves on. */
export const STALL_TEXT: Readonly<Partial<Record<Cause, string>>> = labels({
  fill: "fill",
  "load-use": "load-use",
  operand: "operand|stall",
  branch: "branch",
  multiply: "multiply",
  memory: "memory",
  bus: "bus",
  drain: "drain",
  entry: "entry",
  save: "save",
  restore: "restore",
  ready: "ready",
  waiting: "waiting",
  "fetch-miss": "instruction cache miss",
  "data-miss": "data cache miss",
});

/** The cause of a cycle, including cycles of work. */
export function causeText(cause: Cause): string {
  return cause === "busy" ? t("busy") : (stallTag(cause) ?? cause);
}

/** A shorter word for a stage box. */
export function stallTag(cause: Cause): string | undefined {
  if (cause === "fetch-miss") return t("I-miss");
  if (cause === "multiply") return t("multiply|tag");
  return cause === "data-miss" ? t("D-miss") : STALL_TEXT[cause];
}

/** True if the stall is drawn hatched. */
export function isHeld(cause: Cause): boolean {
  return STALL_CAUSES.has(cause);
}

/** Why an instruction, or a stage, stands still: one word for it in the stage of the machine and in the timeline. */
import { STALL_CAUSES } from "../../lib/metrics/stallCauses.ts";
import type { Cause } from "../engine/protocol.ts";
import { labels, t } from "../text/t.ts";

/** Why a stage does not move on; undefined where it does. */
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

/** What became of a cycle, also of one at work. */
export function causeText(cause: Cause): string {
  return cause === "busy" ? t("busy") : (stallTag(cause) ?? cause);
}

/** The same where there is little room: on a stage box. */
export function stallTag(cause: Cause): string | undefined {
  if (cause === "fetch-miss") return t("I-miss");
  if (cause === "multiply") return t("multiply|tag");
  return cause === "data-miss" ? t("D-miss") : STALL_TEXT[cause];
}

/** It is drawn hatched. */
export function isHeld(cause: Cause): boolean {
  return STALL_CAUSES.has(cause);
}

/** What the list of missed deadlines says of itself. */
import { t } from "../text/t.ts";
import type { MissedDeadlines } from "./missedDeadlines.ts";

export function foundText({ misses, isCut }: MissedDeadlines, warmUpCycles: number): string {
  const { length: count } = misses;
  const cycle = warmUpCycles;
  if (cycle > 0 && isCut)
    return t(
      "The first {count} misses that end behind cycle {cycle}; irqscope run --warm-up {typed} --misses lists more.",
      { count, cycle, typed: String(cycle) },
    );
  if (cycle > 0)
    return t("Misses that end behind cycle {cycle}, in order of their ends: {count}.", { cycle, count });
  if (count === 0) return t("No deadline is missed in the whole run.");
  return isCut
    ? t("The first {count} misses of the run, in order of their ends; irqscope run --misses lists more.", {
        count,
      })
    : t("All misses of the run, in order of their ends: {count}.", { count });
}

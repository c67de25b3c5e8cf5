import { countsOf } from "../../lib/labs/counts.ts";
import type { Result } from "../../lib/labs/grade.ts";
import { withUnit } from "../timeline/text.ts";
import { formatPercent } from "../ui/format.ts";
import { WORDS } from "./words.ts";

type Graded = Extract<Result, { readonly status: "graded" }>;

export const shareOf = ({ score, of }: Pick<Graded, "score" | "of">) => (of === 0 ? 0 : score / of);

/** How many were graded, what was passed over, and what they have on average. */
export function summaryOf(results: readonly Result[]): string {
  const graded = results.filter((result) => result.status === "graded");
  const { passedOver, of, ofSystem } = countsOf(results);
  const all = [
    WORDS.gradedOf(graded.length, of),
    ...(passedOver === 0 ? [] : [WORDS.passedOver(passedOver)]),
    ...(ofSystem === 0 ? [] : [WORDS.ofSystem(ofSystem)]),
  ].join(" ");
  if (graded.length === 0) return all;
  const mean = graded.reduce((sum, one) => sum + shareOf(one), 0) / graded.length;
  return `${all} ${WORDS.meanScore(withUnit(formatPercent(mean)))}`;
}

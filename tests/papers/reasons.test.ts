/** Reasons of known misses are text. Each number in them is compared with a run (irqscope papers), or listed as one
 * that no simulation changes. */
import { describe, expect, test } from "vitest";
import { loadPapers } from "../../lib/papers/gallery.ts";
import { isRounded } from "../../lib/papers/judge.ts";
import { numbersIn } from "./numbersIn.ts";

const papers = await loadPapers();

interface Miss {
  readonly reason: string;
  readonly figures: readonly string[];
  readonly given: readonly string[];
}

/** Claims share reasons, and one of them has the figures. */
const misses = papers.flatMap(({ id, experiments }) => {
  const byReason = new Map<string, Miss>();
  for (const claim of experiments.flatMap(({ claims }) => claims)) {
    if (claim.kind === "calibration" || claim.knownMiss === undefined) continue;
    const { figures = [], given = [] } = byReason.get(claim.knownMiss) ?? {};
    byReason.set(claim.knownMiss, {
      reason: claim.knownMiss,
      figures: [...figures, ...(claim.figures ?? []).map(({ text }) => text)],
      given: [...given, ...(claim.given ?? [])],
    });
  }
  return [...byReason.values()].map((miss) => [id, miss.reason.slice(0, 40), miss] as const);
});

test.each(misses)(
  "source %s, %s: every number in the reason is a figure or given",
  (_, __, { reason, figures, given }) => {
    const known = new Set([...figures.flatMap(numbersIn), ...given]);
    const numbers = numbersIn(reason);
    expect(numbers.filter((number) => !known.has(number))).toEqual([]);
    expect(given.filter((number) => !numbers.includes(number))).toEqual([]);
  },
);

test("only claims with a known miss have figures", () => {
  const claims = papers.flatMap(({ experiments }) => experiments.flatMap((experiment) => experiment.claims));
  for (const claim of claims)
    if (claim.kind !== "calibration" && claim.knownMiss === undefined)
      expect([claim.id, claim.figures, claim.given]).toEqual([claim.id, undefined, undefined]);
});

describe("a figure in the reason of a known miss", () => {
  test("is a value rounded to its decimals", () => {
    expect(isRounded("5.4", 5.449)).toBe(true);
    expect(isRounded("5.4", 5.46)).toBe(false);
    expect(isRounded("1,395", 1394.6)).toBe(true);
    expect(isRounded("33.0", 32.94)).toBe(false);
    expect(isRounded("0", Number.NaN)).toBe(false);
  });
});

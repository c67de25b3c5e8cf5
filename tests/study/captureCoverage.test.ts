/** The range for such traffic covers the truth, and the error of the simulation does not. IRQSCOPE_CAPTURES=300 makes
 * the table of docs/studies.md. */
import { appendFileSync } from "node:fs";
import { expect, test } from "vitest";
import { coverage, type Trial } from "../support/captureCoverage.ts";
import { fastCore } from "../support/cores.ts";
import { long } from "../support/long.ts";

const core = await fastCore();
const captures = Number(process.env.IRQSCOPE_CAPTURES ?? 24);
const table = process.env.IRQSCOPE_CAPTURE_TABLE;
/** Standard deviations of a share of this many captures. */
const SIGMAS = 3;
const atLeast = (share: number) => captures * share - SIGMAS * Math.sqrt(captures * share * (1 - share));

const TRIALS: readonly (readonly [Trial["process"], Trial["block"], least: number])[] = [
  ["poisson", 200, 0.9],
  ["poisson", "windows", 0.9],
  ["pareto", 200, 0],
  ["pareto", "windows", 0],
  // Only for the table.
  ...(table === undefined
    ? []
    : ([
        ["poisson", 500, 0],
        ["pareto", 500, 0],
      ] as const)),
];

test.each(TRIALS)(
  "the interval from a resampled capture covers the truth as often as docs/accuracy.md states: %s, %s",
  {
    ...long("thousands of runs: nothing else compares the ranges of captures with a truth"),
    timeout: 3_600_000,
  },
  (process, block, least) => {
    const trial = { process, block, captures, seeds: 10, truths: 2 * captures };
    const [loss, p99] = coverage(core, trial);
    if (table !== undefined) appendFileSync(table, `${JSON.stringify({ ...trial, loss, p99 })}\n`);
    expect(loss?.range).toBeGreaterThanOrEqual(atLeast(least));
    expect(p99?.range).toBeGreaterThanOrEqual(atLeast(least));
    // Neither shrinks with more seeds, and a shrinking error is not used for it.
    if (block !== "windows") expect(loss?.simulation).toBeLessThan(0.75 * captures);
  },
);

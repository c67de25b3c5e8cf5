/** The longest time for which a thread was ready, compared with the event log: a wait that ended, and one in progress
 * at the end. */
import { expect, test } from "vitest";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import { reportRun } from "../../lib/metrics/report.ts";
import { type Recorded, record, written } from "./paths/recorded.ts";

const [URGENT, PATIENT] = [0, 1];

/** The urgent thread works for 3,000 cycles and sleeps, twice, and then works for ever. The other thread gets the
 * remaining time. */
const MACHINE = {
  machine: { clockHertz: 100_000_000 },
  software: {
    scheduler: { policy: "priority" },
    routines: [
      { name: "work", kind: "cycles", cycles: 3_000 },
      { name: "rest", kind: "cycles", cycles: 1_000_000 },
    ],
    threads: [
      {
        ...{ name: "urgent", layer: "application", priority: 1, start: { on: "always" } },
        steps: [
          ...[1, 2].flatMap(() => [
            { do: "exec", routine: "work" },
            { do: "sleep", cycles: 5_000 },
          ]),
          { do: "exec", routine: "rest" },
        ],
      },
      {
        ...{ name: "patient", layer: "application", priority: 2, start: { on: "always" } },
        steps: [{ do: "exec", routine: "work" }],
      },
    ],
  },
};

/** The patient thread is ready from cycle 0 onwards. It waits in every cycle that is not its own, where saves and
 * restores for it count as its own. */
function longestGap({ spans }: Recorded): number {
  let [gap, longest] = [0, 0];
  for (const { thread, state, cycles } of spans) {
    const isItsOwn = thread === PATIENT && state !== "ready" && state !== "waiting";
    gap = isItsOwn ? 0 : gap + cycles;
    longest = Math.max(longest, gap);
  }
  return longest;
}

/** The urgent thread wakes at 8,000. An entry takes 3 cycles, a save and a restore 93 each, so it sleeps again 3,189
 * cycles later, at 11,189. At 16,189 it wakes for good. */
test.each([
  ["while it waits for the first time", 2_000, 2_000],
  ["when the first wait is over", 5_000, 3_000],
  ["while it waits, for less than before", 9_000, 3_000],
  ["when the longer wait is over", 12_000, 3_189],
  ["while it waits to the end, for longer than before", 60_000, 60_000 - 16_189],
])("the longest ready time counts a thread %s, at cycle %i", (_, cycles, byHand) => {
  const run = record(written(MACHINE), cycles);
  const { threads } = reportRun(run.scenario, readMetrics(run.machine, run.scenario.machine));
  expect(longestGap(run)).toBe(byHand);
  expect(threads[PATIENT]?.longestReady).toBe(byHand);
  // It waits for the entry only.
  expect(threads[URGENT]?.longestReady).toBe(cycles < 8_000 ? 0 : 3);
});

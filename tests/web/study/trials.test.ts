/** What a trial says of a machine whose speed is known, with messages that take a while, now more and now less. */
import { expect, it } from "vitest";
import type { Outcome } from "../../../lib/papers/outcome.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { loadStudy } from "../../../web/study/loadStudy.ts";
import { trials } from "../../../web/study/trials.ts";
import { createRandom } from "../../support/random.ts";

const RUN_CYCLES = 20_000_000;
const MESSAGE_MS = 20;
const JITTER_MS = 12;

it.each([
  ["100 M", 1e-5],
  ["20 M", 5e-5],
  ["1 M", 1e-3],
])("a machine of %s cycles a second is known within a third, after a few seconds", async (_, msPerCycle) => {
  const read = await loadStudy({
    format: "irqscope-study",
    version: 1,
    name: "rings",
    scenarios: ["ring-overflow"],
    set: { runCycles: RUN_CYCLES },
    axes: [{ kind: "field", field: "rxRingFrames", values: [4, 8, 16] }],
    seeds: { count: 1 },
    metrics: ["interrupts"],
  });
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  const random = createRandom(7);
  let ms = 0;
  const pool = {
    run: async ({ runCycles }: Scenario) => {
      ms += MESSAGE_MS + random.integer(-JITTER_MS, JITTER_MS) + runCycles * msPerCycle;
      return {} as Outcome;
    },
    stop: () => undefined,
  };
  const seconds: number[] = [];
  for await (const one of trials(pool, read.loaded.plan, () => ms)) seconds.push(one.seconds);
  expect(seconds).toHaveLength(3);
  const known = (MESSAGE_MS + RUN_CYCLES * msPerCycle) / 1000;
  for (const one of seconds) {
    expect(one).toBeGreaterThan(known / 1.34);
    expect(one).toBeLessThan(known * 1.34);
  }
  expect(ms).toBeLessThan(6000);
});

/** The speed estimate from trials of a machine of known speed, with messages of varying delay. */
import { expect, it } from "vitest";
import type { Outcome } from "../../../lib/papers/outcome.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { loadStudy } from "../../../web/study/loadStudy.ts";
import { trials } from "../../../web/study/studyRuns.ts";
import { createRandom } from "../../support/random.ts";

const JITTER_MS = 12;

/** Each fifth answer waits because others use the processor. */
const WAIT_MS = 250;

it.each([
  ["100 M", 1e-5, 20_000_000, 20],
  ["20 M", 5e-5, 20_000_000, 20],
  ["1 M", 1e-3, 20_000_000, 20],
  // A capture of seconds, whose packets are sent with each run.
  ["1.6 G", 6.25e-7, 1_600_000_000, 200],
])(
  "the trial runs estimate a machine of %s cycles a second within a third",
  async (_, msPerCycle, runCycles, messageMs) => {
    const read = await loadStudy({
      format: "irqscope-study",
      version: 1,
      name: "rings",
      scenarios: ["ring-overflow"],
      set: { runCycles },
      axes: [{ kind: "field", field: "rxRingFrames", values: [4, 8, 16] }],
      seeds: { count: 1 },
      metrics: ["interrupts"],
    });
    if (!read.ok) throw new Error(JSON.stringify(read.errors));
    const random = createRandom(7);
    let ms = 0;
    let asked = 0;
    const pool = {
      run: async (scenario: Scenario) => {
        asked += 1;
        const wait = asked % 5 === 0 ? WAIT_MS : 0;
        ms += messageMs + wait + random.integer(-JITTER_MS, JITTER_MS) + scenario.runCycles * msPerCycle;
        return {} as Outcome;
      },
      stop: () => undefined,
    };
    const seconds: number[] = [];
    for await (const one of trials(pool, read.loaded.plan, () => ms)) seconds.push(one.seconds);
    expect(seconds).toHaveLength(3);
    const known = (messageMs + runCycles * msPerCycle) / 1000;
    for (const one of seconds) {
      expect(one).toBeGreaterThan(known / 1.34);
      expect(one).toBeLessThan(known * 1.34);
    }
    expect(ms).toBeLessThan(12_000);
  },
);

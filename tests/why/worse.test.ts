/** What a change made worse, and which part grew: cases worked out by hand, and runs with counted events. */
import { describe, expect, it, test } from "vitest";
import { createMachine } from "../../core-wasm/binding/index.ts";
import { finished, travelFromStart } from "../../lib/journeys/fromStart.ts";
import type { EndedRun } from "../../lib/knobs/headlines.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import { unpackLoss } from "../../lib/metrics/registry/frames.ts";
import { explain } from "../../lib/why/explain.ts";
import { readRecords } from "../../lib/why/records.ts";
import { remediesOf } from "../../lib/why/remedies.ts";
import type { Why } from "../../lib/why/why.ts";
import { verdictOf, WORSE_PATTERNS, worseBecause } from "../../lib/why/worse.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import RING from "../../scenarios/demos/ring-overflow.json" with { type: "json" };
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { PAGE } from "../../web/text/de/index.ts";
import { fastCore } from "../support/cores.ts";

const core = await fastCore();
const parsed = parseScenario(RING);
if (!parsed.ok) throw new Error("the demo is not valid");
const ring: Scenario = parsed.scenario;

interface Numbers {
  readonly ringFull?: number;
  readonly queueFull?: number;
  readonly delivered?: number;
  readonly interrupts?: number;
  readonly saveCycles?: number;
  readonly packet?: Readonly<Record<string, number>>;
  readonly interrupt?: Readonly<Record<string, number>>;
  readonly p99?: number;
  readonly clockHertz?: number;
}

const partsOf = (of: Readonly<Record<string, number>>) =>
  Object.entries(of).map(([part, meanCycles]) => ({ part, meanCycles }));
const sumOf = (of: Readonly<Record<string, number>>) => Object.values(of).reduce((sum, one) => sum + one, 0);

/** A run with these numbers. */
function came(numbers: Numbers): EndedRun {
  const { ringFull = 0, queueFull = 0, delivered = 1000, interrupts = 1000, saveCycles = 0 } = numbers;
  const { packet = {}, interrupt = {}, p99 = 100, clockHertz = 100e6 } = numbers;
  const latency = (of: Readonly<Record<string, number>>) => ({ count: 1000, mean: sumOf(of), p99 });
  const metrics = {
    interrupts,
    interruptLatency: latency(interrupt),
    interruptParts: partsOf(interrupt),
    receive: {
      delivered,
      lost: ringFull + queueFull,
      dropped: [
        { cause: "rx-ring-full", count: ringFull },
        { cause: "queue-full", count: queueFull },
      ],
      latency: latency(packet),
      parts: partsOf(packet),
    },
    send: { delivered: 0, lost: 0, dropped: [], latency: { count: 0 }, parts: [] },
    queues: [{ taken: 0, dropped: queueFull }],
    savingCycles: saveCycles,
    devices: { buttons: [], consoles: [], disks: [], timers: [], lines: [] },
  };
  return { metrics, clockHertz } as unknown as EndedRun;
}

const because = (before: Numbers, after: Numbers, what: Why["what"]) =>
  worseBecause(ring, came(before), came(after), { what }).map(({ pattern, gaps }) =>
    pattern.replace(/\{(\w+)\}/g, (_, name: string) => String(gaps[name])),
  );

describe("the explanation of a worse result equals one worked out by hand", () => {
  it("for a loss that moved to the queue, and registers saved four times as often", () => {
    const before = { ringFull: 10, saveCycles: 40_000, packet: { masked: 500, protocol: 500 } };
    const after = { queueFull: 30, saveCycles: 160_000, packet: { masked: 0, protocol: 9000 } };
    expect(because(before, after, "lost-packet")).toEqual([
      "The queue backlog now loses 30 packets instead of 0.",
      // 120 more cycles are little beside a latency of 9,000, but they are four times the previous cost.
      "Saving and restoring take 160 cycles per packet instead of 40.",
    ]);
    const quiet = { ...after, saveCycles: 41_000 };
    expect(because(before, quiet, "lost-packet")[1]).toBe(
      "On average a packet waits 9000 cycles instead of 500 for protocol.",
    );
  });

  it("for a loss at the ring, caused by what happens before the ring is emptied", () => {
    const before = { ringFull: 10, packet: { coalescing: 0, masked: 100, protocol: 1000 } };
    const after = { ringFull: 20, packet: { coalescing: 300, masked: 150, protocol: 4000 } };
    expect(because(before, after, "lost-packet")).toEqual([
      "On average a packet waits 300 cycles instead of 0 until the card requests an interrupt (coalescing).",
    ]);
    expect(because(before, after, "late-packet")).toEqual([
      "On average a packet waits 4000 cycles instead of 1000 for protocol.",
    ]);
  });

  it("for several parts of one entry, which are merged, and in time at a faster clock", () => {
    const before = { interrupt: { masked: 10, drain: 3, entry: 6, save: 10 } };
    const after = { interrupt: { masked: 12, drain: 3, entry: 9, save: 14 } };
    expect(because(before, after, "late-interrupt")).toEqual([
      "On average entry and saving together take 26 cycles instead of 19.",
    ]);
    expect(because(before, { ...after, clockHertz: 150e6 }, "late-interrupt")).toEqual([]);
  });

  it("for an interrupt with more packets at once, whose mean falls", () => {
    const before = { interrupts: 1000, interrupt: { masked: 100 } };
    const after = { interrupts: 250, interrupt: { masked: 40 } };
    expect(because(before, after, "late-interrupt")).toEqual([
      "An interrupt covers 4 packets on average instead of 1, and the next interrupt waits until they are taken.",
      "The mean falls from 100 to 40 cycles; only the slowest take longer.",
    ]);
  });

  it("for a difference of a hundredth or more", () => {
    const verdict = (ringFull: number) =>
      verdictOf(came({ ringFull: 1000 }), came({ ringFull }), { what: "lost-packet" });
    expect([900, 991, 1000, 1009, 1011].map(verdict)).toEqual(["better", "alike", "same", "alike", "worse"]);
    const late = verdictOf(came({ p99: 100 }), came({ p99: 140, clockHertz: 150e6 }), {
      what: "late-packet",
    });
    expect(late).toBe("better");
  });
});

test("every reason for a worse result has a German text", () => {
  for (const pattern of WORSE_PATTERNS) {
    const german = (PAGE as Readonly<Record<string, string>>)[pattern];
    expect(german, pattern).toBeDefined();
    for (const [gap] of pattern.matchAll(/\{\w+\}/g)) expect(german).toContain(gap);
  }
});

describe("what makes the losses of the default scenario worse", () => {
  const LOSS_CYCLE = 1_128_381;

  function ended(scenario: Scenario): EndedRun {
    const machine = createMachine(core, compileScenario(scenario));
    machine.step(scenario.runCycles);
    return { metrics: readMetrics(machine, scenario.machine), clockHertz: scenario.machine.clockHertz };
  }

  it("is stated with numbers that the events confirm", { timeout: 120_000 }, () => {
    const short = { ...ring, runCycles: 4_000_000 };
    const why = finished(explain(travelFromStart(core, short), { what: "drop", cycle: LOSS_CYCLE }));
    if (why === undefined) throw new Error("no loss");
    const before = ended(short);
    const worse = remediesOf(short, why).filter(
      ({ scenario }) => verdictOf(before, ended(scenario), why) === "worse",
    );
    expect(worse.map(({ pattern }) => pattern)).toEqual([
      "Let {waiting} interrupt {thread}",
      "One interrupt for {frames} frames",
    ]);
    for (const { scenario } of worse) {
      const reasons = worseBecause(scenario, before, ended(scenario), why);
      expect(reasons.length).toBeGreaterThan(0);
      for (const { pattern, gaps } of reasons) {
        if (!pattern.startsWith("The queue {name} now loses")) continue;
        const run = travelFromStart(core, scenario);
        const { events } = finished(readRecords(run, 0, short.runCycles));
        const atQueues = events.filter(
          ({ kind, value }) => kind === "frame-dropped" && unpackLoss(value).cause === "queue-full",
        );
        expect(gaps.after).toBe(atQueues.length);
        expect(gaps.before).toBe(0);
      }
    }
  });
});

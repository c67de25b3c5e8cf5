/** Chains of causes: lengths sum up, clauses do not overlap, and named threads had the processor according to the
 * events. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CoreModule, SIM_NONE_8 } from "../../core-wasm/binding/index.ts";
import { finished, travelFromStart } from "../../lib/journeys/fromStart.ts";
import type { Traveller } from "../../lib/journeys/journey.ts";
import { explain } from "../../lib/why/explain.ts";
import { findingsOfRun, findTarget, type Sought } from "../../lib/why/find.ts";
import { sentenceText } from "../../lib/why/patterns.ts";
import { readRecords } from "../../lib/why/records.ts";
import { sentencesOf } from "../../lib/why/sentences.ts";
import { targetOfFinding } from "../../lib/why/waitingThread.ts";
import type { Why } from "../../lib/why/why.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { builtinScenario } from "../../scenarios/index.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { partFault } from "../../scenarios/story/parts.ts";
import { fastCore } from "../support/cores.ts";
import { randomScenario } from "../support/randomScenario.ts";

let core: CoreModule;
beforeAll(async () => {
  core = await fastCore();
});

function whyOf(run: Traveller, what: Sought, number: number): Why | undefined {
  const target = finished(findTarget(run, what, number));
  return target && finished(explain(run, target));
}

async function builtin(id: string): Promise<Scenario> {
  const loaded = await builtinScenario(id)?.load();
  if (loaded?.ok !== true) throw new Error(`no scenario ${id}`);
  return loaded.scenario;
}

function parsed(scenario: unknown): Scenario {
  const result = parseScenario(scenario);
  if (!result.ok)
    throw new Error(result.errors.map(({ field, message }) => `${field}: ${message}`).join("; "));
  return result.scenario;
}

/** From the events of the chain's cycles alone. */
function expectTrue(run: Traveller, why: Why): void {
  const { scenario } = run;
  let at = why.fromCycle;
  for (const { fromCycle, toCycle, part } of why.clauses) {
    expect(fromCycle).toBe(at);
    expect(toCycle).toBeGreaterThan(fromCycle);
    expect(partFault(scenario, part)).toBeUndefined();
    at = toCycle;
  }
  if (why.clauses.length > 0) expect(at).toBe(why.toCycle);
  const records = finished(
    readRecords(run, Math.max(0, why.fromCycle - 1), Math.min(why.toCycle + 1, run.limit)),
  );
  const layers = records.events.filter(({ kind }) => kind === "layer");
  for (const { kind, thread, fromCycle, toCycle } of why.clauses) {
    if (kind !== "blocked" || thread === undefined) continue;
    // The thread has the processor when the clause begins or from some cycle of it onwards, or its turn ends in it.
    const named = layers.some(
      ({ cycle, subject, value }) =>
        cycle >= fromCycle && cycle <= toCycle && (subject >>> 16 === thread || value >>> 16 === thread),
    );
    const begins = records.begin.cpus.some(({ running }) => running === thread && running !== SIM_NONE_8);
    expect(named || begins).toBe(true);
  }
}

/** A thread that always runs in turns of 1,000 cycles, and a handler of 100 cycles that a button starts. */
const twoThreads = (busyInterrupts: boolean, linePriority: number) =>
  parsed({
    format: "irqscope-scenario",
    version: 1,
    name: "two threads",
    runCycles: 20_000,
    machine: {
      clockHertz: 1_000_000,
      core: { policy: "single" },
      interrupts: { saveRestore: { kind: "cycles", saveCycles: 10, restoreCycles: 10 } },
      buttons: [{ name: "key", pressCycles: [1500, 1700], line: { priority: linePriority } }],
    },
    software: {
      routines: [
        { name: "long", kind: "cycles", cycles: 1000 },
        { name: "short", kind: "cycles", cycles: 100 },
      ],
      threads: [
        {
          name: "busy",
          layer: "application",
          priority: 5,
          interruptsEnabled: busyInterrupts,
          start: { on: "always" },
          steps: [{ do: "exec", routine: "long" }],
        },
        {
          name: "handler",
          layer: "driver-isr",
          priority: linePriority,
          start: { on: "line", button: "key" },
          steps: [
            { do: "exec", routine: "short" },
            { do: "acknowledge-button", button: "key" },
          ],
        },
      ],
    },
    traffic: [],
  });

describe("the chain of causes equals one worked out by hand", () => {
  it("for an undelayed interrupt: one cycle until recognition, 3 drain, 6 entry, 10 save", () => {
    const run = travelFromStart(core, twoThreads(true, 1));
    const why = whyOf(run, "interrupt", 0);
    expect(why).toMatchObject({ what: "late-interrupt", fromCycle: 1500, toCycle: 1520 });
    expect(why?.clauses.map(({ kind, fromCycle, toCycle }) => [kind, toCycle - fromCycle])).toEqual([
      ["blocked", 1],
      ["drain", 3],
      ["entry", 6],
      ["save", 10],
    ]);
  });

  it("for a handler that acknowledges nothing, up to its begin or the end of the run", () => {
    const scenario = twoThreads(true, 1);
    const [busy, handler] = scenario.software.threads;
    const [exec] = handler?.steps ?? [];
    if (busy === undefined || handler === undefined || exec === undefined) throw new Error("no handler");
    const steps = Array.from({ length: 300 }, () => exec);
    const software = { ...scenario.software, threads: [busy, { ...handler, steps }] };
    const whole = [1, 3, 6, 10];
    for (const runCycles of [1502, 1504, 1507, 1510, 1515, 1520, 1600, 20_000]) {
      const why = whyOf(travelFromStart(core, { ...scenario, runCycles, software }), "interrupt", 0);
      const length = Math.min(runCycles - 1500, 20);
      const isBegun = runCycles > 1520;
      expect(why).toMatchObject({ unanswered: isBegun ? "handler" : "waiting", cycle: runCycles });
      expect(why?.toCycle).toBe(1500 + length);
      let left = length;
      const parts = whole.map((cycles) => {
        const part = Math.min(left, cycles);
        left -= part;
        return part;
      });
      expect(why?.clauses.map(({ fromCycle, toCycle }) => toCycle - fromCycle)).toEqual(
        parts.filter((cycles) => cycles > 0),
      );
      const kinds = ["blocked", "drain", "entry", "save"].slice(0, why?.clauses.length);
      expect(why?.clauses.map(({ kind }) => kind)).toEqual(kinds);
    }
  });

  it("for a critical section of 1,000 cycles: 500 of them, then no drain, 6 entry, 10 save", () => {
    const scenario = twoThreads(true, 1);
    const [busy, handler] = scenario.software.threads;
    if (busy === undefined || handler === undefined) throw new Error("no threads");
    const steps = [
      { do: "disable-interrupts" },
      ...busy.steps,
      { do: "enable-interrupts" },
      ...busy.steps,
    ] as const;
    const threads = [{ ...busy, steps: [...busy.steps, ...steps] }, handler];
    const run = travelFromStart(core, { ...scenario, software: { ...scenario.software, threads } });
    const why = whyOf(run, "interrupt", 0);
    expect(why).toMatchObject({ what: "late-interrupt", fromCycle: 1500, toCycle: 2016 });
    expect(why?.clauses).toMatchObject([
      { kind: "blocked", fromCycle: 1500, toCycle: 2000, reasons: [{ kind: "interrupts-off" }] },
      { kind: "entry", fromCycle: 2000, toCycle: 2006 },
      { kind: "save", fromCycle: 2006, toCycle: 2016 },
    ]);
  });

  it("for a press while the previous press's handler runs: 20 cycles until it runs, 100 of its own", () => {
    // Pressed at 1,500 and 1,550. At the second press, 1 cycle of busy (M-59) and 49 of the handler and its entry have
    // passed.
    const scenario = twoThreads(true, 1);
    const [button] = scenario.machine.buttons;
    if (button === undefined) throw new Error("no button");
    const buttons = [{ ...button, pressCycles: [1500, 1550] }];
    const run = travelFromStart(core, { ...scenario, machine: { ...scenario.machine, buttons } });
    const why = whyOf(run, "press", 1);
    expect(why).toMatchObject({ what: "lost-press", begins: "pressed", fromCycle: 1500, toCycle: 1550 });
    expect(why?.clauses.map(({ kind, fromCycle, toCycle }) => [kind, fromCycle, toCycle])).toEqual([
      ["blocked", 1500, 1501],
      ["own", 1501, 1550],
    ]);
    if (why === undefined) throw new Error("no chain");
    const said = (one: Why) => sentencesOf(run.scenario, one).headline;
    expect(said(why)).toEqual([
      {
        pattern:
          "A press of {button} was lost in cycle {cycle}: the previous press had not been acknowledged.",
        gaps: { button: button.name, cycle: 1550 },
      },
      { pattern: "The previous press came {length} earlier.", gaps: { length: 50 } },
    ]);
    // If the previous press is too far back for the search.
    expect(said({ ...why, begins: "cut" }).at(-1)?.pattern).toBe("Only the last {length} are shown.");
  });

  it("for packet 1,249 of the default scenario, counted in its event list", async () => {
    const run = travelFromStart(core, await builtin("ring-overflow"));
    const why = whyOf(run, "packet", 1249);
    expect(why).toMatchObject({
      what: "lost-packet",
      cycle: 1_128_024,
      full: { held: 8, capacity: 8, sinceCycle: 1_127_134 },
      begins: "asked",
      fromCycle: 1_117_452,
    });
    // The line rises at 1,117,452 while the driver runs. The driver returns at 1,120,253, and the protocol runs until
    // the loss.
    expect(why?.clauses).toMatchObject([
      { kind: "own", fromCycle: 1_117_452, toCycle: 1_120_254 },
      {
        kind: "blocked",
        toCycle: 1_128_024,
        part: "thread:protocol",
        reasons: [{ kind: "priority", own: 5, waiting: 6 }, { kind: "interrupts-off" }],
      },
    ]);
    expect(why?.clauses[1]?.work).toContainEqual({ kind: "arrived", frames: 8, nic: 0 });
    if (why !== undefined) expectTrue(run, why);
  });

  it("for a packet that a program takes names the thread that runs it", async () => {
    const scenario = await builtin("napi-driver");
    const why = whyOf(travelFromStart(core, scenario), "packet", 40);
    if (why === undefined) throw new Error("no answer");
    const said = sentencesOf(scenario, why).clauses.flatMap(({ sentences }) =>
      sentences.map((one) => sentenceText(one, String)),
    );
    expect(said.join(" ")).toMatch(/^steps and frames reached this packet after \d+ cycles\./);
  });
});

describe("the chain of a finding", () => {
  it("of livelock names the handlers that delayed the consumer", async () => {
    const run = travelFromStart(core, await builtin("napi-livelock"));
    const findings = finished(findingsOfRun(run));
    expect(findings.map(({ kind }) => kind)).toEqual(["starved", "livelock"]);
    for (const finding of findings) {
      const target = targetOfFinding(run.scenario, finding, run.limit);
      const why = target && finished(explain(run, target));
      if (why === undefined) throw new Error("no chain");
      expect(why.toCycle).toBe(run.limit);
      expect(why.clauses.length).toBeGreaterThan(0);
      expectTrue(run, why);
    }
  });

  it("is absent if its sentence names the cause", async () => {
    const run = travelFromStart(core, await builtin("napi-lost-wake-up"));
    const findings = finished(findingsOfRun(run));
    expect(findings.map((one) => targetOfFinding(run.scenario, one, run.limit))).toEqual([undefined]);
  });
});

describe("the chains in random machines have lengths that sum to the delay", () => {
  let total = 0;
  afterAll(() => expect(total).toBeGreaterThan(100));
  it.each(Array.from({ length: 24 }, (_, seed) => seed + 1))("seed %i", (seed) => {
    const scenario = parsed(randomScenario(seed));
    const run = travelFromStart(core, { ...scenario, runCycles: Math.min(scenario.runCycles, 400_000) });
    let explained = 0;
    for (const what of ["drop", "packet", "interrupt"] as const)
      for (const number of [1, 2, 5, 9]) {
        const why = whyOf(run, what, number);
        if (why === undefined) continue;
        explained += 1;
        expectTrue(run, why);
        const { headline, clauses } = sentencesOf(run.scenario, why);
        const text = [...headline, ...clauses.flatMap(({ sentences }) => sentences)].map((one) =>
          sentenceText(one, String),
        );
        expect(text.join(" ")).not.toMatch(/[{}?]|undefined/);
      }
    total += explained;
  });
});

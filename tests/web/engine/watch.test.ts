/** Breakpoints stop at the same cycles, however the engine gets there. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sim_event_kind, sim_layer } from "../../../core-wasm/binding/index.ts";
import { interruptRows } from "../../../lib/export/tables.ts";
import { walkRun } from "../../../lib/export/walk.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { parseScenario } from "../../../scenarios/read/parse.ts";
import { PROGRAM_TOOLS } from "../../../web/engine/programTools.ts";
import { createRun, KEYFRAME_CYCLES } from "../../../web/engine/run.ts";
import type { Steps } from "../../../web/engine/scrub.ts";
import { createWatch, searchCondition, searchConditionBack } from "../../../web/engine/watch.ts";
import { conditionText, presetsOf } from "../../../web/simulate/marks/presets.ts";
import { twoHarts } from "../../export/columns/harts.ts";
import { scenarioOf } from "../../export/columns/machines.ts";
import { long } from "../../support/long.ts";
import { randomScenario } from "../../support/randomScenario.ts";
import { overflowing, scenarioFile } from "../scenarios/support.ts";
import { openEngine, straightMachine, type TestEngine, testCore } from "./support.ts";

const RUN = 1_300_000;

interface Watched {
  readonly to: number;
  readonly hits: readonly (readonly number[])[];
  readonly refused: readonly (string | undefined)[];
}

function watched(engine: TestEngine, revision: number): Watched {
  const reports = engine.replies.flatMap((reply) =>
    reply.kind === "watched" && reply.revision === revision ? [reply.report] : [],
  );
  const last = reports.at(-1);
  if (last === undefined) throw new Error("nothing was watched");
  return {
    to: last.to,
    hits: last.conditions.map((_, index) =>
      reports.flatMap((report) => [...(report.conditions[index]?.hits ?? [])]),
    ),
    refused: last.conditions.map((one) => one.refused),
  };
}

function watch(engine: TestEngine, conditions: readonly string[], revision = 1): Watched {
  engine.ask({ kind: "watch", revision, conditions }, "done");
  engine.send({ kind: "run-ahead", on: true });
  engine.settle();
  return watched(engine, revision);
}

/** Cycles found by testing the machine after each single cycle of (from, to]. */
async function cycleByCycle(
  scenario: Scenario,
  [from, to]: readonly [from: number, to: number],
  holds: (machine: Awaited<ReturnType<typeof straightMachine>>) => boolean,
): Promise<number[]> {
  const machine = await straightMachine(scenario);
  const hits: number[] = [];
  machine.step(from);
  let held = holds(machine);
  while (machine.cycle < to) {
    machine.step(machine.cycle + 1);
    const now = holds(machine);
    if (now && !held) hits.push(machine.cycle);
    held = now;
  }
  return hits;
}

/** A hart that its timer interrupts once, in `cycle`. The handler silences the timer late and does not return. */
function silencedAfter(cycle: number): Scenario {
  const whole = twoHarts();
  const { machine, software } = whole;
  const source = `        la   t0, trap
        csrw mtvec, t0
        li   t1, CLINT_MTIMECMP0
        li   t0, ${cycle}
        sw   t0, 0(t1)
        sw   zero, 4(t1)
        li   t0, 0x80
        csrw mie, t0
        csrsi mstatus, 8
idle:   wfi
        j    idle
        .align 2
trap:   li   t0, 40
late:   addi t0, t0, -1
        bnez t0, late
        li   t0, -1
        sw   t0, 4(t1)
end:    j    end
`;
  return scenarioOf({
    ...{ ...whole, runCycles: KEYFRAME_CYCLES + 5_000 },
    machine: { ...machine, core: { ...machine.core, cores: 1 }, buttons: [] },
    software: {
      ...software,
      routines: [{ name: "first", kind: "program", program: { source } }],
      threads: software.threads.slice(0, 1),
    },
  });
}

describe("a watch for conditions", () => {
  it("finds each cycle in which the ring reaches a level, as stepping by cycles does", async () => {
    const scenario = overflowing({ runCycles: RUN });
    const engine = await openEngine();
    engine.load(scenario);
    const [found = []] = watch(engine, ["ring.fill >= 3"]).hits;
    const [first = 0] = found;
    const range = [first - 500, first + 2_500] as const;
    const hits = await cycleByCycle(
      scenario,
      range,
      (machine) => (machine.view().nics[0]?.rx_fill ?? 0) >= 3,
    );
    expect(found.filter((cycle) => cycle > range[0] && cycle <= range[1])).toEqual(hits);
  });

  it("finds drops and deliveries in the cycles of the core's stop masks", async () => {
    const scenario = overflowing({ runCycles: RUN });
    const engine = await openEngine();
    engine.load(scenario);
    const found = watch(engine, ["dropped > 0", "delivered > 0"]).hits;
    for (const [index, kind] of (["frame-dropped", "frame-delivered"] as const).entries()) {
      const machine = await straightMachine(scenario);
      const stops: number[] = [];
      while (machine.cycle < RUN)
        if (machine.step(RUN, 1 << sim_event_kind[kind]) !== 0) stops.push(machine.cycle);
      expect(stops.length).toBeGreaterThan(10);
      expect(found[index]).toEqual(stops);
    }
  });

  it("finds contexts that enter a layer", async () => {
    const scenario = scenarioFile("papers/000-receive-three-contexts.json", { runCycles: 2_500 });
    const hits = await cycleByCycle(scenario, [0, 2_500], (machine) => {
      const view = machine.view();
      return view.frames
        .slice(0, view.frame_count)
        .some((frame) => frame.run_state === 2 && frame.layer === sim_layer["driver-isr"]);
    });
    expect(hits.length).toBeGreaterThan(1);
    const engine = await openEngine();
    engine.load(scenario);
    // The view at the end of a cycle names the thread that runs in the next one, which is the cycle that counts.
    expect(watch(engine, ['layer["driver-isr"].contexts >= 1']).hits).toEqual([
      hits.map((cycle) => cycle + 1),
    ]);
  });

  it("knows the latency of the frame delivered in the cycle", async () => {
    const scenario = overflowing({ runCycles: RUN });
    const engine = await openEngine();
    engine.load(scenario);
    const { hits } = watch(engine, ["delivered > 0", "latency > 0 s", "latency > 1000 s"]);
    expect(hits[1]).toEqual(hits[0]);
    expect(hits[2]).toEqual([]);
    const limit = 30e-6;
    const late = watch(engine, [`latency > ${limit} s`], 2).hits[0] ?? [];
    expect(late.length).toBeGreaterThan(0);
    expect(late.length).toBeLessThan(hits[0]?.length ?? 0);
  });

  it("knows the latency of each interrupt that a hart answers, of timer and software too", async () => {
    const scenario = { ...scenarioOf(twoHarts()), runCycles: 3_000 };
    const source = interruptRows(scenario);
    const at = (name: string) => source.columns.findIndex((column) => column.name === name);
    const rows = [...walkRun(await testCore(), scenario, { from: 0, to: 3_000 }, {})].flatMap(source.take);
    const endsIn = (isMeant: (cycles: number, of: string) => boolean) => {
      const ends = rows.filter((row) =>
        isMeant(Number(row[at("latency_cycles")]), String(row[at("source")])),
      );
      return [...new Set(ends.map((row) => Number(row[at("end_cycle")])))].sort((a, b) => a - b);
    };
    for (const source of ["line", "timer", "software"])
      expect(endsIn((_, of) => of === source).length).toBeGreaterThan(1);
    const engine = await openEngine();
    engine.load(scenario);
    const { hits } = watch(engine, ["interrupt.latency > 0 s", "interrupt.latency > 400 ns"]);
    expect(hits[0]).toEqual(endsIn(() => true));
    expect(hits[1]).toEqual(endsIn((cycles) => cycles > 40));
    expect(hits[1]?.length).toBeLessThan(hits[0]?.length ?? 0);
    const run = createRun(scenario, 1, await options());
    while (run.frontier.machine.cycle < 3_000) run.frontier.advance(3_000);
    const [, late = []] = hits;
    expect(ended(searchCondition(run, "interrupt.latency > 400 ns", late[0] ?? 0, 3_000))).toBe(late[1]);
    expect(ended(searchConditionBack(run, "interrupt.latency > 400 ns", late[1] ?? 0))).toBe(late[0]);
  });

  it("finds the end of a latency in an interval without an event of its kinds", async () => {
    const scenario = silencedAfter(KEYFRAME_CYCLES - 20);
    const source = interruptRows(scenario);
    const at = source.columns.findIndex(({ name }) => name === "end_cycle");
    const batches = [...walkRun(await testCore(), scenario, { from: 0, to: scenario.runCycles }, {})];
    const [end] = batches.flatMap(source.take).map((row) => Number(row[at]));
    const traps = batches.flatMap(({ events }) =>
      events.filter(({ kind }) => kind === "trap").map(({ cycle }) => cycle),
    );
    expect(traps.at(-1)).toBeLessThan(KEYFRAME_CYCLES);
    expect(end).toBeGreaterThan(KEYFRAME_CYCLES);
    const condition = "interrupt.latency > 0 s";
    const engine = await openEngine();
    engine.load(scenario);
    expect(watch(engine, [condition]).hits).toEqual([[end]]);
    const run = createRun(scenario, 1, await options());
    while (run.frontier.machine.cycle < scenario.runCycles) run.frontier.advance(scenario.runCycles);
    expect(ended(searchCondition(run, condition, 0, scenario.runCycles))).toBe(end);
    expect(ended(searchConditionBack(run, condition, scenario.runCycles))).toBe(end);
  });

  it("knows the latency of each request of a host that a program answers", async () => {
    const file = new URL("../../../scenarios/programs/echo-in-c.json", import.meta.url);
    const scenario = scenarioOf(JSON.parse(readFileSync(file, "utf8")));
    const machine = await straightMachine(scenario);
    const answers: (readonly [cycle: number, latency: number])[] = [];
    let [count, sum] = [0, 0];
    while (machine.cycle < scenario.runCycles) {
      machine.step(machine.cycle + 100);
      const [now] = machine.tallies("request");
      if (now === undefined || now.count === count) continue;
      expect(now.count).toBe(count + 1);
      answers.push([machine.cycle, now.sum - sum]);
      [count, sum] = [now.count, now.sum];
    }
    const slow = answers.map(([, latency]) => latency).sort((a, b) => b - a)[2] ?? 0;
    const engine = await openEngine();
    engine.load(scenario);
    const word = 'nic["eth0"].request.latency';
    const found = watch(engine, [`${word} > 0 s`, `${word} >= ${slow / 100} us`, "sent > 0"]).hits;
    const among = (hits: readonly number[] = []) => hits.map((cycle) => Math.ceil(cycle / 100) * 100);
    expect(among(found[0])).toEqual(answers.map(([cycle]) => cycle));
    expect(among(found[1])).toEqual(answers.flatMap(([cycle, one]) => (one >= slow ? [cycle] : [])));
    for (const hit of found[0] ?? []) expect(found[2]).toContain(hit);
    const [preset] = presetsOf(scenario).filter(({ id }) => id === "request-latency");
    const [choice] = preset?.choices ?? [];
    expect(conditionText(preset?.condition(choice?.value ?? "", "80") ?? "", scenario)).toEqual({
      text: "a request at eth0 is answered after more than 80 µs",
      isCode: false,
    });
  });

  it("reports what it cannot watch, and watches the rest", async () => {
    const engine = await openEngine();
    engine.load(overflowing({ runCycles: RUN }));
    const conditions = ["ring.fil >= 3", "dropped > 0", "1 < 2", "latency > 3"];
    const { refused, hits, to } = watch(engine, conditions);
    expect(refused).toEqual([
      "no metric ring.fil",
      undefined,
      "names nothing that changes, so it would never become true",
      "units differ: s and a plain number",
    ]);
    expect(hits.map((one) => one.length > 0)).toEqual([false, true, false, false]);
    expect(to).toBe(RUN);
  });

  it("restarts for another request, and ends for an empty one", async () => {
    const engine = await openEngine();
    engine.load(overflowing({ runCycles: RUN }));
    const first = watch(engine, ["dropped > 0"], 1);
    const second = watch(engine, ["delivered > 0", "dropped > 0"], 2);
    expect(second.hits[1]).toEqual(first.hits[0]);
    engine.ask({ kind: "watch", revision: 3, conditions: [] }, "done");
    engine.settle();
    expect(() => watched(engine, 3)).toThrow();
  });
});

it("a watch keeps a limited number of hits of a condition, and states from where it keeps no more", async () => {
  const given = await options();
  const run = createRun(overflowing({ runCycles: RUN }), 1, given);
  while (run.frontier.machine.cycle < RUN) run.frontier.advance(RUN);
  const hitsWith = (limit?: number) => {
    const watch = createWatch(run, given, ["dropped > 0", "delivered > 0"], limit);
    while (watch.isBehind()) watch.advance();
    return certain(watch.report()).conditions;
  };
  const all = hitsWith();
  const few = hitsWith(5);
  for (const [index, { hits, fullAtCycle }] of few.entries()) {
    const known = certain(all[index]).hits;
    expect([...hits]).toEqual([...known.slice(0, 5)]);
    expect(fullAtCycle).toBe(known[5]);
  }
  expect(all.map(({ fullAtCycle }) => fullAtCycle)).toEqual([undefined, undefined]);
});

it("a watch takes one step at a time, so that the engine answers in between", async () => {
  let looks = 0;
  // Each reading of the clock is a second later, so the engine takes its shortest steps, of two readings each.
  const options = { core: await testCore(), now: () => 1000 * ++looks, programTools: () => PROGRAM_TOOLS };
  const run = createRun(overflowing({ runCycles: RUN }), 1, options);
  while (run.frontier.machine.cycle < RUN) run.frontier.advance(RUN);
  const watch = createWatch(run, options, ["dropped > 0"]);
  while (watch.isBehind()) {
    const before = looks;
    watch.advance();
    expect(looks - before).toBeLessThanOrEqual(4);
  }
});

async function options() {
  return { core: await testCore(), now: () => performance.now(), programTools: () => PROGRAM_TOOLS };
}

function ended<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

function certain<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("there is none");
  return value;
}

const CONDITIONS = [
  "ring.fill >= 2",
  "dropped > 0",
  "delivered > 0 and latency > 20 us",
  "interrupt.latency > 1 us",
  'layer["driver-isr"].contexts >= 1',
  'layer["protocol"].contexts == 0 or contextSwitches > 0',
  'context[0].layer["application"] == 1',
];

/** Some hundred searches, each of which runs the machine again from a keyframe. They take 1 to 3 s of processor time,
 * of which a test among many others may get a tenth. */
const TIMEOUT_MS = 90_000;

const SHORT_SEEDS: readonly number[] = [3];
const OTHER_SEEDS = long(
  "Searches on five more random machines take some 10 s of CPU; the one of the short list searches by the same conditions.",
);

describe.each([3, 17, 40, 77, 123, 512])("a watch in random scenario %i", { timeout: TIMEOUT_MS }, (seed) => {
  const make = (): Scenario => {
    const parsed = parseScenario(randomScenario(seed));
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
    return { ...parsed.scenario, runCycles: 700_000 };
  };

  it(
    "finds the same hits in sequence from anywhere",
    SHORT_SEEDS.includes(seed) ? {} : OTHER_SEEDS,
    async () => {
      const engine = await openEngine();
      engine.load(make());
      const { hits } = watch(engine, CONDITIONS);
      for (const [index, condition] of CONDITIONS.entries()) {
        const own = hits[index] ?? [];
        for (const from of [
          0,
          1,
          ...own.slice(0, 12),
          ...own.slice(0, 6).map((cycle) => cycle - 1),
          350_000,
        ]) {
          const next = own.find((cycle) => cycle > from && cycle <= 700_000);
          const { view, found } = engine.seek(from, { kind: "condition", condition, direction: 1 });
          expect({ condition, from, cycle: view.cycle, found }).toEqual({
            condition,
            from,
            cycle: next ?? from,
            found: next !== undefined,
          });
          const previous = own.findLast((cycle) => cycle < from);
          const back = engine.seek(from, { kind: "condition", condition, direction: -1 });
          expect({ condition, from, back: back.view.cycle, found: back.found }).toEqual({
            condition,
            from,
            back: previous ?? from,
            found: previous !== undefined,
          });
        }
      }
    },
  );

  it("finds the same hits for any steps of the engine and any order of requests", async () => {
    const straight = await openEngine();
    straight.load(make());
    const expected = watch(straight, CONDITIONS);
    expect(expected.to).toBe(700_000);
    // A clock that makes every step as short as possible.
    let nowMs = 0;
    const slow = await openEngine({ now: () => (nowMs += 1), keyframeBudgetBytes: 2 ** 18 });
    slow.load(make());
    slow.runToEnd();
    expect(watch(slow, CONDITIONS)).toEqual(expected);
  });
});

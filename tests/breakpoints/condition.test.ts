import { describe, expect, it } from "vitest";
import { sim_drop_cause, sim_event_kind } from "../../core-wasm/binding/index.ts";
import { compileCondition, compileWith } from "../../lib/breakpoints/condition.ts";
import type { Levels, ProgramReader } from "../../lib/breakpoints/moment.ts";
import { vocabularyOf } from "../../lib/breakpoints/vocabulary.ts";
import { createWatcher } from "../../lib/breakpoints/watcher.ts";
import { BUILTIN_SCENARIOS } from "../../scenarios/index.ts";
import { presetsOf } from "../../web/simulate/marks/presets.ts";
import { overflowing } from "../web/scenarios/support.ts";

const scenario = overflowing({});

function condition(text: string) {
  const compiled = compileCondition(text, scenario);
  if (!compiled.ok) throw new Error(compiled.error.message);
  return compiled.condition;
}

const EMPTY: Levels = {
  rxFill: [0],
  txFill: [0],
  queueFill: [0, 0],
  lanes: [{ layer: 0, runState: 0, thread: 255 }],
  assertedSinceCycle: [undefined],
};

/** Encoded value of FRAME_DROPPED: cause | place << 8 | frames << 16. */
const ONE_FRAME = 1 << 16;
const QUEUE_FULL = sim_drop_cause["queue-full"];

type Event = readonly [cycle: number, kind: keyof typeof sim_event_kind, subject: number, value: number];

/** Hits of one condition if the events are delivered in parts that end at `cuts`. */
function hits(text: string, events: readonly Event[], cuts: readonly number[] = [1e9]): number[] {
  const found: number[] = [];
  const watcher = createWatcher([condition(text)], EMPTY, new Map([[0, 0]]), (_, cycle) => found.push(cycle));
  let from = 0;
  for (const cut of cuts) {
    const part = events.filter(([cycle]) => cycle >= from && cycle < cut);
    watcher.feed(
      {
        cycle: Float64Array.from(part, ([cycle]) => cycle),
        kind: Uint8Array.from(part, ([, kind]) => sim_event_kind[kind]),
        context: new Uint8Array(part.length),
        subject: Uint32Array.from(part, ([, , subject]) => subject),
        value: Uint32Array.from(part, ([, , , value]) => value),
      },
      cut,
    );
    from = cut;
  }
  return found;
}

describe("a breakpoint condition", () => {
  it("hits once each time it becomes true", () => {
    const events: Event[] = [
      [10, "rx-fill", 0, 1],
      [20, "rx-fill", 0, 2],
      [30, "rx-fill", 0, 3],
      [40, "rx-fill", 0, 1],
      [50, "rx-fill", 0, 2],
    ];
    expect(hits("ring.fill >= 2", events)).toEqual([21, 51]);
  });

  it("reads a fill at the end of the cycle, not between", () => {
    const events: Event[] = [
      [10, "rx-fill", 0, 2],
      [10, "rx-fill", 0, 1],
      [20, "rx-fill", 0, 2],
    ];
    expect(hits("ring.fill >= 2", events)).toEqual([21]);
  });

  it("on events is true only in the cycle of the events", () => {
    const events: Event[] = [
      [10, "frame-dropped", 5, ONE_FRAME],
      [11, "frame-dropped", 6, ONE_FRAME],
      [12, "frame-dropped", 7, ONE_FRAME | QUEUE_FULL],
      [12, "frame-dropped", 8, ONE_FRAME],
      [14, "frame-dropped", 9, (3 * ONE_FRAME) | QUEUE_FULL],
    ];
    expect(hits("dropped > 0", events)).toEqual([11, 12, 13, 15]);
    expect(hits("dropped >= 2", events)).toEqual([13, 15]);
    expect(hits('drop["queue-full"] > 0', events)).toEqual([13, 15]);
    expect(hits(`queue["${scenario.software.queues[0]?.name}"].dropped >= 2`, events)).toEqual([15]);
  });

  it("may combine a level with an event", () => {
    const events: Event[] = [
      [10, "frame-delivered", 1, 900],
      [20, "rx-fill", 0, 4],
      [30, "frame-delivered", 2, 900],
      [40, "frame-delivered", 3, 300],
    ];
    const clock = scenario.machine.clockHertz;
    expect(hits(`ring.fill >= 4 and latency > ${500 / clock} s`, events)).toEqual([31]);
  });

  it("measures an interrupt from its line to its handler", () => {
    const events: Event[] = [
      [10, "line-asserted", 0, 1],
      [110, "handler-entered", 0, 1],
      [200, "line-asserted", 0, 2],
      [210, "handler-entered", 0, 2],
    ];
    const clock = scenario.machine.clockHertz;
    expect(hits(`interrupt.latency >= ${100 / clock} s`, events)).toEqual([111]);
    expect(hits("interrupt.latency > 0 s", events)).toEqual([111, 211]);
  });

  it("hits the same cycles however the events are divided into deliveries and ordered in them", () => {
    const events: Event[] = [
      [10, "rx-fill", 0, 2],
      [12, "layer", 1, 0],
      [11, "frame-dropped", 1, ONE_FRAME],
      [12, "rx-fill", 0, 0],
      [13, "rx-fill", 0, 3],
    ];
    const text = 'ring.fill >= 2 or dropped > 0 or layer["application"].contexts > 0';
    const whole = hits(text, events);
    for (let cut = 9; cut < 15; cut += 1) expect(hits(text, events, [cut, 1e9]), `cut ${cut}`).toEqual(whole);
  });
});

describe("a condition on a source line that has several addresses", () => {
  const thread = { ...scenario.software.threads[0], name: "A" };
  const both = {
    ...scenario,
    software: { ...scenario.software, threads: [thread, { ...thread, name: "B" }] },
  };
  const names = { addressOf: () => undefined, lineEntries: (_: string, line: number) => [line, line + 100] };

  /** Cycles at which the condition comes true if these are the threads' next instructions. */
  function stops(text: string, steps: readonly (readonly [a: number, b: number])[]): readonly number[] {
    const compiled = compileCondition(text, both as typeof scenario, names);
    if (!compiled.ok) throw new Error(compiled.error.message);
    let pcs: readonly number[] = [0, 0];
    const reader: ProgramReader = {
      threads: [0, 1],
      pc: (thread) => pcs[thread] ?? 0,
      executed: () => 0,
      x: () => 0,
      memory: () => undefined,
    };
    const found: number[] = [];
    const hit = (_: number, cycle: number) => found.push(cycle);
    const { feed } = createWatcher([compiled.condition], EMPTY, new Map(), hit, reader);
    const nothing = { cycle: new Float64Array(), kind: new Uint8Array(), context: new Uint8Array() };
    steps.forEach((next, step) => {
      pcs = next;
      feed({ ...nothing, subject: new Uint32Array(), value: new Uint32Array() }, step + 1, true);
    });
    return found;
  }

  it("hits each address for the named thread, wherever other threads are", () => {
    const steps = [
      [1, 12],
      [1, 112],
      [5, 112],
      [112, 112],
      [12, 7],
      [7, 12],
    ] as const;
    expect(stops('thread["B"].pc == line["R"][12]', steps)).toEqual([1, 6]);
    expect(stops('line["R"][12] == thread["B"].pc', steps)).toEqual([1, 6]);
    expect(stops('thread["B"].pc != line["R"][12]', steps)).toEqual([5]);
    expect(stops('thread["A"].pc == line["R"][12] and executed == 0', steps)).toEqual([4]);
  });

  it("may name a different line for each thread", () => {
    const text = 'thread["A"].pc == line["R"][12] and thread["B"].pc == line["R"][30]';
    expect(
      stops(text, [
        [12, 12],
        [112, 30],
        [12, 31],
        [112, 130],
      ]),
    ).toEqual([2, 4]);
  });

  it("uses the line's first address in a calculation", () => {
    expect(
      stops('thread["A"].pc == line["R"][12] + 4', [
        [16, 0],
        [1, 0],
        [116, 0],
      ]),
    ).toEqual([1]);
  });

  it("hits each address for any thread", () => {
    expect(
      stops('pc == line["R"][12]', [
        [12, 1],
        [112, 1],
        [1, 112],
        [112, 112],
      ]),
    ).toEqual([1, 3, 4]);
  });
});

describe("the vocabulary of conditions", () => {
  it("has each name that the presets of built-in scenarios use", async () => {
    for (const { id, load } of BUILTIN_SCENARIOS) {
      const result = await load();
      if (!result.ok) throw new Error(id);
      const vocabulary = vocabularyOf(result.scenario);
      for (const preset of presetsOf(result.scenario))
        for (const { value } of preset.choices ?? [{ value: "" }]) {
          const text = preset.condition(value, preset.number?.initial ?? "");
          expect(compileWith(text, vocabulary), `${id}: ${text}`).toMatchObject({ ok: true });
        }
    }
  });

  it("has a meaning for each name, and the events that change it", () => {
    for (const [path, { meaning, kinds }] of vocabularyOf(scenario)) {
      expect(meaning, path).not.toBe("");
      if (!path.endsWith(".capacity")) expect(kinds.length, path).toBeGreaterThan(0);
    }
  });

  it.each([
    ["ring.fill", "expected a condition, as in ring.fill >= 8"],
    ["1 < 2", "names nothing that changes, so it would never become true"],
    ["latency > 3", "units differ: s and a plain number"],
    ["ring.fil > 3", "no metric ring.fil"],
  ])("refuses %s", (text, message) => {
    expect(compileCondition(text, scenario)).toMatchObject({ ok: false, error: { message } });
  });
});

/** Why a running thread was not interrupted: the reasons of a wait, worked out by hand for records written by hand. */
import { describe, expect, it, test } from "vitest";
import { SIM_NONE_8, sim_run_state } from "../../core-wasm/binding/layout.gen.ts";
import type { Records } from "../../lib/why/records.ts";
import { stintsOf, waitClauses } from "../../lib/why/wait.ts";
import type { Reason } from "../../lib/why/why.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";

const HOLDER = 0;
const WAITING = 1;
const TO_CYCLE = 100;

interface Case {
  readonly holderPriority?: number;
  readonly holderInterrupts?: boolean;
  readonly holderSteps?: readonly object[];
  readonly linePriority?: number;
  readonly isMasked?: boolean;
  readonly startsOnLine?: boolean;
  /** The button has its own line instead of naming one of the controller's. */
  readonly bringsLine?: boolean;
}

/** The second thread may interrupt the first, unless the case says otherwise. */
function scenarioOf(of: Case): Scenario {
  const { holderPriority = 5, holderInterrupts = true, holderSteps = [] } = of;
  const { linePriority = 1, isMasked = false, startsOnLine = true, bringsLine = false } = of;
  const line = { priority: linePriority, masked: isMasked };
  const exec = { do: "exec", routine: "short" };
  const parsed = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "two threads",
    runCycles: 1000,
    machine: {
      clockHertz: 1_000_000,
      core: { policy: "single" },
      interrupts: { lines: bringsLine ? [] : [{ name: "keys", ...line }] },
      buttons: [
        { name: "key", pressCycles: [10], line: bringsLine ? line : "keys" },
        { name: "other", pressCycles: [900], line: { priority: 3 } },
      ],
    },
    software: {
      routines: [{ name: "short", kind: "cycles", cycles: 100 }],
      threads: [
        {
          name: "holder",
          layer: "application",
          priority: holderPriority,
          interruptsEnabled: holderInterrupts,
          start: { on: "always" },
          steps: [exec, ...holderSteps],
        },
        {
          name: "waiting",
          layer: "driver-isr",
          // For a thread that a line starts, the line decides.
          priority: startsOnLine ? 7 : linePriority,
          start: startsOnLine
            ? { on: "line", ...(bringsLine ? { button: "key" } : { line: "keys" }) }
            : { on: "soft" },
          steps: [exec, ...(startsOnLine ? [{ do: "acknowledge-button", button: "key" }] : [])],
        },
      ],
    },
    traffic: [],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return parsed.scenario;
}

type State = keyof typeof sim_run_state;

/** A packed LAYER event (sim_layout.def). */
const packed = (thread: number, state: State): number => (thread << 16) | (sim_run_state[state] << 8);

/** States up to cycle 100, each from its cycle onwards. The context is idle before the first. */
function recordsOf(changes: readonly (readonly [cycle: number, thread: number, state: State])[]): Records {
  let before = packed(SIM_NONE_8, "waiting");
  const events = changes.map(([cycle, thread, state]) => {
    const subject = packed(thread, state);
    const event = { cycle, kind: "layer", context: 0, subject, value: before };
    before = subject;
    return event;
  });
  const begin = { cpus: [{ active_context: 0 }], frames: [] };
  return { fromCycle: 0, toCycle: TO_CYCLE, begin, events } as unknown as Records;
}

const running = recordsOf([[0, HOLDER, "running"]]);

function reasonsOf(of: Case, records: Records = running): readonly Reason[] {
  const clauses = waitClauses(scenarioOf(of), records, { thread: WAITING, fromCycle: 0, toCycle: TO_CYCLE });
  expect(clauses).toHaveLength(1);
  return clauses[0]?.reasons ?? [];
}

describe("a wait is explained by a running thread", () => {
  it.each<readonly [string, Case, readonly Reason[]]>([
    [
      "by a higher priority",
      { holderPriority: 1, linePriority: 2 },
      [{ kind: "priority", own: 1, waiting: 2 }],
    ],
    [
      "by the same priority",
      { holderPriority: 2, linePriority: 2 },
      [{ kind: "priority", own: 2, waiting: 2 }],
    ],
    ["by no lower priority", { holderPriority: 3, linePriority: 2 }, []],
    [
      "by the same priority where no line starts the other one",
      { holderPriority: 2, linePriority: 2, startsOnLine: false },
      [{ kind: "priority", own: 2, waiting: 2 }],
    ],
    ["with its interrupts off", { holderInterrupts: false }, [{ kind: "interrupts-off" }]],
    [
      "by both",
      { holderPriority: 1, holderInterrupts: false },
      [{ kind: "priority", own: 1, waiting: 1 }, { kind: "interrupts-off" }],
    ],
    [
      "in a critical section",
      { holderSteps: [{ do: "disable-interrupts" }, { do: "enable-interrupts" }] },
      [{ kind: "interrupts-off" }],
    ],
    ["while the line begins masked", { isMasked: true }, [{ kind: "masked" }]],
    ["while a line of a device begins masked", { isMasked: true, bringsLine: true }, [{ kind: "masked" }]],
    [
      "while a step masks a line",
      {
        holderSteps: [
          { do: "mask", button: "key" },
          { do: "unmask", button: "key" },
        ],
      },
      [{ kind: "masked" }],
    ],
    [
      "but the mask of another line is no reason",
      {
        holderSteps: [
          { do: "mask", button: "other" },
          { do: "unmask", button: "other" },
        ],
      },
      [],
    ],
    ["and a mask is no reason where no line starts it", { isMasked: true, startsOnLine: false }, []],
    [
      "and a mask is none beside its priority",
      { isMasked: true, holderPriority: 1 },
      [{ kind: "priority", own: 1, waiting: 1 }],
    ],
  ])("%s", (_title, of, reasons) => {
    expect(reasonsOf(of)).toEqual(reasons);
  });

  it("during a switch to it, and for one instruction after that", () => {
    const returned = recordsOf([
      [0, HOLDER, "restoring"],
      [98, HOLDER, "running"],
    ]);
    expect(reasonsOf({}, returned)).toEqual([{ kind: "switching", cycles: 98 }, { kind: "returned" }]);
    const longer = recordsOf([
      [0, HOLDER, "restoring"],
      [97, HOLDER, "running"],
    ]);
    expect(reasonsOf({ isMasked: true }, longer)).toEqual([
      { kind: "switching", cycles: 97 },
      { kind: "masked" },
    ]);
  });

  it("or by a masked line if nothing runs", () => {
    expect(reasonsOf({ isMasked: true }, recordsOf([]))).toEqual([{ kind: "masked" }]);
    expect(reasonsOf({}, recordsOf([]))).toEqual([]);
  });
});

test.each(Object.keys(sim_run_state) as State[])(
  "a thread that is %s is classified as having or lacking the processor",
  (state) => {
    const scenario = scenarioOf({});
    const hasIt = state !== "waiting" && state !== "ready";
    const thread = hasIt ? HOLDER : undefined;
    const expected = [
      { fromCycle: 0, toCycle: 40, thread: undefined, switching: false },
      { fromCycle: 40, toCycle: TO_CYCLE, thread, switching: hasIt && state !== "running" },
    ];
    const stints = stintsOf(scenario, recordsOf([[40, HOLDER, state]]), 0);
    expect(stints).toEqual(hasIt ? expected : [{ ...expected[0], toCycle: TO_CYCLE }]);
  },
);

test("a thread that runs at the start counts as running throughout if the records show no change", () => {
  const frame = { context: 0, thread: HOLDER, run_state: sim_run_state.running };
  const of = (frames: readonly object[]) =>
    stintsOf(
      scenarioOf({}),
      { ...recordsOf([]), begin: { cpus: [{ active_context: 0 }], frames } } as unknown as Records,
      0,
    );
  const whole = { fromCycle: 0, toCycle: TO_CYCLE };
  expect(of([frame])).toEqual([{ ...whole, thread: HOLDER, switching: false }]);
  expect(of([{ ...frame, run_state: sim_run_state.entering }])).toEqual([
    { ...whole, thread: HOLDER, switching: true },
  ]);
  expect(of([{ ...frame, run_state: sim_run_state.waiting }])).toEqual([
    { ...whole, thread: undefined, switching: false },
  ]);
});

import { describe, expect, test } from "vitest";
import {
  SIM_NONE_8,
  sim_config,
  sim_context_config,
  sim_thread_config,
} from "../../core-wasm/binding/index.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { contextPriorities, contextsOf, contextTotal } from "../../scenarios/software/contexts.ts";
import { machineInfo } from "../../web/simulate/stage/machineInfo.ts";
import { labelsOf } from "../../web/timeline/labels.ts";
import { randomScenario } from "../support/randomScenario.ts";

function scenarioOf(parts: object): Scenario {
  const result = parseScenario({ format: "irqscope-scenario", version: 1, name: "test", ...parts });
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.scenario;
}

/** Context 0 has two threads, context 2 one, the others none. */
function scenarioWith(given: readonly number[]): Scenario {
  const thread = (name: string, context: number, priority: number) => ({
    name,
    layer: "protocol",
    priority,
    context,
    start: { on: "soft" },
    steps: [{ do: "return" }],
  });
  return scenarioOf({
    machine: { core: { policy: "on-event", contexts: 4, contextPriorities: given } },
    software: { threads: [thread("a", 0, 7), thread("b", 0, 3), thread("c", 2, 0)] },
  });
}

describe("threads that may run on any context of their core", () => {
  const thread = (name: string, context: number | "any", priority: number, on = "soft") => ({
    name,
    layer: "protocol",
    priority,
    core: 1,
    context,
    start: { on },
    steps: [{ do: "exec", routine: "r" }],
  });
  const machine = { core: { policy: "on-event", cores: 2, contexts: 2 } };
  const routines = [{ name: "r", kind: "cycles", cycles: 9 }];

  test("may run on all of it, count in each priority, and have context 255 in the record", () => {
    const scenario = scenarioOf({
      machine,
      software: { routines, threads: [thread("a", "any", 3), thread("b", 0, 5)] },
    });
    const [any, fixed] = scenario.software.threads.map((one) => contextsOf(scenario, one));
    expect(any).toEqual([2, 3]);
    expect(fixed).toEqual([2]);
    expect(contextPriorities(scenario)).toEqual([undefined, undefined, 3, 3]);
    const view = new DataView(new ArrayBuffer(sim_config.size));
    compileScenario(scenario).writeConfig(view, true);
    const { offset } = sim_config.fields.threads;
    const { context } = sim_thread_config.fields;
    expect(view.getUint8(offset + context.offset)).toBe(SIM_NONE_8);
    expect(view.getUint8(offset + sim_thread_config.size + context.offset)).toBe(0);
  });

  const placesOf = (machineCore: object, scheduler: object, threads: readonly object[]) => {
    const scenario = scenarioOf({
      machine: { core: machineCore },
      software: { routines, scheduler, threads },
    });
    const view = new DataView(new ArrayBuffer(sim_config.size));
    compileScenario(scenario).writeConfig(view, true);
    const { offset } = sim_config.fields.threads;
    return scenario.software.threads.map((one, index) => {
      const { core, context } = sim_thread_config.fields;
      const at = offset + index * sim_thread_config.size;
      const place = view.getUint8(at + core.offset) * 4 + view.getUint8(at + context.offset);
      expect(contextsOf(scenario, one)).toEqual([place]);
      return place;
    });
  };

  test("that are permanent are placed on an empty context, or else beside the least urgent thread", () => {
    const core = { policy: "round-robin", cores: 2, contexts: 4 };
    const always = (name: string, context: number | "any", priority: number) =>
      thread(name, context, priority, "always");
    // A permanent thread with a number takes its context first, whatever its priority.
    expect(placesOf(core, {}, [always("a", "any", 3), always("b", "any", 9), always("c", 0, 5)])).toEqual([
      5, 6, 4,
    ]);
    const threads = [
      always("a", "any", 2),
      always("b", 1, 7),
      always("c", "any", 3),
      always("d", "any", 3),
      always("e", "any", 1),
      always("f", "any", 1),
    ];
    // a, c and d take contexts 0, 2 and 3. Then b is the least urgent, and e goes beside c.
    expect(placesOf(core, { policy: "priority" }, threads)).toEqual([4, 5, 6, 7, 5, 6]);
  });

  test("that are permanent are refused if no context is left to them", () => {
    const result = parseScenario({
      format: "irqscope-scenario",
      version: 1,
      name: "test",
      machine,
      software: {
        routines,
        threads: ["a", "b", "c"].map((name) => thread(name, "any", 3, "always")),
      },
    });
    expect(result.ok ? [] : result.errors).toEqual([
      {
        field: "software.threads[2].context",
        message:
          '2 already has the permanent thread "a"; threads that share a context need software.scheduler',
      },
    ]);
  });

  test("are marked as such on the stage", () => {
    const factsOf = (...threads: readonly object[]) =>
      machineInfo(
        scenarioOf({
          machine: { core: { policy: "on-event", contexts: 2 } },
          software: { routines, threads: threads.map((one) => ({ ...one, core: 0 })) },
        }),
      );
    const alone = factsOf(thread("a", "any", 3));
    expect(alone.threads[0]?.contexts).toEqual([0, 1]);
    expect(alone.save).toBeUndefined();
    expect(factsOf(thread("a", "any", 3), thread("b", 1, 2)).save).toBeDefined(); // Two of them may share a context.
  });
});

function fixedPriority(machine: Scenario["machine"]): Scenario["machine"] {
  return { ...machine, core: { ...machine.core, policy: "fixed-priority" } };
}

function recorded(scenario: Scenario): readonly number[] {
  const view = new DataView(new ArrayBuffer(sim_config.size));
  compileScenario(scenario).writeConfig(view, true);
  const { offset } = sim_config.fields.contexts;
  const { priority } = sim_context_config.fields;
  return Array.from({ length: contextTotal(scenario.machine) }, (_, context) =>
    view.getUint8(offset + context * sim_context_config.size + priority.offset),
  );
}

test.each([
  [[], [3, undefined, 0, undefined]],
  [
    [9, 5],
    [9, 5, 0, undefined],
  ],
  [
    [0, 0, 255, 255],
    [0, 0, 255, 255],
  ],
])("get a context as computed by hand: given %j: %j", (given, expected) => {
  expect(contextPriorities(scenarioWith(given))).toEqual(expected);
});

describe("core, stage and timeline show the same thread on each context", () => {
  const random = Array.from({ length: 20 }, (_, seed) => scenarioOf(randomScenario(seed)));
  test("of random machines, and on contexts without threads", () => {
    for (const scenario of [...random, scenarioWith([]), scenarioWith([9, 5])]) {
      const shown = contextPriorities(scenario);
      expect(machineInfo(scenario).contextPriorities).toEqual(shown);
      expect(labelsOf(scenario, 1).contexts.map(({ priority }) => priority)).toEqual(shown);
      /* Only a policy that reads them has them in the file. */
      expect(recorded(scenario)).toEqual(shown.map(() => 0));
      const chosen = { ...scenario, machine: fixedPriority(scenario.machine) };
      expect(recorded(chosen)).toEqual(shown.map((priority) => priority ?? 255));
    }
  });
});

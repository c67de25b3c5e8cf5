import { describe, expect, test } from "vitest";
import { sim_config, sim_context_config } from "../../core-wasm/binding/index.ts";
import { compileScenario } from "../../scenarios/schema/compile.ts";
import { contextPriorities, contextTotal } from "../../scenarios/schema/contexts.ts";
import { parseScenario } from "../../scenarios/schema/parse.ts";
import type { Scenario } from "../../scenarios/schema/schema.ts";
import { machineFacts } from "../../web/machine/facts.ts";
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
])("given %j: %j", (given, expected) => {
  expect(contextPriorities(scenarioWith(given))).toEqual(expected);
});

describe("core, machine stage and timeline show the same", () => {
  const random = Array.from({ length: 20 }, (_, seed) => scenarioOf(randomScenario(seed)));
  test("of random machines, and of contexts without threads", () => {
    for (const scenario of [...random, scenarioWith([]), scenarioWith([9, 5])]) {
      const shown = contextPriorities(scenario);
      expect(machineFacts(scenario).contextPriorities).toEqual(shown);
      expect(labelsOf(scenario, 1).contexts.map(({ priority }) => priority)).toEqual(shown);
      /* Only a policy that reads them writes them. */
      expect(recorded(scenario)).toEqual(shown.map(() => 0));
      const chosen = { ...scenario, machine: fixedPriority(scenario.machine) };
      expect(recorded(chosen)).toEqual(shown.map((priority) => priority ?? 255));
    }
  });
});

/** The context that the view names as the next to issue enters EX in the next cycle. Another ready context does not. */
import { beforeAll, describe, expect, it } from "vitest";
import { type CoreModule, type Machine, sim_cause } from "../../core-wasm/binding/index.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { writtenScenario } from "../support/writtenScenario.ts";
import { build, openCore } from "./support.ts";

let core: CoreModule;

beforeAll(async () => {
  core = await openCore();
});

const ISSUES = 1;
const EX = 2;
const CYCLES = 400;

const nameOf = ({ context, pc }: { readonly context: number; readonly pc: number }) => `${context} ${pc}`;

function demo(core: Partial<Scenario["machine"]["core"]>): Scenario {
  const file = writtenScenario("load-use-four-contexts") as Scenario;
  const parsed = parseScenario({
    ...file,
    machine: { ...file.machine, core: { ...file.machine.core, ...core } },
  });
  if (!parsed.ok) throw new Error(`${parsed.errors[0]?.field}: ${parsed.errors[0]?.message}`);
  return parsed.scenario;
}

function standing(machine: Machine, stage: number) {
  const view = machine.view();
  return view.stages.slice(0, view.occupied_count).filter((one) => one.stage === stage);
}

describe("the view names the context that issues next", () => {
  it.each([
    ["round-robin", {}],
    ["fixed-priority", { contextPriorities: [3, 1, 2, 1] }],
    ["weighted-round-robin", { contextWeights: [1, 4, 2, 1], contextGroups: [1, 0, 1, 0] }],
    ["smt", { issueWidth: 2 }],
  ] as const)("under %s", (policy, rest) => {
    const machine = build(
      core,
      demo({ policy, ...structuredClone(rest) } as Partial<Scenario["machine"]["core"]>),
    );
    let issued = 0;
    let notChosen = 0;
    for (let cycle = 10; cycle < CYCLES; cycle++) {
      machine.step(cycle);
      const waiting = standing(machine, ISSUES);
      const chosen = waiting.filter(({ stall }) => stall === sim_cause.busy);
      notChosen += waiting.filter(({ stall }) => stall === sim_cause.ready).length;
      // A longer access keeps the instruction there, so no context follows.
      const held = standing(machine, EX).filter(({ stall }) => stall !== sim_cause.busy);
      machine.step(cycle + 1);
      const entered = standing(machine, EX).slice(held.length);
      expect(new Set(entered.map(nameOf))).toEqual(new Set(chosen.map(nameOf)));
      issued += entered.length;
    }
    expect(issued).toBeGreaterThan(CYCLES / 2);
    expect(notChosen).toBeGreaterThan(CYCLES / 20);
  });
});

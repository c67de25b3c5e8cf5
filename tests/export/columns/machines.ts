/** Short runs of random systems that together show every column. They are chosen so that each value of `SEEN` occurs. */
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { parseScenario } from "../../../scenarios/read/parse.ts";
import { randomSystem } from "../../support/randomSystem.ts";
import { twoHarts } from "./harts.ts";
import type { Case } from "./observed.ts";

export function scenarioOf(input: object): Scenario {
  const result = parseScenario(input);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.scenario;
}

function system(seed: number, [from, to]: readonly [number, number], stretchCycles: number): Case {
  const scenario = { ...scenarioOf(randomSystem(seed)), runCycles: to };
  return { name: scenario.name, scenario, window: { from, to }, stretchCycles };
}

function harts([from, to]: readonly [number, number], stretchCycles: number): Case {
  const scenario = { ...scenarioOf(twoHarts()), runCycles: to };
  return { name: scenario.name, scenario, window: { from, to }, stretchCycles };
}

/** Contexts change in the first cycle after the windows that end at 8,750 and 8,300. Each window has a whole number of
 * rows. */
export const CASES: readonly Case[] = [
  // Four contexts that wait for events, four cards.
  system(12, [4_000, 8_750], 125),
  // Caches, one context, a button whose first press is in the window.
  system(19, [0, 9_000], 250),
  // Packets that cards merge, filters, and instructions that interrupts nullify.
  system(56, [4_000, 8_300], 100),
  // Two harts with traps of each cause.
  harts([500, 3_000], 100),
];

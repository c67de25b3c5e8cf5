/** The laws on random systems of every kind, and the fields of the format that no random scenario sets. */
import { describe, expect, test } from "vitest";
import { type CoreModule, createMachine, setSkipping } from "../../core-wasm/binding/index.ts";
import { leavesOf, withoutDefaults } from "../../scenarios/base/walk.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { type Scenario, scenarioSchema } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { openCore } from "../boundary/support.ts";
import { long, someOf } from "../support/long.ts";
import { randomScenario } from "../support/randomScenario.ts";
import { randomSystem } from "../support/randomSystem.ts";

const core = await openCore("core.wasm");
const fast = await openCore("core_fast.wasm");
const SEEDS = Array.from({ length: 50 }, (_, seed) => seed);

/** Every other system also switches at misses alone, has slices of single threads, disks that are asked ahead, and the
 * entries of an Armv7-M core as far as it can have them. Half of these have pipelines of two or three stages.
 * randomSystem does not draw these, since other tests chose systems whose windows would move. */
function systemInput(seed: number): unknown {
  const system = randomSystem(seed);
  if (seed % 2 === 0) return system;
  const text = JSON.stringify(system);
  const overlapsEntry = /"policy":"(single|on-event)"/.test(text);
  const refills = /"refillInstructions":[1-9]/.test(text);
  const abandons = overlapsEntry && !refills && !text.includes('"nonBlocking":true');
  const stages = seed % 8 === 1 && !refills ? ["IF", "EX"] : ["IF", "ID", "EX"];
  return JSON.parse(text, (_key, value) => {
    if (value?.stages !== undefined && seed % 4 === 1) return { ...value, stages, accessStage: "EX" };
    if (value?.tailChain !== undefined) return { ...value, lateArrival: true, abandons };
    if (value?.kind === "cycles" && value.cycles === undefined)
      return { ...value, overlapsEntry, overlapsFetch: overlapsEntry };
    if (value?.kind === "values") return { ...value, table: "packets" };
    if (value?.policy !== undefined && value.contexts !== undefined)
      return { ...value, switchBlockedBy: "miss" };
    if (value?.do === "wait-disk") return { ...value, ahead: 1 };
    if (value?.start?.on === "line") {
      return /"saveWords"/.test(text)
        ? { ...value, saveWords: 4, restoreWords: 5 }
        : { ...value, saveCycles: 4, restoreCycles: 5 };
    }
    return value?.start?.on === "always" ? { ...value, timeSliceCycles: 700 } : value;
  });
}

function systemOf(seed: number): Scenario {
  const result = parseScenario(systemInput(seed));
  if (!result.ok) throw new Error(`seed ${seed}: ${JSON.stringify(result.errors)}`);
  return result.scenario;
}

describe("the laws hold in random systems, and slices, skipping and the fast core change nothing", () => {
  const expectSame = (seed: number) => {
    const scenario = systemOf(seed);
    const build = (of: CoreModule) => createMachine(of, compileScenario(scenario));
    const [whole, sliced, stepped, fastest] = [build(core), build(core), build(core), build(fast)];
    whole.step(scenario.runCycles);
    fastest.step(scenario.runCycles);
    setSkipping(stepped, false);
    stepped.step(scenario.runCycles);
    for (let slice = 1; slice <= 7; slice++) {
      sliced.step(Math.floor((scenario.runCycles * slice) / 7));
      expect(sliced.checkInvariants(), `slice ${slice}`).toBe(0);
    }
    const hash = whole.stateHash();
    expect([sliced, stepped, fastest].map((one) => one.stateHash())).toEqual([hash, hash, hash]);
  };
  const { some, others } = someOf(SEEDS, 3);
  test.each(some)("seed %i", expectSame);
  test.each(others)("seed %i", long("Two of three systems take 6 s of CPU."), expectSame);
});

/** `machine.nics.name`: without indices. */
function* pathsOf(value: unknown, path = ""): Generator<string> {
  if (Array.isArray(value)) for (const one of value) yield* pathsOf(one, path);
  else if (typeof value === "object" && value !== null)
    for (const [key, one] of Object.entries(value)) yield* pathsOf(one, path === "" ? key : `${path}.${key}`);
  else yield path;
}

test("the list of fields that no random scenario sets only gets shorter", () => {
  const known = new Set<string>();
  const drawn = new Set<string>();
  for (const seed of SEEDS)
    for (const input of [randomScenario(seed), systemInput(seed)]) {
      const result = parseScenario(input);
      if (!result.ok) throw new Error(JSON.stringify(result.errors));
      for (const { path } of leavesOf(scenarioSchema, result.scenario))
        known.add(path.filter((key) => typeof key === "string").join("."));
      for (const path of pathsOf(withoutDefaults(scenarioSchema, result.scenario))) drawn.add(path);
    }
  const never = [...known].filter(
    (path) => ![...drawn].some((one) => one === path || one.startsWith(`${path}.`)),
  );
  expect(never.sort()).toEqual(NEVER_DRAWN);
});

const NEVER_DRAWN: readonly string[] = [
  "description",
  "machine.core.pipeline.executeStage",
  "machine.memory.l2.subBlockBytes", // refused
  "machine.nics.driver", // the random machines of the C tests draw it, as harts
  "machine.nics.rxCutThroughBytes",
  "software.programs.memoryBytes",
  "software.programs.stackBytes",
  "software.programs.writableCode",
  "software.routines.codeAddress",
  "software.routines.data.address",
  "software.routines.dataAddress",
  "software.routines.program.elf",
  "software.threads.machineMode",
  "software.threads.start.line",
  "software.threads.steps.layer",
  "software.threads.steps.line",
  "software.threads.steps.steps.layer",
  "software.threads.steps.steps.whenFull",
  "traffic.body", // likewise
  "traffic.events.flows",
];

import {
  type CompiledScenario,
  type CoreModule,
  createMachine,
  type Machine,
  type ObserverOptions,
  sim_config,
} from "../../core-wasm/binding/index.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { builtinScenario } from "../../scenarios/index.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { type CoreFile, coreBytes, fastCore, pageCore } from "../support/cores.ts";
import { randomScenario } from "../support/randomScenario.ts";

export { type CoreFile, coreBytes };

export const openCore = (file: CoreFile = "core_fast.wasm"): Promise<CoreModule> =>
  file === "core.wasm" ? pageCore() : fastCore();

export async function builtin(id: string): Promise<Scenario> {
  const result = await builtinScenario(id)?.load();
  if (!result?.ok) throw new Error(`${id}: ${JSON.stringify(result)}`);
  return result.scenario;
}

export function random(seed: number): Scenario {
  const result = parseScenario(randomScenario(seed));
  if (!result.ok) throw new Error(`random ${seed}: ${JSON.stringify(result.errors)}`);
  return result.scenario;
}

export const build = (core: CoreModule, scenario: Scenario, observers: ObserverOptions = {}): Machine =>
  createMachine(core, compileScenario(scenario), observers);

/** The compiled scenario with single fields of its record overwritten afterwards, which the schema would refuse. */
export function tampered(scenario: Scenario, change: (view: DataView) => void): CompiledScenario {
  const compiled = compileScenario(scenario);
  return {
    ...compiled,
    writeConfig(view, defaultsWritten) {
      compiled.writeConfig(view, defaultsWritten);
      change(view);
    },
  };
}

export const fields = sim_config.fields;

export const EVERYTHING: ObserverOptions = {
  eventCapacity: 1 << 17,
  rowCapacity: 2000,
  latencyCapacity: 1 << 12,
  binCapacity: 256,
  binCycles: 16,
};

/** Runs to `end` in slices of at most `slice` cycles. */
export function runTo(machine: Machine, end: number, slice = 1_000_000): void {
  while (machine.cycle < end) machine.step(Math.min(end, machine.cycle + slice));
}

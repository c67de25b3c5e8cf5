import { builtinScenario } from "../../scenarios/index.ts";
import { compileScenario } from "../../scenarios/schema/compile.ts";
import { type ParseResult, parseScenario } from "../../scenarios/schema/parse.ts";
import type { CompiledScenario } from "../binding/index.ts";
import fullStack from "./workloads/full-stack.json";
import saturatedReceive from "./workloads/saturated-receive.json";

export interface Workload {
  readonly name: string;
  readonly cycles: number;
  readonly compiled: CompiledScenario;
}

/** Layers in cycles (timed), layers in instructions, and a receive that DMA and driver cannot keep up with. */
export async function loadWorkloads(): Promise<readonly Workload[]> {
  const timed = builtinScenario("000-receive-three-contexts");
  if (!timed) throw new Error("the built-in scenario 000-receive-three-contexts is missing");
  return [
    workload("source 000, three contexts", await timed.load()),
    workload("full stack in instructions, one context", parseScenario(fullStack)),
    workload("saturated receive with DMA", parseScenario(saturatedReceive)),
  ];
}

function workload(name: string, parsed: ParseResult): Workload {
  if (parsed.ok)
    return { name, cycles: parsed.scenario.runCycles, compiled: compileScenario(parsed.scenario) };
  throw new Error(`${name}: ${parsed.errors.map(({ field, message }) => `${field}: ${message}`).join("; ")}`);
}

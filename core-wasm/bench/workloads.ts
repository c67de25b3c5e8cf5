import { compileScenario } from "../../scenarios/compile/compile.ts";
import { builtinScenario } from "../../scenarios/index.ts";
import { type ParseResult, parseScenario } from "../../scenarios/read/parse.ts";
import type { CompiledScenario } from "../binding/index.ts";
import caches from "./workloads/caches.json";
import fourContexts from "./workloads/four-contexts.json";
import fullStack from "./workloads/full-stack.json";
import polling from "./workloads/polling.json";
import program from "./workloads/program.json";
import saturatedReceive from "./workloads/saturated-receive.json";

export interface Workload {
  readonly name: string;
  readonly cycles: number;
  readonly compiled: CompiledScenario;
}

/** Layers in cycles (timed), layers in instructions, and a receive that DMA and driver cannot keep up with;
 * then with caches: L1I and L1D 16 KB 4-way, L2 256 KB, the bus at half the clock; a poll of 50 cycles that finds
 * one of 10,000 frames a second; a program (riscv64-unknown-elf-gcc 12.2 -O2 -march=rv32im of program.c), also with caches. */
export async function loadWorkloads(): Promise<readonly Workload[]> {
  const timed = builtinScenario("000-receive-three-contexts");
  if (!timed) throw new Error("the built-in scenario 000-receive-three-contexts is missing");
  return [
    workload("source 000, three contexts", await timed.load()),
    workload("full stack in instructions, one context", parseScenario(fullStack)),
    workload("saturated receive with DMA", parseScenario(saturatedReceive)),
    workload("full stack, one context, caches", parseScenario(withCaches(fullStack))),
    workload("saturated receive with DMA, caches", parseScenario(withCaches(saturatedReceive))),
    workload("four contexts, round robin, caches", parseScenario(withCaches(fourContexts, 985))),
    workload("a driver that polls", parseScenario(polling)),
    workload("a program", parseScenario(program)),
    workload("a program, caches", parseScenario({ ...program, machine: withCachesOf(program.machine) })),
  ];
}

interface Plain {
  readonly machine: { readonly core: object; readonly bus?: object };
  readonly software: { readonly routines: readonly object[] };
}

const withCachesOf = (machine: Plain["machine"]) => ({
  ...machine,
  memory: caches.memory,
  bus: { ...machine.bus, ...caches.bus },
});

function withCaches({ machine, software, ...scenario }: Plain, hotPermille = 900): unknown {
  const data = { ...caches.data, hotPermille };
  return {
    ...scenario,
    machine: withCachesOf(machine),
    software: { ...software, routines: software.routines.map((routine) => ({ ...routine, data })) },
  };
}

function workload(name: string, parsed: ParseResult): Workload {
  if (parsed.ok)
    return { name, cycles: parsed.scenario.runCycles, compiled: compileScenario(parsed.scenario) };
  throw new Error(`${name}: ${parsed.errors.map(({ field, message }) => `${field}: ${message}`).join("; ")}`);
}

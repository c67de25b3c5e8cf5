import { compileScenario } from "../../scenarios/compile/compile.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
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
  /** Number of cores, if the speed is compared with one such core. */
  readonly cores?: number;
}

/** Machines of the sources that no fast engine fits, so that every cycle in which something moves is stepped. */
const STEPPED = [
  ["source 001, two contexts, two lanes", "001-nat"],
  ["source 002, four contexts, nine stages", "002-both-34k"],
  ["source 004, two processors, twelve stages", "004-smp"],
  ["source 004, receive in its own processor", "004-eta"],
] as const;
const STEPPED_CYCLES = 4_000_000;

/** Layers in cycles (timed), layers in instructions, and a receive that DMA and driver cannot keep up with;
 * then with caches: L1I and L1D 16 KB 4-way, L2 256 KB, the bus at half the clock; a poll of 50 cycles that finds
 * one of 10,000 frames a second; a program (riscv64-unknown-elf-gcc 12.2 -O2 -march=rv32im of program.c), also with
 * caches; machines of the sources; and the demo of eight rings with one to eight of its cores. */
export async function loadWorkloads(): Promise<readonly Workload[]> {
  const eightCores = await builtin("eight-cores");
  const stepped = STEPPED.map(async ([name, id]) =>
    of(name, { ...(await builtin(id)), runCycles: STEPPED_CYCLES }),
  );
  return [
    of("source 000, three contexts", await builtin("000-receive-three-contexts")),
    workload("full stack in instructions, one context", parseScenario(fullStack)),
    workload("saturated receive with DMA", parseScenario(saturatedReceive)),
    workload("full stack, one context, caches", parseScenario(withCaches(fullStack))),
    workload("saturated receive with DMA, caches", parseScenario(withCaches(saturatedReceive))),
    workload("four contexts, round robin, caches", parseScenario(withCaches(fourContexts, 985))),
    workload("a driver that polls", parseScenario(polling)),
    workload("a program", parseScenario(program)),
    workload("a program, caches", parseScenario({ ...program, machine: withCachesOf(program.machine) })),
    ...(await Promise.all(stepped)),
    ...[1, 2, 4, 8].map((cores) => ({
      ...of(`rings, ${cores} ${cores === 1 ? "core" : "cores"}`, withCores(eightCores, cores)),
      cores,
    })),
  ];
}

/** Each core has its ring, its line, a thread of the driver and one of the protocol, and their routines. */
function withCores({ machine, software, traffic, ...scenario }: Scenario, cores: number): Scenario {
  const share = cores / machine.core.cores;
  const first = <Item>(items: readonly Item[]) => items.slice(0, items.length * share);
  return {
    ...scenario,
    runCycles: STEPPED_CYCLES,
    machine: {
      ...machine,
      core: { ...machine.core, cores },
      nics: machine.nics.map((nic) => ({ ...nic, moreRings: nic.moreRings.slice(0, cores - 1) })),
    },
    software: { ...software, routines: first(software.routines), threads: first(software.threads) },
    traffic: traffic.map((flow) => {
      if (flow.kind !== "poisson" || flow.rate.framesPerSecond === undefined)
        throw new Error("rings: other traffic");
      return { ...flow, rate: { framesPerSecond: flow.rate.framesPerSecond * share } };
    }),
  };
}

async function builtin(id: string): Promise<Scenario> {
  const parsed = await builtinScenario(id)?.load();
  if (parsed?.ok) return parsed.scenario;
  throw new Error(`the built-in scenario ${id} is missing or invalid`);
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

const of = (name: string, scenario: Scenario): Workload => ({
  name,
  cycles: scenario.runCycles,
  compiled: compileScenario(scenario),
});

function workload(name: string, parsed: ParseResult): Workload {
  if (parsed.ok) return of(name, parsed.scenario);
  throw new Error(`${name}: ${parsed.errors.map(({ field, message }) => `${field}: ${message}`).join("; ")}`);
}

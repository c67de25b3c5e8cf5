/** Cycles per second of the same workloads in wasm and in the native build of the same core, and with every
 * cycle stepped, in turns. */
import type { CoreModule, ObserverOptions } from "../binding/index.ts";
import { median } from "./median.ts";
import { compileNativeBench, type NativeBench } from "./native.ts";
import { runWasm, SLICE_CYCLES, type Timing } from "./wasmRun.ts";
import { loadWorkloads, type Workload } from "./workloads.ts";

export interface BenchOptions {
  readonly module: CoreModule;
  /** File that the module comes from: which of the two builds. */
  readonly core: string;
  /** Folder of the repository: the native part is compiled from it into `build/`. */
  readonly repository: string;
  /** Odd number of runs whose median counts. */
  readonly runs?: number;
  /** Share of each workload's cycles, for a quick look; 1 = all. */
  readonly scale?: number;
  /** Runs a workload, by its place in the list, in a browser. */
  readonly browser?: BrowserBench | undefined;
  readonly onProgress?: (text: string) => void;
}

interface BrowserBench {
  readonly description: string;
  readonly run: (index: number, cycles: number) => Promise<Timing>;
}

interface WorkloadReport {
  readonly name: string;
  readonly cycles: number;
  readonly stateHash: string;
  /** Medians. */
  readonly wasmCyclesPerSecond: number;
  readonly wasmSeconds: number;
  /** The same with event log, latency log and series on, as the page runs it. */
  readonly observedCyclesPerSecond: number;
  /** The same without skipping: every cycle is worked on. Over `steppedCycles` of them. */
  readonly steppedCyclesPerSecond: number;
  readonly steppedCycles: number;
  /** wasm / stepped. */
  readonly gain: number;
  readonly instructionsPerCycle: number;
  /**
   * Ratio of the cycles per second of all cores to the speed of the same machine with one core, if that is
   * measured.
   */
  readonly shareOfOneCore: number | undefined;
  /** Memory of the instance, and of its state, which a snapshot holds. */
  readonly machineBytes: number;
  readonly stateBytes: number;
  readonly nativeCyclesPerSecond: number | undefined;
  /** wasm / native: the median over the turns, each of which runs one right after the other. */
  readonly ratio: number | undefined;
  /** The same in a browser, where one takes part. */
  readonly browserCyclesPerSecond: number | undefined;
  readonly browserRatio: number | undefined;
}

export interface BenchReport {
  readonly runs: number;
  readonly sliceCycles: number;
  readonly core: string;
  readonly node: string;
  /** Version of the C compiler, or why there is no native figure. */
  readonly native: string;
  readonly browser: string | undefined;
  readonly workloads: readonly WorkloadReport[];
}

/** V8 compiles frequent code after some time, so the first runs do not count. */
const WARM_UP_SECONDS = 1;

/** Stepping every cycle is slow, and its speed does not need long runs. */
const STEPPED_CYCLES_LIMIT = 2_000_000;

const PAGE_OBSERVERS: ObserverOptions = {
  eventCapacity: 1 << 16,
  latencyCapacity: 1 << 12,
  binCapacity: 1 << 12,
  binCycles: 4096,
};

export async function runBench(options: BenchOptions): Promise<BenchReport> {
  const { module, core, repository, runs = 5, scale = 1, browser, onProgress = () => {} } = options;
  if (!(Number.isInteger(runs) && runs % 2 === 1)) throw new RangeError("runs must be an odd number");
  onProgress("compiling the native core");
  const native = await compileNativeBench(repository);
  const workloads: WorkloadReport[] = [];
  let oneCore = Number.NaN;
  for (const [index, workload] of (await loadWorkloads()).entries()) {
    const cycles = Math.max(1, Math.round(workload.cycles * scale));
    onProgress(`${workload.name}: ${runs} runs of ${cycles} cycles`);
    const inBrowser = browser === undefined ? undefined : () => browser.run(index, cycles);
    const measured = await measure(module, { ...workload, cycles }, native, inBrowser, runs);
    const { cores } = workload;
    if (cores === 1) oneCore = measured.wasmCyclesPerSecond;
    const shareOfOneCore = cores && (cores * measured.wasmCyclesPerSecond) / oneCore;
    workloads.push({ ...measured, shareOfOneCore });
  }
  return {
    runs,
    sliceCycles: SLICE_CYCLES,
    core,
    node: process.version,
    native: native.description,
    browser: browser?.description,
    workloads,
  };
}

async function measure(
  module: CoreModule,
  workload: Workload,
  native: NativeBench,
  inBrowser: (() => Promise<Timing>) | undefined,
  runs: number,
): Promise<Omit<WorkloadReport, "shareOfOneCore">> {
  const wasm: Timing[] = [];
  const observed: Timing[] = [];
  const natively: Timing[] = [];
  const inPage: Timing[] = [];
  const stepped: Timing[] = [];
  const steppedCycles = Math.min(workload.cycles, STEPPED_CYCLES_LIMIT);
  const short = { ...workload, cycles: steppedCycles };
  for (let seconds = 0; seconds < WARM_UP_SECONDS; ) seconds += runWasm(module, workload, {}).seconds;
  for (let seconds = 0; inBrowser && seconds < WARM_UP_SECONDS; ) seconds += (await inBrowser()).seconds;
  for (let run = 0; run < runs; run++) {
    wasm.push(runWasm(module, workload, {}));
    if (native.run) natively.push(native.run(module, workload));
    if (inBrowser) inPage.push(await inBrowser());
    observed.push(runWasm(module, workload, PAGE_OBSERVERS));
    stepped.push(runWasm(module, short, {}, false));
  }
  const stateHash = theSame(workload.name, [...wasm, ...observed, ...natively, ...inPage]);
  const skipped = runWasm(module, short, {});
  theSame(`${workload.name}, skipping on and off`, [...stepped, skipped]);
  const { machine } = skipped;
  const wasmCyclesPerSecond = speed(workload.cycles, wasm);
  const steppedCyclesPerSecond = speed(steppedCycles, stepped);
  const nativeCyclesPerSecond = natively.length > 0 ? speed(workload.cycles, natively) : undefined;
  const browserCyclesPerSecond = inPage.length > 0 ? speed(workload.cycles, inPage) : undefined;
  const toNative = (timings: readonly Timing[]) =>
    natively.length === 0 || timings.length === 0
      ? undefined
      : median(natively.map(({ seconds }, turn) => seconds / (timings[turn]?.seconds ?? Number.NaN)));
  const { instructions, detailed_cycles } = machine.counters();
  return {
    name: workload.name,
    cycles: workload.cycles,
    stateHash,
    wasmCyclesPerSecond,
    wasmSeconds: workload.cycles / wasmCyclesPerSecond,
    observedCyclesPerSecond: speed(workload.cycles, observed),
    steppedCyclesPerSecond,
    steppedCycles,
    gain: wasmCyclesPerSecond / steppedCyclesPerSecond,
    instructionsPerCycle: detailed_cycles === 0 ? 0 : instructions / detailed_cycles,
    machineBytes: machine.memoryBytes,
    stateBytes: machine.stateBytes,
    nativeCyclesPerSecond,
    ratio: toNative(wasm),
    browserCyclesPerSecond,
    browserRatio: toNative(inPage),
  };
}

/** The one state hash of all runs. */
function theSame(name: string, timings: readonly Timing[]): string {
  const hashes = new Set(timings.map(({ stateHash }) => stateHash));
  const [stateHash, other] = hashes;
  if (stateHash !== undefined && other === undefined) return stateHash;
  throw new Error(
    `${name}: the runs differ, state hashes ${[...hashes].join(", ")}; is the core older than the C sources?`,
  );
}

const speed = (cycles: number, timings: readonly Timing[]): number =>
  cycles / median(timings.map(({ seconds }) => seconds));

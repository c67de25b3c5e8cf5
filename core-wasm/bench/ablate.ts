/** Measures the gain of each optimisation of the core: compiles the core natively without it and compares the speed. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CoreModule } from "../binding/index.ts";
import { median } from "./median.ts";
import { compileNativeBench } from "./native.ts";
import { loadWorkloads } from "./workloads.ts";

/** One enumerator of core-wasm/src/base/paths.h. */
interface CorePath {
  readonly name: string;
  readonly bit: number;
  readonly meaning: string;
}

interface AblationOptions {
  readonly module: CoreModule;
  readonly repository: string;
  /** Odd number of turns whose median counts. */
  readonly runs?: number;
  readonly scale?: number;
  readonly onProgress?: (text: string) => void;
}

export interface AblationReport {
  readonly runs: number;
  readonly native: string;
  readonly workloads: readonly { readonly name: string; readonly cyclesPerSecond: number }[];
  /** `speeds`: speed without the path / speed of the whole core, by workload. */
  readonly paths: readonly (CorePath & { readonly speeds: readonly number[] })[];
}

const PATHS_HEADER = "core-wasm/src/base/paths.h";

export function readPaths(header: string): readonly CorePath[] {
  const enumerators = header.matchAll(/^ {2}PATH_(\w+) = (\d+),? +\/\* (.+) \*\/$/gm);
  return Array.from(enumerators, ([, name = "", bit = "", meaning = ""]) => ({
    name: name.toLowerCase().replaceAll("_", " "),
    bit: Number(bit),
    meaning,
  }));
}

export async function runAblation(options: AblationOptions): Promise<AblationReport> {
  const { module, repository, runs = 5, scale = 1, onProgress = () => {} } = options;
  onProgress("compiling the native core");
  const whole = await compileNativeBench(repository);
  if (whole.run === undefined) throw new Error(`natively only: ${whole.description}`);
  const workloads = await loadWorkloads();
  const wholeSeconds = workloads.map((): number[] => []);
  const paths = [];
  for (const path of readPaths(readFileSync(join(repository, PATHS_HEADER), "utf8"))) {
    onProgress(`without ${path.name}`);
    const cut = await compileNativeBench(repository, path.bit);
    if (cut.run === undefined) throw new Error(cut.description);
    const speeds = [];
    for (const [index, full] of workloads.entries()) {
      const workload = { ...full, cycles: Math.max(1, Math.round(full.cycles * scale)) };
      const ratios = [];
      for (let turn = 0; turn < runs; turn++) {
        const before = whole.run(module, workload);
        const after = cut.run(module, workload);
        if (before.stateHash !== after.stateHash)
          throw new Error(`${workload.name} without ${path.name}: another state`);
        ratios.push(before.cpuSeconds / after.cpuSeconds);
        wholeSeconds[index]?.push(before.cpuSeconds / workload.cycles);
      }
      speeds.push(median(ratios));
    }
    paths.push({ ...path, speeds });
  }
  return {
    runs,
    native: whole.description,
    workloads: workloads.map(({ name }, index) => ({
      name,
      cyclesPerSecond: 1 / median(wholeSeconds[index] ?? []),
    })),
    paths,
  };
}

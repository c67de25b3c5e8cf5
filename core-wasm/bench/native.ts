/** Workloads in a native build of the core, which gcc compiles from the sources. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CoreModule } from "../binding/index.ts";
import { wholeRecord } from "../binding/index.ts";
import { SLICE_CYCLES, type Timing } from "./wasmRun.ts";
import type { Workload } from "./workloads.ts";

interface NativeTiming extends Timing {
  /** User and system time of the process. Other load on the host adds only little to it. */
  readonly cpuSeconds: number;
}

export interface NativeBench {
  readonly description: string;
  readonly run?: (module: CoreModule, workload: Workload) => NativeTiming;
}

/** `without`: paths (bits) of core-wasm/src/base/paths.h that this core does not have. */
export async function compileNativeBench(repository: string, without = 0): Promise<NativeBench> {
  const toolchain: Toolchain = await import(
    pathToFileURL(join(repository, "core-wasm", "toolchain.mjs")).href
  ).catch(() => undefined);
  if (!toolchain) return { description: "left out: the C sources are not here" };
  const version = toolchain.gccVersion();
  if (version === undefined) return { description: "left out: no gcc here" };
  const program = join(toolchain.BUILD_ROOT, without === 0 ? "bench" : `bench-without-${without}`);
  const flags = [...toolchain.NATIVE_SPEED, `-DWITHOUT=${without}`];
  toolchain.compileNative(program, ["bench/bench.c"], flags);
  return { description: version, run: (module, workload) => runNative(program, toolchain, module, workload) };
}

interface Toolchain {
  readonly BUILD_ROOT: string;
  readonly NATIVE_SPEED: readonly string[];
  gccVersion(): string | undefined;
  compileNative(output: string, files: readonly string[], flags: readonly string[]): void;
}

function runNative(
  program: string,
  { BUILD_ROOT }: Toolchain,
  module: CoreModule,
  workload: Workload,
): NativeTiming {
  mkdirSync(BUILD_ROOT, { recursive: true });
  const folder = mkdtempSync(join(BUILD_ROOT, "bench-"));
  try {
    const file = join(folder, "workload");
    writeFileSync(file, wholeRecord(module, workload.compiled));
    const output = execFileSync(program, [file, String(workload.cycles), String(SLICE_CYCLES)]);
    return readTiming(JSON.parse(output.toString("utf8")));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readTiming(json: unknown): NativeTiming {
  if (
    typeof json === "object" &&
    json !== null &&
    "seconds" in json &&
    "cpuSeconds" in json &&
    "stateHash" in json
  ) {
    const { seconds, cpuSeconds, stateHash } = json;
    if (typeof seconds === "number" && typeof cpuSeconds === "number" && typeof stateHash === "string")
      return { seconds, cpuSeconds, stateHash };
  }
  throw new Error(`the native bench answered ${JSON.stringify(json)}`);
}

/** The core and the cpu of a context, and what runs there. */

import type { CpuView, FrameView, Layer, MachineView, RunState } from "../../engine/protocol.ts";
import { t, translated } from "../../text/t.ts";
import { contextName, coreName, coreOf } from "../../ui/contextName.ts";
import { LAYER_TEXT } from "./labels.ts";
import type { MachineInfo } from "./machineInfo.ts";

export type Places = Pick<MachineInfo, "cores" | "interleaved">;

export function cpuOfContext(context: number, { cores, interleaved }: Places): number {
  return interleaved ? context : coreOf(context, cores);
}

export function contextsOfCore(core: number, { cores }: Places): readonly number[] {
  return Array.from({ length: cores.contexts }, (_, local) => core * cores.contexts + local);
}

export function cpuView(view: MachineView, context: number, facts: Places): CpuView | undefined {
  return view.cpus[cpuOfContext(context, facts)];
}

const ON_A_CPU: ReadonlySet<RunState> = new Set(["running", "entering", "saving", "restoring"]);

export function isOnCpu({ runState }: FrameView): boolean {
  return ON_A_CPU.has(runState);
}

/** The activity that has the cpu. */
export function frameOnCpu(view: MachineView, cpu: number, facts: Places): FrameView | undefined {
  return view.frames.find((frame) => isOnCpu(frame) && cpuOfContext(frame.context, facts) === cpu);
}

/** One cpu, or one for each context if the contexts share the pipeline cycle by cycle. */
export function cpusOfCore(core: number, facts: Places): readonly number[] {
  return [...new Set(contextsOfCore(core, facts).map((context) => cpuOfContext(context, facts)))];
}

export function framesOfCore(view: MachineView, core: number, { cores }: Places): readonly FrameView[] {
  return view.frames.filter((frame) => coreOf(frame.context, cores) === core);
}

/** Name of a cpu among several: "C2", "core 1", "core 1 · C2". */
export function placeOfCpu(
  cpu: number,
  view: MachineView,
  { cores, interleaved }: Places,
): string | undefined {
  if (view.cpus.length === 1) return undefined;
  return interleaved ? contextName(cpu, cores) : coreName(cpu);
}

interface CpuWork {
  readonly layer: Layer;
  /** "idle" if no thread runs. */
  readonly thread: string;
  readonly packet: number | undefined;
  /** "" if the thread has the name of its layer. */
  readonly layerText: string;
}

/** The thread that a cpu works for. */
export function cpuWork(view: MachineView, cpu: number, facts: MachineInfo): CpuWork {
  const frame = frameOnCpu(view, cpu, facts);
  const layer = workedLayer(frame);
  const thread = frame === undefined ? undefined : facts.threads[frame.thread];
  const name = thread && translated(thread.name);
  const text = LAYER_TEXT[layer];
  const isSame = name === undefined || name.toLowerCase() === text.toLowerCase();
  return { layer, thread: name ?? t("idle"), packet: frame?.packet, layerText: isSame ? "" : text };
}

/** Entry, save and restore belong to no thread. */
export function workedLayer(frame: FrameView | undefined): Layer {
  if (frame === undefined) return "idle";
  const { runState, layer } = frame;
  if (runState === "entering") return "entry";
  return runState === "saving" || runState === "restoring" ? "save-restore" : layer;
}

/** Which card or row stands for which context, and what is written on it. */
import { contextNameInCore } from "../base/contextName.ts";
import type { FrameView, MachineView, RunState } from "../engine/protocol.ts";
import type { MachineFacts } from "./facts.ts";
import { gateOf } from "./gates.ts";
import { runStateText } from "./labels.ts";
import { contextsOfCore, cpuOfContext, cpuView, frameOnCpu, framesOfCore } from "./places.ts";

/** More cards than this become rows. */
export const CARD_LIMIT = 4;

export interface ContextCard {
  readonly key: string;
  readonly name: string;
  readonly active: boolean;
  readonly frame: FrameView | undefined;
  /** A frame saved in memory: drawn dashed. */
  readonly inMemory: boolean;
  readonly stateText: string;
  readonly priority: number | undefined;
  readonly threadName: string | undefined;
  readonly work: Work | undefined;
  readonly registers: string;
}

/** Progress in the routine at hand. */
export interface Work {
  readonly name: string;
  readonly done: number;
  readonly budget: number;
  readonly unit: "cycles" | "instructions" | "words";
}

/** Cards of a core: its contexts, then the frames that it saved in memory. */
export function contextCards(view: MachineView, facts: MachineFacts, core: number): readonly ContextCard[] {
  const inHardware = new Map<number, FrameView>();
  const saved: FrameView[] = [];
  const frames = framesOfCore(view, core, facts);
  for (const frame of frames) {
    if (frame.inMemory || inHardware.has(frame.context)) saved.push(frame);
    else inHardware.set(frame.context, frame);
  }
  const nameOf = (context: number) => contextNameInCore(context, facts.cores);
  const contexts = contextsOfCore(core, facts).map((context) =>
    card(
      `c${context}`,
      nameOf(context),
      inHardware.get(context),
      facts.contextPriorities[context],
      isActive(view, context, facts),
      facts,
    ),
  );
  const several = facts.cores.contexts > 1;
  const preempted = new Set<number>();
  return [
    ...contexts,
    ...saved.map((frame, index) => {
      const cpu = cpuOfContext(frame.context, facts);
      const moving = preempted.has(cpu) ? undefined : frameOnCpu(view, cpu, facts)?.runState;
      preempted.add(cpu);
      return {
        ...card(
          `f${index}`,
          several ? `${nameOf(frame.context)} frame` : `frame ${index + 1}`,
          frame,
          frame.priority,
          false,
          facts,
        ),
        inMemory: true,
        registers: frame.inMemory ? "in memory" : registersOfPreempted(moving),
      };
    }),
  ];
}

/** The pointer names it; where contexts share the pipeline: it issues next. */
function isActive(view: MachineView, context: number, facts: MachineFacts): boolean {
  if (facts.interleaved) return gateOf(view, context, facts).kind === "issues";
  return cpuView(view, context, facts)?.activeContext === context;
}

function card(
  key: string,
  name: string,
  frame: FrameView | undefined,
  emptyPriority: number | undefined,
  active: boolean,
  facts: MachineFacts,
): ContextCard {
  return {
    key,
    name,
    active,
    frame,
    inMemory: frame?.inMemory ?? false,
    stateText: frame === undefined ? "free" : runStateText(frame.runState, frame.interruptsEnabled),
    priority: frame?.priority ?? emptyPriority,
    threadName: frame === undefined ? undefined : facts.threads[frame.thread]?.name,
    work: frame === undefined ? undefined : work(frame, facts),
    registers: frame === undefined ? "free" : "in hardware",
  };
}

/** The frame that was preempted last, while the handler's entry and its save still go on. */
function registersOfPreempted(running: RunState | undefined): string {
  if (running === "entering") return "to be saved";
  return running === "saving" ? "being saved" : "in memory";
}

function work(frame: FrameView, facts: MachineFacts): Work | undefined {
  if (frame.routineBudget === 0) return undefined;
  const progress = { done: frame.routineDone, budget: frame.routineBudget };
  const saveUnit = facts.save?.unit === "words" ? ("words" as const) : ("cycles" as const);
  if (frame.runState === "saving") return { ...progress, name: "save registers", unit: saveUnit };
  if (frame.runState === "restoring") return { ...progress, name: "restore registers", unit: saveUnit };
  const step = facts.threads[frame.thread]?.steps[frame.step];
  const routine = step?.routine === undefined ? undefined : facts.routines[step.routine];
  return { ...progress, name: routine?.name ?? step?.label ?? "", unit: routine?.unit ?? "cycles" };
}

/** Which card or row stands for which context, and what is written on it. */
import type { FrameView, MachineView, RunState } from "../engine/protocol.ts";
import type { MachineFacts } from "./facts.ts";
import { contextName, runStateText } from "./labels.ts";

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

export function contextCards(view: MachineView, facts: MachineFacts): readonly ContextCard[] {
  const inHardware = new Map<number, FrameView>();
  const saved: FrameView[] = [];
  for (const frame of view.frames) {
    if (frame.inMemory || inHardware.has(frame.context)) saved.push(frame);
    else inHardware.set(frame.context, frame);
  }
  const contexts = facts.contextPriorities.map((priority, context) =>
    card(
      `c${context}`,
      contextName(context),
      inHardware.get(context),
      priority,
      context === view.activeContext,
      facts,
    ),
  );
  const several = facts.contextPriorities.length > 1;
  const moving = view.frames[0]?.runState;
  const frames = saved.map((frame, index) => ({
    ...card(
      `f${index}`,
      several ? `${contextName(frame.context)} frame` : `frame ${index + 1}`,
      frame,
      frame.priority,
      false,
      facts,
    ),
    inMemory: true,
    registers: frame.inMemory || index > 0 ? "in memory" : registersOfPreempted(moving),
  }));
  return [...contexts, ...frames];
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

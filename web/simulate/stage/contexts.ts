/** The card or row for each context, and its text. */
import type { Cause, FrameView, MachineView, RunState, StageView } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { contextNameInCore } from "../../ui/contextName.ts";
import { isHeld, stallTag } from "../../ui/stallText.ts";
import { runStateText } from "./labels.ts";
import type { MachineInfo } from "./machineInfo.ts";
import { contextsOfCore, cpuOfContext, cpuView, frameOnCpu, framesOfCore } from "./places.ts";

/** More cards than this become rows. */
export const CARD_LIMIT = 4;

export interface ContextCard {
  readonly key: string;
  /** Undefined for saved registers in memory. */
  readonly context: number | undefined;
  readonly name: string;
  readonly active: boolean;
  readonly frame: FrameView | undefined;
  /** A frame saved in memory, drawn dashed. */
  readonly inMemory: boolean;
  readonly stateText: string;
  readonly priority: number | undefined;
  readonly threadName: string | undefined;
  readonly work: Work | undefined;
  readonly registers: string;
  /** Remaining slice and budgets. */
  readonly left: string | undefined;
}

/** Progress in the current routine. */
export interface Work {
  readonly name: string;
  readonly done: number;
  readonly budget: number;
  readonly unit: "cycles" | "instructions" | "words";
  readonly layer: FrameView["layer"];
}

/** Cards of a core: its contexts, then the frames that it saved in memory. */
export function contextCards(view: MachineView, facts: MachineInfo, core: number): readonly ContextCard[] {
  const inHardware = new Map<number, FrameView>();
  const saved: FrameView[] = [];
  const frames = framesOfCore(view, core, facts);
  for (const frame of frames) {
    // While a thread's registers are restored, it already has the context, and the core works for it.
    const isRestored = frame.runState === "restoring";
    if (isRestored || !(frame.inMemory || inHardware.has(frame.context)))
      inHardware.set(frame.context, frame);
    if (inHardware.get(frame.context) !== frame || (isRestored && frame.inMemory)) saved.push(frame);
  }
  const nameOf = (context: number) => contextNameInCore(context, facts.cores);
  const contexts = contextsOfCore(core, facts).map((context) => ({
    ...card(
      view,
      `c${context}`,
      nameOf(context),
      inHardware.get(context),
      facts.contextPriorities[context],
      isActiveContext(view, context, facts),
      facts,
    ),
    context,
    inMemory: false,
  }));
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
          view,
          `f${index}`,
          several
            ? t("{context} saved", { context: nameOf(frame.context) })
            : t("saved {index}", { index: index + 1 }),
          frame,
          frame.priority,
          false,
          facts,
        ),
        inMemory: true,
        ...(frame.runState === "restoring"
          ? { stateText: "", registers: t("being restored"), work: undefined, priority: undefined }
          : { registers: frame.inMemory ? t("in memory") : registersOfPreempted(moving) }),
      };
    }),
  ];
}

/** True if the pointer names it. If contexts share the pipeline: if it issues next. */
export function isActiveContext(view: MachineView, context: number, facts: MachineInfo): boolean {
  if (facts.interleaved) return issueStatusOf(view, context, facts).kind === "issues";
  const cpu = cpuView(view, context, facts);
  if (cpu === undefined) return false;
  // During the entry of an interrupt, its context works, although the other one stays active until it has the
  // registers.
  const entering = view.frames.find(
    (frame) => frame.runState === "entering" && cpuView(view, frame.context, facts) === cpu,
  );
  return (entering?.context ?? cpu.activeContext) === context;
}

function stateText(view: MachineView, frame: FrameView, facts: MachineInfo): string {
  return `${runStateText(frame.runState, frame.interruptsEnabled)}${queueText(view, frame, facts)}`;
}

function card(
  view: MachineView,
  key: string,
  name: string,
  frame: FrameView | undefined,
  emptyPriority: number | undefined,
  active: boolean,
  facts: MachineInfo,
): ContextCard {
  return {
    key,
    context: undefined,
    name,
    active,
    frame,
    inMemory: frame?.inMemory ?? false,
    stateText: frame === undefined ? t("free") : stateText(view, frame, facts),
    priority: frame?.priority ?? emptyPriority,
    threadName: frame === undefined ? undefined : facts.threads[frame.thread]?.name,
    work: frame === undefined ? undefined : work(frame, facts),
    registers: frame === undefined ? t("free") : t("in hardware"),
    left: frame === undefined ? undefined : leftText(frame, facts),
  };
}

/** "slice 70 cycles, 3 of 4 packets, 450 cycles of budget". Undefined if there is no limit. */
function leftText(frame: FrameView, facts: MachineInfo): string | undefined {
  const thread = facts.threads[frame.thread];
  if (thread === undefined) return undefined;
  const parts: string[] = [];
  if (facts.scheduler?.slices && thread.start === "always")
    parts.push(t("slice {cycles} cycles", { cycles: frame.sliceLeft }));
  if (thread.budget > 0)
    parts.push(t("{number} of {of} packets", { number: frame.budgetLeft, of: thread.budget }));
  if (thread.budgetCycles > 0) parts.push(t("{cycles} cycles of budget", { cycles: frame.budgetCyclesLeft }));
  return parts.length === 0 ? undefined : parts.join(", ");
}

/** Position of a ready permanent thread in the queue of its cpu. Empty if it is alone or is none. The core lists frames
 * in the order of their turns. */
function queueText(view: MachineView, frame: FrameView, facts: MachineInfo): string {
  if (facts.scheduler === undefined || frame.runState !== "ready") return "";
  const isQueued = ({ thread, runState }: FrameView) =>
    runState === "ready" && facts.threads[thread]?.start === "always";
  const cpu = cpuOfContext(frame.context, facts);
  const queue = view.frames.filter((one) => isQueued(one) && cpuOfContext(one.context, facts) === cpu);
  const place = queue.findIndex(({ thread }) => thread === frame.thread);
  return place < 0 || queue.length < 2
    ? ""
    : `, ${t("{number} of {of}", { number: place + 1, of: queue.length })}`;
}

/** Registers of the frame that was preempted last, during the handler's entry and its save. */
function registersOfPreempted(running: RunState | undefined): string {
  if (running === "entering") return t("to be saved");
  return running === "saving" ? t("being saved") : t("in memory");
}

function work(frame: FrameView, facts: MachineInfo): Work | undefined {
  if (frame.routineBudget === 0) return undefined;
  const progress = { done: frame.routineDone, budget: frame.routineBudget, layer: frame.layer };
  if (frame.runState === "saving" || frame.runState === "restoring") {
    const name = frame.runState === "saving" ? t("save registers") : t("restore registers");
    return { ...progress, name, unit: facts.save?.unit ?? "cycles", layer: "save-restore" };
  }
  const step = facts.threads[frame.thread]?.steps[frame.step];
  const routine = step?.routine === undefined ? undefined : facts.routines[step.routine];
  return { ...progress, name: routine?.name ?? step?.label ?? "", unit: routine?.unit ?? "cycles" };
}

/** If contexts share a pipeline: the one that issues next, and the reasons why the others do not. */
export type IssueStatusKind =
  /** Chosen: enters EX in the next cycle. */
  | "issues"
  /** Able, but another context was chosen. */
  | "ready"
  /** The instruction cannot issue. */
  | "held"
  /** The context has no instruction to issue. */
  | "empty";

export interface IssueStatus {
  readonly kind: IssueStatusKind;
  readonly text: string;
}

const issues = (): IssueStatus => ({ kind: "issues", text: t("issues") });
const ready = (): IssueStatus => ({ kind: "ready", text: t("ready") });

export function issueStatusOf(view: MachineView, context: number, facts: MachineInfo): IssueStatus {
  const issueStage = facts.pipeline.executeStage - 1;
  const own = view.stages.filter((stage) => stage.context === context);
  const next = own.find((stage) => stage.stage === issueStage);
  // The interrupt is recognised. The instructions in the pipeline drain, and the next cause is not known yet.
  if (own.some((stage) => stage.nullified)) return { kind: "empty", text: t("drain") };
  if (next === undefined) return { kind: "empty", text: whyEmpty(view, context, facts) };
  if (next.stall === "busy") return issues();
  return next.stall === "ready" ? ready() : { kind: "held", text: causeText(next.stall) };
}

function whyEmpty(view: MachineView, context: number, facts: MachineInfo): string {
  const cpu = cpuView(view, context, facts);
  if (cpu === undefined || !cpu.running) return t("idle");
  const state = frameOnCpu(view, cpuOfContext(context, facts), facts)?.runState;
  if (cpu.entryStep !== 0 || state === "entering") return t("entry");
  return t("bubble");
}

function causeText(cause: Cause): string {
  return stallTag(cause) ?? cause;
}

/** Stages that belong only to this context, by stage. */
export function frontOf(
  view: MachineView,
  context: number,
  { pipeline }: MachineInfo,
): readonly (StageView | undefined)[] {
  return Array.from({ length: pipeline.executeStage }, (_, stage) =>
    view.stages.find((one) => one.context === context && one.stage === stage),
  );
}

/** A shared stage of a core, lane by lane. */
export function lanesOf(
  view: MachineView,
  contexts: readonly number[],
  stage: number,
  { pipeline }: MachineInfo,
): readonly (StageView | undefined)[] {
  return Array.from({ length: pipeline.lanes }, (_, lane) =>
    view.stages.find((one) => one.stage === stage && one.lane === lane && contexts.includes(one.context)),
  );
}

/** Hatched: it has work but loses time. A ready context only waits for its turn. */
export function losesTime(stage: StageView | undefined): boolean {
  return stage !== undefined && isHeld(stage.stall);
}

/** Where contexts share a pipeline: which one issues next, and why the others do not. */

import type { Cause, MachineView, StageView } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { isHeld, stallTag } from "../../ui/stallText.ts";
import type { MachineInfo } from "./machineInfo.ts";
import { cpuOfContext, cpuView, frameOnCpu } from "./places.ts";

export type IssueStatusKind =
  /** Chosen: enters EX in the next cycle. */
  | "issues"
  /** Able, but another context was chosen. */
  | "ready"
  /** Its instruction cannot issue. */
  | "held"
  /** It has no instruction to issue. */
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
  // Recognised: what stands there drains, it is not known yet what holds it.
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

/** Stages of a context that it has for itself, by stage. */
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

/** Hatched: it has work and loses time. One that is ready only waits for its turn. */
export function losesTime(stage: StageView | undefined): boolean {
  return stage !== undefined && isHeld(stage.stall);
}

/** The machine in words, for those who do not see it. */
import { rowText } from "../base/instructionText.ts";
import type { FrameView, MachineView, StageView } from "../engine/protocol.ts";
import { stepLabel } from "./entry.ts";
import type { MachineFacts } from "./facts.ts";
import { contextName, LAYER_TEXT, plural, STALL_TEXT } from "./labels.ts";

/** "EX, push pc, save/restore, waiting": what a stage box is called. */
export function stageName(name: string, stage: StageView | undefined): string {
  if (stage === undefined || !stage.occupied) return `${name}, bubble`;
  const text = stageText(stage);
  const parts = [name, text, LAYER_TEXT[stage.layer]];
  if (stage.nullified) parts.push("nullified");
  else if (stage.flushed) parts.push("flushed");
  else if (stage.stall !== "busy") parts.push(`waiting, ${STALL_TEXT[stage.stall] ?? stage.stall}`);
  if (stage.illustrative) parts.push("illustrative");
  return parts.filter((part) => part !== "").join(", ");
}

export function stageText(stage: StageView): string {
  return rowText({ ...stage, kind: stage.rowKind });
}

/** What happened between two pictures, most important first; "" when nothing worth saying. After a step
 * back there is nothing that happened: then how things stand. */
export function spokenChange(previous: MachineView, current: MachineView, facts: MachineFacts): string {
  const said = current.cycle < previous.cycle ? standing(current, facts) : changes(previous, current, facts);
  return said.length === 0 ? "" : `Cycle ${current.cycle}: ${said.join(", ")}.`;
}

function standing(view: MachineView, facts: MachineFacts): readonly string[] {
  const said = view.nics.flatMap((nic, index) =>
    nic.pending ? [`${nicName(facts, index)}'s interrupt is pending`] : [],
  );
  if (view.entryStep !== 0) said.push(`entry: ${stepLabel(view.entryStep)}`);
  const running = view.frames[0];
  said.push(running === undefined ? IDLE : doing(running, facts));
  return said;
}

function changes(previous: MachineView, current: MachineView, facts: MachineFacts): readonly string[] {
  const said: string[] = [];
  for (const [index, nic] of current.nics.entries()) {
    const before = previous.nics[index];
    const name = nicName(facts, index);
    if (before === undefined) continue;
    const dropped = nic.dropped - before.dropped;
    if (dropped > 0) said.push(`${name} dropped ${dropped} ${plural(dropped, "frame")}`);
    if (nic.pending && !before.pending) said.push(`${name} raised its interrupt`);
    const arrived = nic.offered - before.offered;
    if (arrived > 0) said.push(`${arrived} ${plural(arrived, "frame")} arrived at ${name}`);
    const delivered = nic.delivered - before.delivered;
    if (delivered > 0) said.push(`${delivered} ${plural(delivered, "frame")} delivered`);
  }
  if (current.entryStep !== 0 && current.entryStep !== previous.entryStep) {
    said.push(`entry: ${stepLabel(current.entryStep)}`);
  }
  if (current.activeContext !== previous.activeContext) {
    said.push(`${contextName(current.activeContext)} is active`);
  }
  const running = current.frames[0];
  const ran = previous.frames[0];
  if (running !== undefined && (ran?.thread !== running.thread || ran.runState !== running.runState)) {
    said.push(doing(running, facts));
  } else if (running === undefined && ran !== undefined) {
    said.push(IDLE);
  }
  return said;
}

const IDLE = "the core is idle";

function doing(frame: FrameView, facts: MachineFacts): string {
  return `${facts.threads[frame.thread]?.name ?? LAYER_TEXT[frame.layer]} ${frame.runState}`;
}

function nicName(facts: MachineFacts, index: number): string {
  return facts.nics[index]?.name ?? "network card";
}

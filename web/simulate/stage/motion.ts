/** Motion between two views of the machine. It shows state changes and nothing else. */
import type { MachineView, StageView } from "../../engine/protocol.ts";

export type StageMotion = "none" | "from-left" | "from-right";

/** For each entry of `current.stages`, the stage that it came from. Only for neighbouring cycles. */
export function stageMotions(
  previous: MachineView | undefined,
  current: MachineView,
): readonly StageMotion[] {
  const step = previous === undefined ? 0 : current.cycle - previous.cycle;
  if (previous === undefined || Math.abs(step) !== 1) return current.stages.map(() => "none");
  const stood = (stage: StageView, at: number) =>
    previous.stages.some((before) => before.stage === at && sameInstruction(before, stage));
  return current.stages.map((stage) => {
    if (!stood(stage, stage.stage - step)) return "none";
    const stayed = stage.stall !== "busy" && stood(stage, stage.stage);
    if (stayed) return "none";
    return step > 0 ? "from-left" : "from-right";
  });
}

function sameInstruction(a: StageView, b: StageView): boolean {
  return (
    a.rowKind === b.rowKind &&
    a.pc === b.pc &&
    a.context === b.context &&
    a.operation === b.operation &&
    a.entryStep === b.entryStep
  );
}

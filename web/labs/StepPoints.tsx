import { useStore } from "zustand";
import type { LabStep } from "../../lib/labs/lab.ts";
import { scoreOfStep } from "../../lib/labs/score.ts";
import type { LabSession } from "./labSession.ts";
import { WORDS } from "./words.ts";

interface StepPointsProps {
  readonly lab: Pick<LabSession, "store">;
  readonly step: LabStep;
}

/** What the student has of the step's points, in the words of the report. */
export function StepPoints({ lab, step }: StepPointsProps) {
  const progress = useStore(lab.store, (state) => state.progress);
  const { points, pending, of } = scoreOfStep(step, progress);
  return of === 0 ? null : <p className="dim below-2 t-12">{WORDS.scoreOf(points, of, pending)}</p>;
}

import { useEffect, useState } from "react";
import { judgeAnswer } from "../../lib/labs/judge.ts";
import type { LabStep, Question } from "../../lib/labs/lab.ts";
import type { LabSession } from "./labSession.ts";

/** The measured value, once the run of the step's machine has ended. Undefined before, or if it was not requested. */
export function useMeasured(
  { bench }: LabSession,
  step: LabStep,
  question: Question,
  isAsked = true,
): number | undefined {
  const [measured, setMeasured] = useState<number | undefined>(undefined);
  useEffect(() => {
    if (!isAsked) return;
    let gone = false;
    judgeAnswer(bench, step, question, undefined).then(
      ({ expected }) => {
        if (!gone) setMeasured(expected);
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [bench, step, question, isAsked]);
  return measured;
}

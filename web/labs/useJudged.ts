import { useEffect, useState } from "react";
import { judgeAnswer } from "../../lib/labs/judge.ts";
import type { LabStep, Question } from "../../lib/labs/lab.ts";
import { type Mistake, mistakeIn } from "../../lib/labs/mistakes.ts";
import type { AnswerProgress } from "../../lib/labs/progress.ts";
import type { LabSession } from "./labSession.ts";
import { labText, unitText } from "./labText.ts";
import { useFilled } from "./useFilled.ts";
import { WORDS } from "./words.ts";

/** Explanation of a wrong answer, if the lab knows it. Empty for a right answer. */
export function useMistake(
  { bench }: Pick<LabSession, "bench">,
  step: LabStep,
  question: Question,
  given: AnswerProgress | undefined,
): string {
  const value = given?.state === "open" && given.attempts > 0 ? given.value : undefined;
  const [mistake, setMistake] = useState<{
    readonly value: typeof value;
    readonly is: Mistake | undefined;
  }>();
  useEffect(() => {
    if (value === undefined) return;
    let gone = false;
    mistakeIn(bench, step, question, value).then(
      (is) => {
        if (!gone) setMistake({ value, is });
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [bench, step, question, value]);
  const is = value !== undefined && mistake?.value === value ? mistake.is : undefined;
  return useFilled(bench, step, is === undefined ? "" : mistakeText(is, question));
}

function mistakeText(mistake: Mistake, question: Question): string {
  switch (mistake.kind) {
    case "told":
      return labText(mistake.text);
    case "share":
      return WORDS.asShare;
    case "cycles":
      return WORDS.asCycles;
    case "time":
      return WORDS.asTime;
    case "point":
      return WORDS.otherPoint;
    case "unit":
      return WORDS.otherUnit("unit" in question ? unitText(question.unit) : "");
  }
}

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

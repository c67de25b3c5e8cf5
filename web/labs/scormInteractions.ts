/** Answers to numbers and choices as SCORM 1.2 records them, for the statistics that platforms make of them. */
import type { Lab } from "../../lib/labs/lab.ts";
import { type Progress, progressIn } from "../../lib/labs/progress.ts";

/** Last part of the element's name, and its value, in the order in which they are set. */
type Interaction = readonly (readonly [field: string, value: string])[];

const OPTIONS = "abcdefgh";

/** Answers given since the last call. An answer that changed twice in between counts once, with its last value. */
export function newInteractions(
  lab: Lab,
  before: Progress | undefined,
  now: Progress,
  at: Date,
): readonly Interaction[] {
  return lab.steps.flatMap((step) =>
    step.questions.flatMap((question) => {
      const answer = progressIn(now, step.id).answers[question.id];
      const earlier = before && progressIn(before, step.id).answers[question.id];
      if (answer === undefined || typeof answer.value !== "number") return [];
      if (answer.attempts === 0 || answer.attempts === earlier?.attempts) return [];
      const kind = question.kind;
      if (kind !== "number" && kind !== "choice") return [];
      const response = kind === "choice" ? OPTIONS[answer.value] : decimalText(answer.value);
      if (response === undefined) return [];
      const fields: Interaction = [
        // Letters, digits and underscores are an identifier everywhere.
        ["id", `${step.id}_${question.id}`.replaceAll("-", "_")],
        ["type", kind === "choice" ? "choice" : "numeric"],
        ["time", timeOfDay(at)],
        ["weighting", String(question.points)],
        ["student_response", response],
        ["result", answer.state === "right" ? "correct" : "wrong"],
      ];
      return [fields];
    }),
  );
}

/** A decimal of the standard has no exponent. */
export function decimalText(value: number): string {
  const text = String(value);
  if (/^-?\d+(\.\d+)?$/.test(text)) return text;
  return value.toLocaleString("en", { useGrouping: false, maximumSignificantDigits: 15 });
}

function timeOfDay(at: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

/** Labs of older formats as those of today. */
import { isObject } from "../../scenarios/base/values.ts";

/** Format 1 gave points for having predicted, whatever was said. What is no such lab stays as it is. */
export function upgradedLab(lab: unknown): unknown {
  if (!isObject(lab) || lab.version !== 1) return lab;
  const steps = Array.isArray(lab.steps) ? { steps: lab.steps.map(withoutPredictionPoints) } : {};
  return { ...lab, version: 2, ...steps };
}

function withoutPredictionPoints(step: unknown): unknown {
  if (!isObject(step) || !Array.isArray(step.questions)) return step;
  const questions = step.questions.map((question: unknown) => {
    if (!isObject(question) || question.kind !== "prediction") return question;
    const { points: _points, ...rest } = question;
    return rest;
  });
  return { ...step, questions };
}

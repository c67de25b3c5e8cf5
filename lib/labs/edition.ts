/** Editions of a lab: with other questions or machines other answers are right. */
import { canonicalText, digestOf } from "./digest.ts";
import type { Lab } from "./lab.ts";

/** What is graded: words may be mended while a class works. */
export function labDigest({ id, machines, vary, steps }: Lab): string {
  const asked = steps.map((step) => ({
    id: step.id,
    machine: step.machine,
    task: step.task,
    hints: step.hints.map(({ cost }) => cost),
    questions: step.questions.map(({ text: _text, ...question }) => question),
  }));
  return digestOf(canonicalText({ id, machines, vary, asked }));
}

/** Traces of work in a file that its maker did not do on the page: no runs, no time, no wrong attempt. Each can be forged,
 * and none proves anything. */
import type { Flag, GradedAnswer } from "./graded.ts";
import { type Lab, stepOf } from "./lab.ts";
import type { Submission } from "./submission.ts";

/** Fewer answers may be given fast and right. */
const ANSWERS_AT_LEAST = 5;
/** To read a question, run a machine and type a number takes longer. */
const SECONDS_EACH = 5;

export function workFlags(
  lab: Lab,
  submission: Submission,
  answers: readonly GradedAnswer[],
): readonly Flag[] {
  const scored = answers.filter(
    ({ kind, given }) => (kind === "number" || kind === "choice") && given !== undefined,
  );
  const texts = [
    ...runsMissing(lab, submission, scored),
    ...(scored.length < ANSWERS_AT_LEAST
      ? []
      : [...secondsMissing(submission, scored.length), ...attemptsMissing(submission, scored)]),
  ];
  return [...texts.map((text): Flag => ({ kind: "no-work", text })), ...leftBefore(submission, scored)];
}

/** A step in which everything is answered or left out shows its explanation, and a question can be taken up again. */
function leftBefore({ answers }: Submission, scored: readonly GradedAnswer[]): readonly Flag[] {
  const count = scored.filter(
    ({ step, question, right }) =>
      right && answers.some((one) => one.step === step && one.question === question && one.wasLeft),
  ).length;
  if (count === 0) return [];
  return [
    { kind: "after-explanation", text: `right answers to questions that were left out before: ${count}` },
  ];
}

/** The page runs the machine of a step before it judges an answer of that step. */
function runsMissing(lab: Lab, { runs }: Submission, scored: readonly GradedAnswer[]): readonly string[] {
  const ran = new Set(runs.map(({ machine }) => machine));
  const needed = new Set(
    scored.flatMap(({ step, right }) => (right ? (stepOf(lab, step)?.machine ?? []) : [])),
  );
  const missing = [...needed].filter((machine) => !ran.has(machine));
  if (missing.length === 0) return [];
  return [`answers were judged right without a run of the machine: ${missing.join(", ")}`];
}

function secondsMissing({ version, seconds, answers }: Submission, count: number): readonly string[] {
  const least = SECONDS_EACH * count;
  if (seconds < least) return [`the page was open for ${seconds} s, for ${count} numbers and choices`];
  const times = answers.flatMap(({ at }) => at ?? []);
  if (version > 1 && times.length === 0) return ["answers have no time"];
  const span = times.length === 0 ? least : Math.max(...times) - Math.min(...times);
  return span < least ? [`all answers were given within ${span} s`] : [];
}

function attemptsMissing({ answers }: Submission, scored: readonly GradedAnswer[]): readonly string[] {
  const isFirst = ({ step, question, right }: GradedAnswer) =>
    right && answers.some((one) => one.step === step && one.question === question && one.attempts <= 1);
  return scored.every(isFirst) ? ["every number and choice was right at the first attempt"] : [];
}

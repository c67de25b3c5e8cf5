/** Makes example files for trying out the grading, with the model of this version: an honest one, a forged copy of it,
 * and a truncated one. It omits designs, because the best ones are no examples. */
import { LabBench, type RunMachine } from "./bench.ts";
import { type AnswerValue, judgeAnswer } from "./judge.ts";
import type { Lab, LabStep, Question } from "./lab.ts";
import { applyAction, newProgress, type Progress } from "./progress.ts";
import { submissionFileName, submissionOf, submissionText } from "./submission.ts";

interface ExampleFile {
  readonly name: string;
  readonly text: string;
}

const CUT_AT = 700;
/** 2026-01-05 10:00 UTC. */
const BEGUN_UNIX_SECONDS = 1_767_607_200;
const SECONDS_A_STEP = 300;
const SECONDS_AN_ANSWER = 120;

/** `words` is the answer to every question that requires a text. */
export async function exampleFiles(
  lab: Lab,
  runMachine: RunMachine,
  model: string,
  words: string,
): Promise<readonly ExampleFile[]> {
  const bench = await LabBench.open(lab, 0, runMachine);
  const progress = await answered(bench, words);
  const fileOf = (name: string, number: string) => {
    const submission = submissionOf(lab, { ...progress, student: { name, number } }, model);
    return { name: submissionFileName(submission), text: submissionText(submission) };
  };
  const forged = fileOf("Ben", "1002");
  const cut = fileOf("Cleo", "1003");
  return [
    fileOf("Ada", "1001"),
    { ...forged, text: forged.text.replace(/("stateHash": ")\w+/, "$10000000000000000") },
    { ...cut, text: cut.text.slice(0, CUT_AT) },
  ];
}

async function answered(bench: LabBench, words: string): Promise<Progress> {
  let progress = newProgress(bench.lab, 0);
  let at = BEGUN_UNIX_SECONDS;
  for (const step of bench.lab.steps) {
    progress = applyAction(progress, { do: "spend", step: step.id, seconds: SECONDS_A_STEP });
    for (const question of step.questions) {
      const value = await answerTo(bench, step, question, words);
      const { right } = await judgeAnswer(bench, step, question, value);
      at += SECONDS_AN_ANSWER;
      progress = applyAction(progress, { do: "answer", step: step.id, question, value, right }, at);
    }
    const { stateHash } = await bench.outcomeOf(step.machine);
    const { runCycles } = bench.scenarioOf(step.machine);
    progress = applyAction(progress, { do: "ran", machine: step.machine, cycle: runCycles, stateHash });
  }
  return progress;
}

/** Numbers as measured, the first option of each choice (right or wrong), and wrong predictions. */
async function answerTo(
  bench: LabBench,
  step: LabStep,
  question: Question,
  words: string,
): Promise<AnswerValue> {
  if (question.kind === "text") return words;
  if (question.kind === "choice") return 0;
  const { expected = 0 } = await judgeAnswer(bench, step, question, undefined);
  return Number((question.kind === "prediction" ? 2 * expected : expected).toPrecision(4));
}

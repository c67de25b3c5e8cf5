/** Checks that a lab has valid right answers in every variant, by running its machines. */
import type { ScenarioError } from "../../scenarios/base/messages.ts";
import { LabBench, type RunMachine, runOnce } from "./bench.ts";
import { judgeAnswer } from "./judge.ts";
import type { Lab, LabStep, Question } from "./lab.ts";
import { mistakenValue } from "./mistakes.ts";

/** Checks the lab without variation, and enough variants to use most values of each `vary` entry. */
const KEY_SEEDS: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** All errors, each with the first variant that has it. The lab must be valid (checkLab). */
export async function checkKeys(
  lab: Lab,
  runMachine: RunMachine,
  seeds: readonly number[] = KEY_SEEDS,
): Promise<readonly ScenarioError[]> {
  const errors: ScenarioError[] = [];
  const run = runOnce(runMachine);
  const wrong = new Set<string>();
  for (const seed of lab.vary.length === 0 ? seeds.slice(0, 1) : seeds) {
    const bench = await LabBench.open(lab, seed, run);
    for (const [index, step] of lab.steps.entries())
      for (const [at, question] of step.questions.entries()) {
        const field = `steps[${index}].questions[${at}]`;
        if (wrong.has(field)) continue;
        const message = await faultOf(bench, step, question);
        if (message === undefined) continue;
        wrong.add(field);
        errors.push({ field, message });
      }
  }
  return errors;
}

async function faultOf(bench: LabBench, step: LabStep, question: Question): Promise<string | undefined> {
  const { seed } = bench;
  switch (question.kind) {
    case "text":
      return undefined;
    case "choice": {
      const right: string[] = [];
      for (const [option, { text }] of question.options.entries())
        if ((await judgeAnswer(bench, step, question, option)).right) right.push(`"${text}"`);
      if (right.length === 1) return undefined;
      return right.length === 0
        ? `no option is right in variant ${seed}`
        : `${right.length} options are right in variant ${seed}: ${right.join(", ")}`;
    }
    case "number":
    case "prediction": {
      const { expected } = await judgeAnswer(bench, step, question, undefined);
      if (expected === undefined) return `has no value in variant ${seed}`;
      if (question.kind === "number") return mistakeFault(bench, step, question);
      const [from, to] = question.range;
      return expected >= from && expected <= to
        ? undefined
        : `is outside of its range in variant ${seed}: ${expected}`;
    }
  }
}

/** A mistake has a value in every variant, and no variant accepts it. */
async function mistakeFault(
  bench: LabBench,
  step: LabStep,
  question: Question & { readonly kind: "number" },
): Promise<string | undefined> {
  for (const [index, { value }] of question.mistakes.entries()) {
    const mistaken = await mistakenValue(bench, step, question, value);
    if (mistaken === undefined || !Number.isFinite(mistaken))
      return `mistakes[${index}] has no value in variant ${bench.seed}`;
    if ((await judgeAnswer(bench, step, question, mistaken)).right)
      return `mistakes[${index}] is a right answer in variant ${bench.seed}: ${mistaken}`;
  }
  return undefined;
}

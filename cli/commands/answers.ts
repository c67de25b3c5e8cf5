/** `irqscope answers`: the right answers of a lab, for teachers. */
import { answersOf, type RightAnswer, type RightTask, type StepAnswers } from "../../lib/labs/answers.ts";
import { LabBench, runOnce } from "../../lib/labs/bench.ts";
import { MachineError, SEED_LIMIT } from "../../lib/labs/machines.ts";
import { seedOfStudent } from "../../lib/labs/seedOfStudent.ts";
import { numberText as printedNumber } from "../../lib/labs/templates.ts";
import { originJson, originOf } from "../../lib/origin.ts";
import { commandText, onlyPositional, readArguments, wholeNumber } from "../arguments.ts";
import { type Command, DONE, type ExitCode, InputError } from "../command.ts";
import { openCore } from "../core.ts";
import { labList, labNamed } from "../load.ts";
import { MachinePool } from "../machinePool.ts";
import { print, printJson } from "../output.ts";

const HELP = `usage: irqscope answers LAB [--seed N | --student ID] [--json]

Runs the machines of a lab and prints, for every question, the right answer, the accepted range and the points, and for
every task its goals and the best known figure. With the seed of a student, prints those of the student's variant.

  LAB       a lab from the list below, or a file of your own
  --seed N  the variant; default: 0, the lab as it is written
  --student ID
            the variant that a link or a learning platform gives to the student with this identifier
  --json    { irqscope, model, command, lab, title, seed, steps: [{ step, title, answers: [{ question, kind, text, points, answer, unit,
            taken: [from, to], words }], task: { change, goals: [{ text, points, met, wanted }], leader } }] }
            met: the unchanged machine of the lab meets the goal

Labs:
${labList()}
`;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    seed: { type: "string" },
    student: { type: "string" },
    json: { type: "boolean", default: false },
  });
  const name = onlyPositional(positionals, "LAB");
  if (values.seed !== undefined && values.student !== undefined)
    throw new InputError({ subject: "--student", reason: "chooses the seed, so omit --seed" });
  const seed =
    values.student === undefined
      ? wholeNumber(values.seed ?? "0", "--seed", 0, SEED_LIMIT)
      : seedOfStudent(values.student);
  const lab = await labNamed(name);
  const pool = new MachinePool();
  try {
    const bench = await LabBench.open(
      lab,
      seed,
      runOnce((scenario) => pool.run(scenario, 0)),
    );
    const steps = await answersOf(bench);
    const origin = originJson(originOf(await openCore(), commandText("answers", [name], values)));
    if (values.json) await printJson({ ...origin, lab: lab.id, title: lab.title, seed, steps });
    else
      await print(
        `${lab.title}${seed === 0 ? "" : `, variant ${seed}`}\n\n${steps.map(stepText).join("\n\n")}`,
      );
    return DONE;
  } catch (error) {
    if (!(error instanceof MachineError)) throw error;
    throw new InputError({ subject: name, reason: error.message });
  } finally {
    await pool.end();
  }
}

/** Digits are grouped by three, as in the other commands. */
function numberText(value: number, unit = ""): string {
  return printedNumber(value, unit).replaceAll("\u202f", ",").replaceAll("\u00a0", " ");
}

function stepText({ title, answers, task }: StepAnswers): string {
  const parts = [...answers.map(answerText), ...(task === undefined ? [] : [taskText(task)])];
  return [title, ...(parts.length === 0 ? ["  nothing is asked"] : parts)].join("\n");
}

function answerText(answer: RightAnswer): string {
  return `  ${answer.text.replaceAll("\u202f", ",").replaceAll("\u00a0", " ")}\n    ${rightText(answer)}  (${pointsText(answer)})`;
}

function rightText({ kind, answer, unit, taken, words }: RightAnswer): string {
  if (kind === "text") return `a text of ${words} words or more, yours to read`;
  if (answer === undefined) return "no value";
  if (typeof answer === "string") return answer;
  const [from, to] = taken ?? [answer, answer];
  const range = from === to ? "" : `  accepted: ${numberText(from)} to ${numberText(to)}`;
  return `${numberText(answer, unit)}${range}`;
}

function pointsText({
  kind,
  points,
}: {
  readonly kind: RightAnswer["kind"];
  readonly points: number;
}): string {
  if (kind === "prediction") return "prediction, not scored";
  return points === 1 ? "1 point" : `${points} points`;
}

function taskText({ change, goals, leader }: RightTask): string {
  return [
    `  Task: change ${change.join(", ")}`,
    ...goals.map(
      ({ text, points, met, wanted }) =>
        `    ${text}  (${pointsText({ kind: "number", points })}${met ? ", met by the unchanged machine" : ""})${wanted === undefined ? "" : `\n      ${wanted}`}`,
    ),
    ...(leader === undefined
      ? []
      : [`    best known: ${leader.text} ${numberText(leader.value, leader.unit)}`]),
  ].join("\n");
}

export const command: Command = {
  summary: "the right answers of a lab, for teachers",
  help: HELP,
  run,
};

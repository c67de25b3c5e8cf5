/** A lab for its teacher: the material with its numbers measured and its pictures drawn, and the right answers, likely
 * mistakes and goals that the lab itself has. */
import type { Html } from "../export/report/html.ts";
import { answersOf, type RightAnswer, type RightTask } from "../labs/answers.ts";
import { type Lab, type LabStep, pointsOf, type Question } from "../labs/lab.ts";
import { mistakenValue } from "../labs/mistakes.ts";
import { numbersIn } from "../marking/texts.ts";
import { type FileLanguage, plainText } from "../marking/words.ts";
import { type BoardTools, drawBoard } from "./boards.ts";
import { addressOf, boardsIn, filledWith, proseOf } from "./prose.ts";
import { type Rubric, readTeaching } from "./teaching.ts";

interface PackedMistake {
  readonly value: string;
  readonly told: string;
}

export interface PackedPart {
  readonly id: string;
  readonly kind: Question["kind"];
  readonly text: string;
  readonly points: number;
  /** Only for texts. */
  readonly words: number | undefined;
  readonly answer: string | undefined;
  readonly mistakes: readonly PackedMistake[];
  readonly rubric: Rubric | undefined;
}

export interface PackedStep {
  readonly title: string;
  readonly address: string;
  readonly parts: readonly PackedPart[];
  readonly task:
    | {
        readonly goals: readonly { readonly text: string; readonly points: number }[];
        readonly best: string | undefined;
      }
    | undefined;
}

interface PackedSlide {
  readonly title: string;
  readonly body: Html;
  readonly boards: readonly Html[];
}

export interface PackedLab {
  readonly id: string;
  readonly language: FileLanguage;
  readonly title: string;
  readonly minutes: number;
  readonly points: number;
  readonly address: string;
  readonly teaching: {
    readonly outcomes: readonly Html[];
    readonly before: readonly Html[];
    readonly misconceptions: readonly {
      readonly belief: string;
      readonly shows: Html;
      readonly helps: Html;
    }[];
    /** Both are empty if no lesson is written. */
    readonly plan: readonly { readonly minutes: number; readonly teacher: Html; readonly students: Html }[];
    readonly slides: readonly PackedSlide[];
  };
  readonly steps: readonly PackedStep[];
}

interface PackTools extends Omit<BoardTools, "number"> {
  readonly language: FileLanguage;
  /** The address of the page. */
  readonly base: string;
  readonly modelVersion: string;
}

/** `bench` has the lab in the language of the pack. Throws where the material is at fault. */
export async function packedLab(markdown: string, tools: PackTools): Promise<PackedLab> {
  const { bench, language } = tools;
  const { lab } = bench;
  const number = numbersIn(language);
  const links = { ...tools, base: `${tools.base}?lang=${language}` };
  const [first] = lab.steps;
  if (first === undefined) throw new Error(`${lab.id} has no step`);
  const teaching = readTeaching(await filledWith(bench, first, markdown, number));
  const prose = (text: string) => proseOf(text, links);
  const all = (texts: readonly string[]) => Promise.all(texts.map(inline));
  const inline = async (text: string): Promise<Html> => ({
    html: (await prose(text)).html.trim().replace(/^<p>|<\/p>$/g, ""),
  });
  const slides: PackedSlide[] = [];
  for (const { title, text } of teaching.lesson?.slides ?? []) {
    const boards: Html[] = [];
    for (const [info, body] of boardsIn(text)) boards.push(await drawBoard(info, body, { ...tools, number }));
    slides.push({ title, boards, body: await proseOf(text, links, boards) });
  }
  const steps: PackedStep[] = [];
  for (const { step: id, answers, task } of await answersOf(bench)) {
    const step = lab.steps.find((one) => one.id === id);
    if (step === undefined) continue;
    const parts: PackedPart[] = [];
    for (const answer of answers) parts.push(await packedPart(step, answer, teaching.rubrics, tools));
    const address = await addressOf(`step:${id}`, links);
    steps.push({ title: plainText(step.title), address, parts, task: packedTask(task, number) });
  }
  return {
    ...{
      id: lab.id,
      language,
      title: teaching.title ?? plainText(lab.title),
      minutes: lab.minutes,
      points: pointsIn(lab),
    },
    address: `${links.base}#lab=${lab.id}`,
    teaching: {
      outcomes: await all(teaching.outcomes),
      before: await all(teaching.before),
      misconceptions: await Promise.all(
        teaching.misconceptions.map(async ({ belief, shows, helps }) => ({
          ...{ belief, shows: await inline(shows), helps: await inline(helps) },
        })),
      ),
      plan: await Promise.all(
        (teaching.lesson?.plan ?? []).map(async ({ minutes, teacher, students }) => ({
          ...{ minutes, teacher: await inline(teacher), students: await inline(students) },
        })),
      ),
      slides,
    },
    steps,
  };
}

const pointsIn = ({ steps }: Lab) => steps.reduce((sum, step) => sum + pointsOf(step), 0);

type WriteNumber = ReturnType<typeof numbersIn>;

async function packedPart(
  step: LabStep,
  { question: id, kind, points, answer, taken, unit, words }: RightAnswer,
  rubrics: ReadonlyMap<string, Rubric>,
  { bench, language }: PackTools,
): Promise<PackedPart> {
  const question = step.questions.find((one) => one.id === id);
  if (question === undefined) throw new Error(`no question ${id}`);
  const number = numbersIn(language);
  const filled = async (text: string) => plainText(await filledWith(bench, step, text, number));
  const [from, to] = taken ?? [undefined, undefined];
  const range = from === undefined || from === to ? "" : ` (${number(from)}–${number(to ?? from)})`;
  const right =
    typeof answer === "number" ? `${number(answer, unit)}${range}` : answer && (await filled(answer));
  return {
    ...{ id: `${bench.lab.id}/${step.id}/${id}`, kind, points, words },
    text: await filled(question.text),
    answer: right,
    mistakes: await mistakesOf({ step, question, bench, number, filled, right }),
    rubric: rubrics.get(`${step.id}/${id}`),
  };
}

async function mistakesOf({
  step,
  question,
  bench,
  number,
  filled,
  right,
}: {
  readonly step: LabStep;
  readonly question: Question;
  readonly bench: PackTools["bench"];
  readonly number: WriteNumber;
  readonly filled: (text: string) => Promise<string>;
  readonly right: string | undefined;
}): Promise<readonly PackedMistake[]> {
  const found: PackedMistake[] = [];
  if (question.kind === "number")
    for (const { value, text } of question.mistakes) {
      const mistaken = await mistakenValue(bench, step, question, value);
      if (mistaken !== undefined)
        found.push({ value: number(mistaken, question.unit), told: plainText(text) });
    }
  if (question.kind === "choice")
    for (const { text, wrong } of question.options)
      if (wrong !== undefined) found.push({ value: await filled(text), told: plainText(wrong) });
  // The option that is right here may be wrong in another variant.
  return found.filter(({ value }) => value !== right);
}

function packedTask(task: RightTask | undefined, number: WriteNumber): PackedStep["task"] {
  if (task === undefined) return undefined;
  const { goals, leader } = task;
  return {
    goals: goals.map(({ text, points }) => ({ text: plainText(text), points })),
    best: leader && `${plainText(leader.text)}, ${number(leader.value, leader.unit)}`,
  };
}

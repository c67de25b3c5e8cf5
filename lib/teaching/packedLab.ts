/** A lab for its teacher: the material with its numbers measured and its pictures drawn, and the right answers, likely
 * mistakes and goals that the lab itself has. */

import { Marked } from "marked";
import { encodeLink } from "../../scenarios/link/link.ts";
import { escaped, type Html } from "../export/report/html.ts";
import { answersOf, type RightAnswer, type RightTask } from "../labs/answers.ts";
import type { LabBench } from "../labs/bench.ts";
import type { Lab, LabStep, Question } from "../labs/lab.ts";
import { mistakenValue } from "../labs/mistakes.ts";
import { filledText, templatesOf } from "../labs/templates.ts";
import { type FileLanguage, numbersIn, plainText } from "../marking/texts.ts";
import { type BoardTools, drawBoard, firstStep, isBoard } from "./boards.ts";
import { type Rubric, readTeaching, type Teaching } from "./teaching.ts";

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

export interface PackedLab {
  readonly lab: Lab;
  readonly language: FileLanguage;
  readonly title: string;
  readonly address: string;
  readonly teaching: Teaching;
  readonly prose: Prose;
  /** Of each slide. */
  readonly boards: readonly (readonly Html[])[];
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
  const filled = await filledWith(bench, firstStep(bench), markdown, number);
  const teaching = readTeaching(filled);
  const boards: Html[][] = [];
  for (const { text } of teaching.lesson?.slides ?? []) {
    const drawn: Html[] = [];
    for (const [info, body] of boardsIn(text)) drawn.push(await drawBoard(info, body, { ...tools, number }));
    boards.push(drawn);
  }
  const address = `${links.base}#lab=${lab.id}`;
  const steps: PackedStep[] = [];
  for (const { step: id, answers, task } of await answersOf(bench)) {
    const step = lab.steps.find((one) => one.id === id);
    if (step === undefined) continue;
    const parts: PackedPart[] = [];
    for (const answer of answers) parts.push(await packedPart(step, answer, teaching.rubrics, tools));
    steps.push({
      ...{ title: plainText(step.title), address: `${address}&step=${id}`, parts },
      task: packedTask(task, number),
    });
  }
  const title = teaching.title ?? plainText(lab.title);
  return { lab, language, title, address, teaching, prose: proseWith(links), boards, steps };
}

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
  // The right option here may be wrong in another variant.
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

/** Replaces each `{{ }}` with its number. Throws if one cannot be measured. */
async function filledWith(
  bench: LabBench,
  step: LabStep,
  text: string,
  number: (value: number, unit?: string) => string,
): Promise<string> {
  const templates = templatesOf(text, bench.vocabularyOf(step));
  const [wrong] = templates.flatMap(({ quantity }) => (typeof quantity === "string" ? [quantity] : []));
  if (wrong !== undefined) throw new Error(wrong);
  const needs = templates.flatMap(({ quantity }) => (typeof quantity === "string" ? [] : quantity.needs));
  return filledText(text, templates, await bench.measured(step, new Set(needs)), number);
}

/** Fenced pictures of a text: the first line and the lines after it. */
export function boardsIn(text: string): readonly (readonly [info: string, text: string])[] {
  return Array.from(
    text.matchAll(/^```(.+)\n([\s\S]*?)^```$/gm),
    ([, info = "", body = ""]) => [info, body] as const,
  ).filter(([info]) => isBoard(info));
}

const AT = /^at:([a-z0-9-]+)@(\d+)(?:\/(\d+)\.\.(\d+))?$/;

interface Links {
  readonly bench: LabBench;
  /** The address of the page, with the language. */
  readonly base: string;
  readonly modelVersion: string;
}

/** `at:MACHINE@CYCLE/FROM..TO` opens a machine of the lab. The link carries the machine, so the page shows it as it is and
 * not as a change of another one. */
function addressOf(href: string, { bench, base, modelVersion }: Links): string {
  const [, machine = "", cycle, from, to] = AT.exec(href) ?? [];
  if (cycle === undefined) return href;
  const scenario = bench.scenarioOf(machine);
  if (Number(cycle) > scenario.runCycles) throw new Error(`${href} is beyond the run`);
  const zoom = from === undefined ? {} : { zoom: { from: Number(from), to: Number(to) } };
  const position = { cycle: Number(cycle), ...zoom };
  const hash = encodeLink(scenario, position, undefined, modelVersion);
  if (hash === undefined) throw new Error(`${href}: no link can hold this machine`);
  return `${base}${hash}`;
}

/** Markdown as HTML. The pictures in `drawn` replace the pictures of the text, in their order. */
type Prose = (text: string, drawn?: readonly Html[]) => Html;

/** Markdown of the material as HTML: with measured numbers, board pictures and links that open the simulator. */
function proseWith(links: Links): Prose {
  return (text, drawn = []) => {
    let next = 0;
    const marked = new Marked({
      renderer: {
        link({ href, tokens }) {
          return `<a href="${escaped(addressOf(href, links))}">${this.parser.parseInline(tokens)}</a>`;
        },
        code({ text: code, lang = "" }) {
          const picture = isBoard(lang) ? drawn[next++] : undefined;
          return picture === undefined ? `<pre>${escaped(code)}</pre>` : `<figure>${picture.html}</figure>`;
        },
      },
    });
    return { html: String(marked.parse(text)).trim() };
  };
}

/** Renders a text of one paragraph without its element. */
export const inLine = (prose: Prose, text: string): Html => ({
  html: prose(text).html.replace(/^<p>|<\/p>$/g, ""),
});

/** `irqscope questions`: the questions of labs for the question bank of a learning platform. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { zipSync } from "fflate";
import { runOnce } from "../../lib/labs/bench.ts";
import type { Lab } from "../../lib/labs/lab.ts";
import { MachineError, SEED_LIMIT } from "../../lib/labs/machines.ts";
import { loadGermanLab } from "../../lib/labs/translation.ts";
import { moodleXml } from "../../lib/questions/moodleXml.ts";
import { qtiPackage } from "../../lib/questions/qti.ts";
import type { QuestionLanguage } from "../../lib/questions/questions.ts";
import { type ExportedQuestion, exportedQuestions, type LeftOut } from "../../lib/questions/questions.ts";
import { expectOnePrinted, pageAddress, readArguments, wholeNumber } from "../arguments.ts";
import { type Command, DONE, type ExitCode, InputError } from "../command.ts";
import { openCore } from "../core.ts";
import { complaintsOf, labList, labNamed } from "../load.ts";
import { MachinePool } from "../machinePool.ts";
import { expectWritable, print, printJson, STANDARD_OUTPUT, writeWhole } from "../output.ts";

const HELP = `usage: irqscope questions LAB... --base URL -o FILE|FOLDER [--format moodle|qti] [--variants N] [--seed S]
                          [--lang en|de] [--force] [--json]

Writes the numbers, choices and texts of labs for the question bank of a learning platform. Each question has a category
with one copy for each variant, so that a quiz can draw one. Its right value, the tolerance and the sentences for likely
wrong answers are the same as in irqscope grade. A link in it opens the machine of its variant.

  LAB                a lab from the list below, or a file of your own
  --base URL         address of your irqscope page, for the links
  -o, --output FILE|FOLDER
                     one file with all labs, or an existing folder, which gets a file for each lab
  --format moodle    Moodle XML (default)
  --format qti       a QTI 2.1 content package (.zip): an item for each question and variant, and a test that draws
  --variants N       number of variants; default: 10. Equal ones are written once
  --seed S           the first variant; default: 1
  --lang en|de       language of the questions; default: en. A lab of your own keeps its language
  --force            overwrite existing files
  --json             { files, questions: [{ lab, step, question, seeds }], leftOut: [{ lab, step, question, reason }] }

Questions that depend on the student's work in the lab are omitted and listed: predictions, tasks, and texts about a design.

Labs:
${labList()}
`;

const VARIANT_LIMIT = 200;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    base: { type: "string" },
    output: { type: "string", short: "o" },
    format: { type: "string", default: "moodle" },
    variants: { type: "string", default: "10" },
    seed: { type: "string", default: "1" },
    lang: { type: "string", default: "en" },
    force: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  });
  const { output, format, lang } = values;
  if (positionals.length === 0) throw new InputError({ subject: "arguments", reason: "LAB is missing" });
  if (output === undefined)
    throw new InputError({ subject: "-o", reason: "needs a file or a folder: -o FILE" });
  if (format !== "moodle" && format !== "qti")
    throw new InputError({ subject: "--format", reason: `must be moodle or qti, not ${format}` });
  if (lang !== "en" && lang !== "de")
    throw new InputError({ subject: "--lang", reason: `must be en or de, not ${lang}` });
  if (values.base === undefined)
    throw new InputError({ subject: "--base", reason: "needs the address of your irqscope page" });
  expectOnePrinted(values.json, output, "-o");
  const base = pageAddress(values.base);
  const variants = wholeNumber(values.variants, "--variants", 1, VARIANT_LIMIT);
  const first = wholeNumber(values.seed, "--seed", 0, SEED_LIMIT - variants + 1);
  const seeds = Array.from({ length: variants }, (_, index) => first + index);
  const labs = await labsNamed(positionals, lang);
  const files = await filesFor(labs, output, format);
  for (const { path } of files) await expectWritable(path, { overwrite: values.force });
  const exported = await measured(labs, { seeds, language: lang, base });
  for (const { path, ids } of files) {
    const questions = exported.questions.filter(({ lab }) => ids.includes(lab));
    await writeWhole(path, contentOf(questions, format, { language: lang, base }), {
      overwrite: values.force,
    });
  }
  const report = { files: files.map(({ path }) => path), ...exported };
  if (values.json) await printJson(jsonOf(report));
  else if (output !== STANDARD_OUTPUT) await print(textOf(report));
  return DONE;
}

async function labsNamed(names: readonly string[], language: QuestionLanguage): Promise<readonly Lab[]> {
  const labs: Lab[] = [];
  for (const name of names) {
    const german = language === "de" ? await loadGermanLab(name) : undefined;
    if (german?.ok === false) throw new InputError(...complaintsOf(name, german));
    const lab = german?.lab ?? (await labNamed(name));
    if (labs.some(({ id }) => id === lab.id))
      throw new InputError({ subject: name, reason: `there is another lab with the id ${lab.id}` });
    labs.push(lab);
  }
  return labs;
}

interface OutputFile {
  readonly path: string;
  /** Ids of the labs in the file. */
  readonly ids: readonly string[];
}

async function filesFor(
  labs: readonly Lab[],
  output: string,
  format: "moodle" | "qti",
): Promise<readonly OutputFile[]> {
  const isFolder =
    output !== STANDARD_OUTPUT && (await stat(output).catch(() => undefined))?.isDirectory() === true;
  if (!isFolder) return [{ path: output, ids: labs.map(({ id }) => id) }];
  const ending = format === "moodle" ? "xml" : "zip";
  return labs.map(({ id }) => ({ path: join(output, `${id}.${ending}`), ids: [id] }));
}

interface Measured {
  readonly questions: readonly ExportedQuestion[];
  readonly leftOut: readonly LeftOut[];
}

async function measured(
  labs: readonly Lab[],
  options: { readonly seeds: readonly number[]; readonly language: QuestionLanguage; readonly base: string },
): Promise<Measured> {
  const modelVersion = (await openCore()).version;
  const pool = new MachinePool();
  const runMachine = runOnce((scenario) => pool.run(scenario, 0));
  try {
    const exported = await Promise.all(
      labs.map((lab) => exportedQuestions(lab, runMachine, { ...options, modelVersion })),
    );
    return {
      questions: exported.flatMap(({ questions }) => questions),
      leftOut: exported.flatMap(({ leftOut }) => leftOut),
    };
  } catch (error) {
    if (!(error instanceof MachineError)) throw error;
    throw new InputError({ subject: error.field, reason: error.message });
  } finally {
    await pool.end();
  }
}

/** Equal questions give equal bytes. */
const TIME = "2000-01-01T00:00:00";

function contentOf(
  questions: readonly ExportedQuestion[],
  format: "moodle" | "qti",
  options: { readonly language: QuestionLanguage; readonly base: string },
): string | Uint8Array {
  if (format === "moodle") return moodleXml(questions, options);
  const files = qtiPackage(questions, options);
  const encoder = new TextEncoder();
  return zipSync(
    Object.fromEntries(
      Object.entries(files).map(([path, text]) => [
        path,
        [encoder.encode(text), { level: 6, mtime: TIME }] as const,
      ]),
    ),
  );
}

interface Report extends Measured {
  readonly files: readonly string[];
}

function jsonOf({ files, questions, leftOut }: Report) {
  return { files, questions: placesOf(questions), leftOut };
}

function placesOf(questions: readonly ExportedQuestion[]) {
  const places = new Map<string, { lab: string; step: string; question: string; seeds: number[] }>();
  for (const { lab, step, question, seed } of questions) {
    const key = `${lab} ${step}/${question}`;
    const place = places.get(key) ?? { lab, step, question, seeds: [] };
    place.seeds.push(seed);
    places.set(key, place);
  }
  return [...places.values()];
}

function textOf({ files, questions, leftOut }: Report): string {
  const places = placesOf(questions).length;
  return [
    `${files.join(", ")}: ${places} question${places === 1 ? "" : "s"}, ${questions.length} with their variants`,
    ...leftOutLines(leftOut),
  ].join("\n");
}

/** One line for each lab and reason. */
function leftOutLines(leftOut: readonly LeftOut[]): readonly string[] {
  const lines = new Map<
    string,
    { readonly lab: string; readonly reason: string; readonly places: string[] }
  >();
  for (const { lab, step, question, reason } of leftOut) {
    const key = `${lab} ${reason}`;
    const line = lines.get(key) ?? { lab, reason, places: [] };
    line.places.push(question === undefined ? `the task of ${step}` : `${step}/${question}`);
    lines.set(key, line);
  }
  return Array.from(
    lines.values(),
    ({ lab, reason, places }) => `left out of ${lab}: ${places.join(", ")}: ${reason}`,
  );
}

export const command: Command = {
  summary: "the questions of labs for a question bank (Moodle, QTI)",
  help: HELP,
  run,
};

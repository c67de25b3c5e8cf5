/** `irqscope pack`: material for teachers as pages, slides and pictures. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { PictureName } from "../../lib/export/picture.ts";
import { LabBench, runOnce } from "../../lib/labs/bench.ts";
import { digestOf } from "../../lib/labs/digest.ts";
import type { Lab } from "../../lib/labs/lab.ts";
import { translatedLab } from "../../lib/labs/translation.ts";
import { markingText, NO_MARKING, type RubricItem, withRubric } from "../../lib/marking/marks.ts";
import type { FileLanguage } from "../../lib/marking/texts.ts";
import { boardFile } from "../../lib/teaching/boards.ts";
import { type PackedLab, packedLab } from "../../lib/teaching/packedLab.ts";
import { boardName, indexPage, labPage, slidesPage } from "../../lib/teaching/pages.ts";
import { BUILTIN_LABS, builtinLab } from "../../scenarios/labs/index.ts";
import { teachingText } from "../../scenarios/labs/teaching.ts";
import { readArguments } from "../arguments.ts";
import { type Command, DONE, type ExitCode, InputError } from "../command.ts";
import { openCore } from "../core.ts";
import { complaintsOf, labList, labNamed, noLab } from "../load.ts";
import { MachinePool } from "../machinePool.ts";
import { expectWritable, print, printJson, writeWhole } from "../output.ts";
import { drawnIn, pictureOf } from "../pictureOf.ts";

/** Address at which npm start serves the page. */
const DEFAULT_BASE = "http://localhost:5173/";

const HELP = `usage: irqscope pack [LAB]... -o FOLDER [--base URL] [--lang en|de] [--force] [--json]

Writes material for teachers into FOLDER, for the named labs of the course, or for all of them:

  index.html      the list of the labs
  LAB.html        outcomes, what students must know, misconceptions, all questions with right answers and likely mistakes,
                  a rubric for each text, and for six labs the plan of a lesson
  LAB-slides.html slides for these six labs, for paper and projector, with links that open the cycle
  LAB-board-N.svg board pictures; the lab's machines compute each number
  rubric.json     the rubrics of all texts, for irqscope marks --marks rubric.json

  -o, --output FOLDER
                  created if it is missing
  --base URL      address of your irqscope page, for the links; default: ${DEFAULT_BASE}, where npm start serves it
  --lang en|de    the language; default: en
  --force         overwrite the files in FOLDER
  --json          { folder, language, labs, files }

The pages contain the right answers: keep them from students.

Labs:
${labList()}
`;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    output: { type: "string", short: "o" },
    base: { type: "string", default: DEFAULT_BASE },
    lang: { type: "string", default: "en" },
    force: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  });
  const { output: folder, lang: language, base, force: overwrite } = values;
  if (folder === undefined) throw new InputError({ subject: "arguments", reason: "-o FOLDER is missing" });
  if (language !== "en" && language !== "de")
    throw new InputError({ subject: "--lang", reason: `must be en or de, not ${language}` });
  if (!URL.canParse(base) || !/^(https?|file):/.test(base))
    throw new InputError({ subject: "--base", reason: `is not an http, https or file address: "${base}"` });
  const unknown = positionals.find((name) => builtinLab(name) === undefined);
  if (unknown !== undefined) throw new InputError({ subject: unknown, reason: noLab(unknown) });
  await mkdir(folder, { recursive: true });
  await expectWritable(join(folder, "index.html"), { overwrite });
  const labs = positionals.length === 0 ? BUILTIN_LABS.map(({ id }) => id) : [...new Set(positionals)];
  const packed = await drawnIn(language, () => packedLabs(labs, { language, base: new URL(base).href }));
  const files = filesOf(packed, new URL(base).href, language);
  for (const [name, text] of files) await writeWhole(join(folder, name), text, { overwrite });
  const report = { folder, language, labs, files: files.map(([name]) => name) };
  if (values.json) await printJson(report);
  else
    await print(`${folder}: ${labs.length} labs, ${files.length} files; open ${join(folder, "index.html")}`);
  return DONE;
}

/** Text must be readable from the last row of a lecture room. A pipeline is as wide as its instructions need. */
const WIDTH_PX: Readonly<Record<PictureName, number | undefined>> = { timeline: 840, pipeline: undefined };

async function packedLabs(
  ids: readonly string[],
  { language, base }: { readonly language: FileLanguage; readonly base: string },
): Promise<readonly PackedLab[]> {
  const core = await openCore();
  const pool = new MachinePool();
  const runMachine = runOnce((scenario) => pool.run(scenario, 0));
  const packed: PackedLab[] = [];
  try {
    for (const id of ids) {
      const lab = await labIn(language, id);
      const text = await teachingText(id, language);
      if (text === undefined) throw new Error(`${id} has no material for teachers`);
      packed.push(
        await packedLab(text, {
          ...{ language, base, modelVersion: core.version, bench: await LabBench.open(lab, 0, runMachine) },
          drawRun: (scenario, what, window) =>
            pictureOf(core, scenario, { what, window, widthPx: WIDTH_PX[what], theme: "light" }).svg,
        }),
      );
    }
    return packed;
  } finally {
    await pool.end();
  }
}

async function labIn(language: FileLanguage, id: string): Promise<Lab> {
  const builtin = builtinLab(id);
  if (language === "en" || builtin === undefined) return labNamed(id);
  const german = translatedLab(await builtin.load(), await builtin.loadGerman());
  if (german.ok) return german.lab;
  throw new InputError(...complaintsOf(id, german));
}

type PackFile = readonly [name: string, text: string];

function filesOf(labs: readonly PackedLab[], base: string, language: FileLanguage): readonly PackFile[] {
  return [
    ["index.html", indexPage(labs, base, language)],
    ["rubric.json", markingText(withRubric(NO_MARKING, labs.flatMap(rubricItems)))],
    ...labs.flatMap((one): readonly PackFile[] => {
      const { id } = one.lab;
      const { lesson } = one.teaching;
      return [
        [`${id}.html`, labPage(one)],
        ...(lesson === undefined ? [] : [[`${id}-slides.html`, slidesPage(one, lesson)] as const]),
        ...one.boards.flat().map((board, at): PackFile => [boardName(id, at), boardFile(board)]),
      ];
    }),
  ];
}

/** An old time, so that a merge keeps every change that a teacher makes. */
const WRITTEN = { by: "irqscope", unixMilliseconds: 0 };

function rubricItems({ steps }: PackedLab): readonly RubricItem[] {
  return steps.flatMap(({ parts }) =>
    parts.flatMap(({ id: part, rubric }) =>
      (rubric?.items ?? []).map(({ points, text }, at) => ({
        ...{ id: `${digestOf(part)}-${at + 1}`, part, points, text, ...WRITTEN },
      })),
    ),
  );
}

export const command: Command = {
  summary: "material for teachers: pages, slides, board pictures, rubrics",
  help: HELP,
  run,
};

/** `irqscope scorm`: a lab as a package for a learning platform. */
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { zipSync } from "fflate";
import { SEED_LIMIT } from "../../lib/labs/machines.ts";
import { type PackageFiles, scormPackage } from "../../lib/labs/scormPackage.ts";
import { builtinLab } from "../../scenarios/labs/index.ts";
import { expectOnePrinted, onlyPositional, readArguments, wholeNumber } from "../arguments.ts";
import { type Command, DONE, type ExitCode, InputError } from "../command.ts";
import { labList, labNamed } from "../load.ts";
import { print, printJson, STANDARD_OUTPUT, writeWhole } from "../output.ts";

const HELP = `usage: irqscope scorm LAB -o FILE.zip [--site FOLDER] [--seed N|student] [--lang en|de] [--force] [--json]

Packs the built page and a manifest so that a learning platform opens this lab (SCORM 1.2). The platform then
stores each student's progress, less than 4,096 characters, and gets the score, the completion, and the answers to
numbers and choices.

  LAB            a lab from the list below, or a file of your own, which is added to the package
  -o FILE.zip    the package
  --site FOLDER  the built page (npm run build); default: dist
  --seed N       the variant of all students; default: 0, the lab as it is written; student: each student gets the
                 variant of the identifier that the platform gives (irqscope answers LAB --student ID)
  --lang en|de   the language of page and lab; default: the language of the student's browser
  --force        overwrite an existing file
  --json         { file, lab, seed, language, files, bytes }

Labs:
${labList()}
`;

const BYTE_LIMIT = 64 * 1024 * 1024;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    output: { type: "string", short: "o" },
    site: { type: "string", default: "dist" },
    seed: { type: "string", default: "0" },
    lang: { type: "string" },
    force: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  });
  const name = onlyPositional(positionals, "LAB");
  const seed = values.seed === "student" ? values.seed : wholeNumber(values.seed, "--seed", 0, SEED_LIMIT);
  const language = languageNamed(values.lang);
  if (values.output === undefined)
    throw new InputError({ subject: "-o", reason: "needs a file to write: -o FILE.zip" });
  expectOnePrinted(values.json, values.output, "-o");
  const lab = await labNamed(name);
  const isOwn = builtinLab(name) === undefined;
  const site = await siteFiles(values.site);
  const files = scormPackage({ lab, isOwn, seed, language, site });
  const bytes = zipSync({ ...files }, { level: 6 });
  await writeWhole(values.output, bytes, { overwrite: values.force });
  const count = Object.keys(files).length;
  const report = { file: values.output, lab: lab.id, seed, language, files: count, bytes: bytes.length };
  if (values.json) await printJson(report);
  else if (values.output !== STANDARD_OUTPUT)
    await print(`${values.output}: ${lab.title}, ${count} files, ${bytes.length} bytes`);
  return DONE;
}

function languageNamed(text: string | undefined): "en" | "de" | undefined {
  if (text === undefined || text === "en" || text === "de") return text;
  throw new InputError({ subject: "--lang", reason: "must be en or de" });
}

async function siteFiles(folder: string): Promise<PackageFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files: Record<string, Uint8Array> = {};
  let size = 0;
  for (const path of paths) {
    const bytes = await readFile(path);
    size += bytes.length;
    if (size > BYTE_LIMIT)
      throw new InputError({ subject: folder, reason: "is not a built page: it is too large" });
    files[relative(folder, path).split(sep).join("/")] = bytes;
  }
  if (!("index.html" in files))
    throw new InputError({ subject: folder, reason: "holds no built page; run npm run build first" });
  return files;
}

export const command: Command = {
  summary: "a lab as a SCORM 1.2 package for a learning platform",
  help: HELP,
  run,
};

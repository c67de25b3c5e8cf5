/** Labs for commands: those of the course by id, others as files. */
import { dirname, join } from "node:path";
import { checkLab } from "../lib/labs/check.ts";
import { joinLab, loadLab } from "../lib/labs/gallery.ts";
import { isLab, type Lab, type LabResult, parseLab, refusedLab } from "../lib/labs/lab.ts";
import { nearest } from "../scenarios/base/messages.ts";
import { BUILTIN_LABS } from "../scenarios/labs/index.ts";
import { readJson } from "../scenarios/read/json.ts";
import { InputError } from "./command.ts";
import { complaintsOf, readText, STANDARD_INPUT } from "./load.ts";

/** Checked. The text may stand in text.md beside the file. */
export async function readLab(file: string): Promise<Lab> {
  const result = await labIn(file, await readText(file));
  if (result.ok) return result.lab;
  throw new InputError(...complaintsOf(file, result));
}

/** Also of what is no lab. */
export async function labIn(file: string, content: string): Promise<LabResult> {
  const json = readJson(content);
  const isOne = json.ok && isLab(json.value);
  const result = isOne ? joinLab(json.value, await textBeside(file)) : parseLab(content);
  if (!result.ok) return result;
  const errors = await checkLab(result.lab);
  return errors.length === 0 ? result : refusedLab(errors);
}

async function textBeside(file: string): Promise<string> {
  return file === STANDARD_INPUT ? "" : readText(join(dirname(file), "text.md")).catch(() => "");
}

/** The id of a lab of the course, else a file. */
export async function labNamed(name: string): Promise<Lab> {
  const known = await loadLab(name);
  if (known?.ok === true) return known.lab;
  if (known !== undefined) throw new InputError(...complaintsOf(name, known));
  if (/[./\\]|^-$/.test(name)) return readLab(name);
  throw new InputError({ subject: name, reason: noLab(name) });
}

export function noLab(name: string): string {
  const ids = BUILTIN_LABS.map(({ id }) => id);
  const guess = nearest(name, ids);
  return `is no lab; ${guess === undefined ? "" : `did you mean ${guess}? `}known: ${ids.join(", ")}`;
}

export function labList(): string {
  const width = Math.max(...BUILTIN_LABS.map(({ id }) => id.length));
  return BUILTIN_LABS.map(({ id, title }) => `  ${id.padEnd(width)}  ${title}`).join("\n");
}

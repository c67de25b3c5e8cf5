/** Linked files that a scenario names (`"elf": "file:checksum.elf"`) in place of what they hold. */
import { dirname, isAbsolute, join } from "node:path";
import { beginsAsElf } from "../lib/elf/readElf.ts";
import { fieldName } from "../scenarios/base/fieldName.ts";
import { isObject } from "../scenarios/base/values.ts";
import { readJson } from "../scenarios/read/json.ts";
import { FILE_PREFIX } from "../scenarios/software/program.ts";
import { InputError } from "./command.ts";
import { fileOf, readBytes } from "./load.ts";

/** The text of a scenario with them in base64; as it is where it names none. Their paths begin at the scenario's folder, or
 * where the command runs. */
export async function withLinkedFiles(path: string, text: string): Promise<string> {
  if (!text.includes(FILE_PREFIX)) return text;
  const json = readJson(text);
  // What is wrong with it is told where it is parsed.
  if (!json.ok || !isObject(json.value)) return text;
  const { software } = json.value;
  const routines = isObject(software) && Array.isArray(software.routines) ? software.routines : [];
  let isChanged = false;
  for (const [index, routine] of routines.entries()) {
    const program: unknown = isObject(routine) ? routine.program : undefined;
    if (!isObject(program) || typeof program.elf !== "string" || !program.elf.startsWith(FILE_PREFIX))
      continue;
    const field = fieldName(["software", "routines", index, "program", "elf"]);
    Object.assign(program, { elf: await base64Of(path, program.elf.slice(FILE_PREFIX.length), field) });
    isChanged = true;
  }
  return isChanged ? JSON.stringify(json.value) : text;
}

async function base64Of(path: string, name: string, field: string): Promise<string> {
  const file = fileOf(path);
  const place = isAbsolute(name) || file === undefined ? name : join(dirname(file), name);
  const bytes = await readBytes(place).catch((error: unknown) => {
    if (!(error instanceof InputError)) throw error;
    const [complaint] = error.complaints;
    throw new InputError({
      subject: path,
      field,
      reason: `${place}: ${complaint?.reason ?? "cannot be read"}`,
    });
  });
  if (!beginsAsElf(bytes)) throw new InputError({ subject: path, field, reason: `${place}: is no ELF file` });
  return Buffer.from(bytes).toString("base64");
}

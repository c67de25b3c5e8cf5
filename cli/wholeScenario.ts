/** A scenario as a file has it, made whole: on its base, with the linked files that it names. */
import { isAbsolute } from "node:path";
import { builtinBase } from "../scenarios/index.ts";
import { readJson } from "../scenarios/read/json.ts";
import { baseNamed, wholeOnBase } from "../scenarios/read/onBase.ts";
import { InputError } from "./command.ts";
import { placeOf, withLinkedFiles } from "./linkedFiles.ts";
import { readText } from "./load.ts";

/** Files that name each other are refused. */
const BASES_LIMIT = 8;

/** `path`: of the file that holds `text`. `takesSources`: of linked files that it names, too. */
export async function wholeText(path: string, text: string, takesSources = false): Promise<string> {
  return withLinkedFiles(path, await withBase(path, text, BASES_LIMIT), takesSources);
}

async function withBase(path: string, text: string, basesLeft: number): Promise<string> {
  const json = readJson(text);
  // What is wrong with it is told where it is parsed.
  const name = json.ok ? baseNamed(json.value) : undefined;
  if (!json.ok || name === undefined) return text;
  const fault = (field: string, reason: string) => new InputError({ subject: path, field, reason });
  const whole = await wholeOnBase(json.value, name, async (base) => {
    if (!base.endsWith(".json")) return builtinBase(base);
    if (isAbsolute(base)) throw fault("base", "must be a path from the folder of the scenario on");
    if (basesLeft === 0) throw fault("base", `more than ${BASES_LIMIT} files are the base of each other`);
    const file = placeOf(path, base);
    const read = readJson(
      await withLinkedFiles(file, await withBase(file, await readText(file), basesLeft - 1)),
    );
    if (!read.ok) throw fault("base", `${file}: ${read.error.message}`);
    return read.value;
  });
  if (!whole.ok) throw fault(whole.error.field, whole.error.message);
  return JSON.stringify(whole.value);
}

/** Labs among the files to validate. */
import { dirname, join } from "node:path";
import { checkLab } from "../lib/labs/check.ts";
import { joinLab } from "../lib/labs/gallery.ts";
import { isLab, type LabRefusal, refusedLab } from "../lib/labs/lab.ts";
import { readJson } from "../scenarios/schema/json.ts";
import { readText, STANDARD_INPUT } from "./load.ts";

export type LabVerdict = { readonly ok: true; readonly name: string } | LabRefusal;

/** Undefined: the file is no lab. */
export async function validateLab(file: string, content: string): Promise<LabVerdict | undefined> {
  const json = readJson(content);
  if (!json.ok || !isLab(json.value)) return undefined;
  const beside =
    file === STANDARD_INPUT ? "" : await readText(join(dirname(file), "text.md")).catch(() => "");
  const result = joinLab(json.value, beside);
  if (!result.ok) return result;
  const errors = await checkLab(result.lab);
  return errors.length === 0 ? { ok: true, name: result.lab.title } : refusedLab(errors);
}

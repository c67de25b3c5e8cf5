/** Labs among the files to validate. */
import { isLab, type LabRefusal } from "../lib/labs/lab.ts";
import { readJson } from "../scenarios/schema/json.ts";
import { labIn } from "./load_lab.ts";

export type LabVerdict = { readonly ok: true; readonly name: string } | LabRefusal;

/** Undefined: the file is no lab. */
export async function validateLab(file: string, content: string): Promise<LabVerdict | undefined> {
  const json = readJson(content);
  if (!json.ok || !isLab(json.value)) return undefined;
  const result = await labIn(file, content);
  return result.ok ? { ok: true, name: result.lab.title } : result;
}

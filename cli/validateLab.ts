/** Labs among the files to validate. */
import { checkKeys } from "../lib/labs/keys.ts";
import { isLab, type LabRefusal, refusedLab } from "../lib/labs/lab.ts";
import { readJson } from "../scenarios/read/json.ts";
import { labIn } from "./loadLab.ts";
import { MachinePool } from "./machinePool.ts";

type LabVerdict = { readonly ok: true; readonly name: string } | LabRefusal;

/** Undefined: the file is no lab. */
export async function validateLab(file: string, content: string): Promise<LabVerdict | undefined> {
  const json = readJson(content);
  if (!json.ok || !isLab(json.value)) return undefined;
  const result = await labIn(file, content);
  if (!result.ok) return result;
  const pool = new MachinePool();
  try {
    const errors = await checkKeys(result.lab, (scenario) => pool.run(scenario, 0));
    return errors.length === 0 ? { ok: true, name: result.lab.title } : refusedLab(errors);
  } finally {
    await pool.end();
  }
}

/** Progress as a file, to move it to another device or to keep it if the browser forgets. It is not a submission. */

import { isObject } from "../../scenarios/base/values.ts";
import { readJson } from "../../scenarios/read/json.ts";
import type { Lab } from "./lab.ts";
import { inEdition, PROGRESS_CHARACTER_LIMIT, type Progress, progressSchema } from "./progress.ts";
import { SUBMISSION_FORMAT } from "./submission.ts";

export const PROGRESS_FORMAT = "irqscope-progress";
const PROGRESS_VERSION = 1;

export function progressFileText(progress: Progress): string {
  return `${JSON.stringify({ format: PROGRESS_FORMAT, version: PROGRESS_VERSION, progress })}\n`;
}

export function progressFileName({ lab, seed }: Progress): string {
  return `${lab}${seed === 0 ? "" : `-${seed}`}.progress.json`;
}

type ReadProgress =
  | { readonly ok: true; readonly progress: Progress }
  | { readonly ok: false; readonly reason: string };

/** Reads a file, whatever it contains. Returns one clear reason and never throws. */
export function readProgressFile(text: string, lab: Lab, seed: number): ReadProgress {
  const refused = (reason: string): ReadProgress => ({ ok: false, reason });
  if (text.length > PROGRESS_CHARACTER_LIMIT)
    return refused(`is larger than ${PROGRESS_CHARACTER_LIMIT / 1024} kB`);
  const json = readJson(text);
  if (!json.ok) return refused(json.error.message);
  const { value } = json;
  if (!isObject(value) || value.format !== PROGRESS_FORMAT)
    return refused(
      isObject(value) && value.format === SUBMISSION_FORMAT
        ? "is a file to hand in, not saved progress"
        : "is not the saved progress of a lab",
    );
  if (value.version !== PROGRESS_VERSION) return refused("was saved by a newer irqscope");
  const parsed = progressSchema.safeParse(value.progress);
  if (!parsed.success) return refused("is damaged");
  const { data } = parsed;
  if (data.lab !== lab.id) return refused(`belongs to another lab: ${data.lab}`);
  if (data.seed !== seed) return refused(`belongs to variant ${data.seed}, this is variant ${seed}`);
  return { ok: true, progress: inEdition(data, lab) };
}

/** The lab and variant of a file. Undefined if the file does not state them. */
export function progressLab(text: string): Pick<Progress, "lab" | "seed"> | undefined {
  if (text.length > PROGRESS_CHARACTER_LIMIT) return undefined;
  const json = readJson(text);
  const value = json.ok && isObject(json.value) ? json.value.progress : undefined;
  if (!isObject(value) || typeof value.lab !== "string" || typeof value.seed !== "number") return undefined;
  return { lab: value.lab, seed: value.seed };
}

/** Stores progress in the few characters that SCORM 1.2 allows (cmi.suspend_data). */

import { pack, unpack } from "../../scenarios/link/codec.ts";
import { readJson } from "../../scenarios/read/json.ts";
import { type Progress, progressSchema } from "./progress.ts";

export const SUSPEND_CHARACTER_LIMIT = 4095;

/** Shortens what does not fit: it halves the longest text answers first. Numbers always fit. */
export function suspendText(progress: Progress): string {
  let shown = progress;
  for (;;) {
    const packed = pack(JSON.stringify(shown));
    if (packed !== undefined && packed.length <= SUSPEND_CHARACTER_LIMIT) return packed;
    const cut = withLongestTextCut(shown);
    if (cut === undefined) return "";
    shown = cut;
  }
}

export function readSuspendText(text: string): Progress | undefined {
  const unpacked = text === "" ? undefined : unpack(text);
  const json = unpacked?.ok ? readJson(unpacked.text) : undefined;
  const parsed = json?.ok ? progressSchema.safeParse(json.value) : undefined;
  return parsed?.success ? parsed.data : undefined;
}

function withLongestTextCut(progress: Progress): Progress | undefined {
  let longest = { step: "", question: "", length: 0 };
  for (const [step, { answers }] of Object.entries(progress.steps))
    for (const [question, { value }] of Object.entries(answers))
      if (typeof value === "string" && value.length > longest.length)
        longest = { step, question, length: value.length };
  const step = progress.steps[longest.step];
  const answer = step?.answers[longest.question];
  if (step === undefined || typeof answer?.value !== "string" || longest.length < 2) return undefined;
  const value = answer.value.slice(0, Math.floor(longest.length / 2));
  const answers = { ...step.answers, [longest.question]: { ...answer, value } };
  return { ...progress, steps: { ...progress.steps, [longest.step]: { ...step, answers } } };
}

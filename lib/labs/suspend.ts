/** Stores progress in the few characters that SCORM 1.2 allows (cmi.suspend_data). */

import { pack, unpack } from "../../scenarios/link/codec.ts";
import { readJson } from "../../scenarios/read/json.ts";
import { type Progress, progressSchema, type StepProgress } from "./progress.ts";

export const SUSPEND_CHARACTER_LIMIT = 4095;

interface Suspended {
  readonly text: string;
  /** False if something that the student has typed or run did not fit. */
  readonly isWhole: boolean;
}

/** Shortens progress until it fits. Removes in this order: earlier answers, designs that were put aside, drafts,
 * present designs that are not the best, ends of the longest texts, all designs. Numbers and choices always fit. */
export function suspendText(progress: Progress): Suspended {
  const last = withSteps(progress, withoutEarlier);
  let shown = last;
  for (const smaller of [
    progress,
    last,
    withSteps(last, ({ aside: _aside, ...step }) => step),
    withSteps(last, ({ aside: _aside, drafts: _drafts, ...step }) => step),
    withSteps(last, ({ aside: _aside, drafts: _drafts, design: _design, trying: _trying, ...step }) => step),
  ]) {
    shown = smaller;
    const packed = packedIn(shown);
    if (packed !== undefined) return { text: packed, isWhole: shown === progress || shown === last };
  }
  for (;;) {
    const cut = withLongestTextCut(shown) ?? withoutLargestTask(shown);
    if (cut === undefined) return { text: "", isWhole: false };
    shown = cut;
    const packed = packedIn(shown);
    if (packed !== undefined) return { text: packed, isWhole: false };
  }
}

function packedIn(progress: Progress): string | undefined {
  const packed = pack(JSON.stringify(progress));
  return packed !== undefined && packed.length <= SUSPEND_CHARACTER_LIMIT ? packed : undefined;
}

/** Shorter texts are not worth truncating. */
export function readSuspendText(text: string): Progress | undefined {
  const unpacked = text === "" ? undefined : unpack(text);
  const json = unpacked?.ok ? readJson(unpacked.text) : undefined;
  const parsed = json?.ok ? progressSchema.safeParse(json.value) : undefined;
  return parsed?.success ? parsed.data : undefined;
}

function withSteps(progress: Progress, change: (step: StepProgress) => StepProgress): Progress {
  const steps = Object.entries(progress.steps).map(([id, step]) => [id, change(step)] as const);
  return { ...progress, steps: Object.fromEntries(steps) };
}

function withoutEarlier(step: StepProgress): StepProgress {
  const answers = Object.entries(step.answers).map(([id, { earlier: _earlier, ...answer }]) => [id, answer]);
  return { ...step, answers: Object.fromEntries(answers) };
}

/** Shorter texts are not worth cutting. */
const CUT_FROM_CHARACTERS = 48;

function withLongestTextCut(progress: Progress): Progress | undefined {
  let longest = { step: "", question: "", length: 0 };
  for (const [step, { answers }] of Object.entries(progress.steps))
    for (const [question, { value }] of Object.entries(answers))
      if (typeof value === "string" && value.length > longest.length)
        longest = { step, question, length: value.length };
  const step = progress.steps[longest.step];
  const answer = step?.answers[longest.question];
  if (step === undefined || typeof answer?.value !== "string" || longest.length < CUT_FROM_CHARACTERS)
    return undefined;
  const value = answer.value.slice(0, Math.floor(longest.length / 2));
  const answers = { ...step.answers, [longest.question]: { ...answer, value, cut: true as const } };
  return { ...progress, steps: { ...progress.steps, [longest.step]: { ...step, answers } } };
}

/** Removes the longest program of a task. It stays on the device and in the file to hand in. */
function withoutLargestTask(progress: Progress): Progress | undefined {
  const sizeOf = ({ task }: StepProgress) => JSON.stringify(task ?? "").length;
  const [largest] = Object.entries(progress.steps)
    .filter(([, { task }]) => task !== undefined)
    .sort(([, one], [, other]) => sizeOf(other) - sizeOf(one));
  if (largest === undefined) return undefined;
  const [id, { task: _task, ...step }] = largest;
  return { ...progress, steps: { ...progress.steps, [id]: step } };
}

/** Labs that were started on this device: their variant, their progress, and the step to continue with. */
import { loadLab } from "../../lib/labs/gallery.ts";
import type { Lab } from "../../lib/labs/lab.ts";
import {
  countSteps,
  isDone,
  isOpen,
  type Progress,
  readProgress,
  type StepCounts,
} from "../../lib/labs/progress.ts";
import { BUILTIN_LABS } from "../../scenarios/labs/index.ts";
import type { KeyValueStore } from "../ui/storage.ts";
import { type ProgressKey, progressKey, readProgressKey } from "./labKeys.ts";
import { ownLabs } from "./ownLabs.ts";

export interface BegunLab {
  /** In addresses. */
  readonly name: string;
  readonly title: string;
  readonly seed: number;
  readonly counts: StepCounts;
  /** Undefined if there is nothing left to do. */
  readonly next: string | undefined;
}

/** Labs of the course in its order, then the user's own labs that are still stored. A lab that was only opened does not
 * count as started. */
export async function begunLabs(storage: KeyValueStore): Promise<readonly BegunLab[]> {
  const keys = storage
    .names()
    .flatMap((name) => readProgressKey(name) ?? [])
    .toSorted((one, other) => one.seed - other.seed);
  const begun: BegunLab[] = [];
  for (const { id } of BUILTIN_LABS) {
    const own = keys.filter(({ lab, isOwn }) => lab === id && !isOwn);
    const result = own.length === 0 ? undefined : await loadLab(id);
    if (result?.ok) begun.push(...own.flatMap((key) => begunAs(storage, id, result.lab, key)));
  }
  if (!keys.some(({ isOwn }) => isOwn)) return begun;
  for (const [name, lab] of await ownLabs(storage)) {
    const own = keys.filter((key) => key.isOwn && key.lab === lab.id);
    begun.push(...own.flatMap((key) => begunAs(storage, name, lab, key)));
  }
  return begun;
}

function begunAs(storage: KeyValueStore, name: string, lab: Lab, key: ProgressKey): readonly BegunLab[] {
  const progress = readProgress(storage.read(progressKey(key)) ?? "", lab, key.seed);
  if (progress === undefined || !hasDeeds(progress)) return [];
  const next = lab.steps.find((step) => isOpen(progress, lab, step) && !isDone(progress, step));
  const counts = countSteps(progress, lab);
  return [{ name, title: lab.title, seed: key.seed, counts, next: next?.id }];
}

function hasDeeds({ steps }: Progress): boolean {
  return Object.values(steps).some(
    ({ answers, hints, task, trying, taskLeft }) =>
      Object.keys(answers).length > 0 || hints > 0 || taskLeft || (task ?? trying) !== undefined,
  );
}

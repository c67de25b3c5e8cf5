/** What the progress in a lab is kept under, on this device. */
import { SLUG } from "../../lib/labs/lab.ts";

const PREFIX = "irqscope.lab.";
const OWN = "own.";

export interface ProgressKey {
  /** The lab's id. */
  readonly lab: string;
  /** Not one of the course: it never meets the progress of one that calls itself the same. */
  readonly isOwn: boolean;
  readonly seed: number;
}

export function progressKey({ lab, isOwn, seed }: ProgressKey): string {
  return `${PREFIX}${isOwn ? OWN : ""}${lab}.${seed}`;
}

/** Undefined: something else is kept under it. */
export function readProgressKey(key: string): ProgressKey | undefined {
  if (!key.startsWith(PREFIX)) return undefined;
  const isOwn = key.startsWith(OWN, PREFIX.length);
  const rest = key.slice(PREFIX.length + (isOwn ? OWN.length : 0));
  const [, lab = "", seed = ""] = /^([^.]+)\.(\d{1,10})$/.exec(rest) ?? [];
  return SLUG.test(lab) ? { lab, isOwn, seed: Number(seed) } : undefined;
}

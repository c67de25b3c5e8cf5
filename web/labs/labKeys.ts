/** Keys under which this device stores progress in labs. */
import { SLUG } from "../../lib/labs/lab.ts";

const PREFIX = "irqscope.lab.";
const OWN = "own.";

export interface ProgressKey {
  /** The lab's id. */
  readonly lab: string;
  /**
   * True for a lab that is not of the course. Its progress is separate from the progress of a course lab with
   * the same id.
   */
  readonly isOwn: boolean;
  readonly seed: number;
}

export function progressKey({ lab, isOwn, seed }: ProgressKey): string {
  return `${PREFIX}${isOwn ? OWN : ""}${lab}.${seed}`;
}

/** Undefined if the key is not one of progress. */
export function readProgressKey(key: string): ProgressKey | undefined {
  if (!key.startsWith(PREFIX)) return undefined;
  const isOwn = key.startsWith(OWN, PREFIX.length);
  const rest = key.slice(PREFIX.length + (isOwn ? OWN.length : 0));
  const [, lab = "", seed = ""] = /^([^.]+)\.(\d{1,10})$/.exec(rest) ?? [];
  return SLUG.test(lab) ? { lab, isOwn, seed: Number(seed) } : undefined;
}

/** Key of the copy that a device keeps of progress which a learning platform stores. `place` is the activity and the
 * student, as a digest. */
export function platformCopyKey(place: string, { lab, seed }: Omit<ProgressKey, "isOwn">): string {
  return `irqscope.platform.${place}.${lab}.${seed}`;
}

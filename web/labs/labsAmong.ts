/** Labs of one's own among the files that are dropped for grading, so that submissions to them can be graded. */
import type { FileText } from "../../lib/labs/fileText.ts";
import type { NotSubmission } from "../../lib/labs/handedIn.ts";
import { LAB_FORMAT, type Lab } from "../../lib/labs/lab.ts";
import { readOwnLab } from "../../lib/labs/own.ts";

export interface Handed {
  readonly name: string;
  readonly read: () => Promise<FileText>;
  /** Why it is not graded. */
  readonly not?: NotSubmission;
}

export interface Parted {
  /** By their ids. */
  readonly labs: ReadonlyMap<string, Lab>;
  /** All others, labs with mistakes too. */
  readonly files: readonly Handed[];
}

export async function labsAmong(handed: readonly Handed[]): Promise<Parted> {
  const labs = new Map<string, Lab>();
  const files: Handed[] = [];
  for (const one of handed) {
    const lab = await labIn(one);
    if (lab === undefined) files.push(one);
    else labs.set(lab.id, lab);
  }
  return { labs, files };
}

async function labIn({ read, not }: Handed): Promise<Lab | undefined> {
  if (not !== undefined) return undefined;
  const text = await read().catch(() => undefined);
  if (!text?.ok || !text.text.includes(JSON.stringify(LAB_FORMAT))) return undefined;
  const result = await readOwnLab(text.text);
  return result.ok ? result.lab : undefined;
}

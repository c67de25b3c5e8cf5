/** Finds every missed deadline: a worker runs the machine again. */
import type { Miss } from "../../lib/metrics/registry/deadline.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { exportRun } from "../engine/oneTask.ts";

/** For more, use the command: irqscope run --misses N. */
const LISTED = 200;

export interface MissedDeadlines {
  readonly misses: readonly Miss[];
  /** There are more than these. */
  readonly isCut: boolean;
}

/** Misses that end behind the warm-up. Undefined: the signal has given up the search. */
export async function missedDeadlines(
  scenario: Scenario,
  warmUpCycles: number,
  signal: AbortSignal,
  write: typeof exportRun = exportRun,
): Promise<MissedDeadlines | undefined> {
  const task = { what: "misses", scenario, warmUpCycles, most: LISTED + 1 } as const;
  const file = await write(task, () => undefined, signal);
  if (file === undefined) return undefined;
  const found = JSON.parse(await file.blob.text()) as readonly Miss[];
  return { misses: found.slice(0, LISTED), isCut: found.length > LISTED };
}

/** Runs the machine as it is and its variants beside the page, one after the other as workers are free. */
import type { EndedRun } from "../../lib/knobs/headlines.ts";
import type { Remedy } from "../../lib/why/remedies.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { createMachinePool, type MachinePool } from "../engine/machinePool.ts";

export interface RemedyRow {
  readonly remedy: Remedy;
  readonly after: EndedRun | undefined;
  readonly failed: boolean;
}

export interface RemedyRuns {
  readonly before: EndedRun | undefined;
  readonly rows: readonly RemedyRow[];
}

/** Calls `see` with each result; returns what stops it. */
export function runRemedies(
  scenario: Scenario,
  remedies: readonly Remedy[],
  see: (runs: RemedyRuns) => void,
  makePool: () => Pick<MachinePool, "run" | "stop"> = createMachinePool,
): () => void {
  let runs: RemedyRuns = {
    before: undefined,
    rows: remedies.map((remedy) => ({ remedy, after: undefined, failed: false })),
  };
  see(runs);
  if (remedies.length === 0) return () => undefined;
  const pool = makePool();
  let isStopped = false;
  let left = remedies.length + 1;
  const tell = (change: Partial<RemedyRuns>) => {
    if (isStopped) return;
    runs = { ...runs, ...change };
    see(runs);
    left -= 1;
    // Its workers would hold their memory.
    if (left === 0) pool.stop();
  };
  const run = async (one: Scenario): Promise<EndedRun | undefined> => {
    try {
      const { wholeRun } = await pool.run(one, 0);
      return { metrics: wholeRun, clockHertz: one.machine.clockHertz };
    } catch {
      return undefined;
    }
  };
  void run(scenario).then((before) => tell({ before }));
  for (const remedy of remedies)
    void run(remedy.scenario).then((after) =>
      tell({
        rows: runs.rows.map((row) =>
          row.remedy === remedy ? { remedy, after, failed: after === undefined } : row,
        ),
      }),
    );
  return () => {
    isStopped = true;
    pool.stop();
  };
}

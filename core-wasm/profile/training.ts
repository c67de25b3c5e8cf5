/** The machines whose runs say what of the core is hot: the workloads of the bench and all built-in scenarios. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { BUILTIN_SCENARIOS } from "../../scenarios/index.ts";
import { loadWorkloads, type Workload } from "../bench/workloads.ts";
import { loadCore, wholeRecord } from "../binding/index.ts";

interface TrainingRun {
  /** A sim_config record and the trace entries that it counts. */
  readonly file: string;
  readonly cycles: number;
}

const CYCLES_LIMIT = 2_000_000;

export async function writeTraining(folder: string, core: BufferSource): Promise<readonly TrainingRun[]> {
  const module = await loadCore(core);
  return [...(await loadWorkloads()), ...(await builtins())].map(({ compiled, cycles }, index) => {
    const file = join(folder, `${index}.workload`);
    writeFileSync(file, wholeRecord(module, compiled));
    return { file, cycles: Math.min(cycles, CYCLES_LIMIT) };
  });
}

type Machine = Pick<Workload, "compiled" | "cycles">;

const builtins = (): Promise<readonly Machine[]> =>
  Promise.all(
    BUILTIN_SCENARIOS.map(async ({ id, load }) => {
      const parsed = await load();
      if (!parsed.ok) throw new Error(`${id}: ${parsed.errors.map(({ message }) => message).join("; ")}`);
      return { compiled: compileScenario(parsed.scenario), cycles: parsed.scenario.runCycles };
    }),
  );

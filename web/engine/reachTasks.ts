/** A worker's sixth job: to tell what a part of a run has measured, stop by stop. The worker knows no expressions: the page
 * says which stop it looked for. */
import type { CoreModule } from "../../core-wasm/binding/index.ts";
import type { Measured } from "../../lib/metrics/metric.ts";
import { machineBehind, stopsIn } from "../../lib/study/reach.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { TaskAnswer } from "./oneTask.ts";

export interface ReachTask {
  readonly scenario: Scenario;
  readonly warmUpCycles: number;
  /** Not before the warm-up. */
  readonly from: number;
  readonly to: number;
}

export interface ReachPart {
  readonly cycle: number;
  readonly measured: Measured;
}

export function* answerReach(
  core: CoreModule,
  { scenario, warmUpCycles, from, to }: ReachTask,
): Generator<TaskAnswer<ReachPart>> {
  try {
    const { machine, measured } = machineBehind(core, scenario, warmUpCycles);
    for (const cycle of stopsIn(warmUpCycles, from)) machine.step(cycle);
    for (const cycle of stopsIn(from, to)) {
      machine.step(cycle);
      yield { kind: "part", cycle, measured: measured() };
    }
    yield { kind: "done" };
  } catch (error) {
    yield { kind: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}

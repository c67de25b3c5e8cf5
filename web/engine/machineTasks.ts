/** Workers that run whole machines: one after the other to its end, or one machine stop by stop. */
import type { CoreModule } from "../../core-wasm/binding/index.ts";
import type { Measured } from "../../lib/metrics/measure.ts";
import { type Outcome, runToOutcome, type WorkEnd } from "../../lib/papers/outcome.ts";
import { machineBehind, stopsIn } from "../../lib/study/reach.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { AT_WORK_MS, type TaskAnswer } from "./tasks.ts";

export interface MachineTask {
  readonly scenario: Scenario;
  readonly warmUpCycles: number;
  readonly until?: WorkEnd | undefined;
}

export type MachineReply =
  | { readonly ok: true; readonly outcome: Outcome }
  | { readonly ok: false; readonly message: string };

/** Messages of a worker with a task. */
export type MachineAnswer = MachineReply | "working";

/** Runs a machine to its end. `atWork` is called about every AT_WORK_MS. */
export function answerTask(
  core: CoreModule,
  { scenario, warmUpCycles, until }: MachineTask,
  atWork: () => void,
  now = () => performance.now(),
): MachineReply {
  let saidMs = now();
  const goOn = () => {
    if (now() - saidMs >= AT_WORK_MS) {
      saidMs = now();
      atWork();
    }
    return true;
  };
  try {
    const outcome = runToOutcome(core, scenario, warmUpCycles, until, goOn);
    return outcome === undefined ? { ok: false, message: "stopped" } : { ok: true, outcome };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

/** Reports measurements of a part of a run, stop by stop. The worker does not evaluate expressions: the page looks for
 * the stop at which one is reached. */
export interface ReachTask {
  readonly scenario: Scenario;
  readonly warmUpCycles: number;
  /** Start of the window, at or after the end of the warm-up. */
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

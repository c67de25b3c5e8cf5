/** A worker's other job: to run whole machines, one after the other, and answer with what they did. */
import type { CoreModule } from "../../core-wasm/binding/index.ts";
import { type Outcome, runToOutcome, type WorkEnd } from "../../lib/papers/outcome.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { AT_WORK_MS } from "./workerName.ts";

export interface MachineTask {
  readonly scenario: Scenario;
  readonly warmUpCycles: number;
  readonly until?: WorkEnd | undefined;
}

export type MachineReply =
  | { readonly ok: true; readonly outcome: Outcome }
  | { readonly ok: false; readonly message: string };

/** Of a worker with a task. */
export type MachineAnswer = MachineReply | "working";

/** `atWork` is called about every AT_WORK_MS. */
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

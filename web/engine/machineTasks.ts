/** A worker's other job: to run whole machines, one after the other, and answer with what they did. */
import type { CoreModule } from "../../core-wasm/binding/index.ts";
import { type Outcome, runToOutcome, type WorkEnd } from "../../lib/papers/outcome.ts";
import type { Scenario } from "../../scenarios/schema/schema.ts";

export interface MachineTask {
  readonly scenario: Scenario;
  readonly warmUpCycles: number;
  readonly until?: WorkEnd | undefined;
}

export type MachineReply =
  | { readonly ok: true; readonly outcome: Outcome }
  | { readonly ok: false; readonly message: string };

export function answerTask(core: CoreModule, { scenario, warmUpCycles, until }: MachineTask): MachineReply {
  try {
    const outcome = runToOutcome(core, scenario, warmUpCycles, until);
    return outcome === undefined ? { ok: false, message: "stopped" } : { ok: true, outcome };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

/** A worker thread of the command, which runs one machine after another. It is a separate bundle (cli/build.mjs),
 * because loading the whole command took four times as long. */
import { parentPort } from "node:worker_threads";
import { type Outcome, runToOutcome, type WorkEnd } from "../lib/papers/outcome.ts";
import type { Scenario } from "../scenarios/format/schema.ts";
import { openCore } from "./core.ts";

export interface Task {
  readonly scenario: Scenario;
  readonly warmUpCycles: number;
  readonly until?: WorkEnd | undefined;
}

export type Traffic = Scenario["traffic"];

/** The message to a worker. If the traffic equals the traffic of the worker's previous task, it is not sent again,
 * because a capture has hundreds of thousands of frames. */
export interface Message extends Omit<Task, "scenario"> {
  readonly rest: Omit<Scenario, "traffic">;
  readonly traffic: Traffic | undefined;
}

export type Reply =
  | { readonly ok: true; readonly outcome: Outcome }
  | { readonly ok: false; readonly message: string };

function replyTo(run: () => Outcome | undefined): Reply {
  try {
    const outcome = run();
    return outcome === undefined ? { ok: false, message: "stopped" } : { ok: true, outcome };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

const core = await openCore();
let kept: Traffic = [];
parentPort?.on("message", ({ rest, traffic = kept, warmUpCycles, until }: Message) => {
  kept = traffic;
  const scenario = { ...rest, traffic };
  parentPort?.postMessage(replyTo(() => runToOutcome(core, scenario, warmUpCycles, until)));
});

/** Runs the machine and its variants in workers. Each runs once, however many losses the user asks about. */
import type { EndedRun } from "../../lib/knobs/headlines.ts";
import type { Remedy } from "../../lib/why/remedies.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { createMachinePool, type MachinePool, workersBeside } from "../engine/machinePool.ts";

interface RemedyRow {
  readonly remedy: Remedy;
  readonly after: EndedRun | undefined;
  readonly failed: boolean;
}

export interface RemedyRuns {
  readonly before: EndedRun | undefined;
  readonly rows: readonly RemedyRow[];
}

export interface RemedyRunner {
  /** Reports known results at once, then each new one. Earlier requests that have not started are dropped. */
  readonly ask: (remedies: readonly Remedy[], see: (runs: RemedyRuns) => void) => void;
  /** Stops all runs while held. Cancelled runs start again afterwards. */
  readonly hold: (isHeld: boolean) => void;
  /** Cancels the runs and keeps the results. */
  readonly stop: () => void;
}

/** `size` is the number of concurrent runs. */
export function createRemedyRunner(
  scenario: Scenario,
  size = workersBeside(navigator.hardwareConcurrency),
  makePool: (size: number) => Pick<MachinePool, "run" | "stop"> = (workers) =>
    createMachinePool(undefined, workers),
): RemedyRunner {
  /** Runs by the text of the scenario. "failed" if it could not run. */
  const known = new Map<string, EndedRun | "failed">();
  const running = new Set<string>();
  let pool: Pick<MachinePool, "run" | "stop"> | undefined;
  let isHeld = false;
  let asked: readonly Remedy[] = [];
  let see: (runs: RemedyRuns) => void = () => undefined;

  /** Text of each scenario, computed once, because that of a capture is long. */
  const texts = new WeakMap<Scenario, string>();
  function textOf(one: Scenario): string {
    const text = texts.get(one) ?? JSON.stringify(one);
    texts.set(one, text);
    return text;
  }

  function tell(): void {
    const before = known.get(textOf(scenario));
    see({
      before: before === "failed" ? undefined : before,
      rows: asked.map((remedy) => {
        const after = known.get(textOf(remedy.scenario));
        return { remedy, after: after === "failed" ? undefined : after, failed: after === "failed" };
      }),
    });
  }

  function giveUp(): void {
    // Otherwise the pool's workers would keep their memory.
    pool?.stop();
    pool = undefined;
    running.clear();
  }

  function begin(): void {
    if (isHeld) return;
    const wanted = asked.length === 0 ? [] : [scenario, ...asked.map((remedy) => remedy.scenario)];
    const missing = wanted.filter((one) => !known.has(textOf(one)));
    if (missing.length === 0 && running.size === 0) giveUp();
    for (const one of missing) {
      const text = textOf(one);
      if (running.size < size && !running.has(text)) void run(one, text);
    }
  }

  async function run(one: Scenario, text: string): Promise<void> {
    pool ??= makePool(size);
    const mine = pool;
    running.add(text);
    const end = await mine.run(one, 0).then(
      ({ wholeRun }): EndedRun => ({ metrics: wholeRun, clockHertz: one.machine.clockHertz }),
      () => "failed" as const,
    );
    if (mine !== pool) return; // given up
    running.delete(text);
    known.set(text, end);
    tell();
    begin();
  }

  return {
    ask: (remedies, seeRuns) => {
      asked = remedies;
      see = seeRuns;
      tell();
      begin();
    },
    hold: (held) => {
      isHeld = held;
      if (isHeld) giveUp();
      else begin();
    },
    stop: () => {
      asked = [];
      see = () => undefined;
      giveUp();
    },
  };
}

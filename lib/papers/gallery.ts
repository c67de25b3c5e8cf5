/** All papers, their experiments run and judged. */
import type { Scenario } from "../../scenarios/format/schema.ts";
import { BUILTIN_PAPERS } from "../../scenarios/papers/index.ts";
import { digestOf } from "../labs/digest.ts";
import { type Judgement, judgeExperiment } from "./judge.ts";
import type { Outcome, WorkEnd } from "./outcome.ts";
import { type Experiment, type Paper, parsePaper } from "./paper.ts";
import { planExperiment } from "./plan.ts";
import { type DrawnCurve, drawCurves, type Finished } from "./value.ts";

export async function loadPapers(): Promise<readonly Paper[]> {
  return Promise.all(
    BUILTIN_PAPERS.map(async ({ id, load }) => {
      const result = parsePaper(await load());
      if (result.ok) return result.paper;
      const [error] = result.errors;
      throw new Error(`paper ${id}: ${error?.field}: ${error?.message}`);
    }),
  );
}

export interface JudgedExperiment {
  readonly paper: Paper;
  readonly experiment: Experiment;
  readonly judgements: readonly Judgement[];
  readonly curves: readonly DrawnCurve[];
  /** Digest of the state hashes of all its machines, at the end of their runs. */
  readonly state: string;
}

/** Runs one machine. Rejects if it was stopped. */
export type RunMachine = (scenario: Scenario, warmUpCycles: number, until?: WorkEnd) => Promise<Outcome>;

export async function runExperiment(
  paper: Paper,
  experiment: Experiment,
  runMachine: RunMachine,
  onProgress: (done: number, of: number) => void = () => {},
): Promise<JudgedExperiment> {
  const planned = await planExperiment(paper, experiment);
  let done = 0;
  onProgress(done, planned.length);
  const finished: Finished[] = await Promise.all(
    planned.map(async (run) => {
      const outcome = await runMachine(run.scenario, run.warmUpCycles, run.until);
      done += 1;
      onProgress(done, planned.length);
      return { ...run, outcome };
    }),
  );
  return {
    paper,
    experiment,
    judgements: judgeExperiment(paper, experiment, finished),
    curves: drawCurves(experiment, finished),
    state: digestOf(finished.map(({ outcome }) => outcome.stateHash).join()),
  };
}

/** Equal scenario, warm-up and end give the same outcome. A run that failed or was stopped is tried again. */
export function sharedRuns(runMachine: RunMachine): RunMachine {
  const known = new Map<string, Promise<Outcome>>();
  return (scenario, warmUpCycles, until) => {
    const key = JSON.stringify([scenario, warmUpCycles, until]);
    const found = known.get(key);
    if (found) return found;
    const running = runMachine(scenario, warmUpCycles, until);
    known.set(key, running);
    running.catch(() => known.delete(key));
    return running;
  };
}

/** Machines that another program runs. The command writes runs to standard output as in a compiled file, and reads
 * lines of results from standard input (docs/elsewhere.md). */
import { z } from "zod";
import type { CoreModule } from "../core-wasm/binding/index.ts";
import { tallyCounts } from "../lib/metrics/toldApart.ts";
import type { Outcome } from "../lib/papers/outcome.ts";
import { studyColumns } from "../lib/study/columns.ts";
import type { StudyPlan } from "../lib/study/plan.ts";
import type { Scenario } from "../scenarios/format/schema.ts";
import { InputError } from "./command.ts";
import { CompiledWriter, lineOf, stopsOf } from "./compiledFile.ts";
import { jsonOf, linesOf } from "./lines.ts";
import { STANDARD_INPUT } from "./load.ts";
import { MachineRefused } from "./machinePool.ts";
import { writeOutput } from "./output.ts";
import { measuredOf, type RunResults, resultsReader } from "./resultFile.ts";

/** Standard input. Its first line may be a study. */
const ownerLines = linesOf(STANDARD_INPUT);

/** JSON of a study that is not a file: the program that runs the machines sends it first. */
export async function studyOfOwner(): Promise<unknown> {
  const first = await ownerLines.next();
  // A faulty study must end the command even if more input follows. Files have no unref.
  process.stdin.unref?.();
  if (first.done === true) throw new InputError({ subject: STUDY_OF_OWNER, reason: "is missing" });
  return jsonOf(STUDY_OF_OWNER, first.value);
}

/** The name of the study in errors. */
export const STUDY_OF_OWNER = "study";

/** The parts of a result that a study uses. */
export type RunOutcome = Pick<Outcome, "measured" | "stateHash" | "model" | "brokenLaw">;

interface Waiting {
  readonly key: string;
  readonly scenario: Scenario;
  readonly stops: readonly number[];
  readonly resolve: (outcome: RunOutcome) => void;
  readonly reject: (error: Error) => void;
}

const wantLine = z.strictObject({ want: z.number().int().min(1) });
const failureLine = z.strictObject({ run: z.string(), failed: z.string() });

export class MachinesElsewhere {
  readonly #core: CoreModule;
  readonly #writer: CompiledWriter;
  readonly #waiting: Waiting[] = [];
  readonly #running = new Map<string, Waiting>();
  #count = 0;
  #wanted = 0;
  /** True if the owner knows that no run is waiting. */
  #isTold = false;
  #failure: Error | undefined;
  #last: Promise<void>;

  constructor(core: CoreModule, plan: StudyPlan) {
    this.#core = core;
    this.#writer = new CompiledWriter(core);
    const head = { ...JSON.parse(this.#writer.head), study: studyColumns(plan) };
    this.#last = writeOutput(lineOf(head));
    process.stdin.ref?.();
    this.#listen().catch((error: Error) => this.#fail(error));
  }

  run(scenario: Scenario, warmUpCycles: number): Promise<RunOutcome> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      const stops = stopsOf(scenario, warmUpCycles);
      this.#waiting.push({ key: String(this.#count++), scenario, stops, resolve, reject });
      this.#send();
    });
  }

  /** Stops reading, and does not wait for running machines. */
  async end(): Promise<void> {
    this.#failure ??= new Error("the study has ended");
    process.stdin.destroy();
    await this.#last.catch(() => undefined);
  }

  /** Sends as many runs as the program has requested. */
  #send(): void {
    this.#sendRuns();
    if (this.#wanted === 0 || this.#isTold) return;
    this.#isTold = true;
    // The study requests its runs one after another. At this point it has requested all runs that do not depend on
    // results.
    setImmediate(() => {
      if (this.#isTold) this.#write(lineOf({ waiting: 0 }));
    });
  }

  #write(text: string): void {
    this.#last = this.#last.then(() => writeOutput(text));
    this.#last.catch((error: Error) => this.#fail(error));
  }

  #sendRuns(): void {
    while (this.#wanted > 0 && this.#failure === undefined) {
      const one = this.#waiting.shift();
      if (one === undefined) return;
      this.#wanted -= 1;
      this.#running.set(one.key, one);
      try {
        this.#write(this.#writer.run(one.key, one));
        this.#isTold = false;
      } catch (error) {
        this.#settle(one.key)?.reject(error instanceof Error ? error : new Error(String(error)));
      }
    }
  }

  #settle(key: string): Waiting | undefined {
    const one = this.#running.get(key);
    this.#running.delete(key);
    return one;
  }

  async #listen(): Promise<void> {
    const read = resultsReader(STANDARD_INPUT, this.#core, (key, line) =>
      tallyCounts(this.#known(key, line).scenario),
    );
    for await (const line of ownerLines) {
      const value = jsonOf(STANDARD_INPUT, line);
      const want = wantLine.safeParse(value);
      const failure = failureLine.safeParse(value);
      if (want.success) {
        this.#wanted += want.data.want;
        this.#send();
      } else if (failure.success) {
        this.#expected(failure.data.run, line.number).reject(new MachineRefused(failure.data.failed));
      } else {
        const result = read(line, value);
        if (result !== undefined) this.#take(this.#expected(result.key, line.number), result);
      }
    }
    throw new InputError({ subject: "standard input", reason: "ended before all runs" });
  }

  /** Each run accepts one answer. */
  #expected(key: string, line: number): Waiting {
    const one = this.#known(key, line);
    this.#running.delete(key);
    return one;
  }

  #known(key: string, line: number): Waiting {
    const one = this.#running.get(key);
    if (one !== undefined) return one;
    throw new InputError({
      subject: "standard input",
      field: `line ${line}`,
      reason: `"${key}" is not a run that this command has asked for`,
    });
  }

  #take(one: Waiting, { stops, end }: RunResults): void {
    const [first] = stops;
    const reached = stops.map(({ cycle }) => cycle).join(" and ");
    if (first === undefined || reached !== one.stops.join(" and "))
      one.reject(new Error(`run "${one.key}" stopped at ${reached}, not at ${one.stops.join(" and ")}`));
    else
      one.resolve({
        measured: measuredOf({ key: one.key, stops, end }).since,
        stateHash: end.stateHash(),
        model: this.#core.version,
        brokenLaw: end.checkInvariants(),
      });
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    const open = [...this.#running.values(), ...this.#waiting];
    this.#running.clear();
    this.#waiting.length = 0;
    for (const { reject } of open) reject(error);
  }
}

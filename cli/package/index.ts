/** `irqscope`: scenarios for `irqscope/core`, and reports of machines. */
import {
  type CompiledScenario,
  type CoreModule,
  createMachine,
  type Machine,
} from "../../core-wasm/binding/index.ts";
import { dictionaryOf } from "../../lib/metrics/dictionary.ts";
import { measureRun } from "../../lib/metrics/measure.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import { reportRun } from "../../lib/metrics/report.ts";
import { VERSION } from "../../lib/origin.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import type { Scenario as WholeScenario } from "../../scenarios/format/schema.ts";
import { BUILTIN_SCENARIOS, builtinBase, builtinScenario } from "../../scenarios/index.ts";
import { parseScenario, readScenario } from "../../scenarios/read/parse.ts";
import { openCore as open } from "../core.ts";

export const version: string = VERSION;

/** A checked scenario with every default filled in. Its fields are those of scenario.schema.json. */
export interface Scenario {
  readonly name: string;
  readonly seed: number;
  readonly runCycles: number;
  readonly [field: string]: unknown;
}

export interface FieldError {
  /** The path of the field. */
  readonly field: string;
  readonly message: string;
}

/** Names the faulty fields and the reasons. */
export class InvalidScenario extends Error {
  override readonly name = "InvalidScenario";
  readonly errors: readonly FieldError[];

  constructor(errors: readonly FieldError[]) {
    super(errors.map(({ field, message }) => `${field}: ${message}`).join("\n"));
    this.errors = errors;
  }
}

/** Ids and summaries of the built-in scenarios. */
export const builtinScenarios: readonly { readonly id: string; readonly summary: string }[] =
  BUILTIN_SCENARIOS.map(({ id, summary }) => ({ id, summary }));

export interface Changes {
  readonly runCycles?: number;
  readonly seed?: number;
}

/** `source` is the id of a built-in scenario, the text of a file, or a value from JSON.parse. Throws InvalidScenario. */
export async function loadScenario(source: unknown, changes: Changes = {}): Promise<Scenario> {
  const builtin = typeof source === "string" ? builtinScenario(source) : undefined;
  const read = builtin === undefined ? await readScenario(source, builtinBase) : await builtin.load();
  if (!read.ok) throw new InvalidScenario(read.errors);
  const changed = parseScenario({ ...read.scenario, ...changes });
  if (!changed.ok) throw new InvalidScenario(changed.errors);
  return changed.scenario;
}

/** The core beside this file, for Node. Elsewhere pass its bytes to `loadCore` of irqscope/core. */
export const openCore = (): Promise<CoreModule> => open();

/** Makes the input of `createMachine` of irqscope/core. */
export function compile(scenario: Scenario): CompiledScenario {
  return compileScenario(wholeOf(scenario));
}

/** The report that `irqscope run --json` prints; latencies are in cycles. */
export interface Report {
  readonly scenario: string;
  readonly seed: number;
  readonly cycle: number;
  readonly stateHash: string;
  readonly [field: string]: unknown;
}

/** The report at the machine's present cycle. */
export function reportOf(scenario: Scenario, machine: Machine): Report {
  const whole = wholeOf(scenario);
  return { ...reportRun(whole, readMetrics(machine, whole.machine)) };
}

/** Every metric of docs/expressions.md with a value, by name. Times are in seconds. */
export function metricsOf(scenario: Scenario, machine: Machine): ReadonlyMap<string, number> {
  const measured = measureRun(machine);
  const values = new Map<string, number>();
  for (const [name, metric] of dictionaryOf(wholeOf(scenario))) {
    const value = metric.read(measured);
    if (value !== undefined && !Number.isNaN(value)) values.set(name, value);
  }
  return values;
}

/** Runs a scenario to its end, in Node. */
export async function run(source: unknown, changes: Changes = {}): Promise<Report> {
  const scenario = await loadScenario(source, changes);
  const machine = createMachine(await openCore(), compile(scenario));
  machine.step(scenario.runCycles);
  return reportOf(scenario, machine);
}

/** Only loadScenario makes such an object. */
const wholeOf = (scenario: Scenario) => scenario as unknown as WholeScenario;

/** A machine as bytes, for a program that has only the core. docs/elsewhere.md describes the format. */
import { createHash } from "node:crypto";
import { z } from "zod";
import {
  type CoreModule,
  CoreRefusedError,
  machinePages,
  machineRecord,
  SIM_LAYOUT_HASH,
} from "../core-wasm/binding/index.ts";
import { RECORD_READS, tallyBytes } from "../core-wasm/binding/results.ts";
import { tallyCounts } from "../lib/metrics/toldApart.ts";
import { VERSION } from "../lib/origin.ts";
import { JSON_BYTE_LIMIT } from "../scenarios/base/limits.ts";
import { refusalIn } from "../scenarios/check/refusal.ts";
import { compileScenario } from "../scenarios/compile/compile.ts";
import type { Scenario } from "../scenarios/format/schema.ts";
import { parseScenario } from "../scenarios/read/parse.ts";
import { InputError } from "./command.ts";
import { bytesOfText, jsonOf, linesOf, textOfBytes } from "./lines.ts";
import { complaintsOf } from "./load.ts";

const COMPILED_FORMAT = "irqscope-compiled";
const FORMAT_VERSION = 1;

/** The head of both files: results can be read only by the program that compiled the runs. */
export const programOf = ({ version }: CoreModule) => ({
  formatVersion: FORMAT_VERSION,
  irqscope: VERSION,
  model: version,
  layout: SIM_LAYOUT_HASH,
});

interface ToRun {
  /** The name of the run in both files. */
  readonly key: string;
  readonly scenario: Scenario;
  /** Cycles at which the host copies the records, in ascending order. The last one ends the run. */
  readonly stops: readonly number[];
}

/** The stops of a run whose first `warmUpCycles` are not measured. */
export const stopsOf = ({ runCycles }: Scenario, warmUpCycles: number): readonly number[] =>
  warmUpCycles > 0 ? [warmUpCycles, runCycles] : [runCycles];

/** Writes the lines of a compiled file. */
export class CompiledWriter {
  readonly #core: CoreModule;
  /** Traffic that the file already contains. All points of a study may share it. */
  readonly #written = new Set<string>();

  constructor(core: CoreModule) {
    this.#core = core;
  }

  get head(): string {
    const reads = RECORD_READS.map(({ call, arguments: numbers, bytes }) => [call, numbers, bytes]);
    return lineOf({ format: COMPILED_FORMAT, ...programOf(this.#core), reads });
  }

  /** `about`: additional fields of the line. Throws InputError if the core refuses the machine. */
  run(
    subject: string,
    { key, scenario, stops }: ToRun,
    about: Readonly<Record<string, unknown>> = {},
  ): string {
    const { record, pages } = machineBytes(this.#core, subject, scenario);
    const { traffic } = record;
    const id = traffic.length === 0 ? null : createHash("sha256").update(traffic).digest("hex");
    const isNew = id !== null && !this.#written.has(id);
    if (id !== null) this.#written.add(id);
    const config = textOfBytes(record.config);
    return (
      (isNew ? lineOf({ traffic: id, bytes: textOfBytes(traffic) }) : "") +
      lineOf({
        run: key,
        config,
        traffic: id,
        pages,
        stops,
        more: tallyBytes(tallyCounts(scenario)),
        ...about,
      })
    );
  }
}

/** A machine for any host of the core: its configuration, followed by its traffic, and the number of memory pages
 * that it needs. Throws InputError if the core refuses it. */
export function machineBytes(core: CoreModule, subject: string, scenario: Scenario) {
  const compiled = compileScenario(scenario);
  try {
    return { record: machineRecord(core, compiled), pages: machinePages(core, compiled) };
  } catch (error) {
    if (!(error instanceof CoreRefusedError)) throw error;
    const { field, message } = refusalIn(scenario, error);
    throw new InputError({ subject, field, reason: message });
  }
}

export const lineOf = (value: unknown): string => `${JSON.stringify(value)}\n`;

/** Data of a run from which `decode` makes the complete report. `command` gives the same report. */
export const aboutScenario = (scenario: Scenario, command: string) => ({
  scenario: textOfBytes(Buffer.from(JSON.stringify(scenario))),
  command,
});

export interface CompiledRun {
  readonly scenario: Scenario;
  /** Undefined in files from a version without this field. */
  readonly command: string | undefined;
}

const headOf = z.object({
  format: z.string(),
  formatVersion: z.number(),
  irqscope: z.string(),
  model: z.string(),
  layout: z.string(),
});

const runLine = z.object({ run: z.string(), scenario: z.string(), command: z.string().optional() });

/** The runs of a compiled file, by their keys. */
export async function runsIn(path: string, core: CoreModule): Promise<ReadonlyMap<string, CompiledRun>> {
  const runs = new Map<string, CompiledRun>();
  let isHead = true;
  for await (const line of linesOf(path)) {
    const value = jsonOf(path, line);
    if (isHead) expectHead(path, value, COMPILED_FORMAT, core);
    isHead = false;
    const read = runLine.safeParse(value);
    if (!read.success) continue;
    const { run, scenario, command } = read.data;
    runs.set(run, { scenario: scenarioOf(path, line.number, scenario), command });
  }
  if (isHead) throw new InputError({ subject: path, reason: "is empty" });
  return runs;
}

function scenarioOf(path: string, number: number, packed: string): Scenario {
  const bytes = bytesOfText(packed, JSON_BYTE_LIMIT);
  const field = `line ${number}, scenario`;
  if (bytes === undefined) throw new InputError({ subject: path, field, reason: "is not a packed scenario" });
  const parsed = parseScenario(Buffer.from(bytes).toString("utf8"));
  if (parsed.ok) return parsed.scenario;
  throw new InputError(...complaintsOf(path, parsed));
}

/** Throws InputError for a file of another format, program or model. */
export function expectHead(path: string, value: unknown, format: string, core: CoreModule): void {
  const here = programOf(core);
  const read = headOf.safeParse(value);
  const reason =
    read.success && read.data.format === format ? otherThan(here, read.data) : `is not a head of ${format}`;
  if (reason !== undefined) throw new InputError({ subject: path, field: "line 1", reason });
}

type Program = ReturnType<typeof programOf>;

function otherThan(here: Program, there: Program): string | undefined {
  const other = (["formatVersion", "irqscope", "model", "layout"] as const).find(
    (name) => there[name] !== here[name],
  );
  return other === undefined ? undefined : `has ${other} ${there[other]}, this program has ${here[other]}`;
}

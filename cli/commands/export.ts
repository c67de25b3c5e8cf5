/** `irqscope export`: the events of a run as a table, a picture or a file for another program. */

import { basename } from "node:path";
import { CSV_METADATA_ENDING } from "../../lib/export/csvMetadata.ts";
import { ExportLimitError, stateOf, writeRun } from "../../lib/export/file.ts";
import { EXPORT_NAMES, type ExportName, exportOf, isRows, ROWS_NAMES } from "../../lib/export/formats.ts";
import {
  PICTURE_NAMES,
  PICTURE_THEMES,
  type PictureName,
  type PictureWish,
} from "../../lib/export/picture.ts";
import type { Window } from "../../lib/export/walk.ts";
import { endLine, type RunOrigin, runOrigin } from "../../lib/origin.ts";
import { RUN_CYCLE_LIMIT } from "../../scenarios/base/limits.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { commandText, readArguments, wholeNumber, wholeRange } from "../arguments.ts";
import { type Command, DONE, type ExitCode, InputError } from "../command.ts";
import { openCore } from "../core.ts";
import { SCENARIO_ARGUMENT } from "../load.ts";
import {
  expectWritable,
  isOrdinaryTarget,
  removeFile,
  STANDARD_OUTPUT,
  writeOutput,
  writeWhole,
} from "../output.ts";
import { pictureOf } from "../pictureOf.ts";
import { RowFile } from "../rowFile.ts";
import { withSettings } from "../settings.ts";
import { loadRun } from "../study/loadStudy.ts";

const HELP = `usage: irqscope export packets|interrupts|traps|events|series SCENARIO [--csv FILE | --parquet FILE] [--every CYCLES] [OPTIONS]
       irqscope export perfetto|konata|vcd|pcapng|traffic SCENARIO -o FILE [OPTIONS]
       irqscope export timeline|pipeline SCENARIO -o FILE [--width PX] [--theme light|dark] [OPTIONS]

Writes what happened in a run, as a table or as a file for another program. The file grows while the machine runs, so a
run may be as long as the disk allows.

One row each, as CSV or Parquet; times are in cycles:
  packets          number, direction, size, when it was offered, its fate and place, and every part of its latency
  interrupts       number, source (line, timer, software), line, handler, context, when it was raised and its handler started,
                   and every part of its latency
  traps            of threads in machine mode: cause, mcause, line, interrupt, depth, mepc, when it was pending, taken, its handler
                   started, when it was answered and had returned
  events           cycle, kind, context from 1 on, and the data of its kind (docs/model.md)
  series           a period: fill of rings and queues (mean, least, greatest), cycles of each context by layer, frames
                   offered, delivered and lost, interrupts, bus, misses

For other programs:
  perfetto         a trace for https://ui.perfetto.dev: contexts with threads and layers, lines and their interrupts, packets
                   with the parts of their latency, DMA, locks, counters of rings and queues, an arrow for each packet
  konata           the pipeline as a log for Konata: stages and stalls of each instruction; for a --window
  vcd              a Value Change Dump for waveform viewers: contexts, threads, lines, rings, queues, counts of frames
  pcapng           a capture of the run: each packet at the time of its offer, its fate as a comment, and counts
  traffic          the offered traffic as a capture, from which irqscope trace --from-ms 0 makes the same arrivals

Pictures, as the page draws them:
  timeline         contexts, lines, rings, queues and memory over the run or a --window, as SVG
  pipeline         the instructions of a --window by cycles, each with its stages and stalls, as SVG

  SCENARIO         a file, - for standard input, or the id of a built-in scenario
  -o, --output FILE, --csv FILE
                   write to this file, which appears at once and grows; default: standard output. With CSV,
                   FILE-metadata.json has columns, versions, command and state hash when the run is over. All
                   other files contain these data
  --parquet FILE   write rows as Parquet to this file, which can be read when the run is over
  --force          overwrite an existing file
  --width PX       width of a picture; default: 1200 for timeline, the width of the instructions for pipeline
  --theme THEME    colours of a picture: light (default) or dark
  --every CYCLES   length of a period of series; default: about a thousand periods
  --set FIELD=VALUE
                   another value of a field; may be repeated
  --cycles N       run this many cycles instead of the scenario's runCycles
  --seed N         another seed for the random traffic
  --point N        SCENARIO is a study, of which point N is run (irqscope point STUDY lists them)
  --window FROM..TO
                   only rows that ended in these cycles; for a picture the cycles to show

A packet or interrupt that is not finished when the run ends has a row without an end. Versions, state hash, number of
rows and the command are printed to standard error.
`;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    output: { type: "string", short: "o" },
    csv: { type: "string" },
    parquet: { type: "string" },
    force: { type: "boolean", default: false },
    every: { type: "string" },
    width: { type: "string" },
    theme: { type: "string" },
    set: { type: "string", multiple: true, default: [] },
    cycles: { type: "string" },
    seed: { type: "string" },
    point: { type: "string" },
    window: { type: "string" },
  });
  const { what, subject } = askedFor(positionals);
  const path = outputOf(what, values);
  const cycles = wholeNumber(values.cycles, "--cycles", 1, RUN_CYCLE_LIMIT);
  const seed = wholeNumber(values.seed, "--seed", 0, Number.MAX_SAFE_INTEGER);
  const loaded = withSettings(await loadRun(subject, values.point), values.set);
  const scenario = { ...loaded, runCycles: cycles ?? loaded.runCycles, seed: seed ?? loaded.seed };
  const window = windowOf(values.window, scenario);
  const stretchCycles = everyOf(what, values.every);
  const look = lookOf(what, values);
  const output = new Output(path, values.force);
  const core = await openCore();
  const origin = runOrigin(core, scenario, commandText(`export ${what}`, [subject], values));
  try {
    if (isPicture(what)) {
      const picture = pictureOf(core, scenario, { what, window, ...look, origin });
      await output.write(new TextEncoder().encode(picture.svg));
      tellFile(origin, `${picture.widthPx} × ${picture.heightPx} px, ${endLine(picture)}`);
      return DONE;
    }
    const { file, metadata, ...walked } = exportOf(what, scenario, {
      ...{ window, stretchCycles, isParquet: values.parquet !== undefined },
    });
    if (metadata !== undefined) await output.expectBeside(CSV_METADATA_ENDING);
    const writing = writeRun(core, walked.scenario, walked.window, file, origin);
    let next = writing.next();
    for (; next.done !== true; next = writing.next()) await output.write(next.value.bytes);
    const end = stateOf(next.value);
    if (metadata !== undefined)
      await output.writeBeside(CSV_METADATA_ENDING, metadata(basename(path), end, origin));
    // Traffic does not depend on the wire of a machine.
    tellFile(origin, what === "traffic" ? file.contents() : `${file.contents()}, ${endLine(end)}`);
  } catch (error) {
    if (error instanceof ExportLimitError) throw new InputError({ subject: what, reason: error.message });
    throw error;
  } finally {
    await output.close();
  }
  return DONE;
}

function tellFile({ program, model, command: words }: RunOrigin, what: string): void {
  process.stderr.write(`irqscope ${program}, model ${model}: ${what}\n${words}\n`);
}

type Wanted = ExportName | PictureName;

const WANTED: readonly Wanted[] = [...EXPORT_NAMES, ...PICTURE_NAMES];

const isPicture = (what: Wanted): what is PictureName => PICTURE_NAMES.some((name) => name === what);

function askedFor(positionals: readonly string[]): { readonly what: Wanted; readonly subject: string } {
  const [word, subject, ...more] = positionals;
  const what = WANTED.find((name) => name === word);
  if (what === undefined)
    throw new InputError({
      subject: "arguments",
      reason: `what to export comes first: ${WANTED.join(", ")}${word === undefined ? "" : `, not "${word}"`}`,
    });
  if (subject === undefined || more.length > 0)
    throw new InputError({
      subject: "arguments",
      reason: subject === undefined ? `${SCENARIO_ARGUMENT} is missing` : `"${more[0]}" is unexpected`,
    });
  return { what, subject };
}

interface Outputs {
  readonly csv?: string | undefined;
  readonly parquet?: string | undefined;
  readonly output?: string | undefined;
}

function outputOf(what: Wanted, { csv, parquet, output }: Outputs): string {
  const named = [
    ["--csv", csv],
    ["--parquet", parquet],
    ["-o", output],
  ].filter(([, path]) => path !== undefined);
  const [[flag = "-o", path = STANDARD_OUTPUT] = [], second] = named;
  if (second !== undefined)
    throw new InputError({
      subject: flag,
      reason: `names the file, and so does ${second[0]}: use one of them`,
    });
  if (flag !== "-o" && !hasRows(what))
    throw new InputError({ subject: flag, reason: `is for ${ROWS_NAMES.join(", ")}; ${what} takes -o` });
  const isForReaders = hasRows(what) && parquet === undefined;
  if (path === STANDARD_OUTPUT && !isForReaders && process.stdout.isTTY)
    throw new InputError({ subject: what, reason: "is not for a terminal; -o FILE names a file" });
  return path;
}

const hasRows = (what: Wanted): boolean => !isPicture(what) && isRows(what);

function everyOf(what: Wanted, text: string | undefined): number | undefined {
  if (text !== undefined && what !== "series")
    throw new InputError({ subject: "--every", reason: "is for series" });
  return wholeNumber(text, "--every", 1, 2 ** 32 - 1);
}

const MOST_PICTURE_PX = 32_768;

function lookOf(
  what: Wanted,
  { width, theme }: { readonly width?: string | undefined; readonly theme?: string | undefined },
): Pick<PictureWish, "widthPx" | "theme"> {
  const [flag] = [width === undefined ? [] : ["--width"], theme === undefined ? [] : ["--theme"]].flat();
  if (flag !== undefined && !isPicture(what))
    throw new InputError({ subject: flag, reason: `is for ${PICTURE_NAMES.join(" and ")}` });
  const known = PICTURE_THEMES.find((name) => name === (theme ?? PICTURE_THEMES[0]));
  if (known === undefined)
    throw new InputError({
      subject: "--theme",
      reason: `must be ${PICTURE_THEMES.join(" or ")}, not "${theme}"`,
    });
  return { widthPx: wholeNumber(width, "--width", 1, MOST_PICTURE_PX), theme: known };
}

function windowOf(text: string | undefined, { runCycles }: Scenario): Window {
  if (text === undefined) return { from: 0, to: runCycles };
  const window = wholeRange(text, "--window", RUN_CYCLE_LIMIT);
  if (window.to > runCycles)
    throw new InputError({ subject: "--window", reason: `ends after the run, at cycle ${runCycles}` });
  return window;
}

/** The file is created with its first bytes, when the machine exists. */
class Output {
  readonly #path: string;
  readonly #overwrite: boolean;
  #file: RowFile | undefined;
  /** The companion of a file that is being replaced. It does not describe the new file, which may be truncated. */
  #besideOfBefore: string | undefined;

  constructor(path: string, overwrite: boolean) {
    this.#path = path;
    this.#overwrite = overwrite;
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (bytes.length === 0) return;
    if (this.#path === STANDARD_OUTPUT) return writeOutput(bytes);
    if (this.#file !== undefined) return this.#file.append(bytes);
    this.#file = await RowFile.create(this.#path, bytes, { overwrite: this.#overwrite });
    if (this.#besideOfBefore !== undefined) await removeFile(this.#besideOfBefore);
  }

  /** Called before the run. Throws if the file or its companion cannot be written. */
  async expectBeside(ending: string): Promise<void> {
    if (!(await this.#hasBeside())) return;
    await expectWritable(this.#path, { overwrite: this.#overwrite });
    await expectWritable(this.#path + ending, { overwrite: this.#overwrite });
    this.#besideOfBefore = this.#path + ending;
  }

  /** Pipes and devices have no companion file. */
  async writeBeside(ending: string, text: string): Promise<void> {
    if (await this.#hasBeside()) await writeWhole(this.#path + ending, text, { overwrite: this.#overwrite });
  }

  async #hasBeside(): Promise<boolean> {
    return this.#path !== STANDARD_OUTPUT && (await isOrdinaryTarget(this.#path));
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }
}

export const command: Command = {
  summary:
    "packets, interrupts, traps, events or series of a run; files for Perfetto, Konata and others; timeline as SVG",
  help: HELP,
  run,
};

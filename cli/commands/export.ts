/** `irqscope export`: packets, interrupts or events of a run as a table. */
import { csvLine } from "../../lib/csv.ts";
import { eventRows } from "../../lib/export/events.ts";
import { interruptRows } from "../../lib/export/interrupts.ts";
import { packetRows } from "../../lib/export/packets.ts";
import type { Row, RowSource } from "../../lib/export/rows.ts";
import { walkRows } from "../../lib/export/walk.ts";
import { VERSION } from "../../lib/version.ts";
import { RUN_CYCLE_LIMIT } from "../../scenarios/base/limits.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { readArguments, wholeNumber, wholeRange } from "../arguments.ts";
import { type Command, DONE, type ExitCode, InputError } from "../command.ts";
import { openCore } from "../core.ts";
import { loadScenario, SCENARIO_ARGUMENT } from "../load.ts";
import { STANDARD_OUTPUT, writeOutput } from "../output.ts";
import { RowFile } from "../rowFile.ts";
import { withSettings } from "../settings.ts";

const SOURCES = {
  packets: packetRows,
  interrupts: interruptRows,
  events: eventRows,
} as const satisfies Readonly<Record<string, (scenario: Scenario) => RowSource>>;

type What = keyof typeof SOURCES;

const HELP = `usage: irqscope export packets|interrupts|events SCENARIO [--csv FILE] [--set FIELD=VALUE] [--seed N]
                       [--cycles N] [--window FROM..TO] [--force]

Prints a row for each packet, interrupt or event of a run, as CSV; times are in cycles. Rows come while the machine runs,
so a run may be as long as the disk allows.

  packets          number, direction, size, when it was offered, what became of it and where, and every part of its latency
  interrupts       number, line, handler, context, when it was raised and its handler began, and every part of its latency
  events           cycle, kind, context from 1 on, and what docs/model.md says of its kind
  SCENARIO         a file, - for standard input, or the id of a built-in scenario
  --csv FILE       into this file, which appears at once and grows; left out: to standard output
  --force          replace a file that is there
  --set FIELD=VALUE
                   another value of a field; may be repeated
  --cycles N       run this many cycles instead of the scenario's runCycles
  --seed N         another seed for the random traffic
  --window FROM..TO
                   what ended in these cycles alone

What is under way at the end has a row without an end. Version, state hash and number of rows are told on standard error.
`;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    csv: { type: "string", default: STANDARD_OUTPUT },
    force: { type: "boolean", default: false },
    set: { type: "string", multiple: true, default: [] },
    cycles: { type: "string" },
    seed: { type: "string" },
    window: { type: "string" },
  });
  const { what, subject } = askedFor(positionals);
  const cycles = wholeNumber(values.cycles, "--cycles", 1, RUN_CYCLE_LIMIT);
  const seed = wholeNumber(values.seed, "--seed", 0, Number.MAX_SAFE_INTEGER);
  const loaded = withSettings(await loadScenario(subject), values.set);
  const scenario = { ...loaded, runCycles: cycles ?? loaded.runCycles, seed: seed ?? loaded.seed };
  const window = windowOf(values.window, scenario);
  const source = SOURCES[what](scenario);
  const output = await openOutput(values.csv, lineOf(source.columns), values.force);
  try {
    const { machine, rows } = await walkRows(await openCore(), scenario, source, window, (batch) =>
      output.write(batch.map(lineOf).join("")),
    );
    const hash = machine.stateHash();
    process.stderr.write(
      `irqscope ${VERSION}: ${rows} ${what}, state hash ${hash} at cycle ${machine.cycle}\n`,
    );
  } finally {
    await output.close();
  }
  return DONE;
}

function askedFor(positionals: readonly string[]): { readonly what: What; readonly subject: string } {
  const [what, subject, ...more] = positionals;
  if (what === undefined || !Object.hasOwn(SOURCES, what))
    throw new InputError({
      subject: "arguments",
      reason: `what to export comes first: ${Object.keys(SOURCES).join(", ")}${what === undefined ? "" : `, not "${what}"`}`,
    });
  if (subject === undefined || more.length > 0)
    throw new InputError({
      subject: "arguments",
      reason: subject === undefined ? `${SCENARIO_ARGUMENT} is missing` : `"${more[0]}" is one too many`,
    });
  return { what: what as What, subject };
}

function windowOf(text: string | undefined, { runCycles }: Scenario) {
  if (text === undefined) return { from: 0, to: runCycles };
  const window = wholeRange(text, "--window", RUN_CYCLE_LIMIT);
  if (window.to > runCycles)
    throw new InputError({ subject: "--window", reason: `ends after the run, at cycle ${runCycles}` });
  return window;
}

interface Output {
  readonly write: (lines: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

async function openOutput(path: string, head: string, overwrite: boolean): Promise<Output> {
  if (path !== STANDARD_OUTPUT) {
    const file = await RowFile.create(path, head, { overwrite });
    return { write: (lines) => file.append(lines), close: () => file.close() };
  }
  await writeOutput(head);
  return {
    write: (lines) => (lines === "" ? Promise.resolve() : writeOutput(lines)),
    close: () => Promise.resolve(),
  };
}

const lineOf = (cells: Row) => `${csvLine(cells.map(String))}\n`;

export const command: Command = {
  summary: "packets, interrupts or events of a run as CSV",
  help: HELP,
  run,
};

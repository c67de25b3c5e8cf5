/** The answers of `irqscope service`. */
import { createHash } from "node:crypto";
import type { CoreModule } from "../../core-wasm/binding/index.ts";
import { RECORD_BYTES, resultsOf, tallyBytes } from "../../core-wasm/binding/results.ts";
import { stateOf } from "../../lib/export/file.ts";
import { rowsOf } from "../../lib/export/formats.ts";
import { EMPTY, type Row, type RowSource, unitOf } from "../../lib/export/rows.ts";
import { usualStretchCycles } from "../../lib/export/series.ts";
import type { Window } from "../../lib/export/walk.ts";
import { walkRows } from "../../lib/export/walkRows.ts";
import { tallyCounts } from "../../lib/metrics/toldApart.ts";
import { originNotes, type RunOrigin, runOrigin, type StateAtEnd } from "../../lib/origin.ts";
import { columnValues } from "../../lib/sweep/column.ts";
import { warningsOf } from "../../scenarios/check/warnings.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { commandText } from "../arguments.ts";
import { InputError } from "../command.ts";
import { machineBytes } from "../compiledFile.ts";
import { bytesOfText, textOfBytes } from "../lines.ts";
import { complaintsOf, loadScenario, STANDARD_INPUT, wholeText } from "../load.ts";
import { pictureOf } from "../pictureOf.ts";
import { decodedReport, measuredOf, originIn, type RunResults } from "../resultFile.ts";
import { askedColumns } from "../runMetrics.ts";
import { withSettings } from "../settings.ts";
import {
  KeptScenarios,
  type KnownScenario,
  type OpenedRequest,
  type OpenRequest,
  type PictureRequest,
  type ReportRequest,
  type ServiceRequest,
  type TableRequest,
} from "./requests.ts";

/** Answers one request after the other. */
export class Answers {
  readonly #core: CoreModule;
  readonly #kept = new KeptScenarios();

  constructor(core: CoreModule) {
    this.#core = core;
  }

  /**
   * Returns the last line of the answer. `part` receives the earlier lines. Throws InputError for a bad
   * request.
   */
  async of(request: ServiceRequest, part: Part): Promise<object> {
    if (request.ask === "open") return openedAnswer(this.#core, this.#kept, request);
    const known = this.#kept.at(request.scenario, request.packed, request.cycle);
    if (known === undefined) return { unknown: "scenario" };
    switch (request.ask) {
      case "report":
        return reportAnswer(this.#core, request, known);
      case "table":
        return tableAnswer(this.#core, request, known, part);
      case "picture":
        return pictureAnswer(this.#core, request, known);
    }
  }
}

function reportAnswer(core: CoreModule, request: ReportRequest, known: KnownScenario): object {
  const { metrics, stops } = request;
  const { scenario } = known;
  const results = resultsIn(core, request, scenario);
  if (metrics !== undefined) {
    const columns = askedColumns(scenario, metrics);
    const values = columnValues(columns, scenario, measuredOf(results).since);
    return { values: columns.map(({ unit }, index) => ({ unit, value: values[index] ?? null })) };
  }
  const [first] = stops;
  const warmUp = stops.length > 1 ? { "warm-up": String(first?.cycle) } : {};
  const command = commandOf("run", request, known, warmUp);
  return { report: decodedReport(scenario, originIn(core, command), results) };
}

function resultsIn(core: CoreModule, request: ReportRequest, scenario: Scenario): RunResults {
  const { stateHash, brokenLaw } = request;
  const counts = tallyCounts(scenario);
  const needed = RECORD_BYTES + tallyBytes(counts);
  const stops = request.stops.map(({ cycle, records }) => {
    const bytes = bytesOfText(records, needed);
    if (bytes?.byteLength !== needed)
      throw new InputError({ subject: "records", reason: `are not the ${needed} bytes of this machine` });
    return resultsOf(core, { cycle, stateHash, brokenLaw }, bytes, counts);
  });
  const end = stops.at(-1);
  if (end === undefined) throw new InputError({ subject: "stops", reason: "are empty" });
  return { key: "0", stops, end };
}

// ---- open: compiles a scenario for the core of the client ----

/** The name in errors of a scenario without a file. */
const OBJECT = "scenario";

async function openedAnswer(core: CoreModule, kept: KeptScenarios, request: OpenRequest): Promise<object> {
  process.chdir(request.folder);
  const { subject = OBJECT, settings, seed } = request;
  const loaded = withSettings(await loadedOf(request), settings);
  const scenario: Scenario = { ...loaded, seed: seed ?? loaded.seed };
  const { record, pages } = machineBytes(core, subject, scenario);
  const { hash, packed } = kept.add(scenario);
  return {
    scenario: hash,
    packed,
    config: textOfBytes(record.config),
    traffic: trafficIn(record.traffic, request.has),
    pages,
    more: tallyBytes(tallyCounts(scenario)),
    name: scenario.name,
    seed: scenario.seed,
    runCycles: scenario.runCycles,
    clockHertz: scenario.machine.clockHertz,
    warnings: warningsOf(scenario),
  };
}

async function loadedOf({ subject, scenario }: OpenRequest): Promise<Scenario> {
  if (subject === STANDARD_INPUT) throw new InputError({ subject, reason: "is not a file here" });
  if (subject !== undefined) return loadScenario(subject);
  const parsed = parseScenario(await wholeText(STANDARD_INPUT, JSON.stringify(scenario ?? null)));
  if (parsed.ok) return parsed.scenario;
  throw new InputError(...complaintsOf(OBJECT, parsed));
}

/** `known`: names of traffic that the client already has. */
function trafficIn(bytes: Uint8Array, known: readonly string[]): object | null {
  if (bytes.length === 0) return null;
  const name = createHash("sha256").update(bytes).digest("hex");
  return known.includes(name) ? { name } : { name, bytes: textOfBytes(bytes) };
}

// ---- run again: tables and pictures of a machine up to its present cycle. The machine of the client has only counters, so
// ---- the service repeats the run with a log, to the same cycle and state hash (docs/decisions/0028) ----

/** Receives all lines of an answer but the last. */
export type Part = (fields: object) => Promise<void>;

/** A client considers a silent service dead after some time. */
const SILENCE_MILLISECONDS = 1000;

async function tableAnswer(
  core: CoreModule,
  request: TableRequest,
  known: KnownScenario,
  part: Part,
): Promise<object> {
  const { what, every } = request;
  const window = windowOf(request);
  const stretch = every ?? usualStretchCycles(window);
  const source = rowsOf(what, known.scenario, { window, stretchCycles: stretch });
  const walk = walkRows(core, known.scenario, window, source);
  let told = performance.now();
  let next = walk.next();
  for (; next.done !== true; next = walk.next()) {
    const { rows, cycle } = next.value;
    const isSilent = performance.now() - told >= SILENCE_MILLISECONDS;
    if (rows.length === 0 && !isSilent) continue;
    told = performance.now();
    await part({ cycle, cells: columnsOf(source, rows) });
  }
  const end = stateOf(next.value);
  expectSame(request, end);
  const more = every === undefined ? {} : { every: String(every) };
  const origin = runAgainOrigin(core, `export ${what}`, request, known, more);
  return {
    columns: source.columns.map((column) => ({ ...column, unit: unitOf(column) })),
    notes: originNotes(origin, end),
  };
}

function pictureAnswer(core: CoreModule, request: PictureRequest, known: KnownScenario): object {
  const { what, theme, width: widthPx } = request;
  const window = windowOf(request);
  const origin = runAgainOrigin(core, `export ${what}`, request, known, {
    ...(widthPx === undefined ? {} : { width: String(widthPx) }),
    ...(theme === "light" ? {} : { theme }),
  });
  const drawn = pictureOf(core, known.scenario, { what, window, theme, widthPx, origin });
  expectSame(request, drawn);
  return { svg: drawn.svg, widthPx: drawn.widthPx, heightPx: drawn.heightPx };
}

function windowOf({ from, to, cycle }: Window & { readonly cycle: number }): Window {
  if (from >= to || to > cycle)
    throw new InputError({
      subject: "--window",
      reason: `must end after it begins, at the latest at cycle ${cycle}, which the machine has reached; not ${from} to ${to}`,
    });
  return { from, to };
}

/** Values by column; null if a value is unknown or absent. */
const columnsOf = ({ columns }: RowSource, rows: readonly Row[]) =>
  columns.map((_, index) => rows.map((row) => (row[index] === EMPTY ? null : (row[index] ?? null))));

/** At the same cycle both machines must have the same state, or one of them is wrong. */
function expectSame({ cycle, stateHash }: StateAtEnd, end: StateAtEnd): void {
  if (end.cycle === cycle && end.stateHash !== stateHash)
    throw new Error(
      `state hash ${end.stateHash} at cycle ${cycle}, but the machine in the request has ${stateHash}`,
    );
}

// ---- the command line that is equivalent to a client's request ----

/** `more`: options that are not options of the run. */
export function commandOf(
  verb: string,
  { cycle, origin: { subject = STANDARD_INPUT, settings, seed } }: OpenedRequest,
  { runCycles }: KnownScenario,
  more: Readonly<Record<string, string | undefined>>,
): string {
  return commandText(verb, [subject], {
    set: settings,
    ...(cycle === runCycles ? {} : { cycles: String(cycle) }),
    ...(seed === undefined ? {} : { seed: String(seed) }),
    ...more,
  });
}

/** `window` is left out of the command if it is the whole run. */
function runAgainOrigin(
  core: CoreModule,
  verb: string,
  request: OpenedRequest & Window,
  known: KnownScenario,
  more: Readonly<Record<string, string | undefined>> = {},
): RunOrigin {
  const { from, to, cycle } = request;
  const window = from === 0 && to === cycle ? {} : { window: `${from}..${to}` };
  return runOrigin(core, known.scenario, commandOf(verb, request, known, { ...window, ...more }));
}

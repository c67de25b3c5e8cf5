/** What a machine has done so far, as a table or a picture. The machine of the program that asks has counters alone; the same
 * machine is run once more here, with its log, to the same cycle and the same state hash (docs/decisions/0028). */
import type { CoreModule } from "../../core-wasm/binding/index.ts";
import { stateOf } from "../../lib/export/file.ts";
import { rowsOf } from "../../lib/export/formats.ts";
import { EMPTY, type Row, type RowSource, unitOf } from "../../lib/export/rows.ts";
import { usualStretchCycles } from "../../lib/export/series.ts";
import type { Window } from "../../lib/export/walk.ts";
import { walkRows } from "../../lib/export/walkRows.ts";
import { originNotes, type StateAtEnd } from "../../lib/origin.ts";
import { InputError } from "../command.ts";
import { pictureOf } from "../pictureOf.ts";
import { runAgainOrigin } from "./commandOf.ts";
import type { KnownScenario } from "./keptScenarios.ts";
import type { PictureRequest, TableRequest } from "./requests.ts";

/** Takes a line of an answer that is not its last. */
export type Part = (fields: object) => Promise<void>;

/** A service that says nothing for long is taken for dead. */
const SILENCE_MILLISECONDS = 1000;

export async function tableAnswer(
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

export function pictureAnswer(core: CoreModule, request: PictureRequest, known: KnownScenario): object {
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
      reason: `must end after it begins, and not after cycle ${cycle}, which the machine has reached: not ${from} to ${to}`,
    });
  return { from, to };
}

/** By column; null: nothing is known, or there is none. */
const columnsOf = ({ columns }: RowSource, rows: readonly Row[]) =>
  columns.map((_, index) => rows.map((row) => (row[index] === EMPTY ? null : (row[index] ?? null))));

/** At the same cycle the machine is the same one, or one of the two is wrong. */
function expectSame({ cycle, stateHash }: StateAtEnd, end: StateAtEnd): void {
  if (end.cycle === cycle && end.stateHash !== stateHash)
    throw new Error(
      `state hash ${end.stateHash} at cycle ${cycle}, where the machine that is asked about has ${stateHash}`,
    );
}

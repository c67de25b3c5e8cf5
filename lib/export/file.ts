/** Writes a run to a file while it runs. */
import type { CoreModule, Machine } from "../../core-wasm/binding/index.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { originNotes, type RunOrigin, type StateAtEnd } from "../origin.ts";
import type { RowSource } from "./rows.ts";
import { type Batch, type Pace, type Window, walkRun } from "./walk.ts";

export interface RunFile {
  /** If omitted: events and latencies. */
  readonly pace?: Pace;
  /** Called while the machine is at the start of the run. */
  readonly begin: (machine: Machine, origin: RunOrigin) => Uint8Array;
  readonly take: (batch: Batch) => Uint8Array;
  /** Called while the machine is at the end of the window. */
  readonly end: (machine: Machine, origin: RunOrigin) => Uint8Array;
  /** The contents written so far: "479 events". */
  readonly contents: () => string;
}

/** The run exceeds the limit of the format or its writer. */
export class ExportLimitError extends Error {}

export interface Written {
  readonly bytes: Uint8Array;
  /** Cycle that the run has reached. */
  readonly cycle: number;
}

/** Writes everything that ends within the window. Items that are open at its end come last. */
export function* writeRun(
  core: CoreModule,
  scenario: Scenario,
  window: Window,
  file: RunFile,
  origin: RunOrigin,
): Generator<Written, Machine> {
  let head: Uint8Array | undefined;
  const walk = walkRun(core, scenario, window, {
    pace: file.pace,
    begin: (machine) => {
      head = file.begin(machine, origin);
    },
  });
  let next = walk.next();
  if (head !== undefined) yield { bytes: head, cycle: 0 };
  while (next.done !== true) {
    yield { bytes: file.take(next.value), cycle: next.value.toCycle };
    next = walk.next();
  }
  yield { bytes: file.end(next.value, origin), cycle: next.value.cycle };
  return next.value;
}

/** Converts rows to bytes. */
export interface RowEncoder {
  readonly head: () => Uint8Array;
  readonly rows: (rows: ReturnType<RowSource["take"]>) => Uint8Array;
  /** `notes` describe the origin of the file, by name. */
  readonly tail: (notes: Readonly<Record<string, string>>) => Uint8Array;
}

/** `noun`: plural name of the rows. */
export function rowFile(source: RowSource, encoder: RowEncoder, noun: string): RunFile {
  let count = 0;
  const encoded = (rows: ReturnType<RowSource["take"]>): Uint8Array => {
    count += rows.length;
    return rows.length === 0 ? new Uint8Array() : encoder.rows(rows);
  };
  return {
    ...(source.pace === undefined ? {} : { pace: source.pace }),
    begin: (machine) => {
      source.begin?.(machine);
      return encoder.head();
    },
    take: (batch) => {
      const rows = source.take(batch);
      return batch.isWithin ? encoded(rows) : new Uint8Array();
    },
    end: (machine, origin) =>
      joined([encoded(source.rest()), encoder.tail(originNotes(origin, stateOf(machine)))]),
    contents: () => `${count} ${noun}`,
  };
}

export const stateOf = (machine: Machine): StateAtEnd => ({
  ...{ cycle: machine.cycle, stateHash: machine.stateHash() },
});

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

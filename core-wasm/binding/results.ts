/** The source of the data from which metrics are computed: a machine, or bytes that another embedding program has
 * copied from the core's memory. */
import { readBucketScale, readDistribution, readSummary, readTally } from "./distribution.ts";
import {
  type SimTallyKind,
  sim_counters,
  sim_direction,
  sim_direction_names,
  sim_histogram,
  sim_interrupt_part_names,
  sim_marks,
  sim_packet_part_names,
  sim_summary,
  sim_tally,
  sim_tally_kind,
  sim_tally_kind_names,
  sim_view,
} from "./layout.gen.ts";
import type { Machine, PartSummary } from "./machine.ts";
import type { CoreExports, CoreModule } from "./module.ts";
import { decode } from "./record.ts";

export type Results = Pick<
  Machine,
  | "cycle"
  | "stateHash"
  | "checkInvariants"
  | "counters"
  | "marks"
  | "tallies"
  | "view"
  | "packetHistogram"
  | "packetParts"
  | "interruptHistogram"
  | "interruptParts"
>;

type Pointers = {
  readonly [K in keyof CoreExports]: CoreExports[K] extends (...numbers: number[]) => number ? K : never;
}[keyof CoreExports];

/** A call of the core that returns an address, and the number of bytes to copy from that address. */
export interface RecordRead {
  readonly call: Pointers;
  readonly arguments: readonly number[];
  readonly bytes: number;
}

/** The records of one machine, in the order of their bytes. */
export const RECORD_READS: readonly RecordRead[] = [
  { call: "core_counters", arguments: [], bytes: sim_counters.size },
  { call: "core_view", arguments: [], bytes: sim_view.size },
  ...sim_direction_names.map((direction) => read("core_packet_histogram", sim_histogram, direction)),
  ...sim_direction_names.flatMap((direction) =>
    sim_packet_part_names.map((_, part) => read("core_packet_part_summary", sim_summary, direction, part)),
  ),
  { call: "core_interrupt_histogram", arguments: [], bytes: sim_histogram.size },
  ...sim_interrupt_part_names.map((_, part) => ({
    call: "core_interrupt_part_summary" as const,
    arguments: [part],
    bytes: sim_summary.size,
  })),
  // Must be last, because tallies follow it.
  { call: "core_marks", arguments: [], bytes: sim_marks.size },
];

function read(
  call: Pointers,
  { size }: { readonly size: number },
  direction: keyof typeof sim_direction,
  ...more: readonly number[]
): RecordRead {
  return { call, arguments: [sim_direction[direction], ...more], bytes: size };
}

/** Number of tallies of each kind in a machine. */
export type TallyCounts = Readonly<Record<SimTallyKind, number>>;

/** Size in bytes of the tallies, which follow the last record. */
export const tallyBytes = (counts: TallyCounts): number =>
  sim_tally.size * sim_tally_kind_names.reduce((sum, kind) => sum + counts[kind], 0);

export const RECORD_BYTES = RECORD_READS.reduce((sum, { bytes }) => sum + bytes, 0);

const keyOf = (call: Pointers, ...numbers: readonly number[]) => [call, ...numbers].join(" ");

const OFFSETS: ReadonlyMap<string, number> = new Map(
  RECORD_READS.map((one, index) => [
    keyOf(one.call, ...one.arguments),
    RECORD_READS.slice(0, index).reduce((sum, { bytes }) => sum + bytes, 0),
  ]),
);

/** Values that the embedding program read from the core in addition to the records. */
export interface Ending {
  readonly cycle: number;
  readonly stateHash: string;
  readonly brokenLaw: number;
}

/** `bytes` are RECORD_BYTES in the order of RECORD_READS, followed by `tallyBytes`. Throws RangeError for another
 * length. */
export function resultsOf(
  module: CoreModule,
  { cycle, stateHash, brokenLaw }: Ending,
  bytes: Uint8Array,
  counts: TallyCounts,
): Results {
  const needed = RECORD_BYTES + tallyBytes(counts);
  if (bytes.byteLength !== needed)
    throw new RangeError(`${bytes.byteLength} bytes of records, where ${needed} are needed`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const scale = readBucketScale(module.probe);
  const at = (call: Pointers, ...numbers: readonly number[]): number => {
    const offset = OFFSETS.get(keyOf(call, ...numbers));
    if (offset === undefined) throw new RangeError(`no record of ${keyOf(call, ...numbers)}`);
    return offset;
  };
  const parts = <Part extends string>(
    names: readonly Part[],
    find: (part: number) => number,
  ): readonly PartSummary<Part>[] =>
    names.map((part, index) => ({ part, summary: readSummary(view, find(index)) }));
  return {
    cycle,
    stateHash: () => stateHash,
    checkInvariants: () => brokenLaw,
    counters: () => decode(sim_counters, view, at("core_counters")),
    marks: () => decode(sim_marks, view, at("core_marks")),
    tallies: (kind) => {
      const before = sim_tally_kind_names.slice(0, sim_tally_kind[kind]);
      const first = before.reduce((sum, one) => sum + counts[one], 0);
      return Array.from({ length: counts[kind] }, (_, index) =>
        readTally(view, RECORD_BYTES + sim_tally.size * (first + index), scale),
      );
    },
    view: () => decode(sim_view, view, at("core_view")),
    packetHistogram: (direction) =>
      readDistribution(view, at("core_packet_histogram", sim_direction[direction]), scale),
    packetParts: (direction) =>
      parts(sim_packet_part_names, (part) => at("core_packet_part_summary", sim_direction[direction], part)),
    interruptHistogram: () => readDistribution(view, at("core_interrupt_histogram"), scale),
    interruptParts: () => parts(sim_interrupt_part_names, (part) => at("core_interrupt_part_summary", part)),
  };
}

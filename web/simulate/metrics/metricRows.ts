/** Rows and columns of the metrics panel, from the registry of metrics (lib/metrics/registry). */
import type { Metrics } from "../../../lib/metrics/metrics.ts";
import type { DEADLINE } from "../../../lib/metrics/registry/deadline.ts";
import {
  type DEVICE_METRICS,
  METERED_KINDS,
  type MeteredList,
} from "../../../lib/metrics/registry/deviceKinds.ts";
import { CARD, LINE } from "../../../lib/metrics/registry/devices.ts";
import {
  amountOf,
  type LabelIn,
  type Placed,
  type ShownInPanel,
  shownIn,
} from "../../../lib/metrics/registry/entry.ts";
import type { HELD } from "../../../lib/metrics/registry/held.ts";
import type { LATENCY } from "../../../lib/metrics/registry/latency.ts";
import { MACHINE, PREDICTOR } from "../../../lib/metrics/registry/machine.ts";
import { BUS, CACHE, PREFETCH, TLB } from "../../../lib/metrics/registry/memory.ts";
import type { LOCK, THREAD } from "../../../lib/metrics/registry/software.ts";
import type { TermId } from "../../../lib/terms/terms.ts";
import { linesOf } from "../../../scenarios/devices/lines.ts";
import type { Machine, Scenario } from "../../../scenarios/format/schema.ts";
import { t } from "../../text/t.ts";
import { formatInteger, formatPercent, formatSignificant, quantityText } from "../../ui/format.ts";
import { CACHE_NAME } from "../stage/caches.ts";
import { countedCycles } from "./metricsText.ts";

type InRows =
  | typeof MACHINE
  | typeof PREDICTOR
  | typeof TLB
  | typeof BUS
  | typeof PREFETCH
  | typeof CACHE
  | typeof CARD
  | typeof LINE
  | (typeof DEVICE_METRICS)[MeteredList];

type InColumns = typeof THREAD | typeof LOCK | typeof LATENCY | typeof HELD | typeof DEADLINE;

/** "12 of 3 400 (0.4 %)", which may wrap only before the share. */
function shareText(part: number, whole: number): string {
  const share = quantityText(formatPercent(part / whole));
  return t("{part} of {whole} ({share})", { part, whole, share }).replace(/ (?!\()/g, "\u00a0");
}

function numberText(value: number, digits: number | undefined): string {
  return digits === undefined ? formatInteger(value) : formatSignificant(value, digits);
}

/** A row for each metric of one subject that the section shows. */
function rowsOf(
  section: NonNullable<ShownInPanel["section"]>,
  entries: InRows,
  values: object | undefined,
  { machine, cycles }: { readonly machine: Machine; readonly cycles: number },
  name = "",
): readonly FigureRow[] {
  if (values === undefined) return [];
  return shownIn("panel", entries, machine)
    .filter(({ shown }) => shown.section === section)
    .flatMap((row): readonly FigureRow[] => {
      const { value, of, isShown } = amountOf(row, values, cycles);
      const { digits, term } = row.shown;
      if (!isShown) return [];
      return [
        {
          label: t(row.label, { name }),
          value: of === undefined ? numberText(value, digits) : shareText(value, of),
          ...(term === undefined ? {} : { term }),
        },
      ];
    });
}

/** Counters of the whole machine, counters of cards besides receiving and sending, and lost requests. */
export function counterRows(metrics: Metrics, { machine }: Scenario): readonly FigureRow[] {
  const at = { machine, cycles: countedCycles(metrics) };
  return [
    ...rowsOf("counters", MACHINE, metrics, at),
    ...rowsOf("counters", CARD, sumOf(metrics.devices.nics), at),
    ...missedRows(metrics, machine),
  ];
}

/** Ticks that were not answered in time, edges that a mask suppressed, refused requests, raises beyond the pending
 * limit. */
export function missedRows(metrics: Metrics, machine: Machine): readonly FigureRow[] {
  const at = { machine, cycles: countedCycles(metrics) };
  const { lines } = metrics.devices;
  const each = (entries: InRows, items: readonly { readonly name: string }[], counted: readonly object[]) =>
    items.flatMap(({ name }, index) => rowsOf("missed", entries, counted[index], at, name));
  return [
    // Lines follow the first kind.
    ...METERED_KINDS.flatMap(({ list, entries }, index) => [
      ...each(entries, machine[list], metrics.devices[list]),
      ...(index === 0 ? each(LINE, linesOf(machine), lines) : []),
    ]),
    ...rowsOf("missed", MACHINE, metrics, at),
  ];
}

function sumOf(all: readonly object[]): object {
  const sum = new Map<string, number>();
  for (const one of all)
    for (const [key, value] of Object.entries(one))
      if (typeof value === "number") sum.set(key, (sum.get(key) ?? 0) + value);
  return Object.fromEntries(sum);
}

/** TLB, predictor, prefetches, caches and bus. */
export function memoryRows(metrics: Metrics, machine: Machine): readonly FigureRow[] {
  const { memory } = metrics;
  const at = { machine, cycles: countedCycles(metrics) };
  const tlb = { accesses: memory.tlbAccesses, misses: memory.tlbMisses };
  return [
    ...rowsOf("memory", TLB, tlb, at),
    ...rowsOf("memory", PREDICTOR, memory, at),
    ...rowsOf("memory", PREFETCH, memory.prefetches, at),
    ...memory.caches.flatMap((cache) => rowsOf("memory", CACHE, cache, at, CACHE_NAME[cache.level])),
    ...rowsOf("memory", BUS, memory.bus, at),
    ...rowsOf("memory", MACHINE, metrics, at),
  ];
}

export interface Column {
  readonly key: string;
  readonly label: string;
  readonly term: ShownInPanel["term"];
  readonly text: (values: object) => string;
}

/** A column for each metric over `cycles`. Optional columns are shown if the metric is above 0 for one of `all`. */
export function columnsOf(
  entries: InColumns,
  machine: Machine,
  cycles: number,
  all: readonly object[],
): readonly Column[] {
  const columns: readonly Placed<ShownInPanel, LabelIn<InColumns, "panel">>[] = shownIn(
    "panel",
    entries,
    machine,
  );
  return columns
    .filter(
      (column) =>
        column.shown.isOptional !== true || all.some((values) => amountOf(column, values, cycles).value > 0),
    )
    .map((column) => ({
      key: column.key,
      label: t(column.label),
      term: column.shown.term,
      text: (values) => {
        const { value, of } = amountOf(column, values, cycles);
        return of === undefined
          ? numberText(value, column.shown.digits)
          : quantityText(formatPercent(value / of));
      },
    }));
}

export interface FigureRow {
  readonly label: string;
  readonly value: string;
  readonly term?: TermId;
}

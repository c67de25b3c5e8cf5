/** What the metrics panel says of TLB, predictor, bus, locks and threads that did not get on. */
import { type Finding, findingsOf, findingText } from "../../../lib/metrics/findings.ts";
import type { Metrics } from "../../../lib/metrics/metrics.ts";
import type { Scenario } from "../../../scenarios/schema/schema.ts";
import { warningsOf } from "../../../scenarios/schema/warnings.ts";
import { formatInteger, formatPercent, quantityText } from "../../base/format.ts";
import type { FigureRow } from "./FigureTable.tsx";

/** "12 of 3 400 (0.4 %)". */
function shareText(part: number, whole: number): string {
  return `${formatInteger(part)} of ${formatInteger(whole)} (${quantityText(formatPercent(part / whole))})`;
}

export function memoryRows({ memory, dmaCycles, cycle, cyclesBy }: Metrics): readonly FigureRow[] {
  const rows: FigureRow[] = [];
  if (memory.tlbAccesses > 0)
    rows.push({ label: "TLB misses", value: shareText(memory.tlbMisses, memory.tlbAccesses) });
  if (memory.branches > 0)
    rows.push({ label: "mispredicted branches", value: shareText(memory.mispredicted, memory.branches) });
  if (dmaCycles > 0) rows.push({ label: "bus cycles of DMA", value: shareText(dmaCycles, cycle) });
  const waited = cyclesBy.reduce((sum, { cause, cycles }) => (cause === "bus" ? sum + cycles : sum), 0);
  if (waited > 0) rows.push({ label: "CPU cycles lost to the bus", value: formatInteger(waited) });
  return rows;
}

/** Starved threads, livelock, lost wake-ups, deadlocks, then what the scenario says without effect: a sentence each. */
export function findingSentences(metrics: Metrics, scenario: Scenario): readonly string[] {
  const { machine, software } = scenario;
  const names = {
    threads: software.threads.map(({ name }) => name),
    nics: machine.nics.map(({ name }) => name),
    locks: software.locks.map(({ name }) => name),
  };
  return [
    ...findingsOf(names, metrics).map((finding: Finding) => findingText(finding, formatInteger)),
    ...warningsOf(scenario).map(({ field, message }) => `${field}: ${message}`),
  ];
}

export interface LockRow {
  readonly name: string;
  readonly taken: number;
  readonly contendedShare: number;
  readonly waitCycles: number;
  readonly longestWait: number;
}

export function lockRows(metrics: Metrics, { software }: Scenario): readonly LockRow[] {
  return software.locks.flatMap(({ name }, index): readonly LockRow[] => {
    const lock = metrics.locks[index];
    if (lock === undefined || lock.taken === 0) return [];
    const { taken, contended, waitCycles, longestWait } = lock;
    return [{ name, taken, contendedShare: contended / taken, waitCycles, longestWait }];
  });
}

/** Words about stores and locks, for a box of the page and for a drawing of the machine. */
import type { MachineView } from "../../engine/protocol.ts";
import { t, tCount } from "../../text/t.ts";
import type { MachineInfo, ThreadInfo } from "./machineInfo.ts";

/** A store with more cells than these is one bar. */
export const CELL_LIMIT = 32;

interface CountedStore {
  readonly label: string;
  readonly fill: number;
  readonly capacity: number;
  readonly unit: string;
}

/** Store buffer, TLB and predictor of the only core, as far as it has them. */
export function coreStores(
  { coreStores: [core] }: MachineView,
  { memory }: MachineInfo,
): readonly CountedStore[] {
  if (core === undefined) return [];
  const { storeBufferEntries, tlbEntries, predictorCounters } = memory;
  const all = [
    { label: t("store buffer"), fill: core.stores, capacity: storeBufferEntries, unit: t("stores") },
    { label: t("TLB"), fill: core.tlbPages, capacity: tlbEntries, unit: t("pages") },
    { label: t("predictor"), fill: core.takenCounters, capacity: predictorCounters, unit: t("taken") },
  ];
  return all.filter(({ capacity }) => capacity > 0);
}

export interface LockWords {
  readonly holder: ThreadInfo | undefined;
  /** Names of the threads that wait. */
  readonly waiting: string;
  readonly waitingText: string;
}

export function lockWords({ locks }: MachineView, index: number, { threads }: MachineInfo): LockWords {
  const { holder, waiting: waits = [] } = locks[index] ?? {};
  const waiting = waits.map((thread) => threads[thread]?.name ?? "").join(", ");
  return {
    holder: holder === undefined ? undefined : threads[holder],
    waiting,
    waitingText:
      waits.length === 0
        ? t("no thread waits")
        : holder === undefined
          ? t("not yet taken by {threads}", { threads: waiting })
          : tCount(waits.length, "{threads} waits", "{threads} wait", { threads: waiting }),
  };
}

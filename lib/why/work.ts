/** Work done in an interval, by thread. */
import type { SimEventKind } from "../../core-wasm/binding/layout.gen.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { does, queuesOf, type Records, ringsTakenBy } from "./records.ts";
import type { Work } from "./why.ts";

interface WorkPlace {
  readonly fromCycle: number;
  readonly toCycle: number;
  readonly threads: readonly (number | undefined)[];
  /** The card whose arrivals are described. */
  readonly nic: number | undefined;
}

export function workIn(scenario: Scenario, records: Records, place: WorkPlace): readonly Work[] {
  const { fromCycle, toCycle, nic } = place;
  const threads = [...new Set(place.threads)].filter((thread) => thread !== undefined);
  const events = records.events.filter(({ cycle }) => cycle >= fromCycle && cycle < toCycle);
  const work: Work[] = [];
  if (threads.some((thread) => does(scenario, thread, "deliver"))) {
    const packets = events.filter(({ kind }) => kind === "frame-delivered").length;
    work.push({ kind: "delivered", packets });
  }
  for (const ring of new Set(threads.flatMap((thread) => ringsTakenBy(scenario, thread)))) {
    const { fallen } = changesOf(records, "rx-fill", ring, place);
    work.push({ kind: "taken", frames: fallen, nic: ring });
  }
  for (const queue of new Set(threads.flatMap((thread) => queuesOf(scenario, thread)))) {
    const fromFill = fillAt(records, "queue-fill", queue, fromCycle);
    const toFill = fillAt(records, "queue-fill", queue, toCycle);
    work.push({ kind: "queued", fromFill, toFill, queue });
  }
  if (nic !== undefined)
    work.push({ kind: "arrived", frames: changesOf(records, "rx-fill", nic, place).risen, nic });
  return work;
}

type FillKind = Extract<SimEventKind, "rx-fill" | "tx-fill" | "queue-fill">;

/** Fill at the start of the cycle. */
export function fillAt(records: Records, kind: FillKind, place: number, cycle: number): number {
  const { begin, events } = records;
  const last = events.findLast((one) => one.kind === kind && one.subject === place && one.cycle < cycle);
  if (last !== undefined) return last.value;
  if (kind === "queue-fill") return begin.queue_fill[place] ?? 0;
  const nic = begin.nics[place];
  return (kind === "rx-fill" ? nic?.rx_fill : nic?.tx_fill) ?? 0;
}

function changesOf(
  records: Records,
  kind: FillKind,
  place: number,
  { fromCycle, toCycle }: Pick<WorkPlace, "fromCycle" | "toCycle">,
): { readonly risen: number; readonly fallen: number } {
  let held = fillAt(records, kind, place, fromCycle);
  let risen = 0;
  let fallen = 0;
  for (const event of records.events) {
    if (event.kind !== kind || event.subject !== place) continue;
    if (event.cycle < fromCycle || event.cycle >= toCycle) continue;
    if (event.value > held) risen += event.value - held;
    else fallen += held - event.value;
    held = event.value;
  }
  return { risen, fallen };
}

/** The last cycle before `cycle` right after which the place was empty. Undefined if it was never empty. */
export function lastEmpty(
  records: Records,
  kind: FillKind,
  place: number,
  cycle: number,
): number | undefined {
  const held = fillAt(records, kind, place, cycle);
  if (held === 0) return cycle;
  const changes = records.events.filter(
    (one) => one.kind === kind && one.subject === place && one.cycle < cycle,
  );
  const at = changes.findLastIndex(({ value }) => value === 0);
  if (at >= 0) return changes[at + 1]?.cycle ?? cycle;
  return fillAt(records, kind, place, records.fromCycle) === 0 ? changes[0]?.cycle : undefined;
}

/** The cycle in which the place reached its present fill. */
export function heldSince(
  records: Records,
  kind: FillKind,
  place: number,
  cycle: number,
): number | undefined {
  return records.events.findLast((one) => one.kind === kind && one.subject === place && one.cycle < cycle)
    ?.cycle;
}

/** Interrupts asserted and handlers entered, for all lines. For harts also interrupts of the timer and of software,
 * and exceptions. */
import { sim_interrupt_source_names } from "../../../core-wasm/binding/layout.gen.ts";
import { exceptionName } from "../../../lib/events/traps.ts";
import type { MarkData, TimelineWindow } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { formatInteger } from "../../ui/format.ts";
import { columnOf, columnStretch, countWithin, lowerBound, type Stretch } from "../columns.ts";
import { drawInterrupts } from "../draw/marks.ts";
import { GLYPH_REACH_PX } from "../losses.ts";
import { contextName, stretchRows, threadName } from "../spans.ts";
import { LANE_AIR_PX, type TimelineSpec } from "../spec.ts";
import { lengthText } from "../text.ts";
import { plainFacts, type TrackType } from "./track.ts";

type InterruptHit =
  | {
      readonly kind: "interrupt";
      readonly cycle: number;
      readonly raisedCycle: number;
      readonly enteredCycle: number;
      /** Undefined if it is not known, or if a line starts the thread. */
      readonly answeredCycle: number | undefined;
      readonly source: number;
      readonly context: number;
      readonly thread: number;
    }
  | {
      readonly kind: "exception";
      readonly cycle: number;
      readonly at: number;
      readonly context: number;
      readonly mcause: number;
    }
  | { readonly kind: "raised"; readonly cycle: number; readonly raisedCycle: number }
  | ({
      readonly kind: "interrupt-count";
      readonly cycle: number;
      readonly raised: number;
      readonly entered: number;
    } & Stretch);

export const interrupts: TrackType<"interrupts", InterruptHit> = {
  kind: "interrupts",
  linkName: "interrupts",
  places: () => [{ index: 0, least: 18, natural: 18, most: 18 }],
  air: [LANE_AIR_PX, LANE_AIR_PX],
  name: () => t("interrupts"),
  draw: drawInterrupts,
  raster: () => [],
  widest: () => "",
  value: undefined,
  hit: (spec, window, _, cycle) => interruptHit(spec, window, cycle),
  facts: {
    interrupt: (hit, machine) =>
      plainFacts(titleOf(hit.source), [
        [
          t("handler"),
          [contextName(machine, hit.context), threadName(machine, hit.thread)].filter(Boolean).join(" "),
        ],
        [t("raised"), formatInteger(hit.raisedCycle)],
        [t("entered"), formatInteger(hit.enteredCycle)],
        ...(hit.answeredCycle === undefined
          ? []
          : [[t("answered"), formatInteger(hit.answeredCycle)] as const]),
        [
          t("latency"),
          lengthText((hit.answeredCycle ?? hit.enteredCycle) - hit.raisedCycle, machine.clockHertz),
        ],
      ]),
    exception: (hit, machine) =>
      plainFacts(t("exception"), [
        [t("cause"), `${exceptionName(hit.mcause)} (mcause ${hit.mcause})`],
        [t("context"), contextName(machine, hit.context)],
        [t("cycle"), formatInteger(hit.at)],
      ]),
    raised: (hit) =>
      plainFacts(t("interrupt raised"), [
        [t("cycle"), formatInteger(hit.raisedCycle)],
        [t("handler"), t("not entered yet")],
      ]),
    "interrupt-count": (hit, machine) =>
      plainFacts(t("interrupts"), [
        ...stretchRows(hit.fromCycle, hit.toCycle, machine),
        [t("raised"), formatInteger(hit.raised)],
        [t("entered"), formatInteger(hit.entered)],
      ]),
  },
};

function interruptHit(spec: TimelineSpec, window: TimelineWindow, cycle: number): InterruptHit | undefined {
  const reach = GLYPH_REACH_PX * spec.viewport.cyclesPerPx;
  const { entries, asserted } = window.interrupts;
  const offset = cycle - window.from;
  if (entries === undefined) return countHit(window, cycle);
  const i = lowerBound(entries.entered, offset - reach);
  const raisedOffset = entries.asserted[i];
  if (raisedOffset !== undefined && raisedOffset <= offset + reach)
    return {
      kind: "interrupt",
      cycle,
      raisedCycle: window.from + raisedOffset,
      enteredCycle: window.from + (entries.entered[i] ?? raisedOffset),
      answeredCycle: answeredCycle(window, i),
      source: entries.source?.[i] ?? 0,
      context: entries.context[i] ?? 0,
      thread: entries.thread[i] ?? 0,
    };
  const exception = exceptionHit(window, cycle, reach);
  if (exception !== undefined) return exception;
  const pending = asserted.at[lowerBound(asserted.at, offset - reach)];
  if (pending === undefined || pending > offset + reach) return undefined;
  return { kind: "raised", cycle, raisedCycle: window.from + pending };
}

function titleOf(source: number): string {
  const name = sim_interrupt_source_names[source];
  if (name === "timer") return t("timer interrupt");
  return name === "software" ? t("software interrupt") : t("interrupt");
}

function answeredCycle({ from, interrupts: { entries } }: TimelineWindow, index: number): number | undefined {
  const offset = entries?.answered?.[index] ?? Number.NaN;
  return Number.isNaN(offset) ? undefined : from + offset;
}

function exceptionHit(window: TimelineWindow, cycle: number, reach: number): InterruptHit | undefined {
  const { exceptions } = window.interrupts;
  const offset = cycle - window.from;
  const index = exceptions === undefined ? -1 : lowerBound(exceptions.at, offset - reach);
  const at = exceptions?.at[index];
  if (exceptions === undefined || at === undefined || at > offset + reach) return undefined;
  const [context, mcause] = [exceptions.context[index] ?? 0, exceptions.mcause[index] ?? 0];
  return { kind: "exception", cycle, at: window.from + at, context, mcause };
}

/** A low zoom shows only counts. */
function countHit(window: TimelineWindow, cycle: number): InterruptHit | undefined {
  const { asserted, entered: entries } = window.interrupts;
  const column = columnOf(window, cycle);
  if (column === undefined) return undefined;
  const stretch = columnStretch(window, column);
  const within = (marks: MarkData) =>
    countWithin(marks, stretch.fromCycle - window.from, stretch.toCycle - window.from);
  const raised = within(asserted);
  const entered = within(entries);
  return raised + entered === 0 ? undefined : { kind: "interrupt-count", cycle, raised, entered, ...stretch };
}

/** A thread: where it runs, or what it waits for. */
import {
  type LossData,
  THREAD_STATES,
  type ThreadData,
  type ThreadState,
  type TimelineWindow,
} from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { formatInteger, formatPercent } from "../../ui/format.ts";
import { columnOf, columnStretch, countWithin, lowerBound, type Stretch } from "../columns.ts";
import { drawThread, drawThreadLabels } from "../draw/threads.ts";
import type { Track } from "../layout.ts";
import { type Facts, stretchRows } from "../spans.ts";
import { LANE_AIR_PX, type MachineLabels } from "../spec.ts";
import { withUnit } from "../text.ts";
import { threadStateText } from "../threadWords.ts";
import type { TrackType } from "./track.ts";

type ThreadHit = {
  readonly kind: "thread";
  readonly cycle: number;
  readonly track: Track;
  /** Shares within the stretch. In exact spans one state has all of it. */
  readonly states: readonly { readonly state: ThreadState; readonly share: number }[];
  /** Lock or queue that it waits for. */
  readonly subject: number | undefined;
  /** Responses that ended after their deadline, in the stretch. */
  readonly late: number;
} & Stretch;

const LEAST_HEIGHT_PX = 14;
/** Room for words. */
const HEIGHT_PX = 22;
const MOST_HEIGHT_PX = 32;

const dataOf = (window: TimelineWindow | undefined, index: number): ThreadData | undefined =>
  window?.threads?.[index];

/** Late responses are drawn in the place of losses. */
function lateOf(window: TimelineWindow, index: number): LossData | undefined {
  const late = dataOf(window, index)?.late;
  return late && { ...late, causes: new Uint8Array(late.at.length) };
}

export const thread: TrackType<"thread", ThreadHit> = {
  kind: "thread",
  linkName: "thread",
  places: ({ threads, showsThreads }) =>
    (showsThreads ? [...threads.keys()] : [])
      .sort((a, b) => (threads[a]?.priority ?? 0) - (threads[b]?.priority ?? 0) || a - b)
      .map((index) => ({ index, least: LEAST_HEIGHT_PX, natural: HEIGHT_PX, most: MOST_HEIGHT_PX })),
  air: [LANE_AIR_PX, LANE_AIR_PX],
  name: ({ threads }, index) => threads[index]?.name ?? "",
  hasStrongName: true,
  isFlat: (window, index) => {
    const data = dataOf(window, index);
    if (data?.shares === undefined || data.late.at.length > 0) return false;
    const { shares } = data;
    return shares.every((share, at) => at % THREAD_STATES.length === 0 || share === 0);
  },
  draw: (tools, track) => drawThread(tools, track, dataOf(tools.spec.window, track.index), lateOf),
  drawLabels: (tools, track) => drawThreadLabels(tools, track, dataOf(tools.spec.window, track.index)),
  raster: () => [],
  widest: ({ machine }, index) => priorityText(machine, index),
  staticValue: priorityText,
  value: undefined,
  losses: lateOf,
  hit: (_, window, track, cycle) => {
    const data = dataOf(window, track.index);
    const found = data?.spans === undefined ? sharesAt(window, data, cycle) : spanAt(window, data, cycle);
    if (data === undefined || found === undefined) return undefined;
    const [from, to] = [found.fromCycle - window.from, found.toCycle - window.from];
    // A response ends in the cycle in which its span does.
    return { kind: "thread", cycle, track, ...found, late: countWithin(data.late, from + 1, to + 1) };
  },
  facts: { thread: threadFacts },
};

function priorityText({ threads }: MachineLabels, index: number): string {
  const priority = threads[index]?.priority;
  return priority === undefined ? "" : `P${priority}`;
}

type Found = Pick<ThreadHit, "states" | "subject" | "fromCycle" | "toCycle">;

function spanAt(window: TimelineWindow, { spans }: ThreadData, cycle: number): Found | undefined {
  if (spans === undefined) return undefined;
  const offset = cycle - window.from;
  const index = lowerBound(spans.end, offset + Number.EPSILON);
  const at = spans.end[index] === offset ? index + 1 : index;
  const [start, end] = [spans.start[at], spans.end[at]];
  const state = THREAD_STATES[spans.state[at] ?? 0];
  if (start === undefined || end === undefined || start > offset || state === undefined) return undefined;
  return {
    states: [{ state, share: 1 }],
    subject: spans.subject[at],
    fromCycle: window.from + start,
    toCycle: window.from + end,
  };
}

function sharesAt(window: TimelineWindow, data: ThreadData | undefined, cycle: number): Found | undefined {
  const column = columnOf(window, cycle);
  const shares = data?.shares;
  if (shares === undefined || column === undefined) return undefined;
  const states = THREAD_STATES.map((state, number) => ({
    state,
    share: shares[column * THREAD_STATES.length + number] ?? 0,
  }));
  return {
    states: states.filter(({ share }) => share > 0),
    subject: undefined,
    ...columnStretch(window, column),
  };
}

function threadFacts(hit: ThreadHit, machine: MachineLabels): Facts {
  const { states, subject, late, fromCycle, toCycle, track } = hit;
  const of = machine.threads[track.index];
  const [only] = states;
  const isOne = states.length === 1 && only !== undefined;
  const state = isOne ? `, ${threadStateText(machine, only.state, subject)}` : "";
  return {
    title: `${of?.name ?? ""}${state}`,
    layer: of?.layer,
    isLoss: late > 0,
    rows: [
      ...stretchRows(fromCycle, toCycle, machine),
      ...(isOne
        ? []
        : states.map(
            (one) =>
              [threadStateText(machine, one.state, undefined), withUnit(formatPercent(one.share))] as const,
          )),
      ...(late === 0 ? [] : [[t("late"), formatInteger(late)] as const]),
    ],
  };
}

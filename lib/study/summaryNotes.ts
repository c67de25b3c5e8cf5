/** Sentences that readers of a summary need in order to understand its intervals. */
import { LEAST_MAXIMA } from "../metrics/extremes.ts";
import { columnName } from "../sweep/column.ts";
import { drawsBodies, isRecorded, isResampled } from "./interval.ts";
import type { StudyPlan } from "./plan.ts";
import { rulesOf, withoutColumn } from "./replicates.ts";
import { pointKey, pointText, type StudyRow } from "./row.ts";
import type { PointSummary, StudySummary } from "./summary.ts";

/** Source: tests/study/captureCoverage.test.ts. It draws 300 captures of bursts with Pareto's distribution of shape
 * 1.5, in blocks of a twentieth. In this many of them, the range for the loss contained the true value. */
const HEAVY_TAILS_HELD = 205;

export function summaryNotes(
  plan: StudyPlan,
  rows: readonly StudyRow[],
  summary: Pick<StudySummary, "points">,
): readonly string[] {
  if (rows.length === 0) return [];
  const scenarios = plan.points.map(({ scenario }) => scenario);
  const { windows } = rulesOf(plan);
  const notes: string[] = [];
  if (windows !== undefined) {
    const count = new Set(rows.map(({ point }) => point[windows])).size;
    notes.push(`Means and intervals are over ${count} windows of the capture; each window is one value.`);
  } else if (scenarios.some(isResampled))
    notes.push(
      "[low, high] is the 95 % range for such traffic, from replicates of one capture: more seeds do not make it narrower. ± is the error of the simulation, which more seeds reduce.",
      `For bursts with heavy tails the range is too narrow: it contained the true value in ${HEAVY_TAILS_HELD} of 300 captures, where 285 are expected.`,
    );
  const severalSeeds = new Set(rows.map(({ seed }) => seed)).size > 1;
  if (severalSeeds && scenarios.some((one) => isRecorded(one) && drawsBodies(one)))
    notes.push(
      "Each seed also draws other instructions for routines of kind instructions: the intervals are about such programs as well as about the traffic.",
    );
  return [
    ...notes,
    ...queueNotes(plan, summary),
    ...skewNotes(plan, summary),
    ...worstNotes(plan, summary),
    ...saturationNotes(plan, summary),
  ];
}

const LOSS = /^receive\.loss(?: in .*)?$/;
const QUEUE_FULL = 'receive.drop["queue-full"]';

/** The reason why loss rises with a deeper ring. */
function queueNotes(plan: StudyPlan, { points }: Pick<StudySummary, "points">): readonly string[] {
  const loss = plan.asked.map(columnName).find((name) => LOSS.test(name));
  const ring = ringColumn(plan);
  if (loss === undefined || ring === undefined) return [];
  const rising = points.flatMap((shallow) =>
    points.flatMap((deep) => {
      const [less, more] = [Number(shallow.point[ring]), Number(deep.point[ring])];
      const isBeside =
        less < more &&
        pointKey(withoutColumn(shallow.point, ring)) === pointKey(withoutColumn(deep.point, ring));
      const mean = (point: PointSummary, name: string) => point.metrics[name]?.mean ?? Number.NaN;
      return isBeside &&
        mean(deep, loss) > mean(shallow, loss) &&
        mean(deep, QUEUE_FULL) > mean(shallow, QUEUE_FULL)
        ? [{ less, more, lost: mean(deep, QUEUE_FULL) - mean(shallow, QUEUE_FULL) }]
        : [];
    }),
  );
  const [worst] = rising.toSorted((a, b) => b.lost - a.lost);
  return worst === undefined
    ? []
    : [
        `A ring of ${worst.more} frames loses more than a ring of ${worst.less} frames: the queue after the ring is full more often, so the machine spends its time on frames that it then throws away. Let the queue grow with the ring.`,
      ];
}

/** The column of an axis that varies only a receive ring. With the queue, the other columns differ too. */
function ringColumn({ study: { axes } }: StudyPlan): string | undefined {
  return axes
    .flatMap((axis) => (axis.kind === "field" ? [axis] : []))
    .filter(({ field }) => field.endsWith("rxRingFrames"))
    .map(({ field, name }) => name ?? field)[0];
}

/** Notes about saturation, if the study measures how busy the processors are. */
function saturationNotes(plan: StudyPlan, { points }: Pick<StudySummary, "points">): readonly string[] {
  const busy = plan.metrics.find(({ text }) => text === "busy");
  if (busy === undefined || plan.study.warmUpCycles > 0) return [];
  const { one } = rulesOf(plan).about(columnName(busy), points[0]?.point ?? {});
  const near = points.filter(({ metrics }) => {
    const mean = (metrics[columnName(busy)]?.mean ?? 0) / one;
    return mean > NEAR_SATURATION && mean < 1;
  });
  return near.length === 0
    ? []
    : [
        `At ${near.length} of ${points.length} points processors are busy for more than 90 % of the time, and no warm-up is left out: queues that begin empty make the means of short runs too small. irqscope validate proposes a warm-up.`,
      ];
}

function skewNotes(plan: StudyPlan, { points }: Pick<StudySummary, "points">): readonly string[] {
  const skewed = points.flatMap(({ point, metrics }) =>
    plan.asked.map(columnName).flatMap((name) => (metrics[name]?.isSkewed === true ? [{ point, name }] : [])),
  );
  const [first] = skewed;
  if (first === undefined) return [];
  const all = points.length * plan.asked.length;
  const where = [first.name, pointText(first.point)].filter((text) => text !== "").join(", ");
  return [
    `In ${skewed.length} of ${all} means, a few values lie far to one side (${where}). Intervals of such means hold the truth less often than in 95 of 100 cases; with ten lognormal values, in 84. Use more seeds.`,
  ];
}

function worstNotes(plan: StudyPlan, { points }: Pick<StudySummary, "points">): readonly string[] {
  const { worstOf, maximumOf } = rulesOf(plan);
  if (worstOf === undefined) return [];
  const maxima = plan.asked.map(columnName).filter((name) => maximumOf(name) === "latency");
  if (maxima.length === 0) return ["worstOf has no effect: no metric is a maximum of latencies."];
  const all = points.flatMap(({ metrics }) => maxima.map((name) => metrics[name]?.worst));
  const missing = all.filter((one) => one === undefined).length;
  return missing === 0
    ? []
    : [
        `worstOf: ${missing} of ${all.length} maxima have no estimate of the latency that one of ${worstOf} runs exceeds. An estimate needs ${LEAST_MAXIMA} independent runs whose maxima are not all equal.`,
      ];
}

/** Share of the time that a server works. From this share onwards, the mean wait in its queue and the time in which it
 * settles grow steeply (as 1 / (1 - share), and its square). */
export const NEAR_SATURATION = 0.9;

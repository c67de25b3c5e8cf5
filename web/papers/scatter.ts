/** Printed against simulated numbers of a source: one panel for each unit. */
import { ticks } from "d3-array";
import { rolesOf } from "../../lib/papers/facts.ts";
import type { Judgement } from "../../lib/papers/judge.ts";
import type { Experiment, Paper } from "../../lib/papers/paper.ts";
import type { EventPlace } from "../../scenarios/story/story.ts";

export interface Dot {
  readonly judgement: Judgement;
  readonly experiment: Experiment;
  readonly text: string;
  readonly printed: number;
  readonly simulated: number;
  readonly mark: "holds" | "missed" | "contradiction";
  /** Machine of the experiment that gives the number. */
  readonly run: string | undefined;
  /** Place at which the machine opens. Undefined for the usual one. */
  readonly at: EventPlace | undefined;
}

export interface ScatterPanel {
  readonly unit: string;
  readonly isLog: boolean;
  readonly domain: readonly [number, number];
  readonly ticks: readonly number[];
  readonly dots: readonly Dot[];
}

/** Facts that are numbers, and numbers that the source contradicts. */
export function dotsOf(paper: Paper, judgementOf: (claim: string) => Judgement | undefined): readonly Dot[] {
  const roles = rolesOf(paper);
  return paper.experiments.flatMap((experiment) =>
    experiment.claims.flatMap((claim) => {
      const role = roles.get(claim.id)?.kind;
      const judgement = judgementOf(claim.id);
      const simulated = judgement?.simulated;
      if (claim.kind !== "prediction" || judgement === undefined || simulated === undefined) return [];
      if (role !== "fact" && role !== "contradiction") return [];
      const mark =
        role === "contradiction" ? "contradiction" : judgement.verdict === "pass" ? "holds" : "missed";
      const run = /run\["([^"]+)"\]/.exec(claim.value)?.[1] ?? Object.keys(experiment.runs)[0];
      const { text, printed, at } = claim;
      return [{ judgement, experiment, text, printed, simulated, mark, run, at }];
    }),
  );
}

/** An axis with numbers that differ by more than this factor is logarithmic. */
const LINEAR_FACTOR = 5;

export function scatterPanels(dots: readonly Dot[]): readonly ScatterPanel[] {
  const units = [...new Set(dots.map(unitOf))];
  return units.map((unit) => {
    const here = dots.filter((dot) => unitOf(dot) === unit);
    const values = here.flatMap(({ printed, simulated }) => [printed, simulated]);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const isLog = low > 0 && high / low > LINEAR_FACTOR;
    const domain = domainOf(low, high, isLog);
    return { unit, isLog, domain, ticks: ticksIn(domain, isLog), dots: here };
  });
}

function unitOf({ judgement: { claim } }: Dot): string {
  return claim.kind === "shape" ? "" : claim.unit;
}

/** Leaves room for a mark at either end, and is wider than the band even if all numbers lie in it. */
function domainOf(low: number, high: number, isLog: boolean): readonly [number, number] {
  if (isLog) return [low / (high / low) ** 0.08, high * (high / low) ** 0.08];
  const isNarrow = high - low < 0.2 * high;
  const margin = isNarrow ? 0.15 * high : 0.12 * (high - low);
  return [low < 0 ? low - margin : Math.max(0, low - margin), high + margin];
}

const MOST_TICKS = 5;

function ticksIn([low, high]: readonly [number, number], isLog: boolean): readonly number[] {
  if (!isLog) return ticks(low, high, MOST_TICKS - 1);
  const decades = Array.from({ length: 13 }, (_, index) => 10 ** (index - 5));
  const within = (steps: readonly number[]) =>
    decades
      .flatMap((decade) => steps.map((step) => Number((step * decade).toPrecision(1))))
      .filter((value) => value >= low && value <= high);
  const all = within([1, 2, 5]);
  return all.length <= MOST_TICKS ? all : within([1]);
}

/** Share of the axis's length. Values beyond the axis get its nearest end. */
export function placeIn({ isLog, domain }: Pick<ScatterPanel, "isLog" | "domain">, value: number): number {
  const scaled = (one: number) => (isLog ? Math.log(Math.max(one, Number.MIN_VALUE)) : one);
  const [from, to] = domain;
  return Math.min(1, Math.max(0, (scaled(value) - scaled(from)) / (scaled(to) - scaled(from))));
}

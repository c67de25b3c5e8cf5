/** Compares claims with the results. No code here is about a particular paper. */

import { parseFieldPath, readField } from "../../scenarios/base/fieldPath.ts";
import { contradictedClaims } from "./facts.ts";
import type { Claim, Experiment, FieldValue, Figure, Paper } from "./paper.ts";
import { type Finished, factorOf, valueOfRuns } from "./value.ts";

export interface Points {
  readonly held: number;
  readonly of: number;
}

/** Reports each figure in the reason of a known miss that the simulation no longer gives. */
function staleFigures(
  claim: Claim,
  ownValue: string,
  runsAt: (at: Figure["at"]) => readonly Finished[],
  points: Points,
): readonly string[] {
  if (claim.kind === "calibration") return [];
  return (claim.figures ?? []).flatMap((figure) => {
    if (claim.knownMiss?.includes(figure.text) !== true) return [`${figure.text} is not in the reason`];
    if (figure.points) {
      const today = `${points.held} of ${points.of}`;
      return figure.text === today ? [] : [`${figure.text} points are ${today}`];
    }
    const unit = figure.unit ?? (claim.kind === "prediction" ? claim.unit : "");
    const value = valueOfRuns({ id: claim.id, text: figure.value ?? ownValue, unit }, runsAt(figure.at));
    const today = typeof value === "number" ? Math.abs(value) / factorOf(unit) : Number.NaN;
    return isRounded(figure.text, today) ? [] : [`${figure.text} is ${today.toPrecision(5)}`];
  });
}

/** Whether a text equals the value, rounded to the decimals of the text. */
export function isRounded(text: string, value: number): boolean {
  const plain = text.replaceAll(",", "");
  const decimals = plain.split(".")[1]?.length ?? 0;
  return Math.abs(Number(plain) - value) <= 0.5 * 10 ** -decimals * (1 + 1e-6);
}

/** `contradiction`: the source contradicts itself, so no machine can meet the claim. */
export type Verdict = "pass" | "miss" | "known-miss" | "contradiction";

/** Result of the claim at each value of a free parameter. */
interface Sensitivity {
  readonly free: string;
  readonly points: readonly {
    readonly value: FieldValue;
    readonly simulated: number | undefined;
    readonly holds: boolean;
  }[];
}

export interface Judgement {
  readonly claim: Claim;
  /** Value in the unit of the claim. Undefined for a shape. */
  readonly simulated: number | undefined;
  /** (simulated - printed) / printed. */
  readonly error: number | undefined;
  /** The range of values that pass, in the unit of the claim. */
  readonly band: readonly [number, number] | undefined;
  readonly holds: boolean;
  /** The smallest and the largest value of a prediction over all points, in the unit of the claim. */
  readonly range: readonly [number, number] | undefined;
  /** One entry for each free parameter of the experiment that varies alone. */
  readonly sensitivity: readonly Sensitivity[];
  /** Share of all points, the scenario's own included, at which it holds. */
  readonly share: number;
  readonly points: Points;
  readonly verdict: Verdict;
  /** Outdated numbers in the reason of a known miss. */
  readonly stale: readonly string[];
}

export function judgeExperiment(
  paper: Paper,
  experiment: Experiment,
  finished: readonly Finished[],
): readonly Judgement[] {
  const contradicted = contradictedClaims(paper);
  return experiment.claims.map((claim) => ({
    ...judge(claim, experiment, finished),
    ...(contradicted.has(claim.id) ? { verdict: "contradiction" as const } : {}),
  }));
}

function judge(claim: Claim, experiment: Experiment, finished: readonly Finished[]): Judgement {
  const own = finished.filter(({ variation }) => variation === undefined);
  const base = pointOf(claim, own);
  const band = bandOf(claim);
  const sensitivity =
    claim.kind === "calibration" ? [] : experiment.free.map((free) => swept(claim, free, finished));
  const points = sensitivity.flatMap((one) => one.points);
  const all = [base, ...points];
  const held = all.filter(({ holds }) => holds).length;
  const of = all.length;
  const share = held / of;
  const isReproduced = base.holds && share > 0.5;
  const isKnown = claim.kind !== "calibration" && claim.knownMiss !== undefined;
  return {
    claim,
    simulated: base.simulated,
    error:
      claim.kind === "shape" || base.simulated === undefined
        ? undefined
        : (base.simulated - claim.printed) / claim.printed,
    band,
    holds: base.holds,
    range: claim.kind === "prediction" ? rangeOf(all) : undefined,
    sensitivity,
    share,
    points: { held, of },
    verdict: isReproduced ? "pass" : isKnown ? "known-miss" : "miss",
    stale: staleFigures(claim, expressionOf(claim), (at) => (at ? runsAt(at, finished) : own), {
      held,
      of,
    }),
  };
}

function rangeOf(points: readonly Point[]): readonly [number, number] | undefined {
  const values = points.flatMap(({ simulated }) => simulated ?? []);
  return values.length === 0 ? undefined : [Math.min(...values), Math.max(...values)];
}

/** Runs without the parameter are not changed. */
function runsAt(
  { free, value }: NonNullable<Figure["at"]>,
  finished: readonly Finished[],
): readonly Finished[] {
  const key = JSON.stringify(value);
  return finished
    .filter(({ variation }) => variation === undefined)
    .map(
      (own) =>
        finished.find(
          ({ run, variation }) =>
            run === own.run && variation?.free === free && JSON.stringify(variation.value) === key,
        ) ?? own,
    );
}

function swept(claim: Claim, free: string, finished: readonly Finished[]): Sensitivity {
  const values = new Map<string, FieldValue>();
  for (const { variation } of finished)
    if (variation?.free === free) values.set(JSON.stringify(variation.value), variation.value);
  const points = [...values.values()].map((value) => ({
    value,
    ...pointOf(claim, runsAt({ free, value }, finished)),
  }));
  return { free, points };
}

interface Point {
  readonly simulated: number | undefined;
  readonly holds: boolean;
}

function pointOf(claim: Claim, runs: readonly Finished[]): Point {
  if (claim.kind === "calibration" && !claim.fitted) {
    const simulated = heldBy(claim, runs);
    return { simulated, holds: isClose(simulated, claim.printed) };
  }
  const unit = claim.kind === "shape" ? undefined : claim.unit;
  const value = valueOfRuns({ id: claim.id, text: expressionOf(claim), unit }, runs);
  if (claim.kind === "shape") return { simulated: undefined, holds: value === true };
  const simulated = typeof value === "number" ? value / factorOf(claim.unit) : undefined;
  const [from, to] = bandOf(claim) ?? [0, 0];
  return { simulated, holds: simulated !== undefined && simulated >= from && simulated <= to };
}

function expressionOf(claim: Claim): string {
  if (claim.kind === "shape") return claim.condition;
  return claim.kind === "prediction" ? claim.value : (claim.fitted?.value ?? "");
}

export function bandOf(claim: Claim): readonly [number, number] | undefined {
  if (claim.kind === "shape" || (claim.kind === "calibration" && !claim.fitted)) return undefined;
  const { printed } = claim;
  const tolerance = claim.kind === "prediction" ? claim.tolerance : { relative: claim.fitted?.relative ?? 0 };
  if ("from" in tolerance) return [tolerance.from, tolerance.to];
  const width = Math.abs(printed) * tolerance.relative;
  return [printed - width, printed + width];
}

function isClose(a: number | undefined, b: number): boolean {
  return a !== undefined && Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));
}

/** The value in the scenarios. Undefined if they differ. */
function heldBy(
  claim: Claim & { readonly kind: "calibration" },
  runs: readonly Finished[],
): number | undefined {
  const values = claim.runs.map((id) => {
    const scenario = runs.find(({ run }) => run === id)?.scenario;
    return claim.fields.reduce((sum, field) => {
      const path = parseFieldPath(field);
      return sum + amountOf(path === undefined ? undefined : readField(scenario, path), claim.starting);
    }, 0);
  });
  const [first] = values;
  if (first === undefined || values.some((value) => value !== first) || Number.isNaN(first)) return undefined;
  return first / claim.perUnit;
}

function amountOf(value: unknown, starting: readonly string[] | undefined): number {
  if (typeof value === "number") return value;
  if (!Array.isArray(value) || starting === undefined) return Number.NaN;
  return value.filter(
    (entry) => typeof entry === "string" && starting.some((begin) => entry.startsWith(begin)),
  ).length;
}

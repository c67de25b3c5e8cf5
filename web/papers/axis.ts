/** One axis for the claims of a card that share a unit. */
import { nice } from "d3-array";
import type { Judgement } from "../../lib/papers/judge.ts";
import type { Claim, FreeParameter } from "../../lib/papers/paper.ts";
import { valueTexts } from "./numbers.ts";

export interface ClaimRow {
  readonly claim: Claim & { readonly kind: "prediction" };
  readonly judgement: Judgement | undefined;
}

export interface AxisGroup {
  readonly unit: string;
  readonly domain: readonly [number, number];
  readonly rows: readonly ClaimRow[];
}

/** Predictions by unit, in the order of the claims. Each group has a round range around all its points. */
export function axisGroups(
  claims: readonly Claim[],
  judgements: readonly Judgement[] | undefined,
): AxisGroup[] {
  const groups = new Map<string, ClaimRow[]>();
  for (const claim of claims) {
    if (claim.kind !== "prediction") continue;
    const judgement = judgements?.find((one) => one.claim.id === claim.id);
    groups.set(claim.unit, [...(groups.get(claim.unit) ?? []), { claim, judgement }]);
  }
  return [...groups].map(([unit, rows]) => ({ unit, rows, domain: domainOf(rows.flatMap(pointsOf)) }));
}

/** The first groups with at least this many claims, and the rest. A rest of one or two claims is not folded. */
export function foldedGroups(
  groups: readonly AxisGroup[],
  shown: number,
): readonly [readonly AxisGroup[], readonly AxisGroup[]] {
  let rows = 0;
  const first = groups.findIndex((group) => {
    rows += group.rows.length;
    return rows >= shown;
  });
  const rest = first < 0 ? [] : groups.slice(first + 1);
  if (rest.reduce((sum, group) => sum + group.rows.length, 0) <= 2) return [groups, []];
  return [groups.slice(0, first + 1), rest];
}

function pointsOf({ claim, judgement }: ClaimRow): number[] {
  const swept = judgement?.range ?? [];
  return [claim.printed, ...bandOf(claim), judgement?.simulated, ...swept].filter((one) => one !== undefined);
}

interface SweptPoint {
  readonly parameter: FreeParameter;
  /** The value of the parameter, in words. */
  readonly text: string;
  readonly simulated: number;
}

export function sweptPoints(
  judgement: Judgement | undefined,
  free: readonly FreeParameter[],
): readonly SweptPoint[] {
  return (judgement?.sensitivity ?? []).flatMap(({ free: id, points }) => {
    const parameter = free.find((one) => one.id === id);
    if (parameter === undefined) return [];
    const texts = valueTexts(parameter);
    const keys = parameter.values.map((value) => JSON.stringify(value));
    return points.flatMap(({ value, simulated }) => {
      const text = texts[keys.indexOf(JSON.stringify(value))];
      return text === undefined || simulated === undefined ? [] : [{ parameter, text, simulated }];
    });
  });
}

export function bandOf({ printed, tolerance }: ClaimRow["claim"]): readonly [number, number] {
  if ("from" in tolerance) return [tolerance.from, tolerance.to];
  const width = Math.abs(printed) * tolerance.relative;
  return [printed - width, printed + width];
}

const MARGIN = 0.15;

function domainOf(points: readonly number[]): readonly [number, number] {
  const low = Math.min(...points);
  const high = Math.max(...points);
  const margin = (high - low || Math.abs(high) || 1) * MARGIN;
  /** The margin alone does not extend the axis below zero. */
  const from = low >= 0 ? Math.max(0, low - margin) : low - margin;
  return nice(from, high + margin, 4);
}

/** Share of the axis's length. */
export function placeOn([from, to]: readonly [number, number], value: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)));
}

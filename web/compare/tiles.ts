/** The three most important differences: loss, packet latency, wait of interrupts. */
import type { ComparedGroup, ComparedRow } from "../../lib/metrics/compare.ts";

type TileKind = "loss" | "latency" | "wait";

export interface Tile {
  readonly kind: TileKind;
  readonly row: ComparedRow;
}

/** Groups in which the row is searched, in this order. */
const PLACES: readonly {
  readonly kind: TileKind;
  readonly groups: readonly ComparedGroup[];
  readonly key: string;
}[] = [
  { kind: "loss", groups: ["Received", "Sent"], key: "dropped" },
  { kind: "latency", groups: ["Packet latency, receive", "Packet latency, send"], key: "mean" },
  { kind: "wait", groups: ["Interrupt latency"], key: "mean" },
];

/** Tiles of the rows that both machines have. A machine without packets has fewer. */
export function tilesOf(rows: readonly ComparedRow[]): readonly Tile[] {
  return PLACES.flatMap(({ kind, groups, key }) => {
    const row = groups
      .map((group) => rows.find((one) => one.key === `${group}: ${key}`))
      .find((one) => one !== undefined);
    return row === undefined ? [] : [{ kind, row }];
  });
}

/** Lengths of the bars of A and B, 0..1: the larger value is 1. */
export function barsOf({ a, b }: Pick<ComparedRow, "a" | "b">): readonly [a: number, b: number] {
  const values = [a, b].map((one) => (Number.isFinite(one) ? one : 0)) as [number, number];
  const most = Math.max(...values);
  return most === 0 ? [0, 0] : [values[0] / most, values[1] / most];
}

/** The tiles above the tables of Compare. */
import { describe, expect, it } from "vitest";
import type { ComparedRow } from "../../../lib/metrics/compare.ts";
import { barsOf, tilesOf } from "../../../web/compare/tiles.ts";

const row = (key: string): ComparedRow => ({ key }) as ComparedRow;

describe("tilesOf", () => {
  it("gives loss, packet latency and wait in this order, for any order of tables", () => {
    const rows = ["Interrupt latency: mean", "Packet latency, receive: mean", "Received: dropped"].map(row);
    expect(tilesOf(rows).map(({ kind, row: of }) => [kind, of.key])).toEqual([
      ["loss", "Received: dropped"],
      ["latency", "Packet latency, receive: mean"],
      ["wait", "Interrupt latency: mean"],
    ]);
  });

  it("uses sent packets if none are received, and omits missing metrics", () => {
    const rows = ["Sent: dropped", "Packet latency, send: mean", "Work: ipc"].map(row);
    expect(tilesOf(rows).map(({ row: of }) => of.key)).toEqual([
      "Sent: dropped",
      "Packet latency, send: mean",
    ]);
  });
});

describe("barsOf", () => {
  it.each([
    [268, 83, [1, 83 / 268]],
    [1, 4, [0.25, 1]],
    [0, 0, [0, 0]],
    [Number.NaN, 5, [0, 1]],
  ] as const)("gives bars for %d and %d", (a, b, bars) => {
    expect(barsOf({ a, b })).toEqual(bars);
  });
});

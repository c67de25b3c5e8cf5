/** The words for a change, from the ratio of B to A. */
import { expect, it } from "vitest";
import { type ComparedRow, changeOf } from "../../../lib/metrics/compare.ts";
import { latencyWords } from "../../../web/compare/changeWords.ts";

const meanLatency = (b: number): ComparedRow => ({
  group: "Interrupt latency",
  key: "Interrupt latency: mean",
  label: "mean",
  unit: "cycle",
  isLoss: false,
  a: 1000,
  b,
  ...changeOf(1000, b),
});

it.each([
  [1005, undefined],
  [1016, "its interrupts wait 2\u202f% longer"],
  [995, undefined],
  [984, "its interrupts wait 2\u202f% less"],
  [1990, "its interrupts wait 99\u202f% longer"],
  [2000, "its interrupts wait 2.0 times as long"],
  [9940, "its interrupts wait 9.9 times as long"],
  [10_000, "its interrupts wait 10 times as long"],
  [10_940, "its interrupts wait 11 times as long"],
])("a mean latency of %d cycles instead of 1000 is told as %j", (b, words) => {
  expect(latencyWords([meanLatency(b)])).toEqual(words === undefined ? [] : [words]);
});

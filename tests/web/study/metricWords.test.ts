import { expect, test } from "vitest";
import { metricLabel, titleOf } from "../../../web/study/labels.ts";
import { metricWords } from "../../../web/ui/metricWords.ts";
import { builtin } from "../../boundary/support.ts";

test.each([
  ["receive.loss", "Lost"],
  ["receive.dropped", "Frames lost"],
  ["send.latency.p99", "Send latency, 99th percentile"],
  ["receive.latency.p999", "Receive latency, 99.9th percentile"],
  ["interrupt.latency.maximum", "Interrupt latency, longest"],
  ['receive.drop["rx-ring-full"]', "Frames lost: ring full"],
  ["receive.drop.abandoned", "Frames lost: abandoned"],
  ["interrupts", "Interrupts"],
  ["receive.loss < 1 %", undefined],
  ["receive.latency.part.save", undefined],
  ["2 * interrupts", undefined],
])("the metric %s has a text", (text, words) => {
  expect(metricWords(text)).toBe(words);
});

test("a metric's heading has text and unit, and an expression without a text stays as it is", async () => {
  const words = { scenario: await builtin("ring-overflow") };
  expect(titleOf(metricLabel("receive.latency.p99 in us", words))).toBe(
    "Receive latency, 99th percentile, µs",
  );
  expect(titleOf(metricLabel("interrupts / 2", words))).toBe("interrupts / 2");
});

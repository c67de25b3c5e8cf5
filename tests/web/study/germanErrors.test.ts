/** Errors of a study are in German too. */
import { expect, test } from "vitest";
import { loadStudy } from "../../../web/study/loadStudy.ts";
import { expectGerman } from "../text/german.ts";

const field = (name: string, values: unknown, more = {}) => ({ kind: "field", field: name, values, ...more });
const STUDY = { format: "irqscope-study", version: 1, name: "s", scenarios: ["ring-overflow"] };
const PAIR = [
  { field: "rxRingFrames", values: [4, 8] },
  { field: "clockHertz", values: [1] },
];

test.each<[object]>([
  [{ axes: [field("rxRingFramez", [1])] }],
  [{ axes: [field("seed", [1])] }],
  [{ axes: [field("seed", [1], { name: "s" })] }],
  [{ axes: [field("rxRingFrames", [4, "x"])] }],
  [{ axes: [field("rxRingFrames", [4, 4])] }],
  [{ axes: [field("rxRingFrames", [99_999_999])] }],
  [{ axes: [field("rxRingFrames", [[1]])] }],
  [{ axes: [field("contexts", [17])] }],
  [{ axes: [field("rxRingFrames", [4]), field("eth0.rxRingFrames", [8])] }],
  [{ axes: [field("rxRingFrames", [4, 8], { labels: ["a"] })] }],
  [{ axes: [field("rxRingFrames", "4..8", { labels: ["a"] })] }],
  [{ axes: [{ kind: "together", fields: PAIR }] }],
  [{ axes: [{ kind: "table", fields: ["contexts", "clockHertz"], rows: [[1]] }] }],
  [{ compare: "ring", axes: [field("rxRingFrames", [4])] }],
  [{ stop: { metric: "x", halfWidth: 1 } }],
  [{ stop: { metric: "x", halfWidth: 1 }, seeds: { count: 1 } }],
  [{ scenarios: ["ring-overflow", "ring-overflow"] }],
  [{ scenarios: ["ring-overflow", "coalescing"], axes: [field("rxRingFramez", [1])] }],
  [{ axes: [field("rxRingFrames", "1..1024"), field("clockHertz", "1000..2000")] }],
  [{ metrics: ["interrupts", "interrupts"] }],
])("the error of a study is German: %j", async (change) => {
  const read = await loadStudy({ ...STUDY, ...change });
  expect(read.ok).toBe(false);
  const messages = read.ok ? [] : read.errors.map(({ message }) => message);
  expectGerman(messages, 1);
});

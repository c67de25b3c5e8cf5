import { expect, test } from "vitest";
import { studyColumns } from "../../lib/study/columns.ts";
import { planned } from "./support.ts";

test("the columns of a study are its axes and metrics, with their units", async () => {
  const plan = await planned({
    scenarios: ["ring-overflow", "ring-overflow-three-contexts"],
    axes: [
      { kind: "field", field: "rxRingFrames", name: "ring", values: [4, 8] },
      {
        kind: "together",
        fields: [
          { field: "clockHertz", name: "clock", values: [100e6, 200e6] },
          { field: "runCycles", values: [1000, 2000] },
        ],
      },
      { kind: "table", fields: ["coalescing.throttleNanoseconds"], rows: [[0], [50_000]] },
    ],
    metrics: ["receive.loss in %", "interrupts", "receive.loss < 1 %"],
  } as never);
  expect(studyColumns(plan)).toEqual({
    axes: [["scenario"], ["ring"], ["clock", "runCycles"], ["coalescing.throttleNanoseconds"]],
    // The number of frames that a share refers to is added.
    metrics: ["receive.loss in %", "interrupts", "receive.loss < 1 %", "receive.offered"],
    units: {
      ring: "frames",
      clock: "Hz",
      runCycles: "cycles",
      "coalescing.throttleNanoseconds": "ns",
      "receive.loss in %": "%",
    },
  });
});

import { describe, expect, it } from "vitest";
import { drawInteractive } from "../../../web/timeline/draw/drawInteractive.ts";
import type { TimelineSpec } from "../../../web/timeline/spec.ts";
import { makeSpec } from "./fixtures.ts";
import { createRecorder, type Recorder } from "./recorder.ts";

function drawUpper(change: Partial<TimelineSpec>): Recorder {
  const recorder = createRecorder();
  drawInteractive(recorder.surface, makeSpec(change));
  return recorder;
}

describe("the marks of two machines on one axis", () => {
  it("have the first words of a note beside the flag, as far as there is room", () => {
    const texts = (notes: readonly { cycle: number; note: string }[]) =>
      drawUpper({ marks: { bookmarks: notes, hits: new Float64Array(0) } })
        .matching("text ")
        .map((line) => /^text "(.*?)" /.exec(line)?.[1] ?? "");
    expect(texts([{ cycle: 1100, note: "ring is full" }])).toContain("ring is full");
    const long = "the ring is full here, and the driver waits for the protocol, which may not be interrupted";
    const [cut = ""] = texts([{ cycle: 1100, note: long }]).filter((text) => text.endsWith("…"));
    expect(long.startsWith(cut.slice(0, -1))).toBe(true);
    expect(cut.length).toBeGreaterThan(8);
    expect(
      texts([
        { cycle: 1100, note: long },
        { cycle: 1101, note: "" },
      ]),
    ).not.toContain(cut);
  });

  const bookmarks = [{ cycle: 1100, note: "" }];
  const drawn = (side: "A" | "B" | undefined) =>
    drawUpper({ marks: { bookmarks, hits: Float64Array.of(1400) }, side });

  it("are outlined with an A or filled with a B, and filled without a letter for one machine", () => {
    const [a, b, alone] = [drawn("A"), drawn("B"), drawn(undefined)];
    // The flag on the strip, the flag and the octagon.
    expect(a.matching("stroke M", " Z ")).toHaveLength(3);
    expect(a.matching('text "A"')).toHaveLength(2);
    expect(b.matching("stroke M", " Z ")).toHaveLength(0);
    expect(b.matching('text "B"')).toHaveLength(2);
    expect(alone.matching("stroke M", " Z ")).toHaveLength(0);
    expect([...alone.matching('text "A"'), ...alone.matching('text "B"')]).toEqual([]);
  });

  it("omit the letter where the next mark is", () => {
    const close = [1100, 1104].map((cycle) => ({ cycle, note: "" }));
    const { matching } = drawUpper({ marks: { bookmarks: close, hits: new Float64Array(0) }, side: "B" });
    expect(matching('text "B"')).toHaveLength(1);
  });
});

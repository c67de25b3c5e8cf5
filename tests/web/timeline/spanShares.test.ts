import { describe, expect, it } from "vitest";
import { drawStatic } from "../../../web/timeline/draw/drawStatic.ts";
import { type PixelSpan, paintedSpans } from "../../../web/timeline/draw/lanes.ts";
import { createRandom } from "../../support/random.ts";
import { anyStrip, LAYER, lane, makeSpec, makeWindow } from "./fixtures.ts";
import { createRecorder } from "./recorder.ts";

const CYCLES = 1_000_000;

interface Even {
  readonly count: number;
  readonly handlerCycles: number;
  readonly cyclesPerPx: number;
  readonly ratio: number;
}

/** The painted area of the handler in each period of a lane with handlers at a regular interval, in CSS pixels of area
 * per pixel of height. */
function paintedPerPeriod({ count, handlerCycles, cyclesPerPx, ratio }: Even): readonly number[] {
  const period = CYCLES / count;
  const spans = Array.from({ length: count }, (_, index) => {
    const from = Math.round(index * period + period / 3);
    const before = index === 0 ? 0 : Math.round((index - 1) * period + period / 3) + handlerCycles;
    return [
      { from: before, to: from, layer: LAYER.app },
      { from, to: from + handlerCycles, layer: LAYER.isr },
    ];
  }).flat();
  const widthPx = CYCLES / cyclesPerPx;
  const recorder = createRecorder();
  const base = makeSpec();
  const spec = makeSpec({
    size: { widthPx: widthPx + 140, heightPx: 300, devicePixelRatio: ratio },
    machine: { ...base.machine, endCycle: CYCLES },
    viewport: { startCycle: 0, cyclesPerPx, widthPx },
    window: makeWindow({ from: 0, to: CYCLES, knownTo: CYCLES, lanes: [lane(0, spans), lane(1, [])] }),
  });
  drawStatic(recorder.surface, spec, anyStrip);
  const boxes = recorder.matching("box", " isr").map((line) => {
    const [x = 0, , width = 0, height = 0] = (line.match(/-?[\d.]+/g) ?? []).map(Number);
    return { x, area: width * height };
  });
  const plotX = 120;
  const periodPx = period / cyclesPerPx;
  const perPeriod = new Array<number>(count).fill(0);
  for (const { x, area } of boxes) {
    const index = Math.min(count - 1, Math.max(0, Math.floor((x + 0.5 / ratio - plotX) / periodPx)));
    perPeriod[index] = (perPeriod[index] ?? 0) + area;
  }
  return perPeriod;
}

describe("handlers at a regular interval in the timeline", () => {
  const zooms = [2000, 1400, 1000, 777, 714.3, 500, 333, 250, 100];
  it.each(
    zooms.flatMap((cyclesPerPx) =>
      [1, 1.25, 2].flatMap((ratio) =>
        [
          { count: 73, handlerCycles: 300 },
          { count: 200, handlerCycles: 150 },
          { count: 200, handlerCycles: 900 },
        ].map((one) => ({ ...one, cyclesPerPx, ratio })),
      ),
    ),
  )("look regular: %o", (even) => {
    const painted = paintedPerPeriod(even);
    const isThin = even.handlerCycles / even.cyclesPerPx < 4 / even.ratio;
    const mean = painted.reduce((sum, area) => sum + area, 0) / painted.length;
    // The recorder rounds to hundredths. A wide bar keeps a hairline at its edge.
    const slack = isThin ? 0.12 : 0.35;
    for (const [index, area] of painted.entries())
      expect(Math.abs(area - mean) / mean, `period ${index} of ${even.count}`).toBeLessThan(slack);
  });

  it("are painted as wide as they last", () => {
    const even = { count: 200, handlerCycles: 150, cyclesPerPx: 1000, ratio: 1 };
    const height = createHeight();
    const mean = paintedPerPeriod(even).reduce((sum, area) => sum + area, 0) / even.count;
    expect(mean / height).toBeCloseTo(0.15, 2);
  });
});

function createHeight(): number {
  const recorder = createRecorder();
  const window = makeWindow({ lanes: [lane(0, [{ from: 0, to: 500, layer: LAYER.app }]), lane(1, [])] });
  drawStatic(recorder.surface, makeSpec({ window }), anyStrip);
  return Number(/x([\d.]+) app/.exec(recorder.matching("box", " app")[0] ?? "")?.[1]);
}

describe("spans of any kind in the timeline", () => {
  it("fill each pixel once with what ran in it", () => {
    for (let seed = 0; seed < 60; seed++) {
      const random = createRandom(seed);
      const spans: PixelSpan[] = [];
      let at = 0;
      while (at < 200) {
        const length = random.chance(60) ? random.integer(1, 90) / 100 : random.integer(1, 2000) / 100;
        const layer = random.chance(15) ? undefined : random.integer(1, 6);
        spans.push({ from: at, to: Math.min(200, at + length), layer });
        at += length;
      }
      const { whole, shared } = paintedSpans(spans, 0, 200);
      const covered = new Array<number>(200).fill(0);
      // The line of idle time keeps a pixel, under the next shape.
      const idle = new Set(whole.flatMap(({ span, from }) => (span.layer === undefined ? [from] : [])));
      for (const { span, from, to } of whole)
        for (let x = from; x < to; x++)
          if (span.layer !== undefined || !idle.has(x)) covered[x] = (covered[x] ?? 0) + 1;
      for (const { x, shares } of shared) {
        const sum = shares.reduce((total, share) => total + share, 0);
        expect(sum, `seed ${seed}, pixel ${x}`).toBeLessThanOrEqual(1.0001);
        covered[x] = (covered[x] ?? 0) + 1;
        for (const [layer, share] of shares.entries()) {
          if (layer === 0) continue;
          const truth = spans
            .filter((span) => span.layer === layer)
            .reduce((total, { from, to }) => total + Math.max(0, Math.min(to, x + 1) - Math.max(from, x)), 0);
          expect(share, `seed ${seed}, pixel ${x}, layer ${layer}`).toBeCloseTo(truth, 4);
        }
      }
      expect(Math.max(...covered), `seed ${seed}`).toBeLessThanOrEqual(1);
      const empty = covered.filter((count, x) => count === 0 && !idle.has(x)).length;
      expect(empty, `seed ${seed}`).toBeLessThan(200 * 0.1);
    }
  });

  it("stay visible if they are few", () => {
    const spans = [
      { from: 0, to: 50.4, layer: 1 },
      { from: 50.4, to: 50.5, layer: 3 },
      { from: 50.5, to: 100, layer: 1 },
    ];
    const { whole, shared } = paintedSpans(spans, 0, 100);
    expect(shared).toEqual([]);
    expect(whole.map(({ span, from, to }) => [span.layer, from, to]).sort()).toEqual(
      [
        [1, 0, 50],
        [1, 51, 100],
        [3, 50, 51],
      ].sort(),
    );
  });
});

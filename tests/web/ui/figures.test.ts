import { describe, expect, it } from "vitest";
import { sim_layer_names } from "../../../core-wasm/binding/index.ts";
import { cumulativeLayout } from "../../../web/ui/charts/cumulative.ts";
import { type Drawing, distributionData, type Figure } from "../../../web/ui/charts/figure.ts";
import { figureSvg } from "../../../web/ui/charts/figureSvg.ts";
import { dataCsv } from "../../../web/ui/dataCsv.ts";
import { faultOfXml } from "../../support/xml.ts";

const DISTRIBUTION = {
  count: 4,
  mean: 250,
  minimum: 10,
  maximum: 900,
  p50: 20,
  p90: 900,
  p99: 900,
  p999: 900,
  buckets: [
    { low: 10, high: 11, count: 1, least: 10, greatest: 10 },
    { low: 20, high: 22, count: 2, least: 20, greatest: 21 },
    { low: 896, high: 904, count: 1, least: 896, greatest: 896 },
  ],
};

describe("a chart as CSV", () => {
  it("has unrounded values and the cumulative share", () => {
    expect(dataCsv(distributionData(DISTRIBUTION))).toBe(
      "from_cycles,to_cycles_exclusive,count,least_cycles,greatest_cycles,cumulative_share\r\n10,11,1,10,10,0.25\r\n20,22,2,20,21,0.75\r\n896,904,1,896,896,1\r\n",
    );
  });

  it("quotes special characters, and omits unknown values", () => {
    const csv = dataCsv({
      columns: ["a", "b"],
      rows: [
        ['say "x", y', undefined],
        ["two\nlines", Number.NaN],
      ],
    });
    expect(csv).toBe('a,b\r\n"say ""x"", y",\r\n"two\nlines",\r\n');
  });

  it("contains no formula, whatever a scenario calls its threads and queues", () => {
    const csv = dataCsv({
      columns: ["=cmd|' /C calc'!A0", "share"],
      rows: [
        ["\t@SUM(A1)", -0.5],
        ["queue", -1.5e-7],
      ],
    });
    expect(csv).toBe("'=cmd|' /C calc'!A0,share\r\n\t'@SUM(A1),-0.5\r\nqueue,-1.5e-7\r\n");
  });
});

describe("a chart as SVG", () => {
  const drawings: readonly Drawing[] = [
    { kind: "histogram", distribution: DISTRIBUTION },
    { kind: "cumulative", distribution: DISTRIBUTION },
    {
      kind: "waterfall",
      parts: [
        { part: "masked", meanCycles: 30 },
        { part: "entry", meanCycles: 6 },
      ],
    },
    {
      kind: "shares",
      segments: [
        { key: "isr", label: "driver", share: 0.25, layer: "driver-isr" },
        { key: "lost", label: "dropped", share: 0.75, tone: "loss" },
      ],
    },
  ];
  const figure = (drawing: Drawing, title = "Latency"): Figure => ({
    title,
    unit: "cycles",
    drawing,
    data: { columns: [], rows: [] },
  });

  it.each(drawings)("is well-formed and self-contained: $kind", (drawing) => {
    const asked: string[] = [];
    const svg = figureSvg(figure(drawing), (token) => {
      asked.push(token);
      return "#123456";
    });
    expect(faultOfXml(svg)).toBeUndefined();
    expect(svg).not.toMatch(/NaN|undefined|var\(|class=|style=|foreignObject/);
    expect(svg).toContain("<title>Latency</title>");
    expect(asked.length).toBeGreaterThan(3);
  });

  it("states where the bars of a histogram are higher than their counts", () => {
    const of = (counts: readonly number[]) => {
      const buckets = DISTRIBUTION.buckets.map((one, index) => ({ ...one, count: counts[index] ?? 0 }));
      return figureSvg(
        figure({ kind: "histogram", distribution: { ...DISTRIBUTION, buckets } }),
        () => "#000",
      );
    };
    const height = (svg: string) => Number(/height="(\d+)"/.exec(svg)?.[1]);
    expect(of([1, 2, 1])).not.toContain("at least");
    const raised = of([1, 2000, 1]);
    expect(raised).toContain("a bar is at least 3 px high");
    expect(height(raised)).toBeGreaterThan(height(of([1, 2, 1])));
  });

  it("draws each software layer in its own colour", () => {
    const segments = sim_layer_names.map((layer) => ({ key: layer, label: layer, share: 1 / 7, layer }));
    const svg = figureSvg(figure({ kind: "shares", segments }), (token) => `token-${token}`);
    const fills = new Set(Array.from(svg.matchAll(/<rect [^>]*fill="token-([\w-]+)"/g), ([, fill]) => fill));
    fills.delete("surface");
    expect(fills.size).toBe(sim_layer_names.length);
    expect(fills.has("ink-2")).toBe(false);
  });

  it("escapes special characters in titles", () => {
    const [drawing] = drawings;
    if (drawing === undefined) throw new Error("no drawing");
    const svg = figureSvg(figure(drawing, '</title><script>"&\u0000'), () => "#000");
    expect(svg).toContain("<title>&lt;/title&gt;&lt;script&gt;&quot;&amp;</title>");
  });
});

describe("a cumulative distribution", () => {
  const layout = cumulativeLayout(DISTRIBUTION, { width: 300, height: 120 });

  it("rises from zero to all, left to right", () => {
    expect(layout.steps.map(({ share }) => share)).toEqual([0.25, 0.75, 1]);
    const places = layout.steps.map(({ x }) => x);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(layout.path.startsWith("M")).toBe(true);
    expect(layout.path).not.toMatch(/NaN|Infinity/);
  });

  it("keeps marks and ticks inside the picture", () => {
    for (const { x, y } of layout.marks) {
      expect(x).toBeGreaterThanOrEqual(layout.left);
      expect(x).toBeLessThanOrEqual(300);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(layout.baseline);
    }
    for (const { x } of layout.ticks) expect(x).toBeGreaterThan(layout.left);
  });
});

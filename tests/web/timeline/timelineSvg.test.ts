/** The timeline as SVG: the shapes of the canvas, well-formed and self-contained. */
import { describe, expect, it } from "vitest";
import { areas, createSvgSurface, type SurfaceTools } from "../../../web/timeline/saved/svgSurface.ts";
import { timelineSvg } from "../../../web/timeline/saved/timelineSvg.ts";
import type { TimelineSpec } from "../../../web/timeline/spec.ts";
import { svgDocument } from "../../../web/ui/svg.ts";
import { faultOfXml } from "../../support/xml.ts";
import { anyStrip, LAYER, lane, makeRow, makeSpec, makeWindow, STATE } from "./fixtures.ts";

const RED = 0xff_00_00_cc;
const HALF_BLUE = 0x80_ff_00_00;

const tools: SurfaceTools = {
  textWidth: (text) => text.length * 6,
  pixelsOf: (_, { width, height }) => new Uint32Array(width * height).fill(RED),
};

function drawn(change: Partial<TimelineSpec>, id = "t") {
  const picture = timelineSvg(makeSpec(change), id, anyStrip, tools);
  return { picture, svg: svgDocument(picture, "Timeline") };
}

/** Every referenced id exists once. */
function expectNamesResolve(svg: string): void {
  const names = Array.from(svg.matchAll(/ id="([^"]+)"/g), ([, name]) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const [, name] of svg.matchAll(/url\(#([^)]+)\)/g)) expect(names).toContain(name);
}

const WINDOW = makeWindow({
  lanes: [
    lane(0, [
      { from: 0, to: 100, layer: LAYER.app, thread: 0 },
      { from: 100, to: 150, layer: LAYER.save, state: STATE.saving },
    ]),
    lane(1, []),
  ],
});

describe("the timeline as SVG", () => {
  it("is well-formed, has only shapes and text, and defines what it refers to", () => {
    const { svg, picture } = drawn({ window: WINDOW });
    expect(faultOfXml(svg)).toBeUndefined();
    expect(/NaN|undefined|<script|<image|href| style=/.exec(svg)?.[0]).toBeUndefined();
    expectNamesResolve(svg);
    expect(picture.widthPx).toBe(makeSpec().size.widthPx);
    expect(svg).toContain(">C1<");
    expect(svg).toMatch(/<rect [^>]*fill="app"/);
  });

  it("shows the instruction diagram if the canvas does", () => {
    const rows = { from: 0, to: 60, rows: [makeRow()], complete: true };
    const { svg } = drawn({ rows, viewport: { startCycle: 0, widthPx: 400, cyclesPerPx: 1 / 20 } });
    expect(faultOfXml(svg)).toBeUndefined();
    expectNamesResolve(svg);
    expect(svg).toMatch(/>IF</);
  });

  it("has unique ids, so that two drawings fit into one document", () => {
    const both =
      drawn({ window: WINDOW }, "a").picture.content + drawn({ window: WINDOW }, "b").picture.content;
    expectNamesResolve(svgDocument({ widthPx: 1, heightPx: 1, content: both }, "Both"));
  });

  it("escapes special characters in a name", () => {
    const { machine } = makeSpec();
    const contexts = machine.contexts.map((one) => ({ ...one, name: "<script>&" }));
    const { svg } = drawn({ machine: { ...machine, contexts } });
    expect(faultOfXml(svg)).toBeUndefined();
    expect(svg).toContain("&lt;script&gt;&amp;");
  });
});

describe("the SVG drawing surface", () => {
  it("restores the state at restore, and clips only until then", () => {
    const { surface, content } = createSvgSurface("s", tools);
    surface.fillStyle = "red";
    surface.save();
    surface.beginPath();
    surface.rect(0, 0, 10, 10);
    surface.clip();
    surface.fillStyle = "blue";
    surface.setLineDash([4, 2]);
    surface.fillRect(1, 1, 2, 2);
    surface.restore();
    surface.fillRect(5, 5, -2, 2);
    surface.strokeRect(0, 0, 1, 1);
    expect(content()).toBe(
      '<defs><clipPath id="sclip0"><path d="M0 0h10v10h-10z"/></clipPath></defs>' +
        '<g clip-path="url(#sclip0)"><rect x="1" y="1" width="2" height="2" fill="blue"/></g>' +
        '<rect x="3" y="5" width="2" height="2" fill="red"/>' +
        '<rect x="0" y="0" width="1" height="1" fill="none" stroke="#000"/>',
    );
  });

  it("places text as a canvas does", () => {
    const { surface, content } = createSvgSurface("s", tools);
    surface.font = '600 20px "Inter Variable", sans-serif';
    surface.textBaseline = "middle";
    surface.textAlign = "center";
    surface.fillStyle = "ink";
    surface.fillText('a "b"', 50, 10);
    expect(content()).toBe(
      '<text x="50" y="17.2" font-family="&quot;Inter Variable&quot;, sans-serif" font-size="20" font-weight="600" fill="ink" text-anchor="middle">a &quot;b&quot;</text>',
    );
  });
});

describe("the pixels of an SVG image as areas", () => {
  it("are joined if equal, in columns and across, without transparent ones", () => {
    const pixels = Uint32Array.from([RED, RED, 0, RED, RED, HALF_BLUE]);
    expect(areas(pixels, 3)).toEqual([
      { color: "#cc0000", opacity: undefined, path: "M0 0h2v2h-2z" },
      { color: "#0000ff", opacity: 128 / 255, path: "M2 1h1v1h-1z" },
    ]);
  });

  it("cover each pixel once for any image", () => {
    const [width, height] = [37, 11];
    const colors = [0, RED, HALF_BLUE, 0xff_12_34_56];
    const pixels = Uint32Array.from(
      { length: width * height },
      (_, at) => colors[(at * at * 7 + at) % 4] ?? 0,
    );
    const painted = new Uint32Array(width * height);
    for (const { color, opacity, path } of areas(pixels, width)) {
      const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
      const pixel = ((Math.round((opacity ?? 1) * 255) << 24) | (b << 16) | (g << 8) | r) >>> 0;
      for (const [, x, y, w, h] of path.matchAll(/M(\d+) (\d+)h(\d+)v(\d+)h-\d+z/g))
        for (let row = Number(y); row < Number(y) + Number(h); row++)
          for (let column = Number(x); column < Number(x) + Number(w); column++) {
            expect(painted[row * width + column]).toBe(0);
            painted[row * width + column] = pixel;
          }
    }
    expect([...painted]).toEqual([...pixels]);
  });
});

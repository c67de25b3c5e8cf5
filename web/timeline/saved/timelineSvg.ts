/** The timeline, or the diagram of instructions and cycles, as SVG: the content of the canvases, with all tracks. */
import type { SvgPicture } from "../../ui/svg.ts";
import { element } from "../../ui/svg.ts";
import { drawInteractive } from "../draw/drawInteractive.ts";
import { drawRun, drawStatic } from "../draw/drawStatic.ts";
import { drawBrush } from "../draw/overview.ts";
import { layoutTracks } from "../layout.ts";
import { sheetSpec } from "../printing.ts";
import type { HatchPaints, TimelineSpec, TimelineTheme } from "../spec.ts";
import { createStripCache, type StripSource } from "../strips.ts";
import type { Surface } from "../surface.ts";
import { readTheme } from "../theme.ts";
import { createSvgSurface, type SurfaceTools } from "./svgSurface.ts";

/** Resolution with which series are painted. */
export const RATIO = 2;
const HATCH_TILE_PX = 4;
const HATCH_LINE_PX = 1.25;

/** `id` begins the names inside, because several pictures may become one document. Patterns replace the hatches of the
 * theme. */
export function timelineSvg(
  spec: TimelineSpec,
  id: string,
  strips: StripSource,
  tools: SurfaceTools,
): SvgPicture {
  return drawnSvg(spec, id, strips, tools, drawInteractive);
}

/** Omits the playhead and the values at it. */
export function stillSvg(
  spec: TimelineSpec,
  id: string,
  strips: StripSource,
  tools: SurfaceTools,
): SvgPicture {
  return drawnSvg(spec, id, strips, tools, (surface, drawn) =>
    drawBrush(surface, drawn, layoutTracks(drawn)),
  );
}

function drawnSvg(
  spec: TimelineSpec,
  id: string,
  strips: StripSource,
  tools: SurfaceTools,
  drawAbove: (surface: Surface, spec: TimelineSpec) => void,
): SvgPicture {
  const { theme, size } = spec;
  const hatch: HatchPaints = {
    over: `url(#${id}over)`,
    layers: theme.layers.map((_, layer) => `url(#${id}layer${layer})`),
  };
  const drawn: TimelineSpec = { ...spec, theme: { ...theme, hatch } };
  const { surface, content } = createSvgSurface(id, tools);
  const layout = layoutTracks(drawn);
  drawStatic(surface, drawn, strips);
  if (layout.overview !== undefined) drawRun(surface, drawn, layout);
  drawAbove(surface, drawn);
  return {
    widthPx: size.widthPx,
    heightPx: size.heightPx,
    content: element("defs", {}, hatches(theme, id)) + content(),
  };
}

function hatches({ surface, layers }: TimelineTheme, id: string): string {
  return [
    hatchPattern(`${id}over`, surface),
    ...layers.map((color, layer) => hatchPattern(`${id}layer${layer}`, color)),
  ].join("");
}

function hatchPattern(id: string, color: string): string {
  const size = HATCH_TILE_PX;
  const d = [-size, 0, size].map((shift) => `M${shift - 1} ${size + 1}L${shift + size + 1} -1`).join("");
  return element(
    "pattern",
    { id, width: size, height: size, patternUnits: "userSpaceOnUse" },
    element("path", { d, stroke: color, "stroke-width": HATCH_LINE_PX, fill: "none" }),
  );
}

/** Picture of the timeline that an element of the page shows. The element's style sheets give the colours. */
export function savedTimeline(shown: TimelineSpec, element: HTMLElement, id: string): SvgPicture {
  const theme = readTheme(element, RATIO);
  const spec = sheetSpec(shown, theme, shown.size.widthPx, RATIO);
  return timelineSvg(spec, id, createStripCache(RATIO), canvasTools());
}

function canvasTools(): SurfaceTools {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("no canvas to draw the picture on");
  return {
    textWidth: (text, font) => {
      context.font = font;
      return context.measureText(text).width;
    },
    pixelsOf: (image, { x, y, width, height }) => {
      context.canvas.width = width;
      context.canvas.height = height;
      context.drawImage(image, x, y, width, height, 0, 0, width, height);
      return new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
    },
  };
}

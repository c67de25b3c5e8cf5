/** A surface on which the timeline draws SVG: shapes and texts as they are drawn, series as areas of one colour. */
import { type Attributes, element, escaped, number } from "../../ui/svg.ts";
import type { Surface } from "../surface.ts";

export interface SurfaceTools {
  /** Width in px, as the page would draw the text. */
  readonly textWidth: (text: string, font: string) => number;
  /** Pixels of a part of a picture, 32 bits each as ImageData has them, row after row. */
  readonly pixelsOf: (image: CanvasImageSource, box: PixelBox) => Uint32Array;
}

export interface PixelBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface SvgSurface {
  readonly surface: Surface;
  /** Everything that was drawn. */
  readonly content: () => string;
}

/** Distance from the middle of a line down to the baseline, as a share of the font's size. */
const BASELINE = 0.36;

type Saved = Pick<
  Surface,
  "fillStyle" | "strokeStyle" | "lineWidth" | "globalAlpha" | "font" | "textAlign" | "textBaseline"
>;

const KEPT = [
  "fillStyle",
  "strokeStyle",
  "lineWidth",
  "globalAlpha",
  "font",
  "textAlign",
  "textBaseline",
] as const satisfies readonly (keyof Saved)[];

/** `id` begins the names of clip paths, because several drawings may become one document. */
export function createSvgSurface(id: string, { textWidth, pixelsOf }: SurfaceTools): SvgSurface {
  const shapes: string[] = [];
  const clips: string[] = [];
  const stack: { readonly state: Saved; readonly dash: readonly number[]; readonly groups: number }[] = [];
  let path: string[] = [];
  let dash: readonly number[] = [];
  let groups = 0;

  const n = number;
  const add = (name: string, attributes: Attributes, content?: string) =>
    void shapes.push(element(name, attributes, content));
  const opacity = () => (surface.globalAlpha === 1 ? undefined : surface.globalAlpha);
  const fill = () => ({ fill: paintText(surface.fillStyle), "fill-opacity": opacity() });
  const stroke = () => ({
    fill: "none",
    stroke: paintText(surface.strokeStyle),
    "stroke-opacity": opacity(),
    "stroke-width": surface.lineWidth === 1 ? undefined : surface.lineWidth,
    "stroke-dasharray": dash.length === 0 ? undefined : dash.join(" "),
  });
  const box = (x: number, y: number, width: number, height: number) =>
    void path.push(`M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}z`);

  function drawPart(
    image: CanvasImageSource,
    from: PixelBox,
    to: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  ): void {
    if (from.width < 1 || from.height < 1) return;
    const drawn = areas(pixelsOf(image, from), from.width).map((area) =>
      element("path", { fill: area.color, "fill-opacity": area.opacity, d: area.path }),
    );
    const scale = `${factor(to.width / from.width)} ${factor(to.height / from.height)}`;
    const at = `translate(${n(to.x)} ${n(to.y)}) scale(${scale})`;
    if (drawn.length > 0) add("g", { transform: at, "shape-rendering": "crispEdges" }, drawn.join(""));
  }

  const surface: Surface = {
    fillStyle: "#000",
    strokeStyle: "#000",
    lineWidth: 1,
    globalAlpha: 1,
    font: "10px sans-serif",
    textAlign: "left",
    textBaseline: "alphabetic",
    imageSmoothingEnabled: true,
    save: () => {
      const state = Object.fromEntries(KEPT.map((key) => [key, surface[key]])) as unknown as Saved;
      stack.push({ state, dash, groups });
    },
    restore: () => {
      const before = stack.pop();
      if (before === undefined) return;
      Object.assign(surface, before.state);
      dash = before.dash;
      for (; groups > before.groups; groups--) shapes.push("</g>");
    },
    // SVG does not use device pixels. All coordinates are already CSS pixels.
    setTransform: () => undefined,
    setLineDash: (segments: Iterable<number>) => {
      dash = [...segments];
    },
    // Each canvas of the page is cleared before it is drawn. Here all of them share one drawing.
    clearRect: () => undefined,
    clip: () => {
      const name = `${id}clip${clips.length}`;
      clips.push(element("clipPath", { id: name }, element("path", { d: path.join("") })));
      shapes.push(`<g clip-path="url(#${name})">`);
      groups += 1;
    },
    beginPath: () => {
      path = [];
    },
    moveTo: (x: number, y: number) => void path.push(`M${n(x)} ${n(y)}`),
    lineTo: (x: number, y: number) => void path.push(`L${n(x)} ${n(y)}`),
    closePath: () => void path.push("z"),
    rect: box,
    roundRect: (x: number, y: number, width: number, height: number, radii?: unknown) =>
      void path.push(roundedPath(x, y, width, height, typeof radii === "number" ? radii : 0)),
    arc: (x: number, y: number, r: number) =>
      void path.push(
        `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0`,
      ),
    fill: () => add("path", { d: path.join(""), ...fill() }),
    stroke: () => add("path", { d: path.join(""), ...stroke() }),
    fillRect: (x: number, y: number, width: number, height: number) =>
      add("rect", { ...positive(x, y, width, height), ...fill() }),
    strokeRect: (x: number, y: number, width: number, height: number) =>
      add("rect", { ...positive(x, y, width, height), ...stroke() }),
    fillText: (text: string, x: number, y: number) => {
      const { attributes, sizePx } = fontOf(surface.font);
      const baseline = surface.textBaseline === "middle" ? y + BASELINE * sizePx : y;
      add(
        "text",
        { x, y: baseline, ...attributes, ...fill(), "text-anchor": anchorOf(surface.textAlign) },
        escaped(text),
      );
    },
    // Only its width is used.
    measureText: (text: string) => ({ width: textWidth(text, surface.font) }) as TextMetrics,
    drawImage: (image: CanvasImageSource, ...at: readonly number[]) => {
      const [sx = 0, sy = 0, sw = 0, sh = 0, x = 0, y = 0, width = 0, height = 0] = at;
      drawPart(image, { x: sx, y: sy, width: sw, height: sh }, { x, y, width, height });
    },
  };
  return {
    surface,
    content: () =>
      (clips.length === 0 ? "" : element("defs", {}, clips.join(""))) +
      shapes.join("") +
      "</g>".repeat(groups),
  };
}

/** Patterns are named in the theme of the drawing. */
function paintText(paint: Surface["fillStyle"]): string {
  return typeof paint === "string" ? paint : "none";
}

/** Scales need more digits than positions. */
function factor(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** A canvas draws a rectangle of negative width to the left. */
function positive(x: number, y: number, width: number, height: number): Attributes {
  return {
    x: Math.min(x, x + width),
    y: Math.min(y, y + height),
    width: Math.abs(width),
    height: Math.abs(height),
  };
}

function roundedPath(x: number, y: number, width: number, height: number, radius: number): string {
  const r = Math.max(0, Math.min(radius, width / 2, height / 2));
  const n = number;
  const [w, h] = [n(width - 2 * r), n(height - 2 * r)];
  const corner = (dx: number, dy: number) => `a${n(r)} ${n(r)} 0 0 1 ${n(dx)} ${n(dy)}`;
  return `M${n(x + r)} ${n(y)}h${w}${corner(r, r)}v${h}${corner(-r, r)}h-${w}${corner(-r, -r)}v-${h}${corner(r, -r)}z`;
}

/** Parses a font as canvases have it: "600 12px Inter, sans-serif". */
function fontOf(font: string): { readonly attributes: Attributes; readonly sizePx: number } {
  const [, weight = "400", size = "10", family = "sans-serif"] =
    /^(?:(\d+) )?([\d.]+)px (.*)$/.exec(font) ?? [];
  return {
    sizePx: Number(size),
    attributes: {
      "font-family": family,
      "font-size": Number(size),
      "font-weight": weight === "400" ? undefined : weight,
    },
  };
}

function anchorOf(align: CanvasTextAlign): string | undefined {
  if (align === "center") return "middle";
  return align === "right" || align === "end" ? "end" : undefined;
}

// ---- pixels as areas: a series that was painted column by column stays sharp at any size ----

interface Area {
  /** "#rrggbb". */
  readonly color: string;
  /** Undefined if it is opaque. */
  readonly opacity: number | undefined;
  /** SVG path in pixels. */
  readonly path: string;
}

/** Vertical run of one colour. Neighbours of the same height are merged. */
interface Run {
  readonly x: number;
  readonly y: number;
  width: number;
  readonly height: number;
}

/** One area for each colour, without transparent pixels. Pixels are those of ImageData: red is the lowest byte. */
export function areas(pixels: Uint32Array, width: number): readonly Area[] {
  const height = Math.floor(pixels.length / width);
  const byColor = new Map<number, Run[]>();
  /** Runs that end at the column before, by colour, start and height. */
  let open = new Map<string, Run>();
  for (let x = 0; x < width; x++) {
    const next = new Map<string, Run>();
    for (let y = 0; y < height; ) {
      const color = pixels[y * width + x] ?? 0;
      const from = y;
      while (y < height && (pixels[y * width + x] ?? 0) === color) y++;
      if (color >>> 24 === 0) continue;
      const key = `${color} ${from} ${y}`;
      const before = open.get(key);
      if (before !== undefined) before.width += 1;
      const run = before ?? { x, y: from, width: 1, height: y - from };
      next.set(key, run);
      if (before !== undefined) continue;
      const runs = byColor.get(color);
      if (runs === undefined) byColor.set(color, [run]);
      else runs.push(run);
    }
    open = next;
  }
  return [...byColor].map(([color, runs]) => ({
    color: colorText(color),
    opacity: color >>> 24 === 255 ? undefined : (color >>> 24) / 255,
    path: runs.map((run) => `M${run.x} ${run.y}h${run.width}v${run.height}h-${run.width}z`).join(""),
  }));
}

function colorText(pixel: number): string {
  const byte = (shift: number) => ((pixel >>> shift) & 255).toString(16).padStart(2, "0");
  return `#${byte(0)}${byte(8)}${byte(16)}`;
}

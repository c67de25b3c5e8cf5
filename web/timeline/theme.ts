/** Colours, fonts and hatches from the style sheet: read when the theme or the pixel ratio changes. */
import { LAYERS } from "./layers.ts";
import type { Frame, HatchPaints, Paint, TimelineParts, TimelineTheme } from "./spec.ts";

const HATCH_TILE_PX = 4;
const HATCH_LINE_PX = 1.25;

/** Value of a custom property, named with its dashes. "" if there is none. */
export type ReadToken = (name: string) => string;

export function readTheme(element: HTMLElement, devicePixelRatio: number): TimelineTheme {
  const theme = themeOf(tokensOf(element));
  return { ...theme, hatch: makeHatches(theme.surface, theme.layers, devicePixelRatio) };
}

function tokensOf(element: HTMLElement): ReadToken {
  const style = getComputedStyle(element);
  return (name) => style.getPropertyValue(name).trim();
}

/** The theme without hatches, which the caller draws on its own surface. */
export function themeOf(read: ReadToken): Omit<TimelineTheme, "hatch"> {
  return {
    surface: read("--surface"),
    sunk: read("--sunk"),
    line: read("--line"),
    line2: read("--line-2"),
    edge: read("--edge"),
    ink: read("--ink"),
    ink2: read("--ink-2"),
    ink3: read("--ink-3"),
    accent: read("--accent"),
    accentSoft: read("--accent-soft"),
    onAccent: read("--on-accent"),
    drop: read("--drop"),
    idle: read("--idle"),
    stall: read("--stall"),
    onLayer: read("--on-layer"),
    layers: LAYERS.map((layer) => read(layer.token)),
    tint: Number.parseFloat(read("--tint")) / 100,
    fontUi: read("--font-ui"),
    fontMono: read("--font-mono"),
    textScale: Number.parseFloat(read("--timeline-text-scale")) || 1,
  };
}

/** The style sheet's custom properties `--timeline-*`, all in px. */
export function readFrame(element: HTMLElement, parts: TimelineParts): Frame {
  return frameOf(tokensOf(element), parts);
}

export function frameOf(read: ReadToken, parts: TimelineParts): Frame {
  const px = (name: string) => Number.parseFloat(read(name)) || 0;
  return {
    padPx: px("--timeline-pad"),
    gutterPx: px("--timeline-gutter"),
    pipelineGutterPx: px("--timeline-gutter-pipeline"),
    textScale: px("--timeline-text-scale") || 1,
    parts,
    isPlain: px("--timeline-plain") > 0,
  };
}

function makeHatches(over: string, layers: readonly string[], devicePixelRatio: number): HatchPaints {
  const hatch = (color: string) => makeHatch(color, devicePixelRatio);
  return { over: hatch(over), layers: layers.map(hatch) };
}

/** Diagonal lines on a transparent tile, drawn at device resolution. Plain colour without a canvas. */
function makeHatch(color: string, devicePixelRatio: number): Paint {
  const size = Math.max(1, Math.round(HATCH_TILE_PX * devicePixelRatio));
  const tile = document.createElement("canvas");
  tile.width = size;
  tile.height = size;
  const context = tile.getContext("2d");
  if (context === null) return color;
  context.strokeStyle = color;
  context.lineWidth = HATCH_LINE_PX * devicePixelRatio;
  context.beginPath();
  for (const shift of [-size, 0, size]) {
    context.moveTo(shift - 1, size + 1);
    context.lineTo(shift + size + 1, -1);
  }
  context.stroke();
  const pattern = context.createPattern(tile, "repeat");
  if (pattern === null) return color;
  pattern.setTransform(new DOMMatrix().scale(1 / devicePixelRatio));
  return pattern;
}

export function fonts(theme: TimelineTheme) {
  const px = (size: number) => `${size * theme.textScale}px`;
  return {
    label: `400 ${px(11)} ${theme.fontUi}`,
    strong: `600 ${px(12)} ${theme.fontUi}`,
    span: `550 ${px(11)} ${theme.fontUi}`,
    mono: `400 ${px(11)} ${theme.fontMono}`,
    monoSmall: `500 ${px(10)} ${theme.fontMono}`,
    tag: `600 ${px(10.5)} ${theme.fontMono}`,
  };
}

/** The drawing of the machine as a list of shapes. Sizes are px, colours are tokens of the theme. Three painters read the
 * list: `Shapes.tsx` and the flow layer for the page, `shapesSvg` for files, `paint.ts` for a canvas. */
import { type Attributes, element, escaped, number, type Palette } from "../../ui/svg.ts";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Ink {
  /** Token; left out: none. */
  readonly fill?: string | undefined;
  /** "tint": as faint as the theme tints surfaces. */
  readonly fillOpacity?: number | "tint" | undefined;
  /** Token. */
  readonly stroke?: string | undefined;
  readonly strokeWidth?: number | undefined;
  readonly isDashed?: boolean | undefined;
  /** The stroke is as wide in a group of another scale. */
  readonly keepsWidth?: boolean | undefined;
}

export interface TextShape {
  readonly kind: "text";
  readonly text: string;
  readonly x: number;
  /** Baseline of the letters. */
  readonly y: number;
  readonly sizePx: number;
  readonly weight: number;
  /** Token. */
  readonly color: string;
  readonly anchor: "start" | "middle" | "end";
  readonly isMono: boolean;
  readonly isItalic: boolean;
}

/** Place and size of a group: its own coordinates, scaled and then moved. */
export interface Fit {
  readonly x: number;
  readonly y: number;
  readonly scaleX: number;
  readonly scaleY: number;
}

export interface GroupShape {
  readonly kind: "group";
  readonly shapes: readonly Shape[];
  /** The part of the page that the group draws (scenarios/story/parts.ts). */
  readonly part?: string;
  readonly fit?: Fit;
  readonly opacity?: number;
}

export type Shape =
  | TextShape
  | GroupShape
  | { readonly kind: "rect"; readonly box: Box; readonly radiusPx: number; readonly ink: Ink }
  | { readonly kind: "circle"; readonly x: number; readonly y: number; readonly r: number; readonly ink: Ink }
  | { readonly kind: "path"; readonly d: string; readonly ink: Ink };

/** All tokens that drawings of the machine use. */
export const FIGURE_TOKENS = [
  "bg",
  "surface",
  "sunk",
  "line",
  "line-2",
  "edge",
  "ink",
  "ink-2",
  "ink-3",
  "accent",
  "on-layer",
  "drop",
  "app",
  "syscall",
  "isr",
  "proto",
  "copy",
  "save",
  "idle",
  "stall",
  "tint",
] as const;

/** The fit in which so many columns and rows fill a box. */
export function fitInto({ x, y, width, height }: Box, columns: number, rows: number): Fit {
  return { x, y, scaleX: width / columns, scaleY: height / rows };
}

/** The tint of a theme as a number, as canvas and readers of SVG take it. */
export function tintOf(color: Palette): number {
  return Number.parseFloat(color("tint")) / 100;
}

/** How a painter of SVG writes what shapes leave open. */
export interface Look {
  readonly color: Palette;
  readonly tint: number | string;
  readonly mono: string;
}

/** One element of SVG. Attributes are named as React names them. */
export interface SvgNode {
  readonly name: "text" | "g" | "rect" | "circle" | "path";
  readonly attributes: Attributes;
  readonly content: string | readonly SvgNode[];
}

export const DASH = [4, 3] as const;
/** What the root element of a drawing says: texts of this size do not repeat it. */
const USUAL_SIZE_PX = 12;

export function svgNode(shape: Shape, look: Look): SvgNode {
  switch (shape.kind) {
    case "text":
      return textNode(shape, look);
    case "rect": {
      const { box, radiusPx, ink } = shape;
      return leaf("rect", { ...box, rx: radiusPx || undefined, ...inkOf(ink, look) });
    }
    case "circle":
      return leaf("circle", { cx: shape.x, cy: shape.y, r: shape.r, ...inkOf(shape.ink, look) });
    case "path":
      return leaf("path", { d: shape.d, ...inkOf(shape.ink, look) });
    case "group": {
      const { part, fit, opacity = 1, shapes } = shape;
      const attributes = {
        "data-part": part,
        transform: fit === undefined ? undefined : fitText(fit),
        opacity: opacity === 1 ? undefined : opacity,
      };
      return { name: "g", attributes, content: shapes.map((one) => svgNode(one, look)) };
    }
  }
}

function leaf(name: SvgNode["name"], attributes: Attributes): SvgNode {
  return { name, attributes, content: "" };
}

function textNode(shape: TextShape, look: Look): SvgNode {
  const { text, x, y, sizePx, weight, color, anchor, isMono, isItalic } = shape;
  const attributes = {
    x,
    y,
    fill: look.color(color),
    fontSize: sizePx === USUAL_SIZE_PX ? undefined : sizePx,
    fontWeight: weight === 400 ? undefined : weight,
    fontFamily: isMono ? look.mono : undefined,
    fontStyle: isItalic ? "italic" : undefined,
    textAnchor: anchor === "start" ? undefined : anchor,
  };
  return { name: "text", attributes, content: text };
}

function inkOf({ fill, fillOpacity, stroke, strokeWidth, ...line }: Ink, { color, tint }: Look): Attributes {
  return {
    fill: fill === undefined ? "none" : color(fill),
    fillOpacity: fillOpacity === "tint" ? tint : fillOpacity,
    stroke: stroke === undefined ? undefined : color(stroke),
    strokeWidth: stroke === undefined || strokeWidth === 1 ? undefined : strokeWidth,
    strokeDasharray: line.isDashed === true ? DASH.join(" ") : undefined,
    vectorEffect: line.keepsWidth === true ? "non-scaling-stroke" : undefined,
  };
}

function fitText({ x, y, ...scale }: Fit): string {
  const [scaleX, scaleY] = [scale.scaleX, scale.scaleY].map((one) => Math.round(one * 1e4) / 1e4);
  return `translate(${number(x)} ${number(y)}) scale(${scaleX} ${scaleY})`;
}

const FILE_MONO = "JetBrains Mono, Menlo, Consolas, monospace";

/** Markup of a file that stands alone. */
export function shapesSvg(shapes: readonly Shape[], color: Palette): string {
  const look = { color, tint: tintOf(color), mono: FILE_MONO };
  return shapes.map((shape) => nodeText(svgNode(shape, look))).join("");
}

function nodeText({ name, attributes, content }: SvgNode): string {
  const named = Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [svgName(key), value] as const),
  );
  return element(
    name,
    named,
    typeof content === "string" ? escaped(content) : content.map(nodeText).join(""),
  );
}

/** "stroke-width" for "strokeWidth". */
export function svgName(attribute: string): string {
  return attribute.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

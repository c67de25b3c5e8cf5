/** The SVG element for a shape, as text for a file of its own. */
import { type Attributes, element, escaped, number, type Palette } from "../../ui/svg.ts";
import type { Fit, Ink, Shape, TextShape } from "./shapes.ts";

/** The tint of a theme as a number, as canvas and readers of SVG take it. */
export function tintOf(color: Palette): number {
  return Number.parseFloat(color("tint")) / 100;
}

/** Values that shapes leave open: tokens, and the fixed-width font. */
interface Look {
  readonly color: Palette;
  readonly tint: number | string;
  readonly mono: string;
}

/** One element of SVG. */
interface SvgNode {
  readonly name: "text" | "g" | "rect" | "circle" | "path";
  readonly attributes: Attributes;
  readonly content: string | readonly SvgNode[];
}

export const DASH = [4, 3] as const;
/** Font size of the root element. Texts of this size do not repeat it. */
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
    "font-size": sizePx === USUAL_SIZE_PX ? undefined : sizePx,
    "font-weight": weight === 400 ? undefined : weight,
    "font-family": isMono ? look.mono : undefined,
    "font-style": isItalic ? "italic" : undefined,
    "text-anchor": anchor === "start" ? undefined : anchor,
  };
  return { name: "text", attributes, content: text };
}

function inkOf({ fill, fillOpacity, stroke, strokeWidth, ...line }: Ink, { color, tint }: Look): Attributes {
  return {
    fill: fill === undefined ? "none" : color(fill),
    "fill-opacity": fillOpacity === "tint" ? tint : fillOpacity,
    stroke: stroke === undefined ? undefined : color(stroke),
    "stroke-width": stroke === undefined || strokeWidth === 1 ? undefined : strokeWidth,
    "stroke-dasharray": line.isDashed === true ? DASH.join(" ") : undefined,
    "vector-effect": line.keepsWidth === true ? "non-scaling-stroke" : undefined,
  };
}

function fitText({ x, y, scaleX, scaleY }: Fit): string {
  const [wide, high] = [scaleX, scaleY].map((one) => Math.round(one * 1e4) / 1e4);
  return `translate(${number(x)} ${number(y)}) scale(${wide} ${high})`;
}

const FILE_MONO = "JetBrains Mono, Menlo, Consolas, monospace";

export function shapesSvg(shapes: readonly Shape[], color: Palette): string {
  const look = { color, tint: tintOf(color), mono: FILE_MONO };
  return shapes.map((shape) => nodeText(svgNode(shape, look))).join("");
}

function nodeText({ name, attributes, content }: SvgNode): string {
  return element(
    name,
    attributes,
    typeof content === "string" ? escaped(content) : content.map(nodeText).join(""),
  );
}

/** A drawing as a list of shapes: it becomes SVG, or is painted on a canvas. Sizes in px, colours as CSS has them. */
import { type Attributes, element, escaped, number } from "../../ui/svg.ts";
import type { Box } from "../flow/path.ts";

export interface Ink {
  readonly fill?: string | undefined;
  readonly fillOpacity?: number | undefined;
  readonly stroke?: string | undefined;
  readonly strokeWidth?: number | undefined;
  readonly isDashed?: boolean | undefined;
}

export interface TextShape {
  readonly kind: "text";
  readonly text: string;
  readonly x: number;
  /** What the letters stand on. */
  readonly y: number;
  readonly sizePx: number;
  readonly weight: number;
  readonly color: string;
  readonly anchor: "start" | "middle" | "end";
  readonly isMono: boolean;
  readonly isItalic: boolean;
}

/** Where a path is drawn whose units are not px. */
export interface Fit {
  readonly x: number;
  readonly y: number;
  readonly scaleX: number;
  readonly scaleY: number;
}

export type Shape =
  | TextShape
  | { readonly kind: "rect"; readonly box: Box; readonly radiusPx: number; readonly ink: Ink }
  | { readonly kind: "circle"; readonly x: number; readonly y: number; readonly r: number; readonly ink: Ink }
  | { readonly kind: "path"; readonly d: string; readonly fit: Fit | undefined; readonly ink: Ink }
  /** Moved to a place, larger or smaller, faint. */
  | {
      readonly kind: "placed";
      readonly x: number;
      readonly y: number;
      readonly scale: number;
      readonly opacity: number;
      readonly shapes: readonly Shape[];
    }
  /** A part of the page (scenarios/story/parts.ts). */
  | { readonly kind: "part"; readonly name: string; readonly shapes: readonly Shape[] };

export const DASH = [4, 3] as const;
const MONO = "JetBrains Mono, Menlo, Consolas, monospace";
const USUAL_SIZE_PX = 12;

export function shapesSvg(shapes: readonly Shape[]): string {
  return shapes.map(shapeSvg).join("");
}

function shapeSvg(shape: Shape): string {
  switch (shape.kind) {
    case "text":
      return textSvg(shape);
    case "rect":
      return element("rect", { ...shape.box, rx: shape.radiusPx || undefined, ...inkOf(shape.ink) });
    case "circle":
      return element("circle", { cx: shape.x, cy: shape.y, r: shape.r, ...inkOf(shape.ink) });
    case "path":
      return element("path", { d: shape.d, transform: fitText(shape.fit), ...inkOf(shape.ink) });
    case "placed": {
      const { x, y, scale, opacity, shapes } = shape;
      const transform = fitText({ x, y, scaleX: scale, scaleY: scale });
      return element("g", { transform, opacity: opacity === 1 ? undefined : opacity }, shapesSvg(shapes));
    }
    case "part":
      return element("g", { "data-part": shape.name }, shapesSvg(shape.shapes));
  }
}

function textSvg({ text, x, y, sizePx, weight, color, anchor, isMono, isItalic }: TextShape): string {
  const attributes = {
    x,
    y,
    fill: color,
    "font-size": sizePx === USUAL_SIZE_PX ? undefined : sizePx,
    "font-weight": weight === 400 ? undefined : weight,
    "font-family": isMono ? MONO : undefined,
    "font-style": isItalic ? "italic" : undefined,
    "text-anchor": anchor === "start" ? undefined : anchor,
  };
  return element("text", attributes, escaped(text));
}

function inkOf({ fill = "none", fillOpacity, stroke, strokeWidth, isDashed = false }: Ink): Attributes {
  return {
    fill,
    "fill-opacity": fillOpacity,
    stroke,
    "stroke-width": stroke === undefined || strokeWidth === 1 ? undefined : strokeWidth,
    "stroke-dasharray": isDashed ? DASH.join(" ") : undefined,
  };
}

function fitText(fit: Fit | undefined): string | undefined {
  if (fit === undefined) return undefined;
  const [scaleX, scaleY] = [fit.scaleX, fit.scaleY].map((one) => Math.round(one * 1e4) / 1e4);
  return `translate(${number(fit.x)} ${number(fit.y)}) scale(${scaleX} ${scaleY})`;
}

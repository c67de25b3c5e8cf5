/** Paints shapes on a canvas, with the fonts that the page has loaded. */
import type { Palette } from "../../ui/svg.ts";
import type { Box, Ink, Shape, TextShape } from "./shapes.ts";
import { DASH, tintOf } from "./svgNode.ts";

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
  "entry",
  "idle",
  "stall",
  "tint",
] as const;

type PaintSurface = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

const UI = '"Inter Variable", Inter, system-ui, sans-serif';
const MONO = '"JetBrains Mono Variable", ui-monospace, Menlo, Consolas, monospace';

export function paintShapes(surface: PaintSurface, shapes: readonly Shape[], color: Palette): void {
  for (const shape of shapes) paintShape(surface, shape, color);
}

function paintShape(surface: PaintSurface, shape: Shape, color: Palette): void {
  switch (shape.kind) {
    case "text":
      paintText(surface, shape, color);
      break;
    case "rect":
      paintPath(surface, rounded(shape.box, shape.radiusPx), shape.ink, color);
      break;
    case "circle": {
      const path = new Path2D();
      path.arc(shape.x, shape.y, shape.r, 0, 2 * Math.PI);
      paintPath(surface, path, shape.ink, color);
      break;
    }
    case "path":
      paintPath(surface, new Path2D(shape.d), shape.ink, color);
      break;
    case "group":
      surface.save();
      if (shape.fit !== undefined) {
        surface.translate(shape.fit.x, shape.fit.y);
        surface.scale(shape.fit.scaleX, shape.fit.scaleY);
      }
      surface.globalAlpha *= shape.opacity ?? 1;
      paintShapes(surface, shape.shapes, color);
      surface.restore();
      break;
  }
}

function paintText(surface: PaintSurface, shape: TextShape, color: Palette): void {
  const { text, x, y, anchor, sizePx, weight, isMono, isItalic } = shape;
  surface.font = `${isItalic ? "italic " : ""}${weight} ${sizePx}px ${isMono ? MONO : UI}`;
  surface.textAlign = anchor === "middle" ? "center" : anchor;
  surface.textBaseline = "alphabetic";
  surface.fillStyle = color(shape.color);
  surface.fillText(text, x, y);
}

function rounded({ x, y, width, height }: Box, radiusPx: number): Path2D {
  const path = new Path2D();
  path.roundRect(x, y, width, height, radiusPx);
  return path;
}

function paintPath(surface: PaintSurface, path: Path2D, ink: Ink, color: Palette): void {
  const { fill, fillOpacity = 1, stroke, strokeWidth = 1 } = ink;
  if (fill !== undefined) {
    const before = surface.globalAlpha;
    surface.globalAlpha = before * (fillOpacity === "tint" ? tintOf(color) : fillOpacity);
    surface.fillStyle = color(fill);
    surface.fill(path);
    surface.globalAlpha = before;
  }
  if (stroke === undefined) return;
  surface.strokeStyle = color(stroke);
  surface.lineWidth = strokeWidth;
  surface.setLineDash(ink.isDashed === true ? [...DASH] : []);
  if (ink.keepsWidth === true) strokeUnscaled(surface, path);
  else surface.stroke(path);
}

function strokeUnscaled(surface: PaintSurface, path: Path2D): void {
  const placed = new Path2D();
  placed.addPath(path, surface.getTransform());
  surface.save();
  surface.resetTransform();
  surface.stroke(placed);
  surface.restore();
}

/** Paints shapes on a canvas, in the fonts that the page has loaded. */
import type { Box } from "../flow/path.ts";
import { DASH, type Ink, type Shape, type TextShape } from "./shapes.ts";

type PaintSurface = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

const UI = '"Inter Variable", Inter, system-ui, sans-serif';
const MONO = '"JetBrains Mono Variable", ui-monospace, Menlo, Consolas, monospace';

export function paintShapes(surface: PaintSurface, shapes: readonly Shape[]): void {
  for (const shape of shapes) paintShape(surface, shape);
}

function paintShape(surface: PaintSurface, shape: Shape): void {
  switch (shape.kind) {
    case "text":
      paintText(surface, shape);
      break;
    case "rect":
      paintPath(surface, rounded(shape.box, shape.radiusPx), shape.ink);
      break;
    case "circle": {
      const path = new Path2D();
      path.arc(shape.x, shape.y, shape.r, 0, 2 * Math.PI);
      paintPath(surface, path, shape.ink);
      break;
    }
    case "path":
      surface.save();
      if (shape.fit !== undefined) {
        surface.translate(shape.fit.x, shape.fit.y);
        surface.scale(shape.fit.scaleX, shape.fit.scaleY);
      }
      paintPath(surface, new Path2D(shape.d), shape.ink);
      surface.restore();
      break;
    case "placed":
      surface.save();
      surface.translate(shape.x, shape.y);
      surface.scale(shape.scale, shape.scale);
      surface.globalAlpha *= shape.opacity;
      paintShapes(surface, shape.shapes);
      surface.restore();
      break;
    case "part":
      paintShapes(surface, shape.shapes);
      break;
  }
}

function paintText(surface: PaintSurface, { text, x, y, color, anchor, ...font }: TextShape): void {
  const { sizePx, weight, isMono, isItalic } = font;
  surface.font = `${isItalic ? "italic " : ""}${weight} ${sizePx}px ${isMono ? MONO : UI}`;
  surface.textAlign = anchor === "middle" ? "center" : anchor;
  surface.textBaseline = "alphabetic";
  surface.fillStyle = color;
  surface.fillText(text, x, y);
}

function rounded({ x, y, width, height }: Box, radiusPx: number): Path2D {
  const path = new Path2D();
  path.roundRect(x, y, width, height, radiusPx);
  return path;
}

function paintPath(
  surface: PaintSurface,
  path: Path2D,
  { fill, fillOpacity, stroke, strokeWidth, isDashed }: Ink,
): void {
  if (fill !== undefined) {
    const before = surface.globalAlpha;
    surface.globalAlpha = before * (fillOpacity ?? 1);
    surface.fillStyle = fill;
    surface.fill(path);
    surface.globalAlpha = before;
  }
  if (stroke === undefined) return;
  surface.strokeStyle = stroke;
  surface.lineWidth = strokeWidth ?? 1;
  surface.setLineDash(isDashed === true ? [...DASH] : []);
  surface.stroke(path);
}

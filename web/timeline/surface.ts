/** The part of a canvas context that the timeline uses. Tests record its calls. Coordinates are CSS pixels. */
import type { Paint } from "./spec.ts";

export interface Surface
  extends Pick<
    CanvasRenderingContext2D,
    | "save"
    | "restore"
    | "beginPath"
    | "moveTo"
    | "lineTo"
    | "closePath"
    | "rect"
    | "arc"
    | "roundRect"
    | "fill"
    | "stroke"
    | "clip"
    | "fillRect"
    | "strokeRect"
    | "clearRect"
    | "fillText"
    | "measureText"
    | "setLineDash"
    | "setTransform"
    | "drawImage"
    | "lineWidth"
    | "globalAlpha"
    | "font"
    | "textAlign"
    | "textBaseline"
    | "imageSmoothingEnabled"
  > {
  fillStyle: Paint | CanvasGradient;
  strokeStyle: Paint | CanvasGradient;
}

export interface TextStyle {
  readonly font: string;
  readonly color: string;
  readonly align?: CanvasTextAlign;
}

/** `y` is the vertical middle. */
export function drawText(surface: Surface, text: string, x: number, y: number, style: TextStyle): void {
  surface.font = style.font;
  surface.fillStyle = style.color;
  surface.textAlign = style.align ?? "left";
  surface.textBaseline = "middle";
  surface.fillText(text, x, y + 0.5);
}

const widths = new Map<string, number>();
const WIDTH_CACHE_LIMIT = 2000;

/** Widths are cached, because measuring costs more than drawing a rectangle, and labels repeat. */
export function textWidth(surface: Surface, text: string, font: string): number {
  const key = `${font}\n${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  surface.font = font;
  const width = surface.measureText(text).width;
  if (widths.size >= WIDTH_CACHE_LIMIT) widths.clear();
  widths.set(key, width);
  return width;
}

/** Shortens the text to the room, with an ellipsis: at its end, or a name in its middle, because the names of alike
 * things differ at their end. */
export function shorten(
  surface: Surface,
  text: string,
  font: string,
  roomPx: number,
  isName = false,
): string {
  for (let length = text.length - 1; length > 1; length--) {
    const end = isName ? length >> 1 : 0;
    const cut = `${text.slice(0, length - end).trimEnd()}…${text.slice(text.length - end)}`;
    if (textWidth(surface, cut, font) <= roomPx) return cut;
  }
  return "";
}

/** Fonts arrive after the first frame. Earlier measurements are then wrong. */
export function forgetTextWidths(): void {
  widths.clear();
}

/** Rounds to the nearest device pixel, so that edges stay sharp. */
export function snap(px: number, devicePixelRatio: number): number {
  return Math.round(px * devicePixelRatio) / devicePixelRatio;
}

export function horizontalLine(
  surface: Surface,
  x0: number,
  x1: number,
  y: number,
  color: Paint,
  thickness = 1,
): void {
  surface.fillStyle = color;
  surface.fillRect(x0, y, x1 - x0, thickness);
}

export function dashedLine(
  surface: Surface,
  x0: number,
  x1: number,
  y: number,
  color: string,
  dash: readonly number[],
): void {
  surface.strokeStyle = color;
  surface.lineWidth = 1;
  surface.setLineDash([...dash]);
  surface.beginPath();
  surface.moveTo(x0, y);
  surface.lineTo(x1, y);
  surface.stroke();
  surface.setLineDash([]);
}

/** Crosses always have the loss colour. One stroke draws all of them. */
export function drawCrosses(
  surface: Surface,
  places: readonly { readonly x: number; readonly y: number }[],
  radius: number,
  color: string,
): void {
  if (places.length === 0) return;
  surface.strokeStyle = color;
  surface.lineWidth = 1.6;
  surface.beginPath();
  for (const { x, y } of places) {
    surface.moveTo(x - radius, y - radius);
    surface.lineTo(x + radius, y + radius);
    surface.moveTo(x + radius, y - radius);
    surface.lineTo(x - radius, y + radius);
  }
  surface.stroke();
}

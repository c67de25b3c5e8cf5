/** Draws shapes and stores the position of each part. Sizes are in px. */
import type { Layer } from "../../engine/protocol.ts";
import { layerToken } from "../../ui/layerTokens.ts";
import { number } from "../../ui/svg.ts";
import { CELL_LIMIT } from "../stage/storeWords.ts";
import type { Box, Fit, GroupShape, Ink, Shape } from "./shapes.ts";

/** Position of an element with a separate height. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export interface TextStyle {
  readonly sizePx?: number;
  readonly weight?: number;
  /** Token. */
  readonly color?: string;
  readonly anchor?: "middle" | "end";
  readonly isMono?: boolean;
  readonly isItalic?: boolean;
  /** Text that does not fit is truncated. */
  readonly roomPx?: number;
}

interface BoxStyle extends Ink {
  readonly radiusPx?: number;
}

const HATCH_PX = 7;

export class Pen {
  readonly #boxes = new Map<string, Box>();
  #shapes: Shape[] = [];

  get boxes(): ReadonlyMap<string, Box> {
    return this.#boxes;
  }

  get shapes(): readonly Shape[] {
    return this.#shapes;
  }

  /** The shapes that `draw` draws form this part of the page (scenarios/story/parts.ts). The first box of a name
   * counts. */
  part(name: string, box: Box, draw: () => void): void {
    if (!this.#boxes.has(name)) this.#boxes.set(name, box);
    this.#group({ part: name }, draw);
  }

  /** Draws in the coordinates of a group. */
  placed(fit: Fit, draw: () => void): void {
    this.#group({ fit }, draw);
  }

  #group(group: Pick<GroupShape, "part" | "fit">, draw: () => void): void {
    const before = this.#shapes;
    this.#shapes = [];
    draw();
    before.push({ kind: "group", ...group, shapes: this.#shapes });
    this.#shapes = before;
  }

  text(text: string, x: number, y: number, style: TextStyle = {}): void {
    const {
      sizePx = 12,
      weight = 400,
      color = "ink",
      anchor = "start",
      isMono = false,
      isItalic = false,
    } = style;
    const { roomPx } = style;
    const cut = roomPx === undefined ? text : fitted(text, sizePx, roomPx);
    if (cut === "") return;
    this.#shapes.push({
      kind: "text",
      text: cut,
      x,
      y,
      sizePx,
      weight,
      color,
      anchor,
      isMono,
      isItalic,
    });
  }

  /** Writes lines of this width. Returns their number. */
  paragraph(text: string, x: number, y: number, roomPx: number, style: TextStyle = {}): number {
    const sizePx = style.sizePx ?? 12;
    const rows = lines(text, sizePx, roomPx);
    rows.forEach((row, index) => {
      this.text(row, x, y + index * sizePx * 1.35, style);
    });
    return rows.length;
  }

  box(box: Box, style: BoxStyle): void {
    if (box.width <= 0 || box.height <= 0) return;
    const { radiusPx = 0, ...ink } = style;
    this.#shapes.push({ kind: "rect", box, radiusPx, ink });
  }

  dot(x: number, y: number, r: number, { fill, stroke }: Pick<Ink, "fill" | "stroke">): void {
    this.#shapes.push({ kind: "circle", x, y, r, ink: { fill, stroke, strokeWidth: 1.5 } });
  }

  path(d: string, ink: Ink): void {
    this.#shapes.push({ kind: "path", d, ink });
  }

  add(shapes: readonly Shape[]): void {
    this.#shapes.push(...shapes);
  }

  /** Diagonals that end at the edges: time that is lost. */
  hatch({ x, y, width, height }: Box, stroke: string): void {
    const n = number;
    let d = "";
    for (let at = HATCH_PX; at < width + height; at += HATCH_PX) {
      const [x0, y0] = at < height ? [x, y + at] : [x + at - height, y + height];
      const [x1, y1] = at < width ? [x + at, y] : [x + width, y + at - width];
      d += `M${n(x0)} ${n(y0)}L${n(x1)} ${n(y1)}`;
    }
    this.path(d, { stroke, strokeWidth: 0.75 });
  }

  swatch(x: number, baseline: number, layer: Layer | undefined): void {
    this.box({ x, y: baseline - 9, width: 9, height: 9 }, { fill: layerToken(layer), radiusPx: 2 });
  }
}

/** The fit for which this many columns and rows fill a box. */
export function fitInto({ x, y, width, height }: Box, columns: number, rows: number): Fit {
  return { x, y, scaleX: width / columns, scaleY: height / rows };
}

/** Without a browser no text can be measured. This estimate by kinds of letters is slightly wider than a common
 * font. */
export function textWidthPx(text: string, sizePx: number): number {
  let em = 0;
  for (const letter of text) {
    if (/[iljtfrI.,:;|!'()[\] ]/.test(letter)) em += 0.33;
    else if (/[mwMW@%✕→]/.test(letter)) em += 0.88;
    else if (/[A-Z0-9]/.test(letter)) em += 0.66;
    else em += 0.57;
  }
  return em * sizePx;
}

function fitted(text: string, sizePx: number, roomPx: number): string {
  if (textWidthPx(text, sizePx) <= roomPx) return text;
  for (let length = text.length - 1; length > 0; length--) {
    const cut = `${text.slice(0, length).trimEnd()}…`;
    if (textWidthPx(cut, sizePx) <= roomPx) return cut;
  }
  return "";
}

export function lines(text: string, sizePx: number, roomPx: number): readonly string[] {
  const rows: string[] = [];
  let row = "";
  for (const word of text.split(" ")) {
    const longer = row === "" ? word : `${row} ${word}`;
    if (row !== "" && textWidthPx(longer, sizePx) > roomPx) {
      rows.push(row);
      row = word;
    } else row = longer;
  }
  return row === "" ? rows : [...rows, row];
}

/** A bounded store: a heading, and below it cells, or one bar if there would be too many cells. */
export interface Store {
  readonly label: string;
  readonly fill: number;
  readonly capacity: number;
  readonly unit: string;
  readonly layer?: Layer | undefined;
  /** Number of frames that found it full. */
  readonly lost?: string;
  readonly cellPx?: number;
}

const STORE_HEAD_PX = 18;

/** Returns the height. */
export function drawStore(pen: Pen, x: number, y: number, width: number, store: Store): number {
  const { label, fill, capacity, unit, layer, lost = "", cellPx = 14 } = store;
  const amount = `${fill} / ${capacity}`;
  const unitPx = textWidthPx(unit, 11);
  const amountPx = textWidthPx(amount, 12) + 6;
  const lostText = lost === "" ? "" : `✕ ${lost}`;
  const lostPx = textWidthPx(lostText, 12) + 8;
  pen.text(label, x, y + 11, { roomPx: width - unitPx - amountPx - (lost === "" ? 0 : lostPx) });
  if (lost !== "")
    pen.text(lostText, x + width - unitPx - amountPx - 8, y + 11, {
      color: "drop",
      weight: 700,
      anchor: "end",
    });
  pen.text(unit, x + width, y + 11, { sizePx: 11, color: "ink-3", anchor: "end" });
  pen.text(amount, x + width - unitPx - 6, y + 11, { anchor: "end", weight: 600 });
  drawCells(pen, { x, y: y + STORE_HEAD_PX, width, height: cellPx }, fill, capacity, layerToken(layer));
  return STORE_HEAD_PX + cellPx;
}

export function drawBar(pen: Pen, box: Box, fill: number, capacity: number, token: string): void {
  const share = Math.min(1, fill / Math.max(1, capacity));
  pen.box(box, { stroke: "edge", radiusPx: 2 });
  pen.box({ ...box, width: share * box.width }, { fill: token, radiusPx: 2 });
}

export function drawCells(pen: Pen, box: Box, fill: number, capacity: number, token: string): void {
  if (capacity > CELL_LIMIT) {
    drawBar(pen, box, fill, capacity, token);
    return;
  }
  const gapPx = 2;
  const width = (box.width - gapPx * (capacity - 1)) / capacity;
  for (let cell = 0; cell < capacity; cell++) {
    const isOn = cell < fill;
    const at = { ...box, x: box.x + cell * (width + gapPx), width };
    pen.box(at, { fill: isOn ? token : undefined, stroke: isOn ? token : "edge", radiusPx: 2 });
  }
}

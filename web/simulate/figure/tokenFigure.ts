/** What moves over a drawing of the machine: the tokens of packet speed, in its colours. */
import type { Palette } from "../../ui/svg.ts";
import type { Move } from "../flow/choreography.ts";
import { moveText } from "../flow/names.ts";
import type { Box, Key } from "../flow/path.ts";
import { along } from "./along.ts";
import { Pen, textWidthPx } from "./pen.ts";
import type { Shape } from "./shapes.ts";

export interface Token {
  readonly move: Move;
  readonly keys: readonly Key[];
  /** Of the part that lights up. */
  readonly box: Box | undefined;
}

const TOKEN_PX = 22;
const REGISTERS = { width: 76, height: 22 } as const;
const REGISTER_PX = 9;

/** `share`: of its time, 0..1. */
export function tokenShape({ move, keys, box }: Token, share: number, color: Palette): Shape | undefined {
  const at = along(keys, share);
  if (at === undefined || at.opacity <= 0) return undefined;
  const pen = new Pen(color);
  drawToken(pen, move, box);
  return { kind: "placed", ...at, shapes: pen.shapes };
}

/** Around its centre. */
function drawToken(pen: Pen, move: Move, box: Box | undefined): void {
  const text = moveText(move);
  switch (move.kind) {
    case "token": {
      const width = Math.max(TOKEN_PX, textWidthPx(text, 13) + 16);
      pen.box({ x: -width / 2, y: -TOKEN_PX / 2, width, height: TOKEN_PX }, { fill: "ink-2", radiusPx: 3 });
      pen.text(text, 0, 4.5, { sizePx: 13, weight: 600, color: "surface", anchor: "middle", isMono: true });
      break;
    }
    case "lost":
      pen.text(text, 0, 5, { sizePx: 15, weight: 700, color: "drop", anchor: "middle" });
      break;
    case "registers": {
      const { width, height } = REGISTERS;
      const frame = { x: -width / 2, y: -height / 2, width, height };
      pen.box(frame, { fill: "surface", stroke: "save", strokeWidth: 2, radiusPx: 3 });
      for (let x = frame.x + 3; x < width / 2 - 6; x += REGISTER_PX)
        pen.box({ x, y: frame.y + 3, width: REGISTER_PX - 3, height: height - 6 }, { fill: "save" });
      break;
    }
    case "pulse": {
      const { width = 0, height = 0 } = box ?? {};
      const around = { x: -width / 2, y: -height / 2, width, height };
      pen.box(around, { stroke: "accent", strokeWidth: 2, radiusPx: 6 });
    }
  }
}

/** How a move looks, on the stage and in a video of it: what it is called, how long it takes, its way between the boxes of
 * two parts, and its token as shapes. */
import { partText } from "../../../scenarios/story/parts.ts";
import { t } from "../../text/t.ts";
import { Pen } from "../figure/pen.ts";
import type { Box, Shape } from "../figure/shapes.ts";
import type { MachineInfo } from "../stage/machineInfo.ts";
import type { FlowNames, Move } from "./choreography.ts";

const MOVE_MS = 650;
/** A loss is what the eye shall not miss. */
const LOSS_MS = 900;
/** More at once are no picture any more. */
export const MOST_MOVES = 24;

export function moveMs({ kind }: Pick<Move, "kind">): number {
  return kind === "lost" ? LOSS_MS : MOVE_MS;
}

export function flowNames({ nics, queues, lines, threads }: MachineInfo): FlowNames {
  const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);
  const application = threads.find(({ layer }) => layer === "application")?.name;
  return {
    nics: names(nics),
    queues: names(queues),
    lines: names(lines),
    threads: names(threads),
    application: application === undefined ? "core:1" : partText("thread", application),
  };
}

/** What a token carries: the number of its packet, and how many there are. */
function moveText({ kind, packet, count }: Move): string {
  if (kind === "pulse" || kind === "registers") return "";
  const times = count > 1 ? ` ×${count}` : "";
  const number = packet === undefined ? t("frame") : String(packet);
  return kind === "lost" ? `✕ ${number}${times}` : `${number}${times}`;
}

export interface Key {
  /** Of its centre. */
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly opacity: number;
}

/** How far a lost packet falls below what was full. */
const FALL_PX = 90;
/** How far back from the edge it bounces. */
const BOUNCE_PX = 34;

/** Undefined: a part is not on the stage. */
export function pathOf(move: Move, boxOf: (part: string) => Box | undefined): readonly Key[] | undefined {
  const [from, to] = [boxOf(move.from), boxOf(move.to)];
  if (from === undefined || to === undefined) return undefined;
  const [start, end] = [centre(from), centre(to)];
  switch (move.kind) {
    case "token":
      return [
        { ...start, scale: 0.6, opacity: 0 },
        { ...start, scale: 1, opacity: 1 },
        { x: (start.x + end.x) / 2, y: Math.min(start.y, end.y) - LIFT_PX, scale: 1.15, opacity: 1 },
        { ...end, scale: 1, opacity: 1 },
        { ...end, scale: 0.7, opacity: 0 },
      ];
    case "lost": {
      const edge = { x: to.x, y: end.y };
      return [
        { ...start, scale: 1, opacity: 1 },
        { ...edge, scale: 1, opacity: 1 },
        { x: edge.x - BOUNCE_PX, y: edge.y - BOUNCE_PX / 2, scale: 1.5, opacity: 1 },
        { x: edge.x - BOUNCE_PX, y: edge.y + FALL_PX, scale: 1.9, opacity: 1 },
        { x: edge.x - BOUNCE_PX, y: edge.y + FALL_PX, scale: 1.9, opacity: 0 },
      ];
    }
    case "registers":
      return [
        { ...start, scale: 1, opacity: 0 },
        { ...start, scale: 1, opacity: 1 },
        { ...end, scale: 1, opacity: 1 },
        { ...end, scale: 1, opacity: 0 },
      ];
    case "pulse":
      return [
        { ...start, scale: 1, opacity: 0.6 },
        { ...start, scale: 1.06, opacity: 0 },
      ];
  }
}

const LIFT_PX = 18;

function centre({ x, y, width, height }: Box): { readonly x: number; readonly y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}

/** Between key positions, which are passed at equal times; `share`: of the whole time, 0..1. It begins and ends slowly. */
export function along(keys: readonly Key[], share: number): Key | undefined {
  const steps = keys.length - 1;
  const at = eased(Math.min(1, Math.max(0, share))) * steps;
  const before = keys[Math.min(steps, Math.floor(at))];
  const after = keys[Math.min(steps, Math.floor(at) + 1)];
  if (before === undefined || after === undefined) return undefined;
  const part = at - Math.floor(at);
  const mix = (from: number, to: number) => from + part * (to - from);
  return {
    x: mix(before.x, after.x),
    y: mix(before.y, after.y),
    scale: mix(before.scale, after.scale),
    opacity: mix(before.opacity, after.opacity),
  };
}

/** About what style sheets call ease-in-out. */
function eased(share: number): number {
  return share * share * (3 - 2 * share);
}

const TOKEN_PX = 23;
const TEXT_PX = 13;
/** Width of a letter of the fixed-width font, in parts of its size. */
const LETTER_EM = 0.6;
const REGISTERS = { width: 76, height: 22 } as const;
const REGISTER_PX = 9;

/** Around its centre. `box`: of the part that lights up. `textPx`: the size of its letters. */
export function tokenShapes(
  move: Move,
  box: Box | undefined,
  isFollowed = false,
  textPx = TEXT_PX,
): readonly Shape[] {
  const pen = new Pen();
  const text = moveText(move);
  const scale = textPx / TEXT_PX;
  switch (move.kind) {
    case "token": {
      const height = TOKEN_PX * scale;
      const width = Math.max(height, text.length * LETTER_EM * textPx + 16);
      const around = { x: -width / 2, y: -height / 2, width, height };
      pen.box(around, { fill: isFollowed ? "accent" : "ink-2", radiusPx: 3 });
      const style = {
        sizePx: textPx,
        weight: 600,
        color: "surface",
        anchor: "middle",
        isMono: true,
      } as const;
      pen.text(text, 0, 4.5 * scale, style);
      break;
    }
    case "lost":
      pen.text(text, 0, 5 * scale, { sizePx: 15 * scale, weight: 700, color: "drop", anchor: "middle" });
      break;
    case "registers": {
      const { width, height } = REGISTERS;
      const around = { x: 1 - width / 2, y: 1 - height / 2, width: width - 2, height: height - 2 };
      pen.box(around, { stroke: "save", strokeWidth: 2, radiusPx: 3 });
      for (let x = 2 - width / 2; x < width / 2 - 2; x += REGISTER_PX)
        pen.box({ x, y: 2 - height / 2, width: REGISTER_PX - 3, height: height - 4 }, { fill: "save" });
      break;
    }
    case "pulse": {
      const { width = 0, height = 0 } = box ?? {};
      const around = { x: 1 - width / 2, y: 1 - height / 2, width: width - 2, height: height - 2 };
      pen.box(around, { stroke: "accent", strokeWidth: 2, radiusPx: 6 });
    }
  }
  return pen.shapes;
}

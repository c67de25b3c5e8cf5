/** Where a move goes on the stage: key positions in px, from the boxes of its parts. */
import type { Move } from "./choreography.ts";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
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

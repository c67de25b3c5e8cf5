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

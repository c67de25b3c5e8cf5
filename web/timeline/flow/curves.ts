/** Arrows between points of the timeline, as paths of SVG. */
import type { Point } from "../spec.ts";

/** Between two tracks the curve leaves and arrives flat; within one it is an arc above. */
const LEAST_BEND_PX = 12;
const MOST_BEND_PX = 60;
const ARC_PX = 12;
/** Shorter ways within a track are no arrows: both ends are one place to the eye. */
const LEAST_WAY_PX = 6;

/** Undefined: too short to be seen. */
export function curve(from: Point, to: Point): string | undefined {
  const wide = to.x - from.x;
  if (from.y === to.y) {
    if (Math.abs(wide) < LEAST_WAY_PX) return undefined;
    const middle = from.x + wide / 2;
    return `M${text(from)}Q${text({ x: middle, y: from.y - 2 * ARC_PX })} ${text(to)}`;
  }
  const bend = Math.min(MOST_BEND_PX, Math.max(LEAST_BEND_PX, Math.abs(wide) / 2));
  const leaves = { x: from.x + bend, y: from.y };
  const arrives = { x: to.x - bend, y: to.y };
  return `M${text(from)}C${text(leaves)} ${text(arrives)} ${text(to)}`;
}

const text = ({ x, y }: Point) => `${round(x)},${round(y)}`;
const round = (px: number) => Math.round(px * 10) / 10;

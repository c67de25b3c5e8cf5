/** The way of a packet over the stage, along the lines that the stage draws. Pure. */
import type { Box } from "../figure/shapes.ts";
import type { Point, Way } from "../quiet/ways.ts";
import type { Move } from "./moves.ts";
import type { Place } from "./places.ts";

export interface Ground {
  /** Ways by key: `wire:eth0`, `dma:eth0`, `memory>queue:backlog`, `queue:backlog>application`. Empty if the stage
   * draws none. */
  readonly ways: ReadonlyMap<string, Way>;
  /** Box of a place. For a packet in a ring or queue, its slot. Undefined if there is none. */
  readonly boxOf: (place: Place, packet: number) => Box | undefined;
  /** Box of the card around a ring. */
  readonly cardOf: (ring: Place) => Box | undefined;
  /** Where packets lie that a full ring or queue has refused. Undefined if there is no room for them. */
  readonly fallOf: (place: Place) => Box | undefined;
}

interface Route {
  readonly points: readonly Point[];
  /** Something is in front of the first or the last point: there the packet fades. */
  readonly fadesIn: boolean;
  readonly fadesOut: boolean;
  /** No line joins its ends: the packet fades at the first point and comes back at the last one. */
  readonly isHop: boolean;
}

/** Undefined if one of its ends is not on the stage. */
export function routeOf({ from, to, packet }: Move, ground: Ground): Route | undefined {
  const middle = linesBetween(from, to, ground);
  const [first, last] = [middle.slice(0, 2), middle.slice(-2).toReversed()];
  const [start, end] = [endOf(from, packet, ground, first), endOf(to, packet, ground, last)];
  if (start === undefined || end === undefined) return undefined;
  const isHop = middle.length === 0 && !isNear(from, to);
  const endsBefore = (place: Place) =>
    place === "application" || (place.startsWith("queue:") && ground.boxOf(place, packet) === undefined);
  const points =
    middle.length > 0
      ? [
          ...entryOf(from, start, middle[0]).toReversed(),
          ...middle.slice(endsBefore(from) ? 1 : 0, endsBefore(to) ? -1 : undefined),
          ...entryOf(to, end, middle.at(-1)),
        ]
      : isHop
        ? [start, end]
        : [{ x: (start.x + end.x) / 2, y: start.y }, end];
  return {
    points: withoutRepeats(points),
    fadesIn: isBehind(from) || isNarrow(from, packet, ground),
    fadesOut: isBehind(to) || isNarrow(to, packet, ground),
    isHop,
  };
}

const isBehind = (place: Place) => /^(wire:|txqueue:|application$)/.test(place);

/** Wider than its slot, a packet would cover the numbers beside it. Some queues draw no slot for it. */
function isNarrow(place: Place, packet: number, { boxOf }: Ground): boolean {
  if (!/^(ring|queue):/.test(place)) return false;
  const box = boxOf(place, packet);
  return box === undefined || box.width < widthOf(packet);
}

const widthOf = (packet: number) => LETTER_PX * String(packet).length + PADDING_PX;

const LETTER_PX = 8;
const PADDING_PX = 14;

const centre = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

/** A packet comes from the outer end of a wire, and goes as far as the edge of the application, or of a queue that draws
 * no slot for it. `line` are the two points
 * of the line at this end, the outer one first. */
function endOf(
  place: Place,
  packet: number,
  { ways, boxOf }: Ground,
  [tip, before]: readonly Point[],
): Point | undefined {
  const outer = place.startsWith("wire:") ? ways.get(place)?.points[0] : undefined;
  if (outer !== undefined) return outer;
  const box = boxOf(place, packet);
  if (tip === undefined || (box !== undefined && place !== "application")) return box && centre(box);
  return tip.x === before?.x
    ? { x: tip.x, y: tip.y - EDGE_PX }
    : { x: tip.x - widthOf(packet) / 2, y: tip.y };
}

/** Half of a token, so that it stops in front of the box. */
const EDGE_PX = 14;

const nameOf = (place: Place) => place.slice(place.indexOf(":") + 1);
const kindOf = (place: Place) => place.split(":", 1)[0];

/** The drawn lines from one place to another, forward or back, in the order in which they are passed. */
function linesBetween(from: Place, to: Place, { ways }: Ground): readonly Point[] {
  if ([from, to].some((place) => kindOf(place) === "txqueue")) return [];
  const forward = linesForward(from, to, ways);
  if (forward.length > 0) return forward;
  return linesForward(to, from, ways).toReversed();
}

function linesForward(from: Place, to: Place, ways: Ground["ways"]): readonly Point[] {
  const keys: string[] = [];
  const [start, end] = [rankOf(from), rankOf(to)];
  if (start >= end) return [];
  const ring = [from, to].find((place) => kindOf(place) === "ring" || kindOf(place) === "wire");
  const card = ring === undefined ? undefined : nameOf(ring);
  const queue = [from, to].find((place) => /^(queue|hand):/.test(place));
  const name = queue === undefined ? undefined : nameOf(queue);
  if (start <= RANK.wire && card !== undefined) keys.push(`wire:${card}`);
  if (start <= RANK.ring && end > RANK.ring && card !== undefined) keys.push(`dma:${card}`);
  if (start <= RANK.memory && end > RANK.memory)
    keys.push(name === undefined ? "memory>application" : `memory>queue:${name}`);
  if (end === RANK.application && name !== undefined) keys.push(`queue:${name}>application`);
  return keys.flatMap((key) => ways.get(key)?.points ?? []);
}

/** Places in the order of the lines. */
const RANK = { wire: 0, ring: 1, memory: 2, queue: 3, application: 4 } as const;

function rankOf(place: Place): number {
  switch (kindOf(place)) {
    case "wire":
      return RANK.wire;
    case "ring":
      return RANK.ring;
    case "memory":
      return RANK.memory;
    case "application":
      return RANK.application;
    default:
      return RANK.queue;
  }
}

/** The next place to the right in the same row. */
function isNear(from: Place, to: Place): boolean {
  return nameOf(from) === nameOf(to) && rankOf(from) === rankOf(to);
}

/** Into a slot of a ring or queue: along the line's height, then level with the slot. */
function entryOf(to: Place, end: Point, line: Point | undefined): readonly Point[] {
  if (!/^(ring|queue):/.test(to) || line === undefined) return [end];
  return [{ x: end.x, y: line.y }, end];
}

function withoutRepeats(points: readonly Point[]): readonly Point[] {
  return points.filter((point, index) => {
    const before = points[index - 1];
    return before === undefined || Math.hypot(point.x - before.x, point.y - before.y) > 0.5;
  });
}

/** A lost packet moves to the edge of the full store, bounces off and falls. Backwards, it rises. */
export function fallOf(move: Move, ground: Ground): readonly Point[] | undefined {
  if (move.isBack)
    return fallOf({ ...move, from: move.to, to: move.from, isBack: false }, ground)?.toReversed();
  const { from, to, packet } = move;
  const full = ground.cardOf(to) ?? ground.boxOf(to, Number.NaN);
  const start = endOf(from, packet, ground, []);
  if (full === undefined || start === undefined) return undefined;
  const lies = ground.fallOf(to);
  if (lies === undefined) return undefined;
  const way = linesBetween(from, to, ground);
  const side = start.x > full.x + full.width / 2 ? 1 : -1;
  const edge = {
    x: (side > 0 ? full.x + full.width : full.x) + side * EDGE_PX,
    y: way.at(-1)?.y ?? full.y + full.height / 2,
  };
  return [
    ...(way.length > 0 ? way.slice(0, -1) : [start]),
    edge,
    { x: edge.x + side * BOUNCE_PX, y: edge.y - BOUNCE_PX / 2 },
    centre(lies),
  ];
}

const BOUNCE_PX = 22;

export function lengthOf(points: readonly Point[]): number {
  return points.reduce((sum, { x, y }, index) => {
    const before = points[index - 1];
    return before === undefined ? 0 : sum + Math.hypot(x - before.x, y - before.y);
  }, 0);
}

/** Position of a packet on a way. `share` is the part of its length, 0..1. */
export function pointAt(points: readonly Point[], share: number): Point | undefined {
  let left = Math.min(1, Math.max(0, share)) * lengthOf(points);
  for (const [index, point] of points.entries()) {
    const next = points[index + 1];
    if (next === undefined) return point;
    const length = Math.hypot(next.x - point.x, next.y - point.y);
    if (left <= length && length > 0) {
      const part = left / length;
      return { x: point.x + part * (next.x - point.x), y: point.y + part * (next.y - point.y) };
    }
    left -= length;
  }
  return undefined;
}

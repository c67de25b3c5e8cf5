/** The route of a packet over the stage, along the lines that the stage draws. Pure. */
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
  /** Box for packets that a full ring or queue has refused. Undefined if there is no room for them. */
  readonly fallOf: (place: Place) => Box | undefined;
  /** True for a place of packets in hand, which can hold several. */
  readonly isShared: (place: Place) => boolean;
}

export interface RoutePoint extends Point {
  /** Key of the line on which it is. */
  readonly line?: string;
  /** End of a line. Packets pass it one after the other. */
  readonly gate?: string;
}

export interface Route {
  readonly points: readonly RoutePoint[];
  /** A box covers the first or the last point, so the packet fades there. */
  readonly fadesIn: boolean;
  readonly fadesOut: boolean;
  /** No line joins its ends: the packet fades at the first point and reappears at the last one. */
  readonly isHop: boolean;
}

/** Undefined if one of its ends is not on the stage. */
export function routeOf({ from, to, packet }: Move, ground: Ground): Route | undefined {
  const middle = linesBetween(from, to, ground);
  const [first, last] = [middle.slice(0, 2), middle.slice(-2).toReversed()];
  const [start, end] = [endOf(from, packet, ground, first), endOf(to, packet, ground, last)];
  if (start === undefined || end === undefined) return undefined;
  const isHop = middle.length === 0 && !isNear(from, to);
  const endsBefore = (place: Place) => isOutside(place, packet, ground);
  const near = { x: start.x + NEAR_SHARE * (end.x - start.x), y: start.y };
  const points =
    middle.length > 0
      ? [
          ...(endsBefore(from) ? [{ ...first[0], ...start }] : entryOf(from, start, first[0]).toReversed()),
          ...middle.slice(endsBefore(from) ? 1 : 0, endsBefore(to) ? -1 : undefined),
          ...(endsBefore(to) ? [{ ...last[0], ...end }] : entryOf(to, end, last[0])),
        ]
      : isHop
        ? [start, end]
        : [near, end];
  // The packet in front may still be at the end: there is no room for both.
  const isTight = middle.length === 0 && !isHop && Math.abs(end.x - near.x) < widthOf(packet);
  const fades = (place: Place) =>
    isBehind(place) || isNarrow(place, packet, ground) || ground.isShared(place);
  return { points: withoutRepeats(points), fadesIn: isTight || fades(from), fadesOut: fades(to), isHop };
}

/** The next packet of the queue is in its slot at once, so the one before starts in front of it. */
const NEAR_SHARE = 0.55;

/** True if a packet stops beside the box, because it would cover its contents. */
const isOutside = (place: Place, packet: number, { boxOf, isShared }: Ground) =>
  place === "application" ||
  isShared(place) ||
  (/^(ring|queue):/.test(place) && boxOf(place, packet) === undefined);

const isBehind = (place: Place) => /^(wire:|txqueue:|application$)/.test(place);

/** True if a packet is wider than its slot, so that it would cover the numbers beside it. Some queues draw no slot. */
function isNarrow(place: Place, packet: number, { boxOf }: Ground): boolean {
  if (!/^(ring|queue):/.test(place)) return false;
  const box = boxOf(place, packet);
  return box === undefined || box.width < widthOf(packet);
}

export const widthOf = (packet: number) => Math.max(LEAST_PX, LETTER_PX * String(packet).length + PADDING_PX);

const LEAST_PX = 30;
const LETTER_PX = 8;
const PADDING_PX = 14;

const centre = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

/** A packet comes from the outer end of a wire. `line` are the two points of the line at this end, the outer one
 * first. */
function endOf(
  place: Place,
  packet: number,
  ground: Ground,
  [tip, before]: readonly Point[],
): Point | undefined {
  const outer = place.startsWith("wire:") ? ground.ways.get(place)?.points[0] : undefined;
  if (outer !== undefined) return outer;
  const box = ground.boxOf(place, packet);
  if (tip === undefined || before === undefined || !isOutside(place, packet, ground))
    return box && centre(box);
  return tip.x === before.x
    ? { x: tip.x, y: tip.y + Math.sign(before.y - tip.y) * EDGE_PX }
    : { x: tip.x + Math.sign(before.x - tip.x) * (widthOf(packet) / 2), y: tip.y };
}

/** Half of a token, so that it stops in front of the box. */
const EDGE_PX = 14;

const nameOf = (place: Place) => place.slice(place.indexOf(":") + 1);
const kindOf = (place: Place) => place.split(":", 1)[0];

/** The drawn lines from one place to another, forward or back, in the order in which they are passed. */
function linesBetween(from: Place, to: Place, { ways }: Ground): readonly RoutePoint[] {
  if ([from, to].some((place) => kindOf(place) === "txqueue")) return [];
  const forward = linesForward(from, to, ways);
  if (forward.length > 0) return forward;
  return linesForward(to, from, ways).toReversed();
}

function linesForward(from: Place, to: Place, ways: Ground["ways"]): readonly RoutePoint[] {
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
  return keys.flatMap((key) => {
    const points = ways.get(key)?.points ?? [];
    return points.map((point, index) => ({
      ...point,
      line: key,
      ...(index === 0 && { gate: `from ${startOf(key)}` }),
      ...(index === points.length - 1 && { gate: `to ${endBox(key)}` }),
    }));
  });
}

const startOf = (line: string) => (line.includes(">") ? line.split(">")[0] : line);

/** Lines of several cards end at the same memory. */
const endBox = (line: string) => (line.startsWith("dma:") ? "memory" : line.split(">").at(-1));

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

/** Leads into a slot of a ring or queue: along the line's height, then level with the slot. Above a queue, it avoids
 * the slots on its way. */
function entryOf(to: Place, end: Point, line: Point | undefined): readonly Point[] {
  if (!/^(ring|queue):/.test(to) || line === undefined) return [end];
  const isAbove = to.startsWith("queue:") && end.y - line.y > EDGE_PX;
  return [{ x: end.x, y: isAbove ? line.y - ABOVE_PX : line.y }, end];
}

const ABOVE_PX = 10;

function withoutRepeats(points: readonly RoutePoint[]): readonly RoutePoint[] {
  const kept: RoutePoint[] = [];
  for (const point of points) {
    const before = kept.at(-1);
    const isRepeat = before !== undefined && Math.hypot(point.x - before.x, point.y - before.y) <= 0.5;
    if (isRepeat) kept[kept.length - 1] = { ...point, ...before };
    else kept.push(point);
  }
  return kept;
}

/** A lost packet moves to the edge of the full store, bounces off and falls. Backwards, it rises. */
export function fallOf(move: Move, ground: Ground): readonly RoutePoint[] | undefined {
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
  const [tip, outer] = way.slice(-2).toReversed();
  const isAbove = tip !== undefined && tip.x === outer?.x && tip.y < full.y;
  const edge = isAbove
    ? { ...tip, y: tip.y - EDGE_PX }
    : {
        ...tip,
        x: (side > 0 ? full.x + full.width : full.x) + side * EDGE_PX,
        y: tip?.y ?? full.y + full.height / 2,
      };
  const isOnLine = from.startsWith("wire:") || isOutside(from, packet, ground);
  return [
    ...(isOnLine && way.length > 0 ? [] : [start]),
    ...way.slice(0, -1),
    edge,
    isRoomy(lies) ? { x: edge.x + side * BOUNCE_PX, y: edge.y - BOUNCE_PX / 2 } : edge,
    centre(lies),
  ];
}

const BOUNCE_PX = 22;

/** False if a lost packet that bounces or grows would cover the names around its place. */
export const isRoomy = (lies: Box | undefined): boolean =>
  lies !== undefined && lies.width >= ROOMY_PX.width && lies.height >= ROOMY_PX.height;

const ROOMY_PX = { width: 60, height: 20 };

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

/** The times at which moving packets pass each point. They leave in the order of their moves, and each keeps its
 * distance from the one in front, so no token covers another. No DOM. */
import type { Point } from "../quiet/ways.ts";
import type { Move } from "./moves.ts";
import {
  fallOf,
  type Ground,
  isRoomy,
  lengthOf,
  type Route,
  type RoutePoint,
  routeOf,
  widthOf,
} from "./routes.ts";

interface TripPoint extends RoutePoint {
  /** Since the start. */
  readonly atMs: number;
  readonly opacity: number;
  readonly scale: number;
}

export interface Trip {
  readonly move: Move;
  readonly startMs: number;
  readonly endMs: number;
  readonly points: readonly TripPoint[];
  /** Time at which a lost packet has bounced off and begins to fall. */
  readonly fallsMs?: number;
  /** The lost packet that lies where this one falls. It is hidden from then on. */
  readonly replaces?: { readonly packet: number; readonly fromMs: number };
}

/** A way with times since its start. */
interface Course {
  readonly points: readonly TripPoint[];
  readonly ms: number;
  readonly holds: readonly Hold[];
  /** Place where the packet stays. Undefined if no place can show it. */
  readonly rest?: string | undefined;
  readonly fallMs?: number;
}

/** The packet passes a gate at a time, and the next one that much later. */
interface Hold {
  readonly gate: string;
  readonly atMs: number;
  readonly forMs: number;
}

const PX_PER_MS = 0.8;
/** Shortest time on a line, and between two places without a line. */
const LEAST_LINE_MS = 250;
const LEAST_MS = 350;
const MOST_HOP_MS = 1200;
/** Least distance of two tokens on a line. */
const GAP_PX = 6;
/** An animation may end that much late. */
const LATE_MS = 60;
/** The cross before the number of a lost packet. */
const CROSS_PX = 16;
/** Packets that lag behind the machine by more time jump to their places. */
const MOST_WAIT_MS = 1500;

/** A lost packet bounces off, falls, and lies. Then it fades. The next one stays back until it is off the line. */
const BOUNCE_MS = 90;
const FALL_MS = 200;
const LIE_MS = 750;
const FADE_MS = 270;
const OFF_THE_LINE_MS = BOUNCE_MS + 0.7 * FALL_MS;
const RISE_MS = 1200;
const BOUNCED_SCALE = 1.15;
const LYING_SCALE = 1.5;

export function createTimetable() {
  /** Times from which a gate, or a place where a packet rests, is free. */
  const free = new Map<string, number>();
  /** Ends of the latest trips by packet. */
  const arrivals = new Map<number, number>();
  /** The latest lost packet by place, and until when it lies there. */
  const lying = new Map<string, { readonly packet: number; readonly endMs: number }>();
  const freeFrom = (gate: string) => free.get(gate) ?? Number.NEGATIVE_INFINITY;

  return {
    /** "late" if the packet would have to wait too long. Undefined if its way is not on the stage. */
    plan(move: Move, ground: Ground, nowMs: number): Trip | "late" | undefined {
      const course = courseOf(move, ground);
      if (course === undefined) return undefined;
      const { points, ms, holds, rest, fallMs } = course;
      const startMs = Math.max(
        nowMs,
        arrivals.get(move.packet) ?? nowMs,
        rest === undefined ? nowMs : freeFrom(rest) - ms,
        ...holds.map(({ gate, atMs }) => freeFrom(gate) - atMs),
      );
      if (startMs - nowMs > MOST_WAIT_MS) return "late";
      const endMs = startMs + ms;
      for (const { gate, atMs, forMs } of holds) free.set(gate, startMs + atMs + forMs);
      arrivals.set(move.packet, endMs);
      if (fallMs === undefined) return { move, startMs, endMs, points };
      const before = lying.get(move.to);
      lying.set(move.to, { packet: move.packet, endMs });
      const fallsMs = startMs + fallMs;
      const trip = { move, startMs, endMs, points, fallsMs };
      return before === undefined || before.endMs <= fallsMs
        ? trip
        : { ...trip, replaces: { packet: before.packet, fromMs: fallsMs } };
    },
    clear: () => {
      free.clear();
      arrivals.clear();
      lying.clear();
    },
  };
}

function courseOf(move: Move, ground: Ground): Course | undefined {
  if (move.kind === "lost") return lossCourse(move, ground);
  const route = routeOf(move, ground);
  const [start, end] = [route?.points[0], route?.points.at(-1)];
  if (route === undefined || start === undefined || end === undefined) return undefined;
  if (route.isHop) return hopCourse(move, route, start, end);
  const run = runOf(route.points, ground);
  const last = run.at(-1)?.atMs ?? 0;
  const ms = route.points.some(({ line }) => line !== undefined) ? last : Math.max(LEAST_MS, last);
  const points = run.map((point, index) => ({
    ...point,
    atMs: last === 0 ? 0 : (point.atMs * ms) / last,
    opacity:
      (index === 0 && route.fadesIn) || (index === run.length - 1 && route.fadesOut) ? 0 : point.opacity,
  }));
  return {
    points,
    ms,
    holds: [
      leaving(move, points),
      ...holdsOf(move, points, ground),
      { gate: `rest:${move.to}`, atMs: ms, forMs: LATE_MS },
    ],
    rest: route.fadesOut ? undefined : restOf(move.to, end),
  };
}

/** Fades at its start and comes back at its end. */
function hopCourse(move: Move, { fadesIn, fadesOut }: Route, start: Point, end: Point): Course {
  const ms = Math.min(MOST_HOP_MS, Math.max(LEAST_MS, lengthOf([start, end]) / PX_PER_MS));
  const half = { atMs: ms / 2, opacity: 0, scale: 1 };
  return {
    points: [
      { ...start, atMs: 0, opacity: fadesIn ? 0 : 1, scale: 1 },
      { ...start, ...half },
      { ...end, ...half },
      { ...end, atMs: ms, opacity: fadesOut ? 0 : 1, scale: 1 },
    ],
    ms,
    holds: [{ gate: restOf(move.from, start), atMs: 0, forMs: ms / 2 }],
    rest: fadesOut ? undefined : restOf(move.to, end),
  };
}

function lossCourse(move: Move, ground: Ground): Course | undefined {
  const way = fallOf(move, ground);
  if (way === undefined) return undefined;
  if (move.isBack) {
    const length = Math.max(1, lengthOf(way));
    const points = way.map((point, index) => ({
      ...point,
      atMs: (RISE_MS * lengthOf(way.slice(0, index + 1))) / length,
      opacity: 1,
      scale: 1,
    }));
    return { points, ms: RISE_MS, holds: [] };
  }
  const [bounce, lies] = way.slice(-2);
  const run = runOf(way.slice(0, -2), ground);
  const edgeMs = run.at(-1)?.atMs ?? 0;
  const isBehind = move.from.startsWith("wire:");
  const fallMs = edgeMs + BOUNCE_MS;
  const lieMs = fallMs + FALL_MS;
  const canGrow = isRoomy(ground.fallOf(move.to));
  const scale = canGrow ? LYING_SCALE : 1;
  const ms = lieMs + LIE_MS + FADE_MS;
  const end = lies === undefined ? [] : [lieMs, lieMs + LIE_MS, ms].map((atMs) => ({ ...lies, atMs }));
  return {
    points: [
      ...run.map((point, index) => (index === 0 && isBehind ? { ...point, opacity: 0 } : point)),
      ...(bounce === undefined
        ? []
        : [{ ...bounce, atMs: fallMs, opacity: 1, scale: canGrow ? BOUNCED_SCALE : 1 }]),
      ...end.map((point, index) => ({ ...point, opacity: index < 2 ? 1 : 0, scale })),
    ],
    ms,
    holds: [leaving(move, way), ...holdsOf(move, run, ground)].map((hold) =>
      hold.atMs < edgeMs ? hold : { ...hold, forMs: hold.forMs + OFF_THE_LINE_MS },
    ),
    fallMs,
  };
}

/** Each line has its own speed, the same for all packets. In a box between two lines a packet is hidden. */
function runOf(points: readonly RoutePoint[], ground: Ground): readonly TripPoint[] {
  let atMs = 0;
  return points.flatMap((point, index): readonly TripPoint[] => {
    const [before, next] = [points[index - 1], points[index + 1]];
    if (before !== undefined) atMs += lengthOf([before, point]) / speedOf(before, point, ground);
    const shown = { ...point, atMs, opacity: 1, scale: 1 };
    const hidden = { ...shown, opacity: 0 };
    if (areApart(before, point)) return [hidden, shown];
    return areApart(point, next) ? [shown, hidden] : [shown];
  });
}

const areApart = (one: RoutePoint | undefined, other: RoutePoint | undefined) =>
  one?.line !== undefined && other?.line !== undefined && one.line !== other.line;

function speedOf(from: RoutePoint, to: RoutePoint, { ways }: Ground): number {
  const way = from.line === undefined || from.line !== to.line ? undefined : ways.get(from.line);
  return way === undefined ? PX_PER_MS : Math.min(PX_PER_MS, lengthOf(way.points) / LEAST_LINE_MS);
}

function holdsOf(move: Move, points: readonly TripPoint[], ground: Ground): readonly Hold[] {
  return points.flatMap((point, index) => {
    if (point.gate === undefined) return [];
    const [before, next] = [points[index - 1] ?? point, points[index + 1] ?? point];
    const slowest = Math.min(speedOf(before, point, ground), speedOf(point, next, ground));
    return [{ gate: point.gate, atMs: point.atMs, forMs: headwayMs(move, slowest) }];
  });
}

const leaving = (move: Move, [start]: readonly Point[]): Hold => ({
  gate: restOf(move.from, start),
  atMs: 0,
  forMs: headwayMs(move, PX_PER_MS),
});

const headwayMs = ({ packet, kind }: Move, pxPerMs: number) =>
  (widthOf(packet) + (kind === "lost" ? CROSS_PX : 0) + GAP_PX) / pxPerMs;

const restOf = (place: string, { x, y }: Point = { x: 0, y: 0 }) =>
  `${place} at ${Math.round(x)} ${Math.round(y)}`;

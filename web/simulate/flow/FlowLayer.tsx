import { type RefObject, useEffect, useRef } from "react";
import type { HeldPacket, MachineView } from "../../engine/protocol.ts";
import { useSession } from "../../state/hooks.ts";
import type { Box } from "../figure/shapes.ts";
import { queueSlots, ringOf } from "../quiet/slots.ts";
import { stopsOf } from "../quiet/stops.ts";
import { type Point, waysOf } from "../quiet/ways.ts";
import type { MachineInfo } from "../stage/machineInfo.ts";
import { type Move, movesBetween, reversed } from "./moves.ts";
import type { Place } from "./places.ts";
import { fallOf, type Ground, lengthOf, routeOf } from "./routes.ts";
import { flyingOf } from "./useFlying.ts";
import "./flow.css";

export interface FlowLayerProps {
  readonly stage: RefObject<HTMLElement | null>;
  readonly facts: MachineInfo;
}

/** More moves at once would be unreadable. */
const MOST_MOVES = 24;
/** A packet that is behind by more moves jumps to its place. */
const MOST_BEHIND = 2;

/** Lies over the stage and shows moving packets. Each is one token, and no slot shows it meanwhile. Not used with
 * reduced motion. */
export default function FlowLayer({ stage, facts }: FlowLayerProps) {
  const session = useSession();
  const layer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = stage.current;
    const into = layer.current;
    if (root === null || into === null) return;
    const { live } = session;
    const flights = createFlights(into, flyingOf(session).set);
    let last = live.view.get();

    function show(): void {
      const before = last;
      const now = live.view.get();
      last = now;
      const moves = before === undefined || now === undefined ? undefined : wayOf(before, now);
      const isStill = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
      if (moves === undefined || isStill || moves.length > MOST_MOVES) {
        flights.land();
        return;
      }
      if (moves.length === 0 || root === null || before === undefined || now === undefined) return;
      const journey = live.journey.get();
      flights.follow(journey?.what === "packet" ? journey.number : undefined);
      const ground = groundOf(root, facts, before, now);
      for (const move of moves) flights.launch(move, ground);
    }

    /** Undefined for a jump. */
    function wayOf(before: MachineView, now: MachineView): readonly Move[] | undefined {
      const passed = live.passed.get();
      if (passed?.events === undefined || passed.fromCycle !== before.cycle || passed.toCycle !== now.cycle)
        return undefined;
      const isBack = now.cycle < before.cycle;
      const [earlier, later] = isBack ? [now, before] : [before, now];
      // Two views requested at the same time report the same events.
      const events = passed.events.filter(({ cycle }) => cycle >= earlier.cycle);
      const moves = movesBetween(earlier, later, events, facts);
      return isBack ? reversed(moves) : moves;
    }

    const stop = live.view.subscribe(show);
    return () => {
      stop();
      flights.land();
    };
  }, [session, stage, facts]);
  return <div ref={layer} className="flow clip placed through cover" aria-hidden="true" />;
}

/** In px of the stage. */
function groundOf(root: HTMLElement, facts: MachineInfo, before: MachineView, now: MachineView): Ground {
  const origin = root.getBoundingClientRect();
  const stops = stopsOf(root, origin);
  const boxOf = (element: Element | null | undefined): Box | undefined => {
    if (element === null || element === undefined || !element.checkVisibility()) return undefined;
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x - origin.x + root.scrollLeft, y: y - origin.y + root.scrollTop, width, height };
  };
  const partOf = (part: string) => root.querySelector(`[data-part="${CSS.escape(part)}"]`);
  const slotOf = (place: Place, packet: number): Box | undefined => {
    const part = partOf(place);
    const slots = part?.querySelector(".slots__cells") ?? part;
    const isList = slots !== part;
    const index =
      slotIndex(place, packet, now, facts, isList) ?? slotIndex(place, packet, before, facts, isList);
    if (index === undefined && place.startsWith("queue:")) return undefined;
    return boxOf((index === undefined ? undefined : slots?.children[index]) ?? part);
  };
  return {
    ways: new Map(waysOf(stops, facts).map((way) => [way.key, way])),
    cardOf: (ring) => stops.get(ring.replace(/^ring:/, "card:")),
    fallOf: (place) => stops.get(`fall:${place}`),
    boxOf: (place, packet) => {
      if (/^(ring|queue):/.test(place)) return slotOf(place, packet);
      if (place.startsWith("txqueue:")) return boxOf(partOf(place));
      return stops.get(place === "memory" ? "hand:memory" : place) ?? stops.get(place);
    },
  };
}

/** Index of the slot in a ring or queue that holds a packet. Undefined if no drawn slot does. `isList`: slots are drawn
 * in the order in which they are taken. */
function slotIndex(
  place: Place,
  packet: number,
  view: MachineView,
  facts: MachineInfo,
  isList: boolean,
): number | undefined {
  const name = place.slice(place.indexOf(":") + 1);
  const isRing = place.startsWith("ring:");
  const index = (isRing ? facts.nics : facts.queues).findIndex((one) => one.name === name);
  const nic = facts.nics[index];
  const holds = ({ number }: HeldPacket) => number === packet;
  const found = isList
    ? ((isRing ? view.held.rings : view.held.queues)[index] ?? []).findIndex(holds)
    : (isRing && nic !== undefined
        ? ringOf(view, index, nic, facts)
        : queueSlots(view, index, facts)
      ).findIndex((slot) => slot.packet !== undefined && holds(slot.packet));
  return found < 0 ? undefined : found;
}

// ---- tokens under way ----

interface Flight {
  readonly token: HTMLElement;
  move: Move;
  animation: Animation | undefined;
  readonly behind: { readonly move: Move; readonly ground: Ground }[];
}

function createFlights(into: HTMLElement, onChange: (flying: ReadonlySet<number>) => void) {
  const flights = new Map<number, Flight>();
  let followed: number | undefined;

  function end(packet: number): void {
    const flight = flights.get(packet);
    if (flight === undefined) return;
    flights.delete(packet);
    if (flight.animation !== undefined) flight.animation.onfinish = null;
    flight.token.remove();
    onChange(new Set(flights.keys()));
  }

  function fly(flight: Flight, move: Move, ground: Ground): void {
    const frames = framesOf(move, ground);
    if (frames === undefined) {
      next(flight, move.packet);
      return;
    }
    flight.move = move;
    flight.token.dataset.kind = move.kind;
    flight.token.textContent = move.kind === "lost" ? `✕ ${move.packet}` : String(move.packet);
    flight.animation = flight.token.animate(frames.keys, { duration: frames.ms });
    flight.animation.onfinish = () => next(flight, move.packet);
  }

  function next(flight: Flight, packet: number): void {
    const following = flight.behind.shift();
    if (following === undefined) end(packet);
    else fly(flight, following.move, following.ground);
  }

  return {
    follow: (packet: number | undefined) => {
      followed = packet;
    },
    launch: (move: Move, ground: Ground) => {
      const known = flights.get(move.packet);
      if (known !== undefined) {
        const isUndone = known.move.isBack !== move.isBack;
        if (!isUndone && known.behind.length < MOST_BEHIND) known.behind.push({ move, ground });
        else end(move.packet);
        if (!isUndone) return;
      }
      const token = document.createElement("i");
      token.className = "token";
      token.dataset.packet = String(move.packet);
      token.dataset.followed = String(move.packet === followed);
      into.append(token);
      const flight: Flight = { token, move, animation: undefined, behind: [] };
      flights.set(move.packet, flight);
      onChange(new Set(flights.keys()));
      fly(flight, move, ground);
    },
    land: () => {
      for (const packet of [...flights.keys()]) end(packet);
    },
  };
}

/** Speed of a packet. */
const PX_PER_MS = 0.8;
const LEAST_MS = 350;
const MOST_MS = 1200;
/** Losses take longer, so that users notice them. */
const LOSS_MS = 1800;

function framesOf(
  move: Move,
  ground: Ground,
): { readonly keys: Keyframe[]; readonly ms: number } | undefined {
  if (move.kind === "lost") {
    const points = fallOf(move, ground);
    if (points === undefined) return undefined;
    return move.isBack ? { keys: runFrames(points), ms: MOST_MS } : { keys: fallFrames(points), ms: LOSS_MS };
  }
  const route = routeOf(move, ground);
  if (route === undefined) return undefined;
  const { points, fadesIn, fadesOut, isHop } = route;
  const keys = isHop ? hopFrames(points) : runFrames(points);
  const [first, last] = [keys[0], keys.at(-1)];
  if (fadesIn && first !== undefined) first.opacity = 0.2;
  if (fadesOut && last !== undefined) last.opacity = 0;
  const ms = Math.min(MOST_MS, Math.max(LEAST_MS, lengthOf(points) / PX_PER_MS));
  return { keys, ms };
}

const transformOf = ({ x, y }: Point, scale = 1) =>
  `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})`;

/** The time for each part of the way is proportional to its length. */
function runFrames(points: readonly Point[]): Keyframe[] {
  const whole = Math.max(1, lengthOf(points));
  return points.map((point, index) => ({
    transform: transformOf(point),
    opacity: 1,
    offset: Math.min(1, lengthOf(points.slice(0, index + 1)) / whole),
  }));
}

/** Fades at the first point and comes back at the last one. */
function hopFrames(points: readonly Point[]): Keyframe[] {
  return points.flatMap((point, index) => {
    const transform = transformOf(point);
    const [shown, hidden] = [
      { transform, opacity: 1, offset: index },
      { transform, opacity: 0, offset: 0.5 },
    ];
    return index === 0 ? [shown, hidden] : [hidden, shown];
  });
}

/** Reaches the edge in a third of the time, and is large where it ends up. */
function fallFrames(points: readonly Point[]): Keyframe[] {
  const [bounce, lies] = points.slice(-2);
  const way = points.slice(0, -2);
  const keys: Keyframe[] = runFrames(way).map((key) => ({ ...key, offset: Number(key.offset) * 0.3 }));
  if (bounce !== undefined) keys.push({ transform: transformOf(bounce, 1.15), opacity: 1, offset: 0.4 });
  if (lies !== undefined)
    keys.push(
      { transform: transformOf(lies, 1.5), opacity: 1, offset: 0.6 },
      { transform: transformOf(lies, 1.5), opacity: 1, offset: 0.85 },
      { transform: transformOf(lies, 1.5), opacity: 0, offset: 1 },
    );
  return keys;
}

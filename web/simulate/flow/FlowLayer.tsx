import { type RefObject, useEffect, useRef } from "react";
import type { HeldPacket, MachineView } from "../../engine/protocol.ts";
import { useSession } from "../../state/hooks.ts";
import type { Box } from "../figure/shapes.ts";
import { handsAt } from "../quiet/Floor.tsx";
import { queueSlots, ringOf } from "../quiet/slots.ts";
import { stopsOf } from "../quiet/stops.ts";
import { type Point, waysOf } from "../quiet/ways.ts";
import type { MachineInfo } from "../stage/machineInfo.ts";
import { type Move, movesBetween, reversed } from "./moves.ts";
import type { Place } from "./places.ts";
import type { Ground } from "./routes.ts";
import { createTimetable, type Trip } from "./timetable.ts";
import { type Flying, flyingOf, refusedAt } from "./useFlying.ts";
import "./flow.css";

export interface FlowLayerProps {
  readonly stage: RefObject<HTMLElement | null>;
  readonly facts: MachineInfo;
}

/** More moves at once would be unreadable. */
const MOST_MOVES = 24;

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
      flights.launch(moves, groundOf(root, facts, before, now));
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

/** Boxes in px of the stage. */
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
    return index === undefined ? undefined : boxOf(slots?.children[index]);
  };
  return {
    ways: new Map(waysOf(stops, facts).map((way) => [way.key, way])),
    cardOf: (ring) => stops.get(ring.replace(/^ring:/, "card:")),
    fallOf: (place) => stops.get(`fall:${place}`),
    isShared: (place) =>
      /^(memory$|hand:)/.test(place) && [before, now].some((view) => handsAt(place, view, facts).length > 1),
    boxOf: (place, packet) => {
      if (/^(ring|queue):/.test(place)) return slotOf(place, packet);
      if (place.startsWith("txqueue:")) return boxOf(partOf(place));
      return stops.get(place === "memory" ? "hand:memory" : place) ?? stops.get(place);
    },
  };
}

/** Index of the slot in a ring or queue that contains a packet. Undefined if no drawn slot does. `isList`: slots are
 * drawn in the order in which they are taken. */
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
  animation: Animation | undefined;
  readonly behind: Trip[];
  /** Place where the last trip ends. A lost packet has none once it falls. */
  to: Place;
  /** Another lost packet falls where this one lies. */
  hideFromMs: number | undefined;
}

/** A lost packet under another one goes in this time. */
const HIDE_MS = 100;

function createFlights(into: HTMLElement, onChange: (flying: Flying) => void) {
  const flights = new Map<number, Flight>();
  const timetable = createTimetable();
  let followed: number | undefined;
  let areBack = false;

  function end(packet: number): void {
    const flight = flights.get(packet);
    if (flight === undefined) return;
    flights.delete(packet);
    if (flight.animation !== undefined) flight.animation.onfinish = null;
    flight.token.remove();
    tell();
  }

  function tell(): void {
    onChange(new Map([...flights].map(([packet, { to }]) => [packet, to])));
  }

  function land(): void {
    for (const packet of [...flights.keys()]) end(packet);
    timetable.clear();
  }

  function fly(flight: Flight, trip: Trip): void {
    const { move, startMs, endMs } = trip;
    const fromMs = Math.min(startMs, performance.now());
    flight.token.dataset.kind = move.kind;
    flight.token.textContent = move.kind === "lost" ? `✕ ${move.packet}` : String(move.packet);
    flight.animation = flight.token.animate(framesOf(trip, startMs - fromMs), {
      duration: endMs - fromMs,
      fill: "backwards",
    });
    // Otherwise each flight would start with its first frame, and their distances would change.
    flight.animation.startTime = fromMs;
    flight.animation.onfinish = () => next(flight, move.packet);
    if (move.kind === "lost") hide(flight);
    if (trip.fallsMs === undefined) return;
    const bounced = flight.token.animate(null, trip.fallsMs - fromMs);
    bounced.startTime = fromMs;
    bounced.onfinish = () => {
      flight.to = "";
      tell();
    };
  }

  function hide({ token, hideFromMs }: Flight): void {
    if (hideFromMs === undefined) return;
    const delay = hideFromMs - performance.now();
    token.animate({ opacity: [1, 0] }, { delay, duration: HIDE_MS, fill: "forwards" });
  }

  function next(flight: Flight, packet: number): void {
    const following = flight.behind.shift();
    if (following === undefined) end(packet);
    else fly(flight, following);
  }

  function launch(move: Move, trip: Trip): void {
    const known = flights.get(move.packet);
    const to = move.kind === "lost" ? (move.isBack ? "" : refusedAt(move.to)) : move.to;
    if (known !== undefined) {
      known.behind.push(trip);
      known.to = to;
      tell();
      return;
    }
    const token = document.createElement("i");
    token.className = "token";
    token.dataset.packet = String(move.packet);
    token.dataset.followed = String(move.packet === followed);
    into.append(token);
    const flight: Flight = { token, animation: undefined, behind: [], to, hideFromMs: undefined };
    flights.set(move.packet, flight);
    tell();
    fly(flight, trip);
  }

  return {
    follow: (packet: number | undefined) => {
      followed = packet;
    },
    launch: (moves: readonly Move[], ground: Ground) => {
      const isBack = moves.some((move) => move.isBack);
      if (isBack !== areBack) land();
      areBack = isBack;
      const nowMs = performance.now();
      for (const move of moves) {
        const trip = timetable.plan(move, ground, nowMs);
        if (trip === "late") return land();
        if (trip === undefined) continue;
        launch(move, trip);
        const replaced = trip.replaces && flights.get(trip.replaces.packet);
        if (replaced === undefined) continue;
        replaced.hideFromMs = trip.replaces?.fromMs;
        if (replaced.token.dataset.kind === "lost") hide(replaced);
      }
    },
    land,
  };
}

const transformOf = ({ x, y }: Point, scale = 1) =>
  `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})`;

/** `waitMs`: time at the first point. */
function framesOf({ points, startMs, endMs }: Trip, waitMs: number): Keyframe[] {
  const ms = endMs - startMs + waitMs;
  const keys = points.map((point) => ({
    transform: transformOf(point, point.scale),
    opacity: point.opacity,
    offset: Math.min(1, (waitMs + point.atMs) / ms),
  }));
  return waitMs > 0
    ? keys
        .slice(0, 1)
        .map((key) => ({ ...key, offset: 0 }))
        .concat(keys)
    : keys;
}

/** Boxes of packets on a stage of fixed size, as the page draws them. */
import type { MachineView } from "../../../../web/engine/protocol.ts";
import type { Box } from "../../../../web/simulate/figure/shapes.ts";
import { handOf, type Place, placesOf } from "../../../../web/simulate/flow/places.ts";
import { type Ground, lengthOf, widthOf } from "../../../../web/simulate/flow/routes.ts";
import type { Trip } from "../../../../web/simulate/flow/timetable.ts";
import { queueSlots, ringOf, type Slot } from "../../../../web/simulate/quiet/slots.ts";
import { waysOf } from "../../../../web/simulate/quiet/ways.ts";
import type { MachineInfo } from "../../../../web/simulate/stage/machineInfo.ts";

const TOKEN_PX = 23;
const CARD_PX = 150;
const ROW_PX = 80;
const SLOT_PX = 30;
const HAND_PX = 46;
/** Of a queue: six slots, as wide as a packet of four digits. */
const SLOTS_PX = 300;

export interface Drawn {
  readonly packet: number;
  readonly box: Box;
}

interface Token extends Drawn {
  readonly line: string | undefined;
  /** Rest of the line. */
  readonly leftPx: number;
}

const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });

function stopsOf({ nics, queues }: MachineInfo): ReadonlyMap<string, Box> {
  const floor = 40 + nics.length * CARD_PX;
  return new Map([
    ...nics.flatMap(({ name }, index): [string, Box][] => {
      const y = 20 + index * CARD_PX;
      return [
        [`wire:${name}`, box(0, y, 60, 60)],
        [`card:${name}`, box(80, y, 400, 120)],
        [`rail:${name}`, box(90, y + 10, 380, 30)],
        [`fall:ring:${name}`, box(0, y + 70, 60, TOKEN_PX)],
      ];
    }),
    ...(nics.length > 1 ? [["trunk", box(490, 20, 20, floor)] as const] : []),
    ["memory", box(320, floor, 160, 50)],
    ["hand:memory", box(380, floor + 12, HAND_PX, 26)],
    ...queues.flatMap(({ name }, index): [string, Box][] => {
      const y = floor + 12 + index * ROW_PX;
      return [
        [`queue:${name}`, box(560, y, 350, 26)],
        [`hand:${name}`, box(864, y, HAND_PX, 26)],
        [`fall:queue:${name}`, box(500, y + 50, 60, TOKEN_PX)],
      ];
    }),
    ["application", box(990, floor, 180, 50)],
  ]);
}

/** Slots of a ring are in one row, and so are those of a queue. */
function slotBox(room: Box, index: number, count: number): Box {
  const width = (room.width - 10) / count;
  return box(room.x + index * width, room.y + 45, width - 2, SLOT_PX);
}

function storeSlots(place: Place, view: MachineView, facts: MachineInfo): readonly Slot[] {
  const name = place.slice(place.indexOf(":") + 1);
  if (place.startsWith("queue:"))
    return queueSlots(
      view,
      facts.queues.findIndex((queue) => queue.name === name),
      facts,
    );
  const index = facts.nics.findIndex((nic) => nic.name === name);
  const nic = facts.nics[index];
  return nic === undefined ? [] : ringOf(view, index, nic, facts);
}

function slotBoxes(place: Place, view: MachineView, facts: MachineInfo): readonly (Drawn | undefined)[] {
  const stops = stopsOf(facts);
  const room = stops.get(place.replace("ring:", "rail:"));
  const slots = storeSlots(place, view, facts);
  return slots.map(({ packet }, index) => {
    if (packet === undefined || room === undefined) return undefined;
    const isQueue = place.startsWith("queue:");
    const cell = slotBox(isQueue ? { ...room, width: SLOTS_PX, y: room.y - 47 } : room, index, slots.length);
    return { packet: packet.number, box: cell };
  });
}

export function groundAt(before: MachineView, now: MachineView, facts: MachineInfo): Ground {
  const stops = stopsOf(facts);
  const inHand = (place: Place, view: MachineView) =>
    [...placesOf(view, facts).values()].filter((at) => at === place).length;
  return {
    ways: new Map(waysOf(stops, facts).map((way) => [way.key, way])),
    cardOf: (ring) => stops.get(ring.replace("ring:", "card:")),
    fallOf: (place) => stops.get(`fall:${place}`),
    isShared: (place) =>
      (place === "memory" || place.startsWith("hand:")) &&
      [before, now].some((view) => inHand(place, view) > 1),
    boxOf: (place, packet) => {
      if (!/^(ring|queue):/.test(place)) return stops.get(place === "memory" ? "hand:memory" : place);
      const found = [now, before]
        .flatMap((view) => slotBoxes(place, view, facts))
        .find((one) => one?.packet === packet);
      return found?.box;
    },
  };
}

/** Packets that do not move. */
export function standing(view: MachineView, facts: MachineInfo): readonly Drawn[] {
  const stores = [
    ...facts.nics.map(({ name }) => `ring:${name}`),
    ...facts.queues.map(({ name }) => `queue:${name}`),
  ];
  const stored = stores.flatMap((place) =>
    slotBoxes(place, view, facts).flatMap((one) =>
      one === undefined || one.box.width < widthOf(one.packet) ? [] : [one],
    ),
  );
  const places = placesOf(view, facts);
  const hands = [...new Set(view.frames.map(({ thread }) => handOf(thread, facts)))].flatMap((hand) => {
    const packets = [...places].flatMap(([packet, place]) => (place === hand ? [packet] : []));
    const room = stopsOf(facts).get(hand === "memory" ? "hand:memory" : hand);
    if (room === undefined) return [];
    return packets.map((packet, index) => ({ packet, box: { ...room, x: room.x + index * (HAND_PX + 4) } }));
  });
  return [...stored, ...hands];
}

/** Undefined while it is faint or hidden. */
export function tokenOf(packet: number, trips: readonly Trip[], ms: number): Token | undefined {
  const own = trips.find(({ move }) => move.packet === packet);
  const hidden = trips.find(({ replaces }) => replaces?.packet === packet && replaces.fromMs + 100 <= ms);
  if (own === undefined || hidden !== undefined) return undefined;
  const at = Math.max(0, ms - own.startMs);
  const index = Math.max(
    1,
    own.points.findIndex(({ atMs }) => atMs > at),
  );
  const [from, to] = [own.points[index - 1], own.points[index]];
  if (from === undefined || to === undefined) return undefined;
  const part = Math.min(1, Math.max(0, (at - from.atMs) / Math.max(1, to.atMs - from.atMs)));
  const mix = (a: number, b: number) => a + part * (b - a);
  if (mix(from.opacity, to.opacity) < 0.5) return undefined;
  const scale = mix(from.scale, to.scale);
  const [width, height] = [scale * (widthOf(packet) + (own.move.kind === "lost" ? 16 : 0)), scale * TOKEN_PX];
  const centre = { x: mix(from.x, to.x), y: mix(from.y, to.y) };
  const line = from.line === to.line ? from.line : undefined;
  const after = own.points.slice(index).filter((point) => point.line === line);
  return {
    packet,
    box: box(centre.x - width / 2, centre.y - height / 2, width, height),
    line,
    leftPx: lengthOf([centre, ...after]),
  };
}

/** In parts of the smaller box. */
export function overlapOf({ box: a }: Drawn, { box: b }: Drawn): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / Math.min(a.width * a.height, b.width * b.height);
}

/** Where packets are drawn, on random machines: each packet in flight is in exactly one place, also while it is under way. */
import { beforeAll, describe, expect, it } from "vitest";
import type { MachineEvent } from "../../../../lib/events/events.ts";
import OVERLOAD_SCENARIO from "../../../../scenarios/demos/overload-one-context.json" with { type: "json" };
import { parseScenario } from "../../../../scenarios/read/parse.ts";
import type { MachineView } from "../../../../web/engine/protocol.ts";
import { movesBetween, reversed } from "../../../../web/simulate/flow/moves.ts";
import { handOf, type Place, placesOf } from "../../../../web/simulate/flow/places.ts";
import { fallOf, type Ground, pointAt, routeOf } from "../../../../web/simulate/flow/routes.ts";
import { createTimetable, type Trip } from "../../../../web/simulate/flow/timetable.ts";
import { arrivedOf } from "../../../../web/simulate/flow/useFlying.ts";
import { queueSlots, ringOf } from "../../../../web/simulate/quiet/slots.ts";
import { waysOf } from "../../../../web/simulate/quiet/ways.ts";
import { type MachineInfo, machineInfo } from "../../../../web/simulate/stage/machineInfo.ts";
import { ringFrames } from "../../../../web/simulate/stage/nics.ts";
import { createRandom } from "../../../support/random.ts";
import { randomScenario } from "../../../support/randomScenario.ts";
import { openEngine, type TestEngine } from "../../engine/support.ts";
import { type Drawn, groundAt, overlapOf, standing, tokenOf } from "./drawnTokens.ts";

const SEEDS = [1, 3, 5, 9, 16, 18, 35, 38, 43, 54, 66, 79];
const STEPS = 60;
const OVERLOAD = 0;
const OVERLOAD_FROM = 1_120_400;

interface Seen {
  readonly view: MachineView;
  readonly events: readonly MachineEvent[];
}

/** Pictures of a machine, in steps as playing takes them: of a random one, or of one whose packets have four digits. */
async function watched(
  seed: number,
): Promise<{ readonly facts: MachineInfo; readonly seen: readonly Seen[] }> {
  const parsed = parseScenario(seed === OVERLOAD ? OVERLOAD_SCENARIO : randomScenario(seed));
  if (!parsed.ok) throw new Error(`seed ${seed} is not valid`);
  const engine: TestEngine = await openEngine();
  engine.load(parsed.scenario);
  const random = createRandom(seed);
  let from = seed === OVERLOAD ? OVERLOAD_FROM : random.integer(0, 20_000);
  const seen: Seen[] = [];
  for (let step = 0; step < STEPS; step++) {
    const cycle = from + random.integer(1, 400);
    const { view, passed } = engine.ask(
      { kind: "seek", from, target: { kind: "cycle", cycle }, tellsWay: true },
      "at",
    );
    seen.push({ view, events: passed ?? [] });
    from = cycle;
  }
  return { facts: machineInfo(parsed.scenario), seen };
}

/** Numbers that the picture shows: in slots, in hands, and on tokens. */
function drawnNumbers(view: MachineView, facts: MachineInfo, flying: ReadonlySet<number>): readonly number[] {
  const slots = [
    ...facts.nics.flatMap((nic, index) => ringOf(view, index, nic, facts)),
    ...facts.queues.flatMap((_, index) => queueSlots(view, index, facts)),
  ];
  const stored = slots.flatMap(({ packet }) =>
    packet === undefined || flying.has(packet.number) ? [] : [packet.number],
  );
  const places = placesOf(view, facts);
  const hands = [...new Set(view.frames.map(({ thread }) => handOf(thread, facts)))].flatMap((hand) =>
    [...places].flatMap(([number, place]) => (place === hand && !flying.has(number) ? [number] : [])),
  );
  return [...stored, ...hands, ...flying];
}

describe.each([OVERLOAD, ...SEEDS])("the packets of random machine %i, 0: overload", (seed) => {
  let facts: MachineInfo;
  let seen: readonly Seen[];
  beforeAll(async () => {
    ({ facts, seen } = await watched(seed));
  });

  it("are each drawn at most once, at rest and under way", () => {
    for (const [index, { view, events }] of seen.entries()) {
      const before = seen[index - 1];
      const moves = before === undefined ? [] : movesBetween(before.view, view, events, facts);
      const flown = moves.map(({ packet }) => packet);
      expect(new Set(flown).size, "one token a packet").toBe(flown.length);
      expect(flown, "in the order of their arrival").toEqual(flown.toSorted((a, b) => a - b));
      for (const flying of [new Set<number>(), new Set(flown), new Set(flown.slice(0, 1))]) {
        const numbers = drawnNumbers(view, facts, flying);
        expect(new Set(numbers).size, `cycle ${view.cycle}: ${numbers.join(" ")}`).toBe(numbers.length);
      }
    }
  });

  it("are each drawn where there is a place for them, and none is forgotten", () => {
    for (const { view } of seen) {
      const places = placesOf(view, facts);
      const held = [...view.held.rings.flat(), ...view.held.queues.flat()].map(({ number }) => number);
      const inHand = view.frames.flatMap(({ packet }) => packet ?? []);
      for (const number of [...held, ...inHand]) expect(places.has(number)).toBe(true);
      const drawn = new Set(drawnNumbers(view, facts, new Set()));
      // Of a long queue the first places are drawn, and a large ring has no room for numbers.
      const isLarge = facts.nics.some((nic) => ringFrames(nic) > 32);
      const isShown = (place: Place) =>
        !place.startsWith("queue:") && !(isLarge && place.startsWith("ring:"));
      for (const [number, place] of places) if (isShown(place)) expect(drawn.has(number), place).toBe(true);
    }
  });

  it("of a queue stand in places of their own, and in one for all behind them", () => {
    for (const { view } of seen)
      for (const index of facts.queues.keys()) {
        const slots = queueSlots(view, index, facts);
        const counted = slots.reduce((sum, { isOn, more = Number(isOn) }) => sum + more, 0);
        expect(counted, `cycle ${view.cycle}`).toBe(view.queueFill[index]);
        expect(slots.slice(1).every(({ more }) => more === undefined)).toBe(true);
      }
  });

  it("come to where the next picture has them, and back", () => {
    for (const [index, { view, events }] of seen.entries()) {
      const before = seen[index - 1]?.view;
      if (before === undefined) continue;
      const [was, is] = [placesOf(before, facts), placesOf(view, facts)];
      const moves = movesBetween(before, view, events, facts);
      for (const { kind, packet, from, to } of moves) {
        if (was.has(packet)) expect(from).toBe(was.get(packet));
        if (is.has(packet)) expect(to).toBe(is.get(packet));
        if (kind === "lost") expect(is.has(packet)).toBe(false);
      }
      for (const [packet, place] of is)
        if (was.has(packet) && was.get(packet) !== place)
          expect(moves.some((move) => move.packet === packet)).toBe(true);
      expect(reversed(reversed(moves))).toEqual(moves);
    }
  });

  it("cover each other nowhere by more than a third, and keep their order on each line", () => {
    const faults: string[] = [];
    for (const paceMs of [150, 600]) {
      const timetable = createTimetable();
      let trips: readonly Trip[] = [];
      for (const [index, { view, events }] of seen.entries()) {
        const before = seen[index - 1]?.view;
        if (before === undefined) continue;
        const [fromMs, toMs] = [index * paceMs, (index + 1) * paceMs];
        const moves = movesBetween(before, view, events, facts);
        const ground = moves.length === 0 ? undefined : groundAt(before, view, facts);
        for (const move of moves) {
          const trip = ground && timetable.plan(move, ground, fromMs);
          if (trip === "late") {
            timetable.clear();
            trips = [];
            break;
          }
          if (trip !== undefined) trips = [...trips, trip];
        }
        const rest = trips.length === 0 ? [] : standing(view, facts);
        for (let ms = fromMs; ms < toMs; ms += SAMPLE_MS) {
          trips = trips.filter(({ endMs }) => endMs > ms);
          faults.push(...faultsAt(ms, trips, rest));
        }
      }
    }
    expect(faults).toEqual([]);
  });
});

const SAMPLE_MS = 30;

function faultsAt(ms: number, trips: readonly Trip[], rest: readonly Drawn[]): readonly string[] {
  const flying = new Set(trips.map(({ move }) => move.packet));
  const tokens = [...flying].flatMap((packet) => tokenOf(packet, trips, ms) ?? []);
  return tokens.flatMap((token, index) => {
    const others = [...tokens.slice(index + 1), ...rest.filter(({ packet }) => !flying.has(packet))];
    const covered = others.filter((other) => overlapOf(token, other) > 1 / 3);
    const ahead = tokens
      .slice(index + 1)
      .filter(({ line, leftPx }) => line !== undefined && line === token.line && leftPx <= token.leftPx);
    return [
      ...covered.map(({ packet }) => `${token.packet} and ${packet} are in one place at ${ms} ms`),
      ...ahead.map(({ packet }) => `${packet} is ahead of ${token.packet} at ${ms} ms`),
    ];
  });
}

it("a counter of a place leaves out the packets that are on their way there", () => {
  const flying = new Map([
    [7, "application"],
    [8, "queue:backlog"],
    [9, "application"],
  ]);
  expect(arrivedOf(12, "application", flying)).toBe(10);
  expect(arrivedOf(3, "queue:backlog", flying)).toBe(2);
  expect(arrivedOf(3, "ring:eth0", flying)).toBe(3);
  expect(arrivedOf(1, "application", flying)).toBe(0);
});

describe("the way of a packet", () => {
  const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });
  const stops = new Map([
    ["wire:eth0", box(0, 40, 60, 60)],
    ["card:eth0", box(80, 40, 400, 120)],
    ["rail:eth0", box(90, 60, 380, 30)],
    ["memory", box(320, 400, 160, 50)],
    ["queue:backlog", box(560, 410, 260, 30)],
    ["application", box(900, 395, 180, 60)],
  ]);
  const slot = box(200, 100, 40, 40);
  /** Of a token in its usual size: 8 px a character, and its padding. */
  const tokenPx = (text: string) => 8 * text.length + 14;
  const ground: Ground = {
    ways: new Map(
      waysOf(stops, { nics: [{ name: "eth0" }], queues: [{ name: "backlog" }] }).map((way) => [way.key, way]),
    ),
    isShared: () => false,
    cardOf: () => stops.get("card:eth0"),
    fallOf: () => box(20, 190, 60, 34),
    boxOf: (place) => (place.startsWith("ring:") ? slot : stops.get(place.replace("hand:", "queue:"))),
  };
  const route = (from: Place, to: Place) =>
    routeOf({ kind: "token", isBack: false, packet: 7, from, to }, ground)?.points ?? [];

  it("runs along the drawn lines alone: each part of it is level or upright", () => {
    const ways: readonly (readonly [Place, Place])[] = [
      ["wire:eth0", "ring:eth0"],
      ["ring:eth0", "memory"],
      ["memory", "queue:backlog"],
      ["hand:backlog", "application"],
      ["ring:eth0", "queue:backlog"],
    ];
    for (const [from, to] of ways) {
      const points = route(from, to);
      expect(points.length, `${from} to ${to}`).toBeGreaterThan(1);
      for (const [index, point] of points.entries()) {
        const before = points[index - 1];
        if (before === undefined) continue;
        expect(Math.min(Math.abs(point.x - before.x), Math.abs(point.y - before.y))).toBeLessThan(1);
      }
    }
  });

  it("is the same back", () => {
    expect(route("memory", "ring:eth0").at(-1)).toEqual(route("ring:eth0", "memory")[0]);
    expect(route("ring:eth0", "wire:eth0").at(-1)).toEqual(route("wire:eth0", "ring:eth0")[0]);
  });

  const LOSS = { kind: "lost", isBack: false, packet: 7, from: "wire:eth0", to: "ring:eth0" } as const;

  it("ends before the full card where the packet is lost, and falls beside it", () => {
    const points = fallOf(LOSS, ground) ?? [];
    expect(Math.max(...points.map(({ x }) => x))).toBeLessThan(80);
    expect(points.at(-1)).toEqual({ x: 50, y: 207 });
    const [back] = reversed([LOSS]);
    expect(back && fallOf(back, ground)).toEqual(points.toReversed());
  });

  it.each([
    ["a place with room for it", 60, 1.5 * tokenPx("✕ 1240")],
    ["a narrow place", 46, tokenPx("✕ 1240")],
  ])("ends with a lost packet that is as wide as it may be in %s", (_, roomPx, widthPx) => {
    const trip = createTimetable().plan(
      { ...LOSS, packet: 1240 },
      { ...ground, fallOf: () => box(0, 190, roomPx, 34) },
      0,
    );
    if (trip === undefined || trip === "late") throw new Error("no trip");
    expect((trip.points.at(-1)?.scale ?? 0) * tokenPx("✕ 1240")).toBeCloseTo(widthPx);
  });

  it("is passed from its beginning to its end", () => {
    const points = route("wire:eth0", "ring:eth0");
    expect(points[0]).toMatchObject(pointAt(points, 0) ?? {});
    expect(points.at(-1)).toMatchObject(pointAt(points, 1) ?? {});
    expect(pointAt(points, 0.5)?.x).toBeGreaterThan(points[0]?.x ?? 0);
  });
});

import { expect, it } from "vitest";
import { createEngineClient } from "../../../web/engine/client.ts";
import type { Journey } from "../../../web/engine/protocol.ts";
import { createSession } from "../../../web/state/session.ts";
import { receiveThreeContexts } from "../scenarios/support.ts";
import { fakePort, fakeScheduler, memoryStorage, settle } from "./support.ts";

const END = 1_000_000;
const STOP = 5_000;

function journey(change: Partial<Journey>): Journey {
  return {
    what: "packet",
    number: 7,
    stop: STOP,
    beginCycle: STOP - 1,
    endCycle: undefined,
    knownToCycle: STOP,
    isFinal: false,
    offeredCycle: undefined,
    sizeBytes: 64,
    place: undefined,
    thread: undefined,
    context: undefined,
    fate: { kind: "under-way" },
    parts: [],
    waypoints: [],
    ...change,
  };
}

/** A page that opens at a link which follows packet 7. */
async function opened() {
  const port = fakePort();
  const session = createSession({
    client: createEngineClient(port),
    scheduler: fakeScheduler(),
    storage: memoryStorage(),
  });
  const follow = { what: "packet", cycle: STOP, number: 7 } as const;
  const scenario = receiveThreeContexts({ runCycles: END });
  const accepted = session.actions.loadScenario(
    scenario,
    { kind: "link" },
    { cycle: STOP, startCycle: 0, visibleCycles: END, follow },
  );
  const load = port.last("load");
  port.reply(load, { kind: "loaded", endCycle: END });
  await accepted;
  return {
    session,
    port,
    asked: () => port.sent.filter(({ kind }) => kind === "follow"),
    answer: async (change: Partial<Journey>) => {
      port.reply(port.last("follow"), { kind: "journey", journey: journey(change) });
      await settle();
    },
    grow: async (frontier: number) => {
      port.unasked(load.generation, { kind: "progress", frontier, endCycle: END, cyclesPerSecond: 1e8 });
      await settle();
    },
  };
}

it("the path of the packet in a link is requested again as the run grows, until its end is known", async () => {
  const { session, asked, answer, grow } = await opened();
  expect(asked()).toMatchObject([{ cycle: STOP, move: 0, number: 7 }]);
  await answer({});
  expect(session.live.journey.get()).toMatchObject({ fate: { kind: "under-way" }, knownToCycle: STOP });
  expect(session.position().follow).toEqual({ what: "packet", cycle: STOP, number: 7 });

  await grow(10_000);
  expect(asked()).toHaveLength(2);
  await grow(12_000);
  expect(asked(), "one question at a time").toHaveLength(2);
  await answer({ knownToCycle: 12_000 });
  await grow(18_000);
  expect(asked(), "not before it is twice as long").toHaveLength(2);
  await grow(20_000);
  expect(asked().at(-1)).toMatchObject({ what: "packet", cycle: STOP, move: 0, number: 7 });
  const end = { endCycle: 13_000, knownToCycle: 13_000, isFinal: true } as const;
  await answer({ ...end, fate: { kind: "delivered" }, place: 0 });
  expect(session.live.journey.get()).toMatchObject({ ...end, fate: { kind: "delivered" } });
  await grow(END);
  expect(asked()).toHaveLength(3);
});

it("the path of a packet is requested for the last time when the whole run is known", async () => {
  const { asked, answer, grow } = await opened();
  await answer({ knownToCycle: 900_000 });
  await grow(END - 1);
  expect(asked()).toHaveLength(1);
  await grow(END);
  expect(asked()).toHaveLength(2);
  await answer({ knownToCycle: END, isFinal: true });
  await grow(END);
  expect(asked()).toHaveLength(2);
});

it("an answer about a packet is dropped if the user follows another by then", async () => {
  const { session, port, asked, answer, grow } = await opened();
  await answer({});
  await grow(100_000);
  const refresh = port.last("follow");
  session.actions.followNext(1);
  expect(asked(), "waiting").toHaveLength(2);
  port.reply(refresh, { kind: "journey", journey: journey({ knownToCycle: 100_000 }) });
  await settle();
  expect(port.last("follow")).toMatchObject({ move: 1, number: 7 });
  const next = { number: 8, stop: 6_000, beginCycle: 5_999, endCycle: 8_000, knownToCycle: 8_000 };
  await answer({ ...next, isFinal: true, fate: { kind: "delivered" } });
  expect(session.live.journey.get()).toMatchObject({ number: 8 });
});

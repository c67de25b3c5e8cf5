import { describe, expect, it } from "vitest";
import { createFollower } from "../../../web/compare/follower.ts";
import { createEngineClient } from "../../../web/engine/client.ts";
import type { Journey } from "../../../web/engine/protocol.ts";
import { createSession } from "../../../web/state/session.ts";
import { pageOf } from "../../../web/state/usePage.ts";
import { receiveThreeContexts } from "../scenarios/support.ts";
import { fakePort, fakeScheduler, memoryStorage, settle, viewAt } from "../state/support.ts";

const END = 1_000_000;
const scenario = receiveThreeContexts({ runCycles: END });

function clocked(clockHertz: number) {
  return { ...scenario, machine: { ...scenario.machine, clockHertz } };
}

interface Other {
  readonly clockHertz?: number;
  readonly endB?: number;
  readonly frontierB?: number;
}

async function pair({ clockHertz = scenario.machine.clockHertz, endB = END, frontierB = endB }: Other = {}) {
  const scheduler = fakeScheduler();
  const ports = { a: fakePort(), b: fakePort() };
  const session = createSession({
    client: createEngineClient(ports.a),
    scheduler,
    storage: memoryStorage(),
  });
  session.actions.setViewport({ widthPx: 1000 });
  const loading = session.actions.loadScenario(scenario, { kind: "link" });
  ports.a.reply(ports.a.last("load"), { kind: "loaded", endCycle: END });
  await loading;
  ports.a.unasked(1, { kind: "progress", frontier: END, endCycle: END, cyclesPerSecond: 0 });
  const follower = createFollower({ leader: session, client: createEngineClient(ports.b), scheduler });
  const loadingB = follower.load(clocked(clockHertz));
  ports.b.reply(ports.b.last("load"), { kind: "loaded", endCycle: endB });
  expect(await loadingB).toBe(true);
  ports.b.unasked(1, { kind: "progress", frontier: frontierB, endCycle: endB, cyclesPerSecond: 0 });
  for (const port of Object.values(ports))
    port.reply(port.last("seek"), { kind: "at", view: viewAt(0), found: true });
  await settle();
  return { scheduler, ports, session, follower };
}

function packet(number: number): Journey {
  return {
    what: "packet",
    number,
    stop: 5000,
    beginCycle: 4999,
    endCycle: 6000,
    knownToCycle: 6000,
    isFinal: true,
    offeredCycle: undefined,
    sizeBytes: 64,
    place: undefined,
    thread: undefined,
    context: undefined,
    fate: { kind: "delivered" },
    parts: [],
    waypoints: [],
  };
}

type Pair = Awaited<ReturnType<typeof pair>>;

async function answerSearch({ ports }: Pair, side: "a" | "b", cycle: number, found = true): Promise<void> {
  ports[side].reply(ports[side].last("seek"), { kind: "at", view: viewAt(cycle), found });
  await settle();
}

describe("the second machine of Compare", () => {
  it("is asked for its own losses, and the first machine is not", async () => {
    const { session, follower, ports } = await pair();
    follower.actions.askWhy({ what: "drop", cycle: 700 });
    expect(ports.b.last("why")).toMatchObject({ target: { what: "drop", cycle: 700 } });
    expect(session.store.getState().why).toBeUndefined();
    ports.b.reply(ports.b.last("why"), { kind: "why", why: undefined });
    await settle();
    expect(follower.store.getState().why).toMatchObject({ status: "none" });
  });

  it("shares the answer card with the first, and a question to one closes the other's", async () => {
    const { session, follower } = await pair();
    const asked = () => [session, follower].map(({ store }) => store.getState().why?.target);
    const [first, second, third] = [500, 700, 900].map((cycle) => ({ what: "drop", cycle }) as const);
    session.actions.askWhy(first);
    expect(asked()).toEqual([first, undefined]);
    follower.actions.askWhy(second);
    expect(asked()).toEqual([undefined, second]);
    session.actions.askWhy(third);
    expect(asked()).toEqual([third, undefined]);
    session.actions.askWhy(undefined);
    expect(asked()).toEqual([undefined, undefined]);
  });

  it("is asked by the Why? key if the user touched it last", async () => {
    const { session, follower } = await pair();
    const asked = () => [session, follower].map(({ store }) => store.getState().why?.status === "asked");
    session.actions.askWhyHere();
    expect(asked()).toEqual([true, false]);
    follower.turnTo("B");
    session.actions.askWhyHere();
    expect(asked()).toEqual([false, true]);
    follower.turnTo("A");
    session.actions.askWhyHere();
    expect(asked()).toEqual([true, false]);
    follower.turnTo("B");
    follower.close();
    session.actions.askWhyHere();
    expect(asked(), "B is gone").toEqual([true, false]);
  });

  it("is at the same position and cycles as the first", async () => {
    const { session, follower } = await pair();
    session.actions.seek(4321);
    session.actions.showCycles(4000, 5000);
    expect(follower.live.playhead.get()).toBe(4321);
    expect(follower.store.getState().viewport).toEqual(session.store.getState().viewport);
  });

  it("is at the same time, not at the same cycle, if its clock differs", async () => {
    const { session, follower } = await pair({ clockHertz: scenario.machine.clockHertz / 2 });
    session.actions.seek(4321);
    session.actions.showCycles(4000, 5000);
    expect(follower.live.playhead.get()).toBe(2160);
    expect(follower.store.getState().viewport).toEqual({ startCycle: 2000, cyclesPerPx: 0.5, widthPx: 1000 });
  });

  it("passes actions on it to the first", async () => {
    const { session, follower } = await pair({ clockHertz: scenario.machine.clockHertz * 2 });
    follower.actions.seek(2000);
    expect(session.live.playhead.get()).toBe(1000);
    follower.actions.showCycles(2000, 4000);
    expect(session.store.getState().viewport).toMatchObject({ startCycle: 1000, cyclesPerPx: 1 });
    follower.actions.setViewport({ startCycle: 3000, widthPx: 7 });
    expect(session.store.getState().viewport).toMatchObject({ startCycle: 1500, widthPx: 1000 });
  });

  it("is waited for during play", async () => {
    const { session, follower, scheduler, ports } = await pair({ frontierB: 200 });
    session.actions.setSpeed(1e4);
    session.actions.play();
    for (let frame = 0; frame < 20; frame++) scheduler.frame(50);
    expect(session.live.playhead.get()).toBe(200);
    ports.b.unasked(1, { kind: "progress", frontier: 900, endCycle: END, cyclesPerSecond: 0 });
    for (let frame = 0; frame < 20; frame++) scheduler.frame(50);
    expect(session.live.playhead.get()).toBe(900);
    expect(follower.live.playhead.get()).toBe(900);
  });

  it("stays at its end without delaying the first", async () => {
    const { session, follower, scheduler } = await pair({ endB: 300 });
    session.actions.setSpeed(1e4);
    session.actions.play();
    for (let frame = 0; frame < 10; frame++) scheduler.frame(50);
    expect(session.live.playhead.get()).toBeGreaterThan(1000);
    expect(follower.live.playhead.get()).toBe(300);
  });

  it("counts for the next event, which is the nearer of both", async () => {
    const both = await pair();
    both.session.actions.runTo("frame-dropped");
    await answerSearch(both, "a", 900);
    expect(both.session.live.playhead.get()).toBe(0);
    await answerSearch(both, "b", 500);
    expect(both.session.live.playhead.get()).toBe(500);
  });

  it("is ignored for the next event if it has none", async () => {
    const both = await pair();
    both.session.actions.runTo("frame-dropped");
    await answerSearch(both, "b", 0, false);
    await answerSearch(both, "a", 900);
    expect(both.session.live.playhead.get()).toBe(900);
    expect(both.session.store.getState().notice).toBeUndefined();
  });

  it("gives the next event if the first has none", async () => {
    const both = await pair();
    both.session.actions.runTo("frame-dropped");
    await answerSearch(both, "a", 0, false);
    await answerSearch(both, "b", 700);
    expect(both.session.live.playhead.get()).toBe(700);
    expect(both.session.store.getState().notice).toBeUndefined();
  });

  it("can be offset by cycles, together with its visible range", async () => {
    const { session, follower } = await pair({ clockHertz: scenario.machine.clockHertz * 2 });
    session.actions.showCycles(4000, 5000);
    session.actions.seek(4321);
    session.actions.setPair({ ...session.store.getState().pair, offsetCycles: 300 });
    expect(follower.live.playhead.get()).toBe(8942);
    expect(follower.store.getState().viewport).toMatchObject({ startCycle: 8300, cyclesPerPx: 2 });
    follower.actions.seek(9300);
    expect(session.live.playhead.get()).toBe(4500);
    follower.actions.showCycles(2300, 4300);
    expect(session.store.getState().viewport).toMatchObject({ startCycle: 1000, cyclesPerPx: 1 });
    session.actions.setPair({ ...session.store.getState().pair, offsetCycles: -20_000 });
    expect(follower.live.playhead.get()).toBe(0);
    await follower.align("moment");
    expect(follower.live.playhead.get()).toBe(9000);
  });

  it.each([
    [false, undefined],
    [true, 7],
  ])("follows no packet after alignment on one (followed before: %s)", async (before, left) => {
    const { session, follower, ports } = await pair();
    const answer = async (side: "a" | "b", number: number) => {
      ports[side].reply(ports[side].last("follow"), { kind: "journey", journey: packet(number) });
      await settle();
    };
    if (before) {
      void session.actions.follow("packet");
      await answer("a", 7);
    }
    const aligning = follower.align("begin");
    if (!before) await answer("a", 7);
    await answer("b", 7);
    await aligning;
    expect(session.live.journey.get()?.number).toBe(7);
    expect(session.store.getState().notice).toBeUndefined();
    follower.close();
    expect(session.live.journey.get()?.number).toBe(left);
  });

  describe("starting both machines at the same packet", () => {
    async function started(ofA: Journey | undefined, ofB: Journey | undefined, frontierB = END) {
      const both = await pair({ frontierB });
      const { session, follower, ports } = both;
      const starting = follower.start();
      ports.a.reply(ports.a.last("follow"), { kind: "journey", journey: ofA });
      await settle();
      let isOver = ofA === undefined;
      void starting.then(() => {
        isOver = true;
      });
      // B searches in one place after another.
      for (let asked = 0; asked < 64 && !isOver; asked += 1) {
        ports.b.reply(ports.b.last("follow"), { kind: "journey", journey: ofB });
        await settle();
      }
      await starting;
      const { playing, speed, notice } = session.store.getState();
      return { ...both, playing, speed, said: notice?.text };
    }

    it("plays both from its begin at packet speed", async () => {
      const { session, playing, speed, said } = await started(packet(7), packet(7));
      expect([playing, speed, said]).toEqual([true, "packet", undefined]);
      expect(session.live.playhead.get()).toBe(4999);
      expect(session.live.journey.get()?.number).toBe(7);
    });

    it("reports a missing packet, and plays from the present cycle", async () => {
      const { session, playing, said } = await started(undefined, undefined);
      expect(said).toBe("There is no packet to start at so far: both machines play from here.");
      expect([playing, session.live.playhead.get()]).toEqual([true, 0]);
    });

    it.each([
      [END, "Packet 7 is not in the run of B."],
      [4000, "Packet 7 is not in the run of B so far."],
    ])("reports why it does not play if B lacks the packet (known to %i)", async (frontierB, text) => {
      const { playing, said } = await started(packet(7), undefined, frontierB);
      expect([playing, said]).toEqual([false, text]);
    });

    it("takes a packet even if an interrupt is followed", async () => {
      const { session, follower, ports } = await pair();
      void session.actions.follow("interrupt");
      ports.a.reply(ports.a.last("follow"), {
        kind: "journey",
        journey: { ...packet(3), what: "interrupt" },
      });
      await settle();
      void follower.start();
      expect(ports.a.last("follow")).toMatchObject({ what: "packet" });
    });
  });

  it("has its own breakpoints, which stop both machines", async () => {
    const { session, follower, scheduler, ports } = await pair();
    session.actions.setPair({ ...session.store.getState().pair, offsetCycles: 100 });
    const breakpoint = { condition: "dropped >= 1", fromHit: 1, everyHits: 1, enabled: true };
    follower.actions.setBreakpoints([breakpoint]);
    expect(session.store.getState().breakpoints).toEqual([]);
    expect(session.store.getState().pair.breakpoints).toEqual([breakpoint]);
    session.actions.setSpeed(1e4);
    session.actions.play();
    for (let frame = 0; frame < 10; frame++) scheduler.frame(50);
    expect(session.live.playhead.get()).toBe(0);
    const [watch] = ports.b.sent.filter(({ kind }) => kind === "watch").slice(-1);
    if (watch?.kind !== "watch") throw new Error("B watches for nothing");
    ports.b.unasked(1, {
      kind: "watched",
      revision: watch.revision,
      report: {
        from: 0,
        to: END,
        conditions: [{ hits: Float64Array.of(1100), refused: undefined, fullAtCycle: undefined }],
      },
    });
    for (let frame = 0; frame < 40; frame++) scheduler.frame(50);
    expect(session.store.getState().playing).toBe(false);
    expect(session.live.playhead.get()).toBe(1000);
    expect(follower.live.playhead.get()).toBe(1100);
    expect(follower.store.getState().stop?.cycle).toBe(1100);
    session.actions.seek(1200);
    expect(follower.store.getState().stop).toBeUndefined();
  });

  it("has its own bookmarks, in its own cycles, stored beside those of the first", async () => {
    const { session, follower } = await pair({ clockHertz: scenario.machine.clockHertz * 2 });
    session.actions.setPair({ ...session.store.getState().pair, offsetCycles: 50 });
    follower.actions.setBookmark({ cycle: 1050, note: "lost" });
    expect(session.store.getState().bookmarks).toEqual([]);
    expect(session.position().pair).toEqual({
      offsetCycles: 50,
      breakpoints: [],
      bookmarks: [{ cycle: 1050, note: "lost" }],
    });
    follower.actions.goToBookmark(1);
    expect(session.live.playhead.get()).toBe(500);
    expect(follower.live.playhead.get()).toBe(1050);
  });

  it("leaves no effect on the first after it is closed", async () => {
    const both = await pair({ frontierB: 200 });
    const { session, follower, scheduler } = both;
    follower.close();
    session.actions.setSpeed(1e4);
    session.actions.play();
    for (let frame = 0; frame < 10; frame++) scheduler.frame(50);
    await answerSearch(both, "a", 500);
    expect(session.live.playhead.get()).toBeGreaterThan(200);
    expect(follower.live.playhead.get()).toBe(0);
  });
});

describe("the page that an address names", () => {
  it.each([
    ["", "simulate"],
    ["#simulate", "simulate"],
    ["#compare", "compare"],
    ["#papers", "papers"],
    ["#s=1.abc", "simulate"],
    ["#s=1.abc&c=5&p=compare&o=1.def", "compare"],
    ["#s=1.abc&p=comparex", "simulate"],
    ["#s=1.abc&p=compare", "compare"],
  ])("%s is %s", (hash, page) => {
    expect(pageOf(hash)).toBe(page);
  });
});

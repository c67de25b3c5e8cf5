/** Session and engine together, without a worker between them. */
import { describe, expect, it } from "vitest";
import type { Breakpoint } from "../../../scenarios/link/marks.ts";
import { createEngineClient } from "../../../web/engine/client.ts";
import { createEngine, type Engine } from "../../../web/engine/engine.ts";
import type { EnginePort } from "../../../web/engine/port.ts";
import { PROGRAM_TOOLS } from "../../../web/engine/programTools.ts";
import { STUDIES } from "../../../web/engine/studies.ts";
import { createSession } from "../../../web/state/session.ts";
import type { Speed } from "../../../web/state/store.ts";
import { testCore } from "../engine/support.ts";
import { overflowing } from "../scenarios/support.ts";
import { fakeScheduler, memoryStorage, settle } from "./support.ts";

const RUN = 1_300_000;
const DROP: Breakpoint = { condition: "dropped > 0", fromHit: 1, everyHits: 1, enabled: true };

async function openSession() {
  const core = await testCore();
  let engine: Engine | undefined;
  const port: EnginePort = {
    post: (request) => engine?.receive(request),
    listen: (onReply) => {
      engine = createEngine({
        core,
        now: () => performance.now(),
        programTools: () => PROGRAM_TOOLS,
        post: onReply,
      });
      engine.install(STUDIES);
    },
    close: () => undefined,
  };
  const scheduler = fakeScheduler();
  const session = createSession({ client: createEngineClient(port), scheduler, storage: memoryStorage() });
  /** The engine works for a while, then a frame passes. */
  async function turn(slices: number): Promise<void> {
    for (let slice = 0; slice < slices; slice += 1) if (engine?.work() !== true) break;
    await settle();
    scheduler.frame(16);
    await settle();
  }
  async function rest(): Promise<void> {
    while (engine?.work() === true) await settle();
    await settle();
  }
  const accepted = session.actions.loadScenario(overflowing({ runCycles: RUN }), { kind: "file", name: "x" });
  while (engine?.work() === true);
  expect(await accepted).toBe(true);
  return { session, turn, rest };
}

/** Plays until it stops, with this many slices of the engine in a frame. */
async function playFrom(
  opened: Awaited<ReturnType<typeof openSession>>,
  speed: Speed,
  slices: number,
): Promise<number> {
  const { session, turn, rest } = opened;
  session.actions.setSpeed(speed);
  session.actions.play();
  for (let frame = 0; session.store.getState().playing; frame += 1) {
    if (frame > 20_000) throw new Error("it plays for ever");
    await turn(slices);
  }
  await rest();
  return session.live.playhead.get();
}

describe("playback with breakpoints", () => {
  it("stops at the same cycles at every speed, however fast the engine is", async () => {
    const stops: number[][] = [];
    for (const [speed, slices] of [
      ["max", 1],
      ["max", 50],
      [1e6, 3],
      [300_000, 50],
    ] as const) {
      const opened = await openSession();
      opened.session.actions.setBreakpoints([DROP]);
      const found: number[] = [];
      for (let stop = 0; stop < 4; stop += 1) {
        found.push(await playFrom(opened, speed, slices));
        expect(opened.session.store.getState().stop).toMatchObject({ hit: stop + 1 });
        expect(opened.session.live.view.get()?.cycle).toBe(found.at(-1));
      }
      stops.push(found);
    }
    for (const found of stops) expect(found).toEqual(stops[0]);
    expect(new Set(stops[0]).size).toBe(4);
  });

  it("counts hits from the start of the run", async () => {
    const opened = await openSession();
    opened.session.actions.setBreakpoints([DROP]);
    const first: number[] = [];
    for (let stop = 0; stop < 6; stop += 1) first.push(await playFrom(opened, "max", 5));
    opened.session.actions.seek(0);
    opened.session.actions.setBreakpoints([{ ...DROP, fromHit: 2, everyHits: 3 }]);
    const found = [await playFrom(opened, "max", 5), await playFrom(opened, "max", 5)];
    expect(found).toEqual([first[1], first[4]]);
  });

  it("runs to a breakpoint forwards and backwards, and reports if there is none", async () => {
    const opened = await openSession();
    const { session, rest } = opened;
    session.actions.runToBreakpoint();
    expect(session.store.getState().notice?.text).toMatch(/no breakpoint/);
    session.actions.setBreakpoints([DROP]);
    const path: number[] = [];
    for (let step = 0; step < 3; step += 1) {
      session.actions.runToBreakpoint();
      await rest();
      path.push(session.live.playhead.get());
    }
    for (const expected of [path[1], path[0]]) {
      session.actions.runToBreakpoint(-1);
      await rest();
      expect(session.live.playhead.get()).toBe(expected);
    }
    session.actions.runToBreakpoint(-1);
    await rest();
    expect(session.live.playhead.get()).toBe(path[0]);
    expect(session.store.getState().notice?.text).toMatch(/before this cycle/);
  });

  it("continues to the end without an enabled breakpoint", async () => {
    const opened = await openSession();
    opened.session.actions.setBreakpoints([{ ...DROP, enabled: false }]);
    expect(await playFrom(opened, "max", 20)).toBe(RUN);
    expect(opened.session.store.getState().stop).toBeUndefined();
  });
});

describe("bookmarks", () => {
  it("are one at a cycle, in order, and the playhead visits them in order", async () => {
    const { session, rest } = await openSession();
    session.actions.setBookmark({ cycle: 500, note: "later" });
    session.actions.setBookmark({ cycle: 100, note: "sooner\n" });
    session.actions.setBookmark({ cycle: 500, note: "changed" });
    expect(session.store.getState().bookmarks).toEqual([
      { cycle: 100, note: "sooner " },
      { cycle: 500, note: "changed" },
    ]);
    const seen: number[] = [];
    for (const direction of [1, 1, 1, -1] as const) {
      session.actions.goToBookmark(direction);
      await rest();
      seen.push(session.live.playhead.get());
    }
    expect(seen).toEqual([100, 500, 500, 100]);
    expect(session.position()).toMatchObject({ bookmarks: [{ cycle: 100 }, { cycle: 500 }] });
    session.actions.removeBookmark(100);
    expect(session.store.getState().bookmarks).toHaveLength(1);
  });
});

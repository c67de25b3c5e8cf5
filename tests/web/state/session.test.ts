import { describe, expect, it, vi } from "vitest";
import { createEngineClient } from "../../../web/engine/client.ts";
import { SWEEP_MS } from "../../../web/state/playback.ts";
import { createSession } from "../../../web/state/session.ts";
import type { ScenarioOrigin } from "../../../web/state/store.ts";
import { PATIENT } from "../../support/patient.ts";
import { receiveThreeContexts } from "../scenarios/support.ts";
import { emptyWindow, fakePort, fakeScheduler, memoryStorage, settle, viewAt } from "./support.ts";

const END = 1_000_000;
const scenario = receiveThreeContexts({ runCycles: END });
const bundled: ScenarioOrigin = { kind: "bundled", id: "receive" };

function setUp() {
  const port = fakePort();
  const scheduler = fakeScheduler();
  const storage = memoryStorage();
  const session = createSession({ client: createEngineClient(port), scheduler, storage });

  async function load(frontier = END) {
    const accepted = session.actions.loadScenario(scenario, bundled);
    const request = port.last("load");
    port.reply(request, { kind: "loaded", endCycle: END });
    expect(await accepted).toBe(true);
    port.unasked(request.generation, { kind: "progress", frontier, endCycle: END, cyclesPerSecond: 1e8 });
  }
  async function answerSeek(found = true, cycle?: number) {
    const request = port.last("seek");
    if (request.kind !== "seek") throw new Error("no seek");
    const at = cycle ?? (request.target.kind === "cycle" ? request.target.cycle : request.from);
    port.reply(request, { kind: "at", view: viewAt(at), found });
    await settle();
  }
  return { port, scheduler, storage, session, load, answerSeek };
}

describe("loading a scenario", () => {
  it("starts at cycle 0, runs ahead, and shows the machine there", async () => {
    const { session, port, load, answerSeek } = setUp();
    session.actions.setViewport({ widthPx: 1000 });
    await load();
    await answerSeek();
    expect(session.store.getState()).toMatchObject({ status: "ready", scenarioId: "receive", endCycle: END });
    expect(session.store.getState().viewport).toEqual({ startCycle: 0, cyclesPerPx: 1000, widthPx: 1000 });
    expect(port.last("run-ahead")).toMatchObject({ on: true });
    expect(session.live.view.get()?.cycle).toBe(0);
  });

  it("keeps the running machine if the new one is refused", async () => {
    const { session, port, load } = setUp();
    await load();
    const before = session.store.getState();
    const accepted = session.actions.loadScenario({ ...scenario, name: "bad" }, { kind: "edit" });
    expect(session.store.getState().status).toBe("loading");
    port.reply(port.last("load"), {
      kind: "error",
      error: { code: "core-refused", message: "must be at least 1", field: "machine.core.contexts" },
    });
    expect(await accepted).toBe(false);
    const after = session.store.getState();
    expect(after.scenario).toBe(before.scenario);
    expect(after.status).toBe("ready");
    expect(after.notice?.text).toBe("machine.core.contexts: must be at least 1");
  });

  it("reports that the very first scenario is refused", async () => {
    const { session, port } = setUp();
    const accepted = session.actions.loadScenario(scenario, { kind: "link" });
    port.reply(port.last("load"), { kind: "error", error: { code: "core-refused", message: "no" } });
    expect(await accepted).toBe(false);
    expect(session.store.getState()).toMatchObject({ status: "failed", scenario: undefined });
  });

  it("opens at the position of a link, even before the timeline knows its width", async () => {
    const { session, port } = setUp();
    const position = { cycle: 4321, startCycle: 4000, visibleCycles: 500 };
    const accepted = session.actions.loadScenario(scenario, { kind: "link" }, position);
    port.reply(port.last("load"), { kind: "loaded", endCycle: END });
    await accepted;
    expect(session.live.playhead.get()).toBe(4321);
    expect(session.position()).toMatchObject(position);
    session.actions.seek(4322);
    expect(session.position()).toMatchObject({ ...position, cycle: 4322 });
    session.actions.seek(4321);
    session.actions.setViewport({ widthPx: 1000 });
    expect(session.position()).toEqual(position);
  });

  it("shows the place that the user went to before the timeline knew its width", async () => {
    const { session, port } = setUp();
    const position = { cycle: 600_500, startCycle: 600_000, visibleCycles: 1000 };
    const accepted = session.actions.loadScenario(scenario, { kind: "link" }, position);
    port.reply(port.last("load"), { kind: "loaded", endCycle: END });
    await accepted;
    session.actions.seek(0);
    session.actions.setViewport({ widthPx: 1000 });
    expect(session.position()).toMatchObject({ cycle: 0, startCycle: 0, visibleCycles: 1000 });
  });

  it("makes a link of the whole run before the timeline knows its width", async () => {
    const { session, load } = setUp();
    await load();
    expect(session.position()).toMatchObject({ cycle: 0, startCycle: 0, visibleCycles: END });
  });

  it("remembers what an edited scenario was made from, and when it equals that again", async () => {
    const { session, port, load } = setUp();
    await load();
    const edited = { ...scenario, name: "edited" };
    const first = session.actions.editScenario(edited);
    port.reply(port.last("load"), { kind: "loaded", endCycle: END });
    expect(await first).toEqual({ status: "running" });
    expect(session.store.getState()).toMatchObject({ original: scenario, scenarioId: "receive" });
    expect(session.store.getState().scenario).toBe(edited);
    expect(session.lastScenario()).toEqual({
      origin: { kind: "edit" },
      scenario: edited,
      baseId: "receive",
    });
    const second = session.actions.editScenario(structuredClone(scenario));
    port.reply(port.last("load"), { kind: "loaded", endCycle: END });
    await second;
    expect(session.store.getState().scenario).toBe(scenario);
    expect(session.lastScenario()).toEqual({ origin: bundled, scenario: undefined, baseId: undefined });
  });

  it("keeps cycle, view and play at a change of the machine, or at two in a row", async () => {
    const { session, port, load, answerSeek } = setUp();
    session.actions.setViewport({ widthPx: 1000 });
    await load();
    await answerSeek();
    session.actions.seek(5000);
    await answerSeek();
    session.actions.showCycles(4000, 6000);
    session.actions.play();
    const { viewport } = session.store.getState();
    const first = session.actions.editScenario({ ...scenario, seed: 2 });
    const overtaken = port.last("load");
    const second = session.actions.editScenario({ ...scenario, seed: 3 });
    port.reply(overtaken, { kind: "cancelled" });
    port.reply(port.last("load"), { kind: "loaded", endCycle: END });
    expect(await first).toEqual({ status: "superseded" });
    expect(await second).toEqual({ status: "running" });
    expect(session.live.playhead.get()).toBe(5000);
    expect(session.store.getState()).toMatchObject({ playing: true, viewport });
  });

  it("keeps the machine if the core refuses a change, and names the field", async () => {
    const { session, port, load } = setUp();
    await load();
    const outcome = session.actions.editScenario({ ...scenario, seed: 2 });
    const error = { code: "core-refused", message: "is too large", field: "machine.nics" } as const;
    port.reply(port.last("load"), { kind: "error", error });
    expect(await outcome).toEqual({ status: "refused", error });
    expect(session.store.getState()).toMatchObject({ status: "ready", scenario, notice: undefined });
  });

  it("remembers theme and scenario on this device", async () => {
    const { session, storage, load } = setUp();
    await load();
    session.actions.setTheme("dark");
    const later = createSession({
      client: createEngineClient(fakePort()),
      scheduler: fakeScheduler(),
      storage,
    });
    expect(later.store.getState().theme).toBe("dark");
    expect(later.lastScenario()).toEqual({ origin: bundled, scenario: undefined, baseId: undefined });
  });
});

describe("playing", () => {
  it("moves by time and speed, requests the view, and pauses at the end", async () => {
    const { session, scheduler, load, answerSeek, port } = setUp();
    await load();
    await answerSeek();
    session.actions.setSpeed(1000);
    session.actions.play();
    scheduler.frame(16);
    scheduler.frame(50);
    expect(port.last("seek")).toMatchObject({ target: { kind: "cycle", cycle: 50 } });
    expect(session.live.playhead.get(), "the boxes are still of cycle 0").toBe(0);
    await answerSeek();
    expect([session.live.playhead.get(), session.live.view.get()?.cycle]).toEqual([50, 50]);
    session.actions.setSpeed("max");
    for (let swept = 0; swept < SWEEP_MS; swept += 50) scheduler.frame(50);
    expect(session.live.playhead.get()).toBe(END);
    expect(session.store.getState().playing).toBe(false);
    session.actions.play();
    expect(session.live.playhead.get()).toBe(0);
    expect(session.store.getState().playing).toBe(true);
  });

  it("goes on by the clock while a view is late, and drops the view that comes after a jump or a pause", async () => {
    const { session, scheduler, load, answerSeek, port } = setUp();
    await load();
    await answerSeek();
    session.actions.setSpeed(1000);
    session.actions.play();
    for (const elapsedMs of [16, 50, 50]) scheduler.frame(elapsedMs);
    await answerSeek();
    expect(port.last("seek")).toMatchObject({ target: { kind: "cycle", cycle: 100 } });
    session.actions.pause();
    await answerSeek();
    expect([session.live.playhead.get(), session.live.view.get()?.cycle]).toEqual([50, 50]);
  });

  it("never shows an older picture after a newer one", async () => {
    const { session, load, answerSeek, port } = setUp();
    await load();
    await answerSeek();
    session.actions.seek(700);
    await answerSeek();
    session.actions.seek(0);
    session.actions.seek(700); // The cycle is shown already, so the page asks no engine.
    expect(port.last("seek")).toMatchObject({ target: { kind: "cycle", cycle: 0 } });
    await answerSeek();
    expect(session.live.playhead.get()).toBe(700);
    expect(session.live.view.get()?.cycle).toBe(700);
  });

  it("waits for the frontier", async () => {
    const { session, scheduler, load } = setUp();
    await load(100);
    session.actions.setSpeed(1e6);
    session.actions.play();
    scheduler.frame(16);
    scheduler.frame(16);
    expect(session.live.playhead.get()).toBe(100);
    expect(session.store.getState().playing).toBe(true);
  });

  it("steps through the speeds", () => {
    const { session } = setUp();
    session.actions.setSpeed("max");
    session.actions.faster();
    expect(session.store.getState().speed).toBe("max");
    session.actions.slower();
    expect(session.store.getState().speed).toBe(1e7);
    session.actions.setSpeed(1);
    session.actions.slower();
    expect(session.store.getState().speed).toBe(1);
    session.actions.setSpeed(45);
    session.actions.faster();
    expect(session.store.getState().speed).toBe(100);
    session.actions.setSpeed(45);
    session.actions.slower();
    expect(session.store.getState().speed).toBe(30);
  });

  it("does nothing before a scenario is loaded", () => {
    const { session, port, scheduler } = setUp();
    session.actions.play();
    session.actions.stepEvent(1);
    scheduler.frame(16);
    expect(port.sent).toEqual([]);
  });
});

describe("moving the playhead", () => {
  it("moves at once, and the picture follows", async () => {
    const { session, port, load, answerSeek } = setUp();
    await load();
    await answerSeek();
    for (const cycle of [100, 200, 300]) session.actions.seek(cycle);
    expect(session.live.playhead.get()).toBe(300);
    await answerSeek();
    expect(session.live.view.get()?.cycle).toBe(100);
    expect(port.last("seek")).toMatchObject({ target: { cycle: 300 } });
    await answerSeek();
    expect(session.live.view.get()?.cycle).toBe(300);
    session.actions.seek(-5);
    expect(session.live.playhead.get()).toBe(0);
    session.actions.seek(END + 5);
    expect(session.live.playhead.get()).toBe(END);
  });

  it("goes to an event when it is found, and reports if there is none", async () => {
    const { session, load, answerSeek } = setUp();
    await load();
    await answerSeek();
    session.actions.runTo("frame-dropped");
    expect(session.store.getState().seeking).toBe(true);
    expect(session.live.playhead.get()).toBe(0);
    await answerSeek(true, 777);
    expect(session.live.playhead.get()).toBe(777);
    expect(session.store.getState().seeking).toBe(false);
    session.actions.runTo("frame-dropped", -1);
    await answerSeek(false, 777);
    // The texts of the event are loaded first.
    await vi.waitFor(
      () => expect(session.store.getState().notice?.text).toBe("No loss before this cycle."),
      PATIENT,
    );
    expect(session.live.playhead.get()).toBe(777);
  });

  it("abandons a search when the user moves on", async () => {
    const { session, port, load, answerSeek } = setUp();
    await load();
    await answerSeek();
    session.actions.runTo("frame-dropped");
    const search = port.last("seek");
    session.actions.seek(50);
    expect(port.last("cancel")).toMatchObject({ request: search.id });
    expect(session.store.getState().seeking).toBe(false);
    port.reply(search, { kind: "at", view: viewAt(999), found: true });
    await settle();
    expect(session.live.playhead.get()).toBe(50);
    expect(session.live.view.get()?.cycle).not.toBe(999);
    await answerSeek();
    expect(session.live.view.get()?.cycle).toBe(50);
  });
});

describe("the data for the timeline", () => {
  it("follow the visible range and the frontier, one request at a time", async () => {
    const { session, port, scheduler, load, answerSeek } = setUp();
    session.actions.setViewport({ widthPx: 1000 });
    await load(1000);
    await answerSeek();
    scheduler.frame(16);
    const windows = () => port.sent.filter((sent) => sent.kind === "window").length;
    expect(windows()).toBe(1);
    scheduler.frame(16);
    session.actions.zoomAround(0, 4);
    scheduler.frame(16);
    expect(windows()).toBe(1);
    expect(port.last("window")).toMatchObject({ from: 0, to: END, columns: 1000 });
  });

  it("follow the playhead while it is in view, and show the place of a jump", async () => {
    const { session, scheduler, load, answerSeek } = setUp();
    session.actions.setViewport({ widthPx: 1000 });
    await load();
    await answerSeek();
    session.actions.showCycles(500_000, 501_000);
    expect(session.store.getState().following).toBe(false);
    session.actions.play();
    session.actions.showCycles(500_000, 501_000);
    scheduler.frame(16);
    scheduler.frame(50);
    expect(session.store.getState().viewport.startCycle).toBe(500_000);
    session.actions.followPlayhead();
    expect(session.store.getState()).toMatchObject({ following: true, viewport: { startCycle: 0 } });
    session.actions.pause();
    session.actions.seek(700_000);
    expect(session.store.getState().viewport.startCycle).toBe(699_800);
    session.actions.seek(700_795);
    expect(session.store.getState().viewport.startCycle).toBe(699_800);
  });

  it("get finer once the view rests, and the finer request is abandoned when it moves", async () => {
    const { session, port, scheduler, load, answerSeek } = setUp();
    session.actions.setViewport({ widthPx: 1000 });
    await load();
    await answerSeek();
    const frame = async (elapsedMs: number) => {
      scheduler.frame(elapsedMs);
      await settle();
    };
    await frame(16);
    const quick = port.last("window");
    const coarse = emptyWindow({ from: 0, to: END, columns: 10, refinable: true });
    port.reply(quick, { kind: "window", window: coarse });
    await settle();
    await frame(16);
    expect(port.last("window")).toBe(quick);
    for (let elapsed = 0; elapsed < 160; elapsed += 16) await frame(16);
    const patient = port.last("window");
    expect(patient).toMatchObject({ patient: true, from: 0, to: END });
    session.actions.showCycles(0, 1000);
    await frame(16);
    expect(port.last("cancel")).toMatchObject({ request: patient.id });
    port.reply(patient, { kind: "cancelled" });
    await settle();
    expect(port.last("window")).toMatchObject({ patient: false, columns: 2048 });
  });

  it("are requested with the machine's view ten times a second at full speed", async () => {
    const { session, port, scheduler, load, answerSeek } = setUp();
    await load(1000);
    await answerSeek();
    session.actions.setSpeed("max");
    session.actions.play();
    scheduler.frame(20);
    const seeksBefore = port.sent.filter((sent) => sent.kind === "seek").length;
    for (let step = 1; step <= 30; step += 1) {
      const { generation } = port.last("load");
      const frontier = 1000 * step;
      port.unasked(generation, { kind: "progress", frontier, endCycle: END, cyclesPerSecond: 1 });
      scheduler.frame(20);
      expect(session.live.playhead.get()).toBe(frontier);
      await answerSeek();
    }
    const seeks = port.sent.filter((sent) => sent.kind === "seek").length - seeksBefore;
    expect(seeks).toBeGreaterThan(3);
    expect(seeks).toBeLessThanOrEqual(7);
  });

  it("are not requested after a fault of the engine, which is reported and pauses", async () => {
    const { session, port, load } = setUp();
    await load();
    session.actions.play();
    port.unasked(port.last("load").generation, {
      kind: "error",
      error: { code: "engine-fault", message: "trap", cycle: 12, lastGoodHash: "abc" },
    });
    expect(session.store.getState()).toMatchObject({ playing: false, loadError: { cycle: 12 } });
    expect(session.store.getState().notice?.text).toBe("trap (at cycle 12)");
  });
});

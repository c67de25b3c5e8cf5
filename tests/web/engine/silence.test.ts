/** A worker that is ended or hangs raises no error. The page asks it for a sign of life, and replaces it. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createEngineClient } from "../../../web/engine/client.ts";
import { LAG_MS, watchLag } from "../../../web/simulate/LagNote.tsx";
import { createSession } from "../../../web/state/session.ts";
import { createCell } from "../../../web/ui/cell.ts";
import { receiveThreeContexts } from "../scenarios/support.ts";
import { fakePort, fakeScheduler, memoryStorage, settle, viewAt } from "../state/support.ts";

const END = 1_000_000;
const scenario = receiveThreeContexts({ runCycles: END });

function page() {
  const port = { ...fakePort(), restarts: 0 };
  const clocks = new Set<() => void>();
  const every = (_: number, action: () => void) => {
    clocks.add(action);
    return () => clocks.delete(action);
  };
  const restart = () => {
    port.restarts += 1;
  };
  const client = createEngineClient({ ...port, restart }, every);
  const session = createSession({ client, scheduler: fakeScheduler(), storage: memoryStorage() });
  const pings = () => port.sent.filter(({ kind }) => kind === "ping");
  return {
    port,
    session,
    pings,
    isTicking: () => clocks.size > 0,
    seconds: (count: number) => {
      for (let second = 0; second < count; second++) for (const tick of [...clocks]) tick();
    },
    async load() {
      const loaded = session.actions.loadScenario(scenario, { kind: "link" });
      const request = port.last("load");
      port.reply(request, { kind: "loaded", endCycle: END });
      expect(await loaded).toBe(true);
      return request;
    },
    pong: () => {
      const ping = pings().at(-1);
      if (ping !== undefined) port.reply(ping, { kind: "pong" });
    },
    isSilent: () => session.store.getState().silent,
  };
}

describe("a worker that does not answer", () => {
  it("is reported after some seconds and pauses the page, and the report ends when it answers", async () => {
    const { session, port, seconds, load, pong, isSilent, pings } = page();
    await load();
    session.actions.play();
    seconds(4);
    expect(isSilent()).toBe(false);
    expect(pings()).toHaveLength(1);
    seconds(2);
    expect(isSilent()).toBe(true);
    expect(session.store.getState().playing).toBe(false);
    pong();
    expect(isSilent()).toBe(false);
    expect(port.restarts).toBe(0);
  });

  it("is not reported if it works for long and says so", async () => {
    const { seconds, load, pong, isSilent } = page();
    await load();
    for (let second = 0; second < 60; second++) {
      seconds(1);
      pong();
      expect(isSilent()).toBe(false);
    }
  });

  it("gets more time while it loads", () => {
    const { session, seconds, isSilent } = page();
    void session.actions.loadScenario(scenario, { kind: "link" });
    seconds(15);
    expect(isSilent()).toBe(false);
    seconds(10);
    expect(isSilent()).toBe(true);
  });

  it("is not checked while nothing is expected of it", async () => {
    const { port, seconds, load, isTicking, isSilent } = page();
    const { generation } = await load();
    for (const request of [...port.sent])
      if (request.kind === "seek") port.reply(request, { kind: "at", view: viewAt(0), found: true });
    await settle();
    port.unasked(generation, { kind: "progress", frontier: END, endCycle: END, cyclesPerSecond: 0 });
    port.reply(port.last("end"), { kind: "cancelled" });
    await settle();
    seconds(30);
    expect(isSilent()).toBe(false);
    expect(isTicking()).toBe(false);
  });

  it("is checked while the run advances by itself", async () => {
    const { port, seconds, load, isSilent } = page();
    const { generation } = await load();
    for (const request of [...port.sent])
      if (request.kind === "seek") port.reply(request, { kind: "at", view: viewAt(0), found: true });
    await settle();
    port.unasked(generation, { kind: "progress", frontier: 5000, endCycle: END, cyclesPerSecond: 0 });
    seconds(6);
    expect(isSilent()).toBe(true);
  });

  it("is replaced when the user starts the scenario again", async () => {
    const { session, port, seconds, load, isSilent } = page();
    await load();
    session.actions.seek(500);
    seconds(6);
    const again = session.actions.loadScenario(scenario, { kind: "edit" }, session.position());
    expect(port.restarts).toBe(1);
    expect(isSilent()).toBe(false);
    port.reply(port.last("load"), { kind: "loaded", endCycle: END });
    expect(await again).toBe(true);
    expect(session.live.playhead.get()).toBe(500);
    port.reply(port.last("seek"), { kind: "at", view: viewAt(500), found: true });
    await settle();
    expect(session.live.view.get()?.cycle).toBe(500);
  });
});

describe("a failed worker", () => {
  it("is reported after the start, whatever was requested", async () => {
    const { session, port, load } = page();
    await load();
    port.fail("out of memory");
    await settle();
    expect(session.store.getState().loadError).toMatchObject({
      code: "engine-fault",
      message: "out of memory",
    });
    expect(session.store.getState().notice?.tone).toBe("error");
  });

  it("is replaced at the next load", async () => {
    const { session, port, load } = page();
    await load();
    port.fail("out of memory");
    await settle();
    await load();
    expect(port.restarts).toBe(1);
    expect(session.store.getState().loadError).toBeUndefined();
  });
});

describe("a picture of another cycle than the playhead's", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function lag() {
    const playhead = createCell(0);
    const shown = createCell<{ cycle: number } | undefined>({ cycle: 0 });
    let told: number | undefined;
    const stop = watchLag(playhead, shown, (cycle) => {
      told = cycle;
    });
    return { playhead, shown, stop, told: () => told };
  }

  it("is reported if it stays", () => {
    const { playhead, shown, told } = lag();
    playhead.set(100);
    vi.advanceTimersByTime(LAG_MS - 1);
    expect(told()).toBeUndefined();
    playhead.set(200);
    vi.advanceTimersByTime(1);
    expect(told()).toBe(0);
    shown.set({ cycle: 200 });
    expect(told()).toBeUndefined();
    vi.advanceTimersByTime(10 * LAG_MS);
    expect(told()).toBeUndefined();
  });

  it("is not reported if it lags only for a moment", () => {
    const { playhead, shown, told } = lag();
    for (let frame = 1; frame < 100; frame++) {
      playhead.set(frame * 10);
      vi.advanceTimersByTime(LAG_MS / 4);
      shown.set({ cycle: frame * 10 - 5 });
      expect(told()).toBeUndefined();
    }
    vi.advanceTimersByTime(LAG_MS);
    expect(told()).toBe(985);
  });

  it("is right again when the playhead returns", () => {
    const { playhead, told } = lag();
    playhead.set(100);
    vi.advanceTimersByTime(LAG_MS);
    playhead.set(0);
    expect(told()).toBeUndefined();
  });
});

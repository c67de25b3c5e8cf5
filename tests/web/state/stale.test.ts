/** Answers come late, out of order, or never: the page shows the cycle of its playhead. */
import { describe, expect, it } from "vitest";
import { createEngineClient } from "../../../web/engine/client.ts";
import type { Metrics, Reply, RequestEnvelope } from "../../../web/engine/protocol.ts";
import { createSession } from "../../../web/state/session.ts";
import { createRandom } from "../../support/random.ts";
import { receiveThreeContexts } from "../scenarios/support.ts";
import { emptyWindow, fakePort, fakeScheduler, memoryStorage, settle, viewAt } from "./support.ts";

const END = 1_000_000;
const scenario = receiveThreeContexts({ runCycles: END });
const NO_MARKS = { at: new Float64Array(), count: new Uint32Array() };
const NO_FILL = {
  capacity: 0,
  minimum: new Float32Array(),
  maximum: new Float32Array(),
  mean: new Float32Array(),
};
const PATIENCE = 200;

/** A page whose engine answers the request that the test picks. `limit`: the machine failed after this cycle. */
async function slowPage({ frontier = END, limit = END } = {}) {
  const port = fakePort();
  const scheduler = fakeScheduler();
  const session = createSession({ client: createEngineClient(port), scheduler, storage: memoryStorage() });
  const loaded = session.actions.loadScenario(scenario, { kind: "link" });
  const load = port.last("load");
  port.reply(load, { kind: "loaded", endCycle: END });
  await loaded;
  port.unasked(load.generation, { kind: "progress", frontier, endCycle: END, cyclesPerSecond: 0 });
  session.actions.setViewport({ widthPx: 1000 });

  const answered = new Set<RequestEnvelope>([load]);
  const cancelled = new Set<number>();
  const waiting = () => {
    for (const one of port.sent) if (one.kind === "cancel") cancelled.add(one.request);
    return port.sent.filter((one) => !answered.has(one) && answerTo(one, limit) !== undefined);
  };
  async function answer(request: RequestEnvelope | undefined): Promise<void> {
    const reply = request && answerTo(request, limit);
    if (request === undefined || reply === undefined) return;
    answered.add(request);
    port.reply(request, cancelled.has(request.id) ? { kind: "cancelled" } : reply);
    await settle();
  }
  /** Runs until the page requests nothing more. */
  async function rest(): Promise<void> {
    for (let frame = 0; frame < PATIENCE; frame++) {
      scheduler.frame(100);
      for (let next = waiting()[0]; next !== undefined; next = waiting()[0]) await answer(next);
      if (scheduler.pending() === 0 && waiting().length === 0) return;
    }
    throw new Error("the page goes on asking for ever");
  }
  const isTrue = () => {
    const cycle = session.live.playhead.get();
    expect(session.live.view.get()?.cycle).toBe(cycle);
    expect(session.live.metrics.get()?.cycle).toBe(cycle);
  };
  await rest();
  return { session, scheduler, port, waiting, answer, rest, isTrue };
}

function answerTo(request: RequestEnvelope, limit: number): Reply | undefined {
  switch (request.kind) {
    case "seek": {
      const { target, from } = request;
      if (target.kind === "cycle")
        return { kind: "at", view: viewAt(Math.min(target.cycle, limit)), found: true };
      const step = target.kind === "previous" ? -7 : 7;
      const cycle = Math.min(Math.max(from + step, 0), END);
      return { kind: "at", view: viewAt(cycle), found: cycle !== from };
    }
    case "metrics":
      return { kind: "metrics", metrics: metricsAt(Math.min(request.cycle, limit)) };
    case "range": {
      const ends = { before: { cycle: request.from }, after: { cycle: request.to } };
      return { kind: "range", ...ends } as Reply;
    }
    case "window":
      return {
        kind: "window",
        window: emptyWindow({ from: request.from, to: request.to, columns: request.columns }),
      };
    case "overview":
      return {
        kind: "overview",
        overview: { end: request.end, knownTo: END, rxFill: NO_FILL, drops: NO_MARKS },
      };
    case "rows":
      return { kind: "rows", rows: { from: request.from, to: request.to, rows: [], complete: true } };
    default:
      return undefined;
  }
}

describe("the picture shows the cycle of the playhead", () => {
  it("after a move there and back before the answer", async () => {
    const page = await slowPage();
    page.session.actions.seek(500);
    await page.rest();
    page.session.actions.stepCycle(-1);
    page.scheduler.frame(16);
    page.session.actions.stepCycle(1);
    page.scheduler.frame(16);
    await page.rest();
    page.isTrue();
    expect(page.session.live.playhead.get()).toBe(500);
  });

  it("after an abandoned search while the picture was on its way", async () => {
    const page = await slowPage();
    page.session.actions.seek(500);
    page.session.actions.stepEvent(1);
    page.session.actions.cancelSeek();
    await page.rest();
    page.isTrue();
    expect(page.session.live.playhead.get()).toBe(500);
  });

  it("after a search that replaced the request for the picture", async () => {
    const page = await slowPage();
    page.session.actions.seek(400);
    page.session.actions.seek(500);
    page.session.actions.stepEvent(1);
    page.session.actions.cancelSeek();
    await page.rest();
    page.isTrue();
  });

  it("after a pause at full speed, where not each cycle is requested", async () => {
    const page = await slowPage();
    const { session, scheduler } = page;
    session.actions.setSpeed("max");
    session.actions.play();
    for (let frame = 0; frame < 5; frame++) scheduler.frame(16);
    session.actions.pause();
    await page.rest();
    page.isTrue();
    expect(session.live.playhead.get()).toBeGreaterThan(0);
  });

  it("after an abandoned jump beyond the frontier, with the playhead back at the picture", async () => {
    const page = await slowPage({ frontier: 600 });
    page.session.actions.seek(500);
    await page.rest();
    page.session.actions.seek(900_000);
    expect(page.session.store.getState().seeking).toBe(true);
    page.session.actions.cancelSeek();
    await page.rest();
    page.isTrue();
    expect(page.session.live.playhead.get()).toBe(500);
  });

  it("up to the cycle at which the machine failed, where requests stop", async () => {
    const page = await slowPage({ limit: 700 });
    page.session.actions.seek(900);
    await page.rest();
    expect(page.session.live.view.get()?.cycle).toBe(700);
    expect(page.session.live.metrics.get()?.cycle).toBe(700);
  });

  it("with the statistics of the last requested range only", async () => {
    const page = await slowPage();
    const { setRange } = page.session.actions;
    setRange({ from: 100, to: 200 });
    setRange({ from: 300, to: 400 });
    setRange({ from: 100, to: 200 });
    await page.rest();
    const { before, after } = page.session.live.range.get() ?? {};
    expect([before?.cycle, after?.cycle]).toEqual([100, 200]);
  });

  it("after any keys and any order of answers", async () => {
    const random = createRandom(20_261_125);
    for (let round = 0; round < 60; round++) {
      const page = await slowPage({ frontier: random.pick([END, 450]) });
      const { actions } = page.session;
      const deeds: readonly (() => unknown)[] = [
        () => actions.stepCycle(random.integer(0, 1) === 0 ? -1 : 1),
        () => actions.stepEvent(random.integer(0, 1) === 0 ? -1 : 1),
        () => actions.seek(random.integer(0, 9) * 100),
        () => actions.cancelSeek(),
        () => actions.toggle(),
        () => actions.setSpeed(random.integer(0, 1) === 0 ? "max" : 1000),
        () => page.scheduler.frame(random.integer(1, 200)),
        () => page.answer(page.waiting()[0]),
        () => page.answer(page.waiting().at(-1)),
      ];
      for (let deed = 0; deed < 25; deed++) await deeds[random.integer(0, deeds.length - 1)]?.();
      actions.pause();
      await page.rest();
      page.isTrue();
    }
  });
});

function metricsAt(cycle: number): Metrics {
  const none = { offered: 0, delivered: 0, count: 0 };
  return { cycle, receive: none, send: none, interruptLatency: none } as unknown as Metrics;
}

/** From where on the page counts, and the user's own measures: asked of the engine, kept, and given on. */
import { describe, expect, it, vi } from "vitest";
import { createEngineClient } from "../../../web/engine/client.ts";
import type { Metrics, Reading } from "../../../web/engine/protocol.ts";
import { createSession, type Session } from "../../../web/state/session.ts";
import { receiveThreeContexts } from "../scenarios/support.ts";
import { type FakePort, fakePort, fakeScheduler, memoryStorage, settle, viewAt } from "./support.ts";

const END = 1_000_000;
const scenario = receiveThreeContexts({ runCycles: END });
const EDIT = { kind: "edit" } as const;

function setUp(storage = memoryStorage()) {
  const port = fakePort();
  const scheduler = fakeScheduler();
  const session = createSession({ client: createEngineClient(port), scheduler, storage });
  return { port, scheduler, session, storage };
}

async function loaded(
  { port, session }: { readonly port: FakePort; readonly session: Session },
  action: () => Promise<unknown> = () =>
    session.actions.loadScenario(scenario, { kind: "bundled", id: "receive" }),
) {
  const before = port.sent.length;
  const done = action();
  // What changes the warm-up is loaded first.
  await vi.waitFor(() => expect(port.sent.slice(before).some(({ kind }) => kind === "load")).toBe(true));
  const request = port.last("load");
  port.reply(request, { kind: "loaded", endCycle: END });
  await done;
  port.unasked(request.generation, { kind: "progress", frontier: END, endCycle: END, cyclesPerSecond: 0 });
  return request;
}

const metricsAt = (cycle: number, fromCycle = 0) => ({ cycle, fromCycle }) as Metrics;

/** Answers the question for metrics that is open. */
async function answer({ port, scheduler }: ReturnType<typeof setUp>, reading: Reading) {
  scheduler.frame(300);
  const request = port.last("metrics");
  port.reply(request, { kind: "metrics", ...reading });
  await settle();
  return request;
}

describe("the warm-up", () => {
  it("is another run of the same machine, in which nothing else is forgotten", async () => {
    const page = setUp();
    await loaded(page);
    const seek = page.port.last("seek");
    page.port.reply(seek, { kind: "at", view: viewAt(0), found: true });
    await settle();
    await answer(page, { metrics: metricsAt(0) });
    page.session.actions.setBookmark({ cycle: 7, note: "here" });
    const before = page.session.store.getState();
    const request = await loaded(page, () => page.session.actions.setWarmUp(250_000));
    expect(request).toMatchObject({ scenario, warmUpCycles: 250_000 });
    const after = page.session.store.getState();
    expect(after).toMatchObject({
      warmUpCycles: 250_000,
      bookmarks: before.bookmarks,
      origin: before.origin,
    });
    expect(page.session.live.view.get()?.cycle).toBe(0);
    // What was counted before stays until it is counted anew, and says of which warm-up it is.
    expect(page.session.live.counted.get()).toMatchObject({ cycle: 0, warmUpCycles: 0 });
    await answer(page, { metrics: metricsAt(0) });
    expect(page.session.live.counted.get()).toMatchObject({
      ...{ cycle: 0, warmUpCycles: 250_000, metrics: undefined, measured: undefined },
    });
  });

  it("is told of by what is counted behind it, while the rest of the page counts from cycle 0", async () => {
    const page = setUp();
    await loaded(page);
    await loaded(page, () => page.session.actions.setWarmUp(250_000));
    page.session.actions.seek(600_000);
    await answer(page, { metrics: metricsAt(600_000), counted: metricsAt(600_000, 250_000) });
    expect(page.session.live.counted.get()?.metrics?.fromCycle).toBe(250_000);
    expect(page.session.live.metrics.get()?.fromCycle).toBe(0);
  });

  it("outlives a change of the machine and a reload, not another scenario, and never the run", async () => {
    const page = setUp();
    await loaded(page);
    await loaded(page, () => page.session.actions.setWarmUp(250_000));
    const changed = { ...scenario, seed: 9 };
    const edited = await loaded(page, () => page.session.actions.editScenario(changed));
    expect(edited).toMatchObject({ scenario: changed, warmUpCycles: 250_000 });
    expect(page.session.position()).toMatchObject({ warmUpCycles: 250_000 });

    const again = setUp(page.storage);
    const position = again.session.lastPosition();
    expect(position).toMatchObject({ warmUpCycles: 250_000 });
    const reopened = await loaded(again, () => again.session.actions.loadScenario(changed, EDIT, position));
    expect(reopened).toMatchObject({ warmUpCycles: 250_000 });

    const shorter = { ...changed, runCycles: 200_000 };
    const cut = await loaded(again, () => again.session.actions.editScenario(shorter));
    expect(cut).not.toHaveProperty("warmUpCycles");
    expect(again.session.store.getState().warmUpCycles).toBe(0);

    const other = await loaded(page, () => page.session.actions.loadScenario(scenario, { kind: "link" }));
    expect(other).not.toHaveProperty("warmUpCycles");
    expect(page.session.position()).not.toHaveProperty("warmUpCycles");
  });

  it("brings the picture to a playhead that was on its way beyond what is simulated", async () => {
    const page = setUp();
    const request = page.session.actions.loadScenario(scenario, { kind: "bundled", id: "receive" });
    page.port.reply(page.port.last("load"), { kind: "loaded", endCycle: END });
    await request;
    page.port.reply(page.port.last("seek"), { kind: "at", view: viewAt(0), found: true });
    await settle();
    page.session.actions.seek(600_000);
    const loads = () => page.port.sent.filter(({ kind }) => kind === "load").length;
    const done = page.session.actions.setWarmUp(250_000);
    await vi.waitFor(() => expect(loads()).toBe(2));
    // The seek that was given up is asked for again, of the machine that is about to go.
    page.port.reply(page.port.last("seek"), { kind: "cancelled" });
    await settle();
    page.port.reply(page.port.last("load"), { kind: "loaded", endCycle: END });
    await done;
    await settle();
    const last = page.port.last("seek");
    expect(last).toMatchObject({ generation: page.port.last("load").generation });
    page.port.reply(last, { kind: "at", view: viewAt(600_000), found: true });
    await settle();
    expect(page.session.live.view.get()?.cycle).toBe(600_000);
    expect(page.session.store.getState().seeking).toBe(false);
  });

  it("stays as it was where the engine refuses the run", async () => {
    const page = setUp();
    await loaded(page);
    const loads = () => page.port.sent.filter(({ kind }) => kind === "load").length;
    const done = page.session.actions.setWarmUp(250_000);
    await vi.waitFor(() => expect(loads()).toBe(2));
    page.port.reply(page.port.last("load"), {
      ...{ kind: "error", error: { code: "missing-part", message: "no studies" } },
    });
    await done;
    expect(page.session.store.getState()).toMatchObject({ warmUpCycles: 0, notice: { tone: "error" } });
  });
});

describe("own measures", () => {
  it("are asked of the engine only where there are some", async () => {
    const page = setUp();
    await loaded(page);
    expect(await answer(page, { metrics: metricsAt(0) })).not.toHaveProperty("isMeasured");
    page.session.actions.setMeasures(["ipc"]);
    expect(await answer(page, { metrics: metricsAt(0) })).toMatchObject({ cycle: 0, isMeasured: true });
  });

  it("are kept over a reload and at another scenario; a place with others brings those", async () => {
    const page = setUp();
    await loaded(page);
    page.session.actions.setMeasures(["ipc", "receive.loss < 1 %"]);
    await loaded(page, () => page.session.actions.loadScenario({ ...scenario, seed: 3 }, { kind: "link" }));
    expect(page.session.store.getState().measures).toEqual(["ipc", "receive.loss < 1 %"]);
    expect(setUp(page.storage).session.lastPosition()).toMatchObject({
      measures: ["ipc", "receive.loss < 1 %"],
    });
    const place = { cycle: 0, startCycle: 0, visibleCycles: 100, measures: ["busy in %"] };
    await loaded(page, () => page.session.actions.loadScenario(scenario, { kind: "link" }, place));
    expect(page.session.position()).toMatchObject({ measures: ["busy in %"] });
  });
});

/** The begin of the page's counts, and the user's own measures: requested from the engine, stored, and passed on. */
import { describe, expect, it, vi } from "vitest";
import { createEngineClient } from "../../../web/engine/client.ts";
import type { Metrics, Reading } from "../../../web/engine/protocol.ts";
import { createSession, type Session } from "../../../web/state/session.ts";
import { PATIENT } from "../../support/patient.ts";
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
  // The script that changes the warm-up is loaded first.
  await vi.waitFor(
    () => expect(port.sent.slice(before).some(({ kind }) => kind === "load")).toBe(true),
    PATIENT,
  );
  const request = port.last("load");
  port.reply(request, { kind: "loaded", endCycle: END });
  await done;
  port.unasked(request.generation, { kind: "progress", frontier: END, endCycle: END, cyclesPerSecond: 0 });
  return request;
}

const metricsAt = (cycle: number, fromCycle = 0) => ({ cycle, fromCycle }) as Metrics;

/** Answers the open request for metrics. */
async function answer({ port, scheduler }: ReturnType<typeof setUp>, reading: Reading) {
  scheduler.frame(300);
  const request = port.last("metrics");
  port.reply(request, { kind: "metrics", ...reading });
  await settle();
  return request;
}

describe("the warm-up on the page", () => {
  it("is another run of the same machine, and forgets nothing else", async () => {
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
    // The earlier counts stay until new ones arrive, and state their warm-up.
    expect(page.session.live.counted.get()).toMatchObject({ cycle: 0, warmUpCycles: 0 });
    await answer(page, { metrics: metricsAt(0) });
    expect(page.session.live.counted.get()).toMatchObject({
      ...{ cycle: 0, warmUpCycles: 250_000, metrics: undefined, measured: undefined },
    });
  });

  it("is named by counts after it, while the rest of the page counts from cycle 0", async () => {
    const page = setUp();
    await loaded(page);
    await loaded(page, () => page.session.actions.setWarmUp(250_000));
    page.session.actions.seek(600_000);
    await answer(page, { metrics: metricsAt(600_000), counted: metricsAt(600_000, 250_000) });
    expect(page.session.live.counted.get()?.metrics?.fromCycle).toBe(250_000);
    expect(page.session.live.metrics.get()?.fromCycle).toBe(0);
  });

  it("survives a change of the machine and a reload, not another scenario, and never exceeds the run", async () => {
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
    expect(again.session.position()).not.toHaveProperty("warmUpCycles");
    // The warm-up returns with a run that is long enough: by an edit, or by an undo after a reload.
    again.session.rememberPosition();
    const later = setUp(again.storage);
    const last = later.session.lastPosition();
    await loaded(later, () => later.session.actions.loadScenario(shorter, { kind: "file", name: "a" }, last));
    expect(later.session.store.getState().warmUpCycles).toBe(0);
    const longer = await loaded(later, () => later.session.actions.editScenario(changed));
    expect(longer).toMatchObject({ warmUpCycles: 250_000 });
    await loaded(later, () => later.session.actions.editScenario(shorter));
    expect(later.session.store.getState().warmUpCycles).toBe(0);
    const undone = await loaded(again, () => again.session.actions.editScenario(changed));
    expect(undone).toMatchObject({ warmUpCycles: 250_000 });

    const other = await loaded(page, () => page.session.actions.loadScenario(scenario, { kind: "link" }));
    expect(other).not.toHaveProperty("warmUpCycles");
    expect(page.session.position()).not.toHaveProperty("warmUpCycles");
  });

  it("brings the picture to a playhead on its way beyond the frontier", async () => {
    const page = setUp();
    const request = page.session.actions.loadScenario(scenario, { kind: "bundled", id: "receive" });
    page.port.reply(page.port.last("load"), { kind: "loaded", endCycle: END });
    await request;
    page.port.reply(page.port.last("seek"), { kind: "at", view: viewAt(0), found: true });
    await settle();
    page.session.actions.seek(600_000);
    const loads = () => page.port.sent.filter(({ kind }) => kind === "load").length;
    const done = page.session.actions.setWarmUp(250_000);
    await vi.waitFor(() => expect(loads()).toBe(2), PATIENT);
    // The abandoned seek is requested again, from the machine that is about to be replaced.
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

  it("returns with the first machine after a run that was too short for it", async () => {
    const page = setUp();
    await loaded(page);
    await loaded(page, () => page.session.actions.setWarmUp(250_000));
    await loaded(page, () => page.session.actions.editScenario({ ...scenario, runCycles: 200_000 }));
    expect(page.session.store.getState().warmUpCycles).toBe(0);
    const back = await loaded(page, () => page.session.actions.editScenario(scenario));
    expect(back).toMatchObject({ warmUpCycles: 250_000 });
    expect(page.session.store.getState().origin).toEqual({ kind: "bundled", id: "receive" });
  });

  it("applies as soon as an edit has loaded, if it was chosen meanwhile", async () => {
    const page = setUp();
    await loaded(page);
    const edit = page.session.actions.editScenario({ ...scenario, seed: 9 });
    const chosen = page.session.actions.setWarmUp(250_000);
    await vi.waitFor(() => expect(page.session.store.getState().warmUpWanted).toBe(250_000), PATIENT);
    page.port.reply(page.port.last("load"), { kind: "loaded", endCycle: END });
    await edit;
    await settle();
    const request = page.port.last("load");
    expect(request).toMatchObject({ scenario: { seed: 9 }, warmUpCycles: 250_000 });
    page.port.reply(request, { kind: "loaded", endCycle: END });
    await chosen;
    expect(page.session.store.getState().warmUpCycles).toBe(250_000);
  });

  it("is kept by an edit that overtakes it, and survives the refusal of that edit", async () => {
    const page = setUp();
    await loaded(page);
    const loads = () => page.port.sent.filter(({ kind }) => kind === "load").length;
    const chosen = page.session.actions.setWarmUp(250_000);
    await vi.waitFor(() => expect(loads()).toBe(2), PATIENT);
    const overtaken = page.port.last("load");
    const edit = page.session.actions.editScenario({ ...scenario, seed: 9 });
    const request = page.port.last("load");
    expect(request).toMatchObject({ scenario: { seed: 9 }, warmUpCycles: 250_000 });
    page.port.reply(overtaken, { kind: "cancelled" });
    page.port.reply(request, { kind: "error", error: { code: "core-refused", message: "no" } });
    await edit;
    await settle();
    expect(page.port.last("load")).toMatchObject({
      scenario: { seed: scenario.seed },
      warmUpCycles: 250_000,
    });
    page.port.reply(page.port.last("load"), { kind: "loaded", endCycle: END });
    await chosen;
    expect(page.session.store.getState()).toMatchObject({ warmUpCycles: 250_000, warmUpWanted: 250_000 });
  });

  it("is replaced by a newer one at once", async () => {
    const page = setUp();
    await loaded(page);
    const loads = () => page.port.sent.filter(({ kind }) => kind === "load");
    const first = page.session.actions.setWarmUp(250_000);
    await vi.waitFor(() => expect(loads()).toHaveLength(2), PATIENT);
    const second = page.session.actions.setWarmUp(300_000);
    await vi.waitFor(() => expect(loads()).toHaveLength(3), PATIENT);
    page.port.reply(loads()[1] ?? page.port.last("load"), { kind: "cancelled" });
    page.port.reply(page.port.last("load"), { kind: "loaded", endCycle: END });
    await Promise.all([first, second]);
    expect(loads()).toHaveLength(3);
    expect(page.session.store.getState()).toMatchObject({ warmUpCycles: 300_000, warmUpWanted: 300_000 });
  });

  it("is omitted with a message if its script cannot be loaded", async () => {
    const page = setUp();
    const place = { cycle: 0, startCycle: 0, visibleCycles: 100, warmUpCycles: 250_000 };
    const opened = page.session.actions.loadScenario(scenario, { kind: "link" }, place);
    const message = "a part of the engine could not be loaded. Can you still reach the server?";
    page.port.reply(page.port.last("load"), { kind: "error", error: { code: "missing-part", message } });
    await settle();
    expect(page.port.last("load")).not.toHaveProperty("warmUpCycles");
    page.port.reply(page.port.last("load"), { kind: "loaded", endCycle: END });
    expect(await opened).toBe(true);
    const { warmUpCycles, notice } = page.session.store.getState();
    expect([warmUpCycles, notice?.tone, notice?.text]).toEqual([0, "error", message]);
    // The next machine tries again.
    expect(
      await loaded(page, () => page.session.actions.editScenario({ ...scenario, seed: 9 })),
    ).toMatchObject({
      warmUpCycles: 250_000,
    });
  });

  it("stays as it was if the engine refuses the run", async () => {
    const page = setUp();
    await loaded(page);
    const loads = () => page.port.sent.filter(({ kind }) => kind === "load").length;
    const done = page.session.actions.setWarmUp(250_000);
    await vi.waitFor(() => expect(loads()).toBe(2), PATIENT);
    page.port.reply(page.port.last("load"), {
      ...{ kind: "error", error: { code: "missing-part", message: "no studies" } },
    });
    await done;
    expect(page.session.store.getState()).toMatchObject({
      ...{ warmUpCycles: 0, warmUpWanted: 0, notice: { tone: "error" } },
    });
  });
});

describe("own measures", () => {
  it("are requested only if there are some", async () => {
    const page = setUp();
    await loaded(page);
    expect(await answer(page, { metrics: metricsAt(0) })).not.toHaveProperty("isMeasured");
    page.session.actions.setMeasures(["ipc"]);
    expect(await answer(page, { metrics: metricsAt(0) })).toMatchObject({ cycle: 0, isMeasured: true });
  });

  it("are kept over a reload and at another scenario, and a place with others brings those", async () => {
    const page = setUp();
    await loaded(page);
    page.session.actions.setMeasures(["ipc", "receive.loss < 1 %"]);
    await loaded(page, () => page.session.actions.loadScenario({ ...scenario, seed: 3 }, { kind: "link" }));
    expect(page.session.store.getState().measures).toEqual(["ipc", "receive.loss < 1 %"]);
    expect(setUp(page.storage).session.lastPosition()).toMatchObject({
      measures: ["ipc", "receive.loss < 1 %"],
    });
    // Stored values are read as from a link: within limits, or not at all.
    page.storage.write("irqscope.measures", JSON.stringify(Array.from({ length: 17 }, (_, n) => [`${n}`])));
    expect(setUp(page.storage).session.lastPosition()).not.toHaveProperty("measures");
    const place = { cycle: 0, startCycle: 0, visibleCycles: 100, measures: ["busy in %"] };
    await loaded(page, () => page.session.actions.loadScenario(scenario, { kind: "link" }, place));
    expect(page.session.position()).toMatchObject({ measures: ["busy in %"] });
  });
});

import { describe, expect, it } from "vitest";
import { createEngineClient } from "../../../web/engine/client.ts";
import { failureText } from "../../../web/engine/port.ts";
import type { Progress } from "../../../web/engine/protocol.ts";
import { receiveThreeContexts } from "../scenarios/support.ts";
import { fakePort, settle, viewAt } from "../state/support.ts";

const scenario = receiveThreeContexts();
const cycleTarget = (cycle: number) => ({ kind: "cycle", cycle }) as const;

function seeks(port: ReturnType<typeof fakePort>): number[] {
  return port.sent.flatMap((sent) =>
    sent.kind === "seek" && sent.target.kind === "cycle" ? [sent.target.cycle] : [],
  );
}

describe("the engine client", () => {
  it("keeps one request of a kind in flight and only the newest waiting", async () => {
    const port = fakePort();
    const client = createEngineClient(port);
    const outcomes = [1, 2, 3, 4].map((cycle) => client.seek(0, cycleTarget(cycle)));
    const metrics = client.metrics(9);
    expect(seeks(port)).toEqual([1]);
    expect(port.last("metrics")).toMatchObject({ cycle: 9 });

    port.reply(port.last("seek"), { kind: "at", view: viewAt(1), found: true });
    expect(seeks(port)).toEqual([1, 4]);
    port.reply(port.last("seek"), { kind: "at", view: viewAt(4), found: true });
    expect(await Promise.all(outcomes)).toMatchObject([
      { status: "ok", value: { view: { cycle: 1 } } },
      { status: "superseded" },
      { status: "superseded" },
      { status: "ok", value: { view: { cycle: 4 } } },
    ]);
    port.reply(port.last("metrics"), { kind: "cancelled" });
    expect(await metrics).toEqual({ status: "superseded" });
  });

  it("starts a new generation only if a load succeeds, and drops outdated answers", async () => {
    const port = fakePort();
    const client = createEngineClient(port);
    const progress: Progress[] = [];
    client.onProgress((report) => progress.push(report));

    const refused = client.load(scenario);
    port.reply(port.last("load"), { kind: "error", error: { code: "core-refused", message: "no" } });
    expect(await refused).toMatchObject({ status: "failed", error: { code: "core-refused" } });

    const before = client.seek(0, cycleTarget(5));
    const waiting = client.seek(0, cycleTarget(6));
    const old = port.last("seek");
    expect(old.generation).toBe(0);
    const loaded = client.load(scenario);
    port.reply(port.last("load"), { kind: "loaded", endCycle: 100 });
    expect(await loaded).toMatchObject({ status: "ok", value: { endCycle: 100 } });
    expect(await Promise.all([before, waiting])).toEqual([
      { status: "superseded" },
      { status: "superseded" },
    ]);
    port.reply(old, { kind: "at", view: viewAt(5), found: true });

    const { generation } = port.last("load");
    port.unasked(generation - 1, { kind: "progress", frontier: 7, endCycle: 100, cyclesPerSecond: 1 });
    port.unasked(generation, { kind: "progress", frontier: 8, endCycle: 100, cyclesPerSecond: 1 });
    expect(progress.map((report) => report.frontier)).toEqual([8]);

    const after = client.seek(0, cycleTarget(1));
    expect(port.last("seek").generation).toBe(generation);
    port.reply(port.last("seek"), { kind: "at", view: viewAt(1), found: true });
    expect((await after).status).toBe("ok");
  });

  it("cancels the request in flight by its id", async () => {
    const port = fakePort();
    const client = createEngineClient(port);
    client.cancel("seek");
    expect(port.sent).toEqual([]);
    const search = client.seek(0, { kind: "next", stop: "frame-dropped" });
    client.cancel("seek");
    expect(port.last("cancel")).toMatchObject({ request: port.last("seek").id });
    port.reply(port.last("seek"), { kind: "cancelled" });
    expect(await search).toEqual({ status: "superseded" });
  });

  it("fails all requests, present and later, if the worker is gone", async () => {
    const port = fakePort();
    const client = createEngineClient(port);
    const faults: string[] = [];
    client.onFault((error) => faults.push(error.message));
    const open = [client.seek(0, cycleTarget(1)), client.seek(0, cycleTarget(2)), client.load(scenario)];
    port.fail("worker died");
    await settle();
    for (const outcome of [
      ...(await Promise.all(open)),
      await client.metrics(1),
      await client.load(scenario),
    ]) {
      expect(outcome).toMatchObject({ status: "failed", error: { message: "worker died" } });
    }
    expect(faults).toEqual(["worker died"]);
  });

  it("reports an answer of the wrong kind", async () => {
    const port = fakePort();
    const client = createEngineClient(port);
    const answer = client.metrics(3);
    port.reply(port.last("metrics"), { kind: "at", view: viewAt(1), found: true });
    expect(await answer).toMatchObject({ status: "failed", error: { code: "engine-fault" } });
  });
});

describe("the message about a failed worker", () => {
  it.each([
    [undefined, "the simulation worker could not start"],
    ["Uncaught TypeError: Failed to fetch", "the simulator's core could not be fetched"],
    ["NetworkError when attempting to fetch resource.", "the simulator's core could not be fetched"],
    ["Uncaught (in promise) RangeError: out of memory", "out of memory"],
  ])("is clear for the browser's text %s", (message, text) => {
    expect(failureText(message)).toBe(text);
  });
});

import { describe, expect, it, vi } from "vitest";
import { CoreFaultError, createMachine } from "../../../core-wasm/binding/index.ts";
import type { MachineMaker } from "../../../web/engine/run.ts";
import { scenarioFile } from "../scenarios/support.ts";
import { openEngine, straightMachine } from "./support.ts";

const first = () => scenarioFile("papers/000-receive-three-contexts.json", { runCycles: 400_000 });
const second = () => scenarioFile("papers/000-receive-one-context.json", { runCycles: 300_000 });

describe("loading a machine", () => {
  it("answers for the new machine only, and cancels requests for the old one", async () => {
    const engine = await openEngine();
    engine.load(first(), 1);
    const old = engine.send({ kind: "metrics", cycle: 1000 }, 1);
    engine.send({ kind: "load", scenario: second() }, 2);
    engine.settle();
    expect(engine.replyTo(old)).toMatchObject({ kind: "cancelled" });
    const stale = engine.send({ kind: "metrics", cycle: 1000 }, 1);
    expect(engine.replyTo(stale)).toMatchObject({ kind: "cancelled" });
    const straight = await straightMachine(second());
    straight.step(1000);
    const { metrics } = engine.ask({ kind: "metrics", cycle: 1000 }, "metrics", 2);
    expect(metrics.stateHash).toBe(straight.stateHash());
  });

  it("keeps the present machine if the core refuses what the schema accepts", async () => {
    let refuse = false;
    const make: MachineMaker = (core, compiled, observers) => {
      if (!refuse) return createMachine(core, compiled, observers);
      return createMachine(
        core,
        {
          ...compiled,
          writeConfig: (view) => {
            compiled.writeConfig(view, true);
            new Uint8Array(view.buffer, view.byteOffset, view.byteLength).fill(0);
          },
        },
        observers,
      );
    };
    const engine = await openEngine({ make });
    engine.load(first(), 1);
    refuse = true;
    const refused = engine.send({ kind: "load", scenario: second() }, 2);
    engine.settle();
    const error = { code: "core-refused", field: "scenario" };
    await vi.waitFor(() => expect(engine.replyTo(refused)).toMatchObject({ kind: "error", error }));
    expect(engine.seekCycle(100).cycle).toBe(100);
  });

  it("builds only the newest of several machines", async () => {
    const engine = await openEngine();
    const older = engine.send({ kind: "load", scenario: first() }, 1);
    const newer = engine.send({ kind: "load", scenario: second() }, 2);
    engine.settle();
    expect(engine.replyTo(older)).toMatchObject({ kind: "cancelled" });
    expect(engine.replyTo(newer)).toMatchObject({ kind: "loaded", endCycle: 300_000 });
  });

  it("answers nothing before there is a machine", async () => {
    const engine = await openEngine();
    const id = engine.send({ kind: "metrics", cycle: 0 });
    expect(engine.work()).toBe(false);
    expect(engine.replyTo(id)).toMatchObject({ kind: "cancelled" });
  });
});

describe("progress of the run", () => {
  it("is reported at most 20 times a second, and at the end", async () => {
    let clock = 0;
    const engine = await openEngine({ now: () => (clock += 0.1) });
    engine.load(scenarioFile("papers/000-receive-three-contexts.json"));
    const startMs = clock;
    engine.runToEnd();
    const reports = engine.replies.filter((reply) => reply.kind === "progress");
    expect(reports.length).toBeLessThanOrEqual((clock - startMs) / 50 + 2);
    expect(reports.at(-1)).toMatchObject({
      frontier: 200_000_000,
      endCycle: 200_000_000,
      cyclesPerSecond: 0,
    });
    const frontiers = reports.map((report) => report.frontier);
    expect(frontiers).toEqual([...frontiers].sort((a, b) => a - b));
  });

  it("stops when the run is held", async () => {
    const engine = await openEngine();
    engine.load(scenarioFile("demos/ring-overflow.json"));
    engine.send({ kind: "run-ahead", on: true });
    engine.work();
    engine.send({ kind: "run-ahead", on: false });
    engine.settle();
    const { window } = engine.ask(
      { kind: "window", from: 0, to: 20_000_000, columns: 100, patient: false },
      "window",
    );
    expect(window.knownTo).toBeLessThan(20_000_000);
    expect(window.knownTo).toBeGreaterThan(0);
  });
});

describe("a fault of the core", () => {
  /** Machines that fail as soon as they pass the cycle. */
  function failingAt(cycle: number): MachineMaker {
    return (core, compiled, observers) => {
      const machine = createMachine(core, compiled, observers);
      const step = machine.step.bind(machine);
      machine.step = (until, mask) => {
        if (until > cycle) {
          step(Math.max(machine.cycle, cycle));
          throw new CoreFaultError("index < count", machine.cycle);
        }
        return step(until, mask);
      };
      return machine;
    };
  }

  it("is reported with cycle and last good hash, and the run is available up to there", async () => {
    const engine = await openEngine({ make: failingAt(2_600_000) });
    engine.load(scenarioFile("papers/000-receive-three-contexts.json"), 1);
    engine.runToEnd();
    const fault = engine.replies.find((reply) => reply.kind === "error");
    const straight = await straightMachine(scenarioFile("papers/000-receive-three-contexts.json"));
    straight.step(2_500_000);
    expect(fault).toMatchObject({
      id: 0,
      generation: 1,
      error: {
        code: "engine-fault",
        cycle: 2_600_000,
        lastGoodCycle: 2_500_000,
        lastGoodHash: straight.stateHash(),
      },
    });
    straight.step(2_550_000);
    expect(engine.hashAt(2_550_000)).toBe(straight.stateHash());
    expect(engine.seekCycle(9_000_000).cycle).toBe(2_600_000);
  });
});

import { describe, expect, it } from "vitest";
import { forwardingsTo } from "../../../web/timeline/draw/forwarding.ts";
import { overflowing, scenarioFile } from "../scenarios/support.ts";
import { openEngine, randomSource, straightMachine } from "./support.ts";

const RUN = 300_000;

describe("pipeline rows", () => {
  it("contain every instruction that retired in the window once, in its stages in order", async () => {
    const random = randomSource("rows");
    const scenario = overflowing({ runCycles: RUN });
    const engine = await openEngine();
    engine.load(scenario);
    engine.runToEnd();
    for (let round = 0; round < 10; round += 1) {
      const from = random.next(RUN - 300);
      const to = from + 300;
      const straight = await straightMachine(scenario);
      straight.step(from);
      const before = straight.counters().instructions;
      straight.step(to);
      const retired = straight.counters().instructions - before;

      const { rows } = engine.ask({ kind: "rows", from, to }, "rows");
      expect(rows).toMatchObject({ from, to, complete: true });
      for (const row of rows.rows) {
        expect(row.end).toBeGreaterThan(row.first);
        const entered = row.enter.filter((offset) => offset !== undefined);
        expect(entered).toEqual([...entered].sort((a, b) => a - b));
        expect(entered[0] ?? row.first).toBe(row.first);
      }
      const finished = rows.rows.filter(
        (row) => row.kind === "instruction" && row.enter[4] !== undefined && row.enter[4] < 300,
      );
      expect(finished.length, `[${from}, ${to})`).toBe(retired);
    }
  });

  it("have results forwarded only from instructions still in the pipeline", async () => {
    const scenario = scenarioFile("demos/ring-overflow.json", { runCycles: 20_000 });
    const { stages, executeStage } = scenario.machine.core.pipeline;
    const pipeline = { stages, executeStage: stages.indexOf(executeStage) };
    const engine = await openEngine();
    engine.load(scenario);
    engine.runToEnd();
    const { rows } = engine.ask({ kind: "rows", from: 10_000, to: 11_000 }, "rows").rows;
    const all = rows.flatMap((_, index) => forwardingsTo(rows, index, pipeline));
    expect(all.length).toBeGreaterThan(20);
    for (const { producer, cycle } of all) expect(rows[producer]?.enter[4]).toBeGreaterThanOrEqual(cycle);
  });

  it("show the entry steps of an interrupt in sequence", async () => {
    const engine = await openEngine();
    engine.load(scenarioFile("papers/000-receive-three-contexts.json", { runCycles: RUN }));
    const { view } = engine.seek(1000, { kind: "next", stop: "recognised" });
    const { rows } = engine.ask({ kind: "rows", from: view.cycle, to: view.cycle + 12 }, "rows");
    const steps = rows.rows.filter((row) => row.kind === "entry-step").map((row) => row.entryStep);
    expect(rows.rows.every(({ kind, layer }) => (kind === "entry-step") === (layer === "entry"))).toBe(true);
    expect(steps).toEqual([2, 3, 4, 5, 6, 7]);
  });

  it("stop at the frontier and at a maximum number", async () => {
    const engine = await openEngine();
    engine.load(overflowing({ runCycles: RUN }));
    const known = engine.seekCycle(100).cycle;
    const beyond = engine.ask({ kind: "rows", from: RUN - 10, to: RUN }, "rows").rows;
    expect(beyond.rows).toEqual([]);
    expect(beyond.to).toBeGreaterThanOrEqual(known);
    engine.runToEnd();
    const wide = engine.ask({ kind: "rows", from: 0, to: RUN }, "rows").rows;
    expect(wide.to).toBeLessThan(5000);
    expect(wide.complete).toBe(true);
  });
});

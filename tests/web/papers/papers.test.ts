import { describe, expect, it } from "vitest";
import { loadPapers } from "../../../lib/papers/gallery.ts";
import type { Judgement } from "../../../lib/papers/judge.ts";
import { runToOutcome } from "../../../lib/papers/outcome.ts";
import { createMachinePool, type MachinePort, StoppedError } from "../../../web/engine/machinePool.ts";
import type { MachineReply } from "../../../web/engine/machineTasks.ts";
import { axisGroups, foldedGroups, placeOn, sweptPoints } from "../../../web/papers/axis.ts";
import {
  causeOf,
  claimNumber,
  deviationsText,
  failingAt,
  missReasons,
  outcomeText,
  percentText,
  shareText,
  toleranceText,
  valueTexts,
  widestMove,
} from "../../../web/papers/numbers.ts";
import { openPaperRun } from "../../../web/papers/openPaper.ts";
import { createPapers } from "../../../web/papers/paperRuns.ts";
import { withUnits } from "../../../web/text/papers/paperText.ts";
import { fastCore } from "../../support/cores.ts";

const core = await fastCore();
const [paper] = await loadPapers();
const experiment = paper?.experiments[0];
if (!paper || !experiment) throw new Error("no paper");

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

/** Ports that answer on request of the test. */
function heldPorts() {
  const ports: { readonly tasks: number[]; answer: (reply: MachineReply) => void; closed: boolean }[] = [];
  const open = (): MachinePort => {
    const port = { tasks: [] as number[], answer: (_: MachineReply) => {}, closed: false };
    ports.push(port);
    return {
      post: ({ warmUpCycles }) => port.tasks.push(warmUpCycles),
      listen: (onReply) => {
        port.answer = onReply;
      },
      close: () => {
        port.closed = true;
      },
    };
  };
  return { ports, open };
}

describe("the pool of machines for papers", () => {
  const scenario = {} as Parameters<ReturnType<typeof createMachinePool>["run"]>[0];
  const failed: MachineReply = { ok: false, message: "refused" };

  it("opens as many workers as allowed, and gives each one task at a time", async () => {
    const { ports, open } = heldPorts();
    const pool = createMachinePool(open, 2);
    const runs = [1, 2, 3].map((task) => pool.run(scenario, task).catch((error: Error) => error.message));
    expect(ports.map(({ tasks }) => tasks)).toEqual([[1], [2]]);
    ports[1]?.answer(failed);
    expect(ports.map(({ tasks }) => tasks)).toEqual([[1], [2, 3]]);
    ports[0]?.answer(failed);
    ports[1]?.answer(failed);
    expect(await Promise.all(runs)).toEqual(["refused", "refused", "refused"]);
  });

  it("abandons all tasks when stopped, and starts afresh", async () => {
    const { ports, open } = heldPorts();
    const pool = createMachinePool(open, 1);
    const runs = [1, 2].map((task) => pool.run(scenario, task));
    const reasons = runs.map((run) => expect(run).rejects.toBeInstanceOf(StoppedError));
    pool.stop();
    await Promise.all(reasons);
    expect(ports[0]?.closed).toBe(true);
    const again = pool.run(scenario, 3).catch(() => "answered");
    expect(ports[1]?.tasks).toEqual([3]);
    ports[0]?.answer(failed);
    ports[1]?.answer(failed);
    expect(await again).toBe("answered");
  });
});

describe("the gallery of papers", () => {
  it("runs an experiment with progress, and judges it", async () => {
    const seen: string[] = [];
    const gallery = createPapers({
      run: async (scenario, warmUp) => {
        const outcome = runToOutcome(core, { ...scenario, runCycles: 1_000_000 }, warmUp);
        if (!outcome) throw new Error("stopped");
        return outcome;
      },
      stop: () => {},
    });
    await gallery.load();
    gallery.store.subscribe(({ experiments }) => {
      const state = experiments[experiment.id];
      if (state?.status === "running") seen.push(`${state.done}/${state.of}`);
    });
    await gallery.run(paper, experiment);
    expect(seen.at(-1)).toBe("2/2");
    const state = gallery.store.getState().experiments[experiment.id];
    expect(state?.status).toBe("done");
    if (state?.status === "done") expect(state.judgements).toHaveLength(experiment.claims.length);
  });

  it("abandons waiting and planned tasks when stopped", async () => {
    let runs = 0;
    const pool = { run: () => new Promise<never>(() => (runs += 1)), stop: () => {} };
    const gallery = createPapers(pool);
    await gallery.load();
    void gallery.runAll();
    const statuses = () => Object.values(gallery.store.getState().experiments).map(({ status }) => status);
    expect(statuses()).toContain("waiting");
    expect(statuses()).toContain("running");
    gallery.stop();
    await settled();
    expect(new Set(statuses())).toEqual(new Set(["idle"]));
    expect(runs).toBe(0);
    void gallery.runAll();
    expect(statuses()).toContain("running");
  });

  it("runs the experiments of one paper only", async () => {
    const gallery = createPapers({ run: () => new Promise<never>(() => {}), stop: () => {} });
    await gallery.load();
    const second = gallery.store.getState().papers[1];
    void gallery.runAll(second);
    expect(Object.keys(gallery.store.getState().experiments).sort()).toEqual(
      second?.experiments.map(({ id }) => id).sort(),
    );
  });

  it("is idle again after a stop, and reports why it failed", async () => {
    const gallery = (error: Error) => createPapers({ run: () => Promise.reject(error), stop: () => {} });
    const stopped = gallery(new StoppedError("stopped"));
    await stopped.run(paper, experiment);
    await settled();
    expect(stopped.store.getState().experiments[experiment.id]).toEqual({ status: "idle" });
    const broken = gallery(new Error("no memory"));
    await broken.run(paper, experiment);
    expect(broken.store.getState().experiments[experiment.id]).toEqual({
      status: "failed",
      message: "no memory",
    });
  });
});

describe("the picture of a claim", () => {
  it("has one axis for each unit, with room for all points", () => {
    const groups = axisGroups(experiment.claims, undefined);
    expect(groups.map(({ unit, rows }) => [unit, rows.length])).toEqual([
      ["Mb/s", 2],
      ["%", 1],
    ]);
    for (const { domain, rows } of groups)
      for (const { claim } of rows) {
        expect(domain[0]).toBeLessThanOrEqual(claim.printed);
        expect(domain[1]).toBeGreaterThanOrEqual(claim.printed);
      }
    expect(placeOn([10, 20], 15)).toBe(0.5);
    expect(placeOn([10, 20], 99)).toBe(1);
  });

  it("writes numbers as in a paper", () => {
    expect([989.694, 1078, 0.2534, 8.30686, 0, undefined].map(claimNumber)).toEqual([
      "989.7",
      "1\u202f078",
      "0.2534",
      "8.307",
      "0",
      "–",
    ]);
    expect([0.0526, -0.0043, 0.5].map(percentText)).toEqual([
      "+5.26\u202f%",
      "\u22120.43\u202f%",
      "+50.0\u202f%",
    ]);
  });
});

describe("a machine of a paper opened in the simulator", () => {
  it("is the built-in scenario, with the fields that the experiment sets", async () => {
    const plain = await openPaperRun(paper, experiment, "one");
    expect(plain).toMatchObject({ ok: true, origin: { kind: "bundled", id: "000-receive-one-context" } });
    const runs = {
      one: { scenario: "000-receive-one-context", set: { seed: 77 }, warmUpCycles: 0, text: "" },
    };
    const changed = await openPaperRun(paper, { ...experiment, runs }, "one");
    expect(changed).toMatchObject({ ok: true, scenario: { seed: 77 } });
    expect(await openPaperRun(paper, experiment, "none")).toMatchObject({ ok: false });
  });
});

describe("the values of a free parameter", () => {
  const parameter = (values: readonly (number | boolean | string)[], words: readonly string[] = []) => ({
    id: "f",
    text: "f",
    reason: "r",
    fields: ["runCycles"],
    scenarios: {},
    unit: "",
    values: [...values],
    words: [...words],
    with: [],
  });
  const texts = (...of: Parameters<typeof parameter>) => valueTexts(parameter(...of));

  it("are shown as words, as on or off for switches, and as grouped numbers", () => {
    expect(texts(["alu r8, r2", "alu r8"], ["21 of 63", "7 of 63"])).toEqual(["21 of 63", "7 of 63"]);
    expect(texts([true, false])).toEqual(["on", "off"]);
    expect(texts([14910, 0.5])).toEqual(["14\u202f910", "0.5"]);
    expect(texts(["evenly", "pairs"])).toEqual(["evenly", "pairs"]);
  });

  it("are never shown as the instruction or switch in the file", async () => {
    const all = (await loadPapers()).flatMap(({ free }) => free.flatMap(valueTexts));
    expect(all.filter((text) => /^(true|false|undefined)$|\br\d+\b/.test(text))).toEqual([]);
  });

  const [claim] = experiment.claims;
  if (!claim) throw new Error("no claim");
  const judgement = (holds: boolean): Judgement => ({
    claim,
    simulated: 1,
    error: 0,
    band: [0, 2],
    holds,
    range: undefined,
    share: 0.5,
    verdict: "pass",
    points: { held: 1, of: 1 },
    stale: [],
    sensitivity: [
      { free: "f", points: [{ value: false, simulated: 9, holds: false }] },
      { free: "g", points: [{ value: false, simulated: 8, holds: true }] },
    ],
  });

  it("are crossed out where a claim fails that holds for the scenario itself", () => {
    const overlap = parameter([true, false], ["goes on", "waits"]);
    expect(failingAt(overlap, 0, [judgement(true)])).toEqual([]);
    expect(failingAt(overlap, 1, [judgement(true)])).toEqual([claim.text]);
    expect(failingAt(overlap, 1, [judgement(false)])).toEqual([]);
  });

  it("label the axis of a sweep", () => {
    const overlap = parameter([true, false], ["goes on", "waits"]);
    expect(sweptPoints(judgement(true), [overlap])).toEqual([
      { parameter: overlap, text: "waits", simulated: 9 },
    ]);
    expect(sweptPoints(undefined, [overlap])).toEqual([]);
  });
});

describe("the text of a paper's card", () => {
  type Prediction = Parameters<typeof toleranceText>[0];
  const claim = (id: string, more: Partial<Prediction> = {}): Prediction => ({
    id,
    text: `claim ${id}`,
    place: "here",
    kind: "prediction",
    printed: 100,
    unit: "fps",
    value: "1",
    tolerance: { relative: 0.03 },
    reason: "",
    ...more,
  });
  const judged = (of: Prediction, more: Partial<Judgement> = {}): Judgement => ({
    claim: of,
    simulated: 101,
    error: 0.01,
    band: [97, 103],
    holds: true,
    range: undefined,
    sensitivity: [],
    share: 1,
    verdict: "pass",
    points: { held: 1, of: 1 },
    stale: [],
    ...more,
  });
  const swept = (free: string, ...values: number[]) => ({
    free,
    points: values.map((simulated, value) => ({ value, simulated, holds: simulated < 103 })),
  });

  it("states each reason once, whatever it applies to", () => {
    const missed = ["a", "b", "c"].map((id) =>
      judged(claim(id, { knownMiss: id === "c" ? "other" : "same" }), { verdict: "known-miss" }),
    );
    expect(missReasons([...missed, judged(claim("d", { knownMiss: "held" }))])).toEqual([
      { reason: "same", claims: ["claim a", "claim b"] },
      { reason: "other", claims: ["claim c"] },
    ]);
  });

  it("states the tolerance, and over how much of the ranges a claim holds", () => {
    expect(toleranceText(claim("a"))).toBe("±3\u202f%");
    expect(toleranceText(claim("a", { tolerance: { from: 27.5, to: 35.3 } }))).toBe("27.5 to 35.3");
    expect(shareText(judged(claim("a")))).toBe("");
    const sensitivity = [swept("x", 101, 110)];
    const points = { held: 2, of: 3 };
    expect(shareText(judged(claim("a"), { sensitivity, points, share: 2 / 3 }))).toBe(
      "holds at 67\u202f% of points",
    );
    expect(shareText(judged(claim("a"), { sensitivity, points, share: 1 / 3, verdict: "known-miss" }))).toBe(
      "holds only at 33\u202f% of points",
    );
  });

  it("states deviations one by one, and more than four as a range", () => {
    const off = (...errors: number[]) => errors.map((error) => judged(claim("a"), { error }));
    expect(deviationsText(off(-0.012, 0.028, 0.1505))).toBe("\u22121, +3, +15\u202f%");
    expect(deviationsText(off(-0.14, 0, 0.01, 0.02, 0.169))).toBe("\u221214 to +17\u202f%");
    expect(deviationsText(off(0.0001, -0.004))).toBe("0, \u22120.4\u202f%");
    expect(deviationsText([])).toBe("");
  });

  it("states an outcome by facts: deviations, statements and contradictions", () => {
    const shape = (id: string, more: Partial<Judgement>) =>
      ({ ...judged(claim(id), more), error: undefined, claim: { id, kind: "shape" } }) as Judgement;
    const roles = new Map([
      ["a", { kind: "fact" }],
      ["b", { kind: "restated", facts: ["a"] }],
      ["c", { kind: "fact" }],
      ["d", { kind: "reading", facts: ["c"] }],
      ["e", { kind: "contradiction" }],
    ] as const);
    const judgements = [
      judged(claim("a"), { error: 0.05 }),
      judged(claim("b"), { error: 0.5 }),
      shape("c", {}),
      shape("d", { verdict: "known-miss" }),
      shape("e", { verdict: "contradiction" }),
    ];
    expect(outcomeText(judgements, roles)).toBe("+5\u202f%, 1 of 2 statements hold, 1 contradiction");
    expect(outcomeText(judgements.slice(1, 2), roles)).toBe("+50\u202f%");
  });

  it("states a reason's cause before its proof", () => {
    expect(causeOf("Stores wait 1.5 cycles (4.3.4). Printed are 1,293. With 3 it holds.")).toEqual({
      cause: "Stores wait 1.5 cycles (4.3.4).",
      rest: "Printed are 1,293. With 3 it holds.",
    });
    expect(causeOf("Nothing is saved")).toEqual({ cause: "Nothing is saved", rest: "" });
  });

  it("names the claim that a free parameter changes most for its size", () => {
    const judgements = [
      judged(claim("a"), { sensitivity: [swept("x", 99, 110)] }),
      judged(claim("b", { printed: 1 }), { simulated: 1, sensitivity: [swept("x", 0.5)] }),
    ];
    expect(widestMove("x", judgements)).toMatchObject({ claim: "claim b", from: 0.5, to: 1 });
    expect(widestMove("y", judgements)).toBeUndefined();
  });

  it("folds claims after the first ones, unless only one or two remain", () => {
    const group = (unit: string, rows: number) => ({
      unit,
      domain: [0, 1] as const,
      rows: Array.from({ length: rows }, (_, n) => ({ claim: claim(`${unit}${n}`), judgement: undefined })),
    });
    const groups = [group("a", 4), group("b", 4), group("c", 3)];
    const [open, folded] = foldedGroups(groups, 6);
    expect([open, folded].map((some) => some.map(({ unit }) => unit))).toEqual([["a", "b"], ["c"]]);
    expect(foldedGroups([group("a", 6), group("b", 2)], 6)[1]).toEqual([]);
    expect(foldedGroups([group("a", 2)], 6)[1]).toEqual([]);
  });
});

describe("the texts of papers", () => {
  it("keep a number and its percent sign on one line", () => {
    expect(withUnits("6 to 8 %, or 3 of 10")).toBe("6 to 8\u00a0%, or 3 of 10");
  });
});

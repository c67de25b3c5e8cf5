/** A report has the numbers of the run, needs no other file, and escapes the texts of scenarios. */
import { describe, expect, test } from "vitest";
import { reportHtml } from "../../lib/export/report/report.ts";
import { studyReportHtml } from "../../lib/export/report/studyReport.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import { reportRun } from "../../lib/metrics/report.ts";
import { type Outcome, runToOutcome } from "../../lib/papers/outcome.ts";
import { planStudy } from "../../lib/study/plan.ts";
import { rulesOf } from "../../lib/study/replicates.ts";
import { rowOf } from "../../lib/study/row.ts";
import { summarise } from "../../lib/study/summary.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { parseStudy } from "../../scenarios/study/parse.ts";
import { build, builtin, openCore, runTo } from "../boundary/support.ts";
import { planned } from "../study/support.ts";

const core = await openCore();

function reported(scenario: Scenario) {
  const machine = build(core, scenario);
  runTo(machine, scenario.runCycles);
  return {
    scenario,
    metrics: readMetrics(machine, scenario.machine),
    command: `irqscope run ${scenario.name}`,
  };
}

const shortened = async (id: string): Promise<Scenario> => ({ ...(await builtin(id)), runCycles: 2_000_000 });
const versions = { program: "1.2.3", model: "7" };

const EMPTY_TAGS = new Set(["meta", "!doctype"]);

/** Throws unless every element is closed where it may. It sees tags only, since text has no angle brackets. */
function expectBalanced(page: string): void {
  const open: string[] = [];
  for (const [, slash, name = "", rest = ""] of page.matchAll(/<(\/?)([!\w]+)([^<>]*)>/g)) {
    if (EMPTY_TAGS.has(name) || rest.endsWith("/")) continue;
    if (slash === "") open.push(name);
    else expect(open.pop(), `</${name}>`).toBe(name);
  }
  expect(open).toEqual([]);
}

const cellsOf = (page: string, name: string): readonly string[] => {
  const row = new RegExp(`<tr><th>${name}</th>(.*?)</tr>`).exec(page)?.[1] ?? "";
  return [...row.matchAll(/<td>(.*?)<\/td>/g)].map(([, cell = ""]) => cell);
};

const overflow = await shortened("ring-overflow");

describe("the report of a run", () => {
  const run = reported(overflow);
  const page = reportHtml({ run, ...versions });

  test("states what ran, so that it can be run again", () => {
    expect(cellsOf(page, "state hash")).toEqual([run.metrics.stateHash]);
    expect(cellsOf(page, "command")).toEqual([run.command]);
    expect(page).toContain("irqscope 1.2.3, model 7.");
    const json = /<pre>(.*?)<\/pre>/s.exec(page)?.[1] ?? "";
    expect(
      JSON.parse(json.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&")),
    ).toMatchObject({
      name: run.scenario.name,
      runCycles: 2_000_000,
    });
  });

  test("has losses by cause, and latency parts that sum to the mean", () => {
    const { receive } = run.metrics;
    const count = receive.dropped.find(({ cause }) => cause === "rx-ring-full")?.count ?? 0;
    expect(count).toBeGreaterThan(0);
    const [cause, frames, share] = cellsOf(page, "receive");
    expect([cause, frames]).toEqual(["rx-ring-full", count.toLocaleString("en-US")]);
    expect(Number.parseFloat(share ?? "")).toBeCloseTo((100 * count) / receive.offered, 2);
    const parts = receive.parts.filter(({ meanCycles }) => meanCycles > 0);
    const section = page.slice(page.indexOf("Where the latency went"));
    const sum = parts.reduce(
      (all, { part }) => all + Number(cellsOf(section, part)[0]?.replace(/ cycles|,/g, "")),
      0,
    );
    expect(sum / receive.latency.mean).toBeCloseTo(1, 2);
  });

  test("draws the distribution of latencies up to 100 %", () => {
    const [, path = ""] = /class="curve curve-0" d="([^"]*)"/.exec(page) ?? [];
    const heights = [...path.matchAll(/V([\d.]+)/g)].map(([, y]) => Number(y));
    expect(heights).toHaveLength(run.metrics.receive.latency.buckets.length);
    expect(heights.at(-1)).toBe(12);
    expect(heights).toEqual([...heights].sort((a, b) => b - a));
  });

  test("loads nothing and runs no script", () => {
    expectBalanced(page);
    expect(page).not.toMatch(/<script|<link|<img|\ssrc=|\shref=|url\(|@import|javascript:/i);
  });
});

test("the report of two runs names their differences in settings and results", async () => {
  const scenario = await shortened("ring-overflow");
  const [nic] = scenario.machine.nics;
  if (nic === undefined) throw new Error("no card");
  const nics = [{ ...nic, rxRingFrames: 64 }];
  const other = reported({ ...scenario, name: "Long ring", machine: { ...scenario.machine, nics } });
  const run = reported(scenario);
  const page = reportHtml({ run, other, ...versions });
  expectBalanced(page);
  expect(page).toMatch(new RegExp(`<tr><th>[^<]*rxRingFrames</th><td>${nic.rxRingFrames}[^<]*</td><td>64`));
  expect(cellsOf(page, "state hash")).toEqual([run.metrics.stateHash, other.metrics.stateHash]);
  expect(page).toContain("B: Long ring");
});

test("a report has the latencies by line, and those of both runs if there are two", async () => {
  const run = reported(await shortened("timer-network-disk"));
  const page = reportHtml({ run, ...versions });
  const { latencies, clockHertz } = reportRun(run.scenario, run.metrics);
  const lines = latencies.filter(({ by }) => by === "line");
  expect(lines.length).toBeGreaterThan(1);
  for (const { name, count, maximum } of lines) {
    const cells = cellsOf(page, `line ${name}`);
    expect(cells[0]).toBe(count.toLocaleString("en-US"));
    expect(Number.parseFloat((cells.at(-1) ?? "").replace(",", ""))).toBeCloseTo(
      (maximum / clockHertz) * 1e6,
      0,
    );
  }
  const thread = latencies.find(({ by }) => by === "thread");
  expect(cellsOf(page, `response of thread ${thread?.name}`)).toHaveLength(7);
  const two = reportHtml({
    run,
    other: { ...run, scenario: { ...run.scenario, name: "Other" } },
    ...versions,
  });
  expect(cellsOf(two, `Other: line ${lines[0]?.name}`)).toEqual(cellsOf(page, `line ${lines[0]?.name}`));
  expectBalanced(two);
});

test("a report escapes the texts of a scenario", async () => {
  const scenario = await shortened("ring-overflow");
  const name = `<script>alert("1")</script> & 'x'`;
  const page = reportHtml({ run: reported({ ...scenario, name, description: name }), ...versions });
  expect(page).not.toContain("<script>");
  expect(page).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;");
});

describe("the report of deadlines, queues and rings", () => {
  const threads = overflow.software.threads.map((thread) => ({ ...thread, deadlineNanoseconds: 5000 }));
  const run = reported({ ...overflow, software: { ...overflow.software, threads } });
  const page = reportHtml({ run, ...versions });
  const told = reportRun(run.scenario, run.metrics);

  test("has their numbers", () => {
    const kept = told.deadlines.find(({ misses }) => misses > 0);
    if (kept === undefined || kept.firstMissedFrom === null) throw new Error("a deadline is missed");
    const cells = cellsOf(page, `thread ${kept.name}`);
    expect(cells[0]).toBe("5 µs");
    expect(cells[2]).toBe(kept.count.toLocaleString("en-US"));
    expect(cells[3]).toContain(`${kept.misses.toLocaleString("en-US")} (`);
    expect(cells[4]).toBe(`cycle ${kept.firstMissedFrom.toLocaleString("en-US")}`);
    const ring = told.held.find(({ kind }) => kind === "ring");
    expect(cellsOf(page, `ring ${ring?.name}, frames`)).toEqual([`${ring?.maximum} of ${ring?.capacity}`]);
    expectBalanced(page);
  });
});

describe("the report of a study", () => {
  const plannedStudy = planned({
    scenarios: ["ring-overflow"],
    set: { runCycles: 60_000 },
    axes: [
      { kind: "field", field: "contexts", values: [1, 3] },
      { kind: "field", field: "rxRingFrames", name: "ring", values: "1..8" },
    ],
    seeds: { count: 3 },
    metrics: ["receive.loss in %", "interrupts"],
    search: { over: ["ring"], goal: "minimize", of: "ring", subjectTo: ["receive.loss < 20 %"] },
  });

  test("holds a scenario from a file whole, and names a built-in one", async () => {
    const machine = await builtin("one-packet");
    const text = JSON.stringify({
      format: "irqscope-study",
      version: 1,
      name: "files",
      scenarios: ["mine.json", "ring-overflow"],
      axes: [{ kind: "field", field: "runCycles", values: [1000] }],
      metrics: ["interrupts"],
      seeds: { count: 1 },
    });
    const read = parseStudy(JSON.parse(text));
    if (!read.ok) throw new Error(JSON.stringify(read.errors));
    const scenarios = new Map([
      ["mine", machine],
      ["mine.json", machine],
      ["ring-overflow", await builtin("ring-overflow")],
    ]);
    const planned = planStudy(read.study, scenarios);
    if (!planned.ok) throw new Error(JSON.stringify(planned.errors));
    const { plan } = planned;
    const rows = plan.runs.map((run) => rowOf(plan, run, runOf(run.scenario)));
    const page = studyReportHtml({ plan, scenarios, rows, greatest: [] });
    const [, json = ""] = /<pre>(.*?)<\/pre>/s.exec(page) ?? [];
    const again = parseStudy(
      JSON.parse(
        json
          .replaceAll("&quot;", '"')
          .replaceAll("&lt;", "<")
          .replaceAll("&gt;", ">")
          .replaceAll("&amp;", "&"),
      ),
    );
    if (!again.ok) throw new Error(JSON.stringify(again.errors));
    const [first, second] = again.study.scenarios;
    expect(second).toBe("ring-overflow");
    const parsed =
      typeof first === "object" && "scenario" in first ? parseScenario(first.scenario) : undefined;
    expect(parsed).toMatchObject({ ok: true, scenario: machine });
  });

  test("has each mean with its interval, the differences, the answer of the search, and a figure for each metric", async () => {
    const plan = await plannedStudy;
    const rows = plan.runs.map((run) => rowOf(plan, run, runOf(run.scenario)));
    const page = studyReportHtml({ plan, scenarios: new Map(), rows, greatest: [] });
    expectBalanced(page);
    expect(page).not.toMatch(/NaN|undefined|Infinity/);
    const { points, differences } = summarise(rows, "contexts", rulesOf(plan));
    const own = points[3]?.metrics.interrupts;
    const line = [...page.matchAll(/<tr><th>1<\/th><td>4<\/td><td>3<\/td>(.*?)<\/tr>/g)][0]?.[1] ?? "";
    expect(line).toContain(Number(own?.mean.toPrecision(5)).toString());
    const [low, high] = [own?.low, own?.high].map((end) => Number(end?.toPrecision(2)));
    expect(line).toContain(`[${low}, ${high}]`);
    expect(page).toContain("Differences by contexts");
    // The bundle's number of frames, of which a loss is a share, has no figure.
    expect(plan.metrics.length).toBe(plan.asked.length + 1);
    expect([...page.matchAll(/<figure>/g)]).toHaveLength(plan.asked.length);
    // One mark for each point of both lines.
    expect([...page.matchAll(/<circle /g)]).toHaveLength(plan.points.length * plan.asked.length);
    expect(differences).toHaveLength(8);
    expect(page).toContain("Least ring with receive.loss &lt; 20 %");
    for (const text of [plan.studyHash, rows[0]?.command ?? "", "irqscope-study"]) {
      expect(page).toContain(text.replaceAll('"', "&quot;"));
    }
  });

  test("distinguishes the answers of two machines whose names begin alike", async () => {
    const labels = [1, 3].map((contexts) => `${"the same machine, ".repeat(4)}${contexts}`);
    const [, three] = labels;
    const noLoss = "receive.loss == 0";
    const plan = await planned({
      scenarios: ["ring-overflow"],
      set: { runCycles: 1000 },
      axes: [
        { kind: "field", field: "contexts", values: [1, 3], labels },
        { kind: "field", field: "rxRingFrames", name: "ring", values: "1..8" },
      ],
      metrics: ["interrupts"],
      search: { over: ["ring"], goal: "minimize", of: "ring", subjectTo: [noLoss] },
    });
    const rows = plan.runs.map((run) => {
      const { contexts, ring } = run.point.values;
      const metrics = { interrupts: 1, [noLoss]: Number(ring) >= (contexts === three ? 3 : 6) ? 1 : 0 };
      return { ...rowOf(plan, run, runOf(run.scenario)), metrics };
    });
    const page = studyReportHtml({ plan, scenarios: new Map(), rows, greatest: [] });
    expect(labels.map((label) => cellsOf(page, label)[0])).toEqual(["6", "3"]);
  });

  function runOf(scenario: Scenario): Outcome {
    const outcome = runToOutcome(core, scenario, 0);
    if (outcome === undefined) throw new Error("stopped");
    return outcome;
  }
});

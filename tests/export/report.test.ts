/** A report has the numbers of the run, needs nothing else, and says what scenarios say as text. */
import { describe, expect, test } from "vitest";
import { reportHtml } from "../../lib/export/report/report.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { build, builtin, openCore, runTo } from "../boundary/support.ts";

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

/** Every element ends where it may. Tags alone: text has no angle brackets. */
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

describe("of a run", () => {
  const run = reported(overflow);
  const page = reportHtml({ run, ...versions });

  test("says what ran, so that it can be run again", () => {
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

  test("has losses by cause, and parts that add up to the mean", () => {
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

  test("draws the share of latencies, up to all of them", () => {
    const [, path = ""] = /class="curve curve-0" d="([^"]*)"/.exec(page) ?? [];
    const heights = [...path.matchAll(/V([\d.]+)/g)].map(([, y]) => Number(y));
    expect(heights).toHaveLength(run.metrics.receive.latency.buckets.length);
    expect(heights.at(-1)).toBe(12);
    expect(heights).toEqual([...heights].sort((a, b) => b - a));
  });

  test("needs nothing from elsewhere and runs nothing", () => {
    expectBalanced(page);
    expect(page).not.toMatch(/<script|<link|<img|\ssrc=|\shref=|url\(|@import|javascript:/i);
  });
});

test("of two runs says in what they differ, and what came of it", async () => {
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

test("what a scenario says is text", async () => {
  const scenario = await shortened("ring-overflow");
  const name = `<script>alert("1")</script> & 'x'`;
  const page = reportHtml({ run: reported({ ...scenario, name, description: name }), ...versions });
  expect(page).not.toContain("<script>");
  expect(page).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;");
});

/** `irqscope sweep`, and `--set` of `run` and `link`. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { RunReport } from "../../lib/metrics/report.ts";
import { testCommand } from "../support/command.ts";

const command = testCommand();

const SHORT = ["--set", "runCycles=200k"] as const;

test("each run of a sweep equals run --set in hash and metrics", () => {
  const sweep = command.json(
    "sweep",
    "ring-overflow",
    "--set",
    "rxRingFrames=4,16",
    "--set",
    "seed=1..2",
    ...SHORT,
    "--show",
    "interrupts",
  ) as {
    readonly fields: readonly unknown[];
    readonly runs: readonly {
      readonly values: readonly number[];
      readonly metrics: readonly number[];
      readonly stateHash: string;
    }[];
  };
  expect(sweep.fields).toEqual([
    { field: "machine.nics.eth0.rxRingFrames", unit: "frames" },
    { field: "seed", unit: "" },
    { field: "runCycles", unit: "cycles" },
  ]);
  expect(sweep.runs.map(({ values }) => values.slice(0, 2))).toEqual([
    [4, 1],
    [4, 2],
    [16, 1],
    [16, 2],
  ]);
  expect(new Set(sweep.runs.map(({ stateHash }) => stateHash)).size).toBe(4);
  for (const { values, metrics, stateHash } of sweep.runs) {
    const [ring, seed] = values;
    const alone = command.json(
      "run",
      "ring-overflow",
      "--set",
      `rxRingFrames=${ring}`,
      "--seed",
      `${seed}`,
      ...SHORT,
    );
    expect(alone).toMatchObject({ stateHash, interrupts: metrics[0], cycle: 200_000 });
  }
});

test("a sweep prints a table, or CSV to a file or instead of the table", () => {
  const args = [
    "sweep",
    "ring-overflow",
    "--set",
    "rxRingFrames=4,16",
    ...SHORT,
    "--show",
    "receive.loss in %",
  ];
  const { exitCode, output } = command.run(...args, "--csv", "sweep.csv");
  expect(exitCode).toBe(0);
  expect(output).toMatch(
    /^rxRingFrames +runCycles +receive\.loss in % +state hash\n +4 +200000 +[\d.]+ +[0-9a-f]{16}\n/,
  );
  const csv = readFileSync(join(command.folder, "sweep.csv"), "utf8");
  const [head, ...lines] = csv.trim().split("\n");
  expect(head).toBe(
    "machine.nics.eth0.rxRingFrames in frames,runCycles in cycles,receive.loss in %,cycles,state hash,program,model,command",
  );
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^4,200000,\d+\.\d{6,},200000,[0-9a-f]{16},[\d.]+,\d+,"irqscope sweep [^"]+"$/);
  expect(command.run(...args, "--csv", "-").output).toBe(csv);
  expect(command.run(...args, "--csv", "sweep.csv").errors).toBe(
    "error: sweep.csv: already exists; --force replaces it\n",
  );
});

test("sweep --list prints fields and metrics of the scenario", () => {
  const { output } = command.run("sweep", "ring-overflow", "--list");
  expect(output).toMatch(/^machine\.nics\.eth0\.rxRingFrames +8 +frames +1 to 8192$/m);
  expect(output).toMatch(/^queue\.backlog\.dropped +/m);
});

test("sweep --list --json prints the same for programs", () => {
  const { fields, metrics } = command.json("sweep", "ring-overflow", "--list") as {
    readonly fields: readonly unknown[];
    readonly metrics: readonly unknown[];
  };
  expect(fields).toContainEqual({
    field: "machine.nics.eth0.rxRingFrames",
    value: 8,
    unit: "frames",
    takes: "1 to 8192",
  });
  expect(metrics).toContainEqual({ metric: "queue.backlog.dropped", meaning: expect.any(String) });
});

test("sweep prints a link to one of its points", () => {
  const link = command.run("link", "ring-overflow", "--set", "rxRingFrames=64").output.trim();
  expect(JSON.parse(command.run("open", link).output)).toMatchObject({
    machine: { nics: [{ rxRingFrames: 64 }] },
  });
});

test.each([
  [["sweep", "ring-overflow"], "arguments: --set FIELD=VALUES is missing; --list lists fields"],
  [
    ["sweep", "ring-overflow", "--set", "rxRing=1"],
    "--set: rxRing: is not a field; did you mean rxRingFrames?",
  ],
  [
    ["sweep", "ring-overflow", "--list", "--set", "seed=1"],
    "--list: only lists fields, so it cannot be combined with --set",
  ],
  [["sweep", "ring-overflow", "--set", "seed=1", "--csv", "."], ".: is a folder"],
  [
    ["sweep", "ring-overflow", "--set", `name=${"x".repeat(300)}`],
    `--set: name=${"x".repeat(39)}…: name: must have at most 80 characters`,
  ],
  [["sweep", "ring-overflow", "--set", "seed=x"], '--set: seed: "x" must be a number'],
  [
    ["sweep", "ring-overflow", "--set", "machine.core.contexts=1,4", "--csv", "never.csv"],
    '--set: machine.core.contexts=4: machine.core.contexts: must be 1 with policy "single" (Context selection)\n' +
      "error: --set: 1 of 2 combinations is not valid; --skip-invalid runs the rest",
  ],
  [
    ["sweep", "ring-overflow", "--set", "seed=1", "--show", "nope"],
    "--show: nope: at character 1: no metric nope; irqscope sweep SCENARIO --list lists them",
  ],
  [
    ["sweep", "ring-overflow", "--set", "seed=1", "--csv", "-", "--json"],
    "--json: cannot be combined with --csv -",
  ],
  [
    ["run", "ring-overflow", "--set", "seed=1,2"],
    "--set: seed: one value only; irqscope sweep takes several",
  ],
])("sweep %j is refused, and writes nothing", (args, message) => {
  expect(command.run(...args)).toEqual({ exitCode: 2, output: "", errors: `error: ${message}\n` });
  expect(existsSync(join(command.folder, "never.csv"))).toBe(false);
});

test("names that a spreadsheet would take for a formula are escaped in CSV", () => {
  const scenario = { format: "irqscope-scenario", version: 1, name: "=1+1", runCycles: 10 };
  command.file("formula.json", JSON.stringify(scenario));
  const { output } = command.run(
    "sweep",
    "formula.json",
    "--set",
    "name==2+2",
    "--csv",
    "-",
    "--show",
    "cycles",
  );
  expect(output.split("\n")[1]).toMatch(/^'=2\+2,10,10,/);
});

test("sweep --show takes metrics of rings, the cores' bus, misses by layer and forwarded stores", () => {
  const shown = {
    'nic["eth0"].ring[0].offered': "",
    "bus.coreCycles": "cycles",
    'tlb.layer["application"].misses': "",
    "cache.l1d.storesOn": "",
  };
  const args = Object.keys(shown).flatMap((metric) => ["--show", metric]);
  const { metrics, runs } = command.json(
    "sweep",
    "deadline-thread",
    "--set",
    "seed=1",
    ...SHORT,
    ...args,
  ) as {
    readonly metrics: readonly { readonly metric: string; readonly unit: string }[];
    readonly runs: readonly { readonly metrics: readonly number[] }[];
  };
  expect(metrics).toEqual(Object.entries(shown).map(([metric, unit]) => ({ metric, unit })));
  const { memory, nics } = command.json("run", "deadline-thread", "--seed", "1", ...SHORT) as RunReport;
  const [l1d] = memory.caches.filter(({ level }) => level === "l1d");
  expect(runs.map((run) => run.metrics)).toEqual([
    [
      nics[0]?.rings[0]?.offered,
      memory.bus.cycles,
      memory.tlbLayers.find(({ layer }) => layer === "application")?.misses,
      l1d?.storesOn,
    ],
  ]);
  expect(runs[0]?.metrics.slice(1, 3).every((count) => count > 0)).toBe(true);
});

test("run --show prints the values of a sweep for the same run, in text and JSON", () => {
  const shown = ["receive.latency.p95 in us", "share(interrupt.latency > 20 us) in %", "receive.loss < 1 %"];
  const words = ["ring-overflow", "--set", "seed=7", "--set", "runCycles=300_000"];
  const asked = shown.flatMap((metric) => ["--show", metric]);
  const swept = JSON.parse(command.run("sweep", ...words, ...asked, "--json").output);
  const ran = JSON.parse(command.run("run", ...words, ...asked, "--json").output);
  expect(ran.shown.map(({ metric }: { metric: string }) => metric)).toEqual(shown);
  expect(ran.shown.map(({ value }: { value: unknown }) => value)).toEqual(swept.runs[0].metrics);
  expect(ran.stateHash).toBe(swept.runs[0].stateHash);
  expect([ran.model, ran.irqscope]).toEqual([swept.model, swept.irqscope]);
  const text = command.run("run", ...words, ...asked).output;
  expect(text).toMatch(/\nasked for *\nreceive\.latency\.p95 in us +[\d.]+\n/);
  const behind = JSON.parse(command.run("run", ...words, ...asked, "--warm-up", "200_000", "--json").output);
  expect(behind.shown).not.toEqual(ran.shown);
  const none = command.run("run", ...words, "--show", "receive.latenci.p95");
  expect([none.exitCode, none.output]).toEqual([2, ""]);
  expect(none.errors).toContain("--show: receive.latenci.p95: ");
});

/** Every view shows each metric that the registry assigns to it. */
import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { runText } from "../../cli/runText.ts";
import { createMachine } from "../../core-wasm/binding/index.ts";
import { COMPARED } from "../../lib/metrics/compare.ts";
import { dictionaryOf } from "../../lib/metrics/dictionary.ts";
import { measureRun } from "../../lib/metrics/measure.ts";
import { type Metrics, readMetrics } from "../../lib/metrics/metrics.ts";
import { DEADLINE } from "../../lib/metrics/registry/deadline.ts";
import { METERED_KINDS } from "../../lib/metrics/registry/deviceKinds.ts";
import { type Entries, type Entry, type Shown, shownIn } from "../../lib/metrics/registry/entry.ts";
import { DROPPED, FRAMES } from "../../lib/metrics/registry/frames.ts";
import { HELD } from "../../lib/metrics/registry/held.ts";
import { LATENCY } from "../../lib/metrics/registry/latency.ts";
import { LOCK, THREAD } from "../../lib/metrics/registry/software.ts";
import { reportRun } from "../../lib/metrics/report.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { flowRows, flowSegments } from "../../web/simulate/metrics/FlowSection.tsx";
import { columnsOf, counterRows, memoryRows } from "../../web/simulate/metrics/metricRows.ts";
import { builtin } from "../boundary/support.ts";
import { everyKind } from "../devices/alone.ts";
import { fastCore } from "../support/cores.ts";

const core = await fastCore();

const isTable = (value: unknown): value is Entries<never> =>
  typeof value === "object" &&
  value !== null &&
  Object.values(value).length > 0 &&
  Object.values(value).every((one) => typeof one === "object" && one !== null && "meaning" in one);

const REGISTRY = new URL("../../lib/metrics/registry/", import.meta.url);

const modules: readonly object[] = await Promise.all(
  readdirSync(REGISTRY).map((file) => import(new URL(file, REGISTRY).pathname)),
);

const TABLES: readonly (readonly [name: string, entries: Entries<never>])[] = modules.flatMap((module) =>
  Object.entries(module).flatMap(([name, one]) => (isTable(one) ? [[name, one] as const] : [])),
);

/** The panel shows losses among all frames. */
const SHOWN_WITH: Readonly<Record<string, Entries<never>>> = { DROPPED: { ...FRAMES, ...DROPPED } };

const ENTRIES = TABLES.flatMap(([table, entries]) =>
  Object.entries(entries).map(([key, entry]) => ({ name: `${table}.${key}`, table, key, entries, entry })),
);

const shownBy = ({ text, panel }: Entry<never>): readonly Shown[] => [text ?? [], panel ?? []].flat();

it("the registry of metrics has its tables", () => {
  expect(TABLES.map(([name]) => name)).toEqual(
    expect.arrayContaining(["MACHINE", "FRAMES", "DISK", "THREAD"]),
  );
});

it.each(ENTRIES)(
  "the metric $name is named, reported or shown, and its references exist",
  ({ key, entry, entries, table }) => {
    const { path, only, compare } = entry;
    const isSeen =
      path !== undefined || only === undefined || compare !== undefined || shownBy(entry).length > 0;
    const others = Object.values(entries).flatMap(shownBy);
    expect(isSeen || others.some(({ of, when }) => of === key || when === key)).toBe(true);
    // The metric would be neither read nor found.
    if (only === "expressions") expect([shownBy(entry), compare]).toEqual([[], undefined]);
    const beside = Object.keys(SHOWN_WITH[table] ?? entries);
    for (const { of, when } of shownBy(entry)) {
      if (of !== undefined && of !== "run") expect(beside).toContain(of);
      if (when !== undefined && when !== "always") expect(beside).toContain(when);
    }
  },
);

it("expressions know every metric that has a path", () => {
  const known = new Set(Array.from(dictionaryOf(everyKind()).values(), ({ entry }) => entry));
  const unknown = ENTRIES.filter(({ entry }) => entry.path !== undefined && !known.has(entry));
  expect(unknown.map(({ name }) => name)).toEqual([]);
});

it("a metric that would divide by 0 has no value, in the report and in expressions", async () => {
  const scenario = await builtin("button-overrun");
  const run = createMachine(core, compileScenario(scenario));
  run.step(1_000_000);
  const { cyclesPerFrame, interruptsPerFrame, interrupts } = readMetrics(run, scenario.machine);
  expect(interrupts).toBeGreaterThan(0);
  expect([cyclesPerFrame, interruptsPerFrame]).toEqual([Number.NaN, Number.NaN]);
  const measured = measureRun(run);
  const infinite = [...dictionaryOf(scenario)].filter(([, { read }]) => {
    const value = read(measured) ?? 0;
    return !Number.isFinite(value) && !Number.isNaN(value);
  });
  expect(infinite.map(([path]) => path)).toEqual([]);
});

/** Metrics of a machine in which none is 0. */
function busyMetrics(scenario: Scenario): Metrics {
  const run = createMachine(core, compileScenario(scenario));
  run.step(100_000);
  return withoutZeros(readMetrics(run, scenario.machine)) as Metrics;
}

function withoutZeros(value: unknown): unknown {
  if (typeof value === "number") return value === 0 || Number.isNaN(value) ? 1 : value;
  if (Array.isArray(value)) return value.map(withoutZeros);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutZeros(one)]));
}

const SCENARIOS = [everyKind(), await builtin("one-lock")];

it("the text of a run shows every metric that has a label for it", () => {
  const texts = SCENARIOS.map((scenario) => {
    const report = reportRun(scenario, busyMetrics(scenario));
    const speed = { hostSeconds: 1, simulatedCyclesPerSecond: 1 };
    return runText(scenario, report, speed, { machineBytes: 1, stateBytes: 1 }).split("\n");
  });
  const missing = ENTRIES.flatMap(({ name, table, key, entries }) =>
    SCENARIOS.every((scenario, index) => {
      const labels = shownIn("text", entries, scenario.machine).filter((one) => one.key === key);
      const lines = texts[index] ?? [];
      const shows = (label: string) => lines.some((line) => isOf(table, line) && line.includes(label));
      return (
        entries[key]?.text !== undefined && !(labels.length > 0 && labels.every(({ label }) => shows(label)))
      );
    })
      ? [name]
      : [],
  );
  expect(missing).toEqual([]);
});

/** The heads of tables begin with the subject of the table. Other lines are rows of their own. */
const HEADS: Readonly<Record<string, RegExp>> = {
  ACCESSES: /^memory /,
  TLB: /^memory /,
  CACHE: /^memory /,
  BUS: /^bus /,
  PREFETCH: /^prefetches /,
  CARD: /^card /,
  RING: /^ring /,
  LINE: /^line /,
  ...Object.fromEntries(METERED_KINDS.map(({ kind }) => [kind.toUpperCase(), new RegExp(`^${kind} `)])),
  THREAD: /^thread /,
  LOCK: /^lock /,
  QUEUE: /^queue /,
  CORE: /^core /,
  HELD: /^held /,
  DEADLINE: /^deadline /,
  LATENCY_APART: /^latency in cycles /,
};
const isOf = (table: string, line: string) => HEADS[table]?.test(line) ?? true;

it("the metrics panel shows every metric that has a label for it", () => {
  const shown = SCENARIOS.flatMap((scenario) => {
    const metrics = busyMetrics(scenario);
    return [
      ...counterRows(metrics, scenario),
      ...memoryRows(metrics, scenario.machine),
      ...flowRows(metrics.receive, metrics.cycle, scenario.machine),
      ...flowSegments(metrics.receive),
    ].map(({ label }) => label.replace(/^✕ /, ""));
  });
  const [scenario] = SCENARIOS;
  if (scenario === undefined) throw new Error("no scenario");
  const inColumns = [THREAD, LOCK, LATENCY, HELD, DEADLINE].flatMap((entries) =>
    columnsOf(entries, scenario.machine, 1, [
      { switches: 1, waits: 1, boostedCycles: 1, invertedCycles: 1 },
    ]).map(({ key }) => `${TABLES.find(([, one]) => one === entries)?.[0]}.${key}`),
  );
  const missing = ENTRIES.filter(({ name, key, entries, entry }) => {
    // These metrics are in the columns of the tables that they are computed from.
    const shownAs = name.replace("HELD_BYTES", "HELD").replace("LATENCY_APART", "LATENCY");
    if (entry.panel === undefined || inColumns.includes(shownAs)) return false;
    return !SCENARIOS.some(({ machine: hardware }) => {
      const labels = shownIn("panel", entries, hardware).filter((one) => one.key === key);
      return (
        labels.length > 0 &&
        labels.every(({ label }) => {
          const [before = "", after = ""] = String(label).split("{name}");
          return shown.some((one) => one.startsWith(before) && one.endsWith(after));
        })
      );
    });
  });
  expect(missing.map(({ name }) => name)).toEqual([]);
});

it("the comparison shows every metric that has a label for it", () => {
  const shown = COMPARED.map(({ key, label }) => `${key.split(": ")[1]} ${label}`);
  const missing = ENTRIES.filter(
    ({ key, entry: { compare } }) => compare && !shown.includes(`${compare.key ?? key} ${compare.label}`),
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
});

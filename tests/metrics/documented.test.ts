/** The tables of metrics in docs/expressions.md equal the registry. `vitest -u` writes them. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { createMachine } from "../../core-wasm/binding/index.ts";
import { dimensionText, isSame, NUMBER } from "../../lib/expressions/dimension.ts";
import { type DictionaryMetric, dictionaryOf } from "../../lib/metrics/dictionary.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import { METERED_KINDS } from "../../lib/metrics/registry/deviceKinds.ts";
import { reportRun } from "../../lib/metrics/report.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { BUILTIN_SCENARIOS } from "../../scenarios/index.ts";
import { everyKind } from "../devices/alone.ts";
import { fastCore } from "../support/cores.ts";
import { markdownTable } from "../support/markdownTable.ts";

const core = await fastCore();

const DOCUMENT = new URL("../../docs/expressions.md", import.meta.url);
const BEGIN = "<!-- metrics -->";
const END = "<!-- /metrics -->";

interface Row {
  readonly cells: readonly string[];
  readonly places: Set<string>;
}

function shownText({ entry }: DictionaryMetric): string {
  const { only, text, panel, compare } = entry;
  const shown = [
    [only === undefined, "JSON"],
    [text !== undefined, "text"],
    [panel !== undefined, "panel"],
    [compare !== undefined, "comparison"],
  ] as const;
  return shown.flatMap(([is, where]) => (is ? [where] : [])).join(", ");
}

/** Names are in brackets in the place or the name: `layer["L"].share` is about L. */
function meaningText({ place, name, entry }: DictionaryMetric): string {
  const [, named = ""] = /.*\["(.*?)"\]/.exec(`${place}.${name}`) ?? [];
  return entry.meaning.replace("{of} ", "").replace("{name}", named);
}

/** One table for all metrics of the same places. */
function tables(scenario: Scenario): string {
  const rows = new Map<string, Row>();
  for (const metric of dictionaryOf(scenario).values()) {
    const { name, dimension, place } = metric;
    const unit = isSame(dimension, NUMBER) ? "number" : dimensionText(dimension);
    const cells = [`\`${name}\``, unit, meaningText(metric), shownText(metric)];
    const key = cells.join();
    const row = rows.get(key) ?? { cells, places: new Set() };
    row.places.add(place);
    rows.set(key, row);
  }
  const groups = new Map<string, (readonly string[])[]>();
  for (const { cells, places } of rows.values()) {
    const key = [...places].map((one) => `\`${one}\``).join(", ");
    groups.set(key, [...(groups.get(key) ?? [["metric", "dimension", "meaning", "also in"]]), cells]);
  }
  return Array.from(groups, ([places, of]) => {
    const head = places === "``" ? "The machine:" : `After ${places}:`;
    return `${head}\n\n${markdownTable(of)}`;
  }).join("\n\n");
}

/** With an additional thread in machine mode. The machine is read and not run. */
function documented(): Scenario {
  const whole = everyKind();
  const { threads } = whole.software;
  const harts = threads.slice(0, 1).map((thread) => ({ ...thread, machineMode: true }));
  return { ...whole, software: { ...whole.software, threads: [...harts, ...threads.slice(1)] } };
}

const rest = readFileSync(DOCUMENT, "utf8");

it("docs/expressions.md lists every metric", async () => {
  const [before, after] = [rest.slice(0, rest.indexOf(BEGIN)), rest.slice(rest.indexOf(END))];
  expect(rest).toContain(BEGIN);
  expect(rest).toContain(END);
  await expect(`${before}${BEGIN}\n\n${tables(documented())}\n\n${after}`).toMatchFileSnapshot(
    DOCUMENT.pathname,
  );
});

it("docs/guide.md names every field of the JSON of `irqscope run`", () => {
  const scenario = everyKind();
  const run = createMachine(core, compileScenario(scenario));
  const guide = readFileSync(new URL("../../docs/guide.md", import.meta.url), "utf8");
  const [, table = ""] = /--json` prints everything.*\n\n((?:\|.*\n)+)/.exec(guide) ?? [];
  const fields = Object.keys(reportRun(scenario, readMetrics(run, scenario.machine)));
  /** Lists of devices are described in docs/expressions.md. */
  const isList = (field: string) =>
    METERED_KINDS.some(({ kind, list }) => list === field && rest.includes(`Behind \`${kind}["`));
  expect(fields.filter((field) => !table.includes(`\`${field}\``) && !isList(field))).toEqual([]);
});

it("the machine of the documentation has all metrics of the built-in scenarios", async () => {
  const nameOf = ({ place, name }: DictionaryMetric) => `${place} ${name}`;
  const known = new Set(Array.from(dictionaryOf(documented()).values(), nameOf));
  for (const { id, load } of BUILTIN_SCENARIOS) {
    const parsed = await load();
    if (!parsed.ok) throw new Error(id);
    const unknown = Array.from(dictionaryOf(parsed.scenario).values(), nameOf).filter(
      (one) => !known.has(one),
    );
    expect(unknown, id).toEqual([]);
  }
});

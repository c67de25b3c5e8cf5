/** `irqscope sweep`: a scenario at every combination of some values of its fields. */
import { csvLine } from "../../lib/csv.ts";
import { dictionaryOf } from "../../lib/metrics/dictionary.ts";
import type { Outcome } from "../../lib/papers/outcome.ts";
import { fieldsOf } from "../../lib/scenario_fields/describe.ts";
import type { Axis } from "../../lib/sweep/axis.ts";
import {
  type Column,
  type ColumnValue,
  columnName,
  columnValues,
  readColumn,
  usualColumns,
} from "../../lib/sweep/column.ts";
import { type Point, pointName } from "../../lib/sweep/plan.ts";
import type { Scenario } from "../../scenarios/schema/schema.ts";
import { onlyPositional, readArguments } from "../arguments.ts";
import { CHECK_FAILED, type Command, DONE, type ExitCode, InputError } from "../command.ts";
import { loadScenario, SCENARIO_ARGUMENT } from "../load.ts";
import { MachinePool } from "../machine_pool.ts";
import { expectWritable, print, printJson, writeWhole } from "../output.ts";
import { axesOf, pointsOf } from "../settings.ts";
import { table } from "../table.ts";

const HELP = `usage: irqscope sweep SCENARIO --set FIELD=VALUES... [--show METRIC...] [--csv F] [--force] [--json]
       irqscope sweep SCENARIO --list

Runs a scenario at every combination of the values, on all cores of this computer, and prints a line for each
run: the values, what was measured, the state hash. Nothing runs before all combinations are valid.

  SCENARIO            a file, - for standard input, or the id of a built-in scenario (irqscope run --help)
  --set FIELD=VALUES  a field by its path or its end, and its values: 8,16,32 or a range: 1..8 (by 1),
                      100..500+50 (by 50), 8..1024*2 (doubling), "0.1 ms..1 ms+100 us"; may be repeated.
                      seed=1..20 runs with 20 seeds
  --show METRIC       what is measured (docs/expressions.md): interrupts, "receive.latency.p99 in us",
                      "receive.loss < 1 %"; may be repeated. Left out: loss, rate, latency, interrupts, load
  --list              the fields and metrics of this scenario
  --csv F             one line a run, unrounded; - instead of the table
  --force             replace F
  --json              { scenario, fields: [{ field, unit }], metrics: [{ metric, unit }], runs: [{ values,
                      metrics, cycles, stateHash }] } in this order; null: there is no value

  irqscope sweep ring-overflow --set rxRingFrames=4..64*2 --set seed=1..5 --csv ring.csv

Exit code 1: a conservation law of docs/model.md does not hold at the end of a run.
`;

const STANDARD_OUTPUT = "-";

/** What is kept of a run: there may be thousands. */
interface Done extends Pick<Outcome, "stateHash" | "brokenLaw"> {
  readonly point: Point;
  readonly cells: readonly ColumnValue[];
  readonly cycles: number;
}

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    set: { type: "string", multiple: true, default: [] },
    show: { type: "string", multiple: true, default: [] },
    list: { type: "boolean", default: false },
    csv: { type: "string" },
    force: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  });
  const scenario = await loadScenario(onlyPositional(positionals, SCENARIO_ARGUMENT));
  if (values.list) {
    await print(listText(scenario));
    return DONE;
  }
  if (values.set.length === 0)
    throw new InputError({
      subject: "arguments",
      reason: "--set FIELD=VALUES is missing; --list lists fields",
    });
  const axes = axesOf(scenario, values.set);
  const points = pointsOf(scenario, axes);
  const columns = columnsOf(points[0]?.scenario ?? scenario, values.show);
  const csvFile = values.csv === STANDARD_OUTPUT ? undefined : values.csv;
  if (values.json && values.csv === STANDARD_OUTPUT)
    throw new InputError({ subject: "--json", reason: "is printed where --csv - is" });
  if (csvFile !== undefined) await expectWritable(csvFile, { overwrite: values.force });
  const runs = await runAll(axes, points, columns);
  if (csvFile !== undefined)
    await writeWhole(csvFile, csvText(axes, columns, runs), { overwrite: values.force });
  if (values.json) await printJson(jsonOf(scenario, axes, columns, runs));
  else if (values.csv === STANDARD_OUTPUT) await print(csvText(axes, columns, runs));
  else await print(runsText(axes, columns, runs));
  const broken = runs.filter(({ brokenLaw }) => brokenLaw !== 0);
  for (const { point, brokenLaw } of broken)
    process.stderr.write(
      `check failed: ${pointName(axes, point.values)}: law ${brokenLaw} of docs/model.md does not hold\n`,
    );
  return broken.length === 0 ? DONE : CHECK_FAILED;
}

function columnsOf(scenario: Scenario, texts: readonly string[]): readonly Column[] {
  return (texts.length === 0 ? usualColumns(scenario) : texts).map((text) => {
    const read = readColumn(scenario, text);
    if (read.ok) return read.column;
    throw new InputError({ subject: "--show", field: text, reason: read.message });
  });
}

async function runAll(
  axes: readonly Axis[],
  points: readonly Point[],
  columns: readonly Column[],
): Promise<readonly Done[]> {
  const pool = new MachinePool();
  let finished = 0;
  try {
    return await Promise.all(
      points.map(async (point) => {
        const outcome = await pool.run(point.scenario, 0).catch((error: Error) => {
          throw new InputError({
            subject: "--set",
            field: pointName(axes, point.values),
            reason: error.message,
          });
        });
        finished++;
        if (process.stderr.isTTY) process.stderr.write(`\r${finished} of ${points.length}`);
        const { measured, stateHash, brokenLaw } = outcome;
        const cells = columnValues(columns, point.scenario, measured);
        return { point, cells, cycles: measured.cycles, stateHash, brokenLaw };
      }),
    );
  } finally {
    if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
    await pool.end();
  }
}

/** The last part of its path, where no other axis ends like that. */
function shortName({ field }: Axis, axes: readonly Axis[]): string {
  const last = ({ field }: Axis) => String(field.path.at(-1));
  return axes.filter((one) => last(one) === String(field.path.at(-1))).length === 1
    ? String(field.path.at(-1))
    : field.name;
}

const DIGITS = 5;

function runsText(axes: readonly Axis[], columns: readonly Column[], runs: readonly Done[]): string {
  const cellText = (value: ColumnValue) => {
    if (value === undefined) return "-";
    return String(
      typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(DIGITS)) : value,
    );
  };
  const rows = runs.map(({ point, cells, stateHash }) => [
    ...point.values.map(String),
    ...cells.map(cellText),
    stateHash,
  ]);
  const head = [...axes.map((axis) => shortName(axis, axes)), ...columns.map(columnName), "state hash"];
  return table([head, ...rows], "", 0);
}

function csvText(axes: readonly Axis[], columns: readonly Column[], runs: readonly Done[]): string {
  const head = [
    ...axes.map(({ field }) => (field.unit === "" ? field.name : `${field.name} in ${field.unit}`)),
    ...columns.map(columnName),
    "cycles",
    "state hash",
  ];
  const rows = runs.map(({ point, cells, cycles, stateHash }) => [
    ...point.values.map(String),
    ...cells.map((value) => (value === undefined ? "" : String(value))),
    String(cycles),
    stateHash,
  ]);
  return [head, ...rows].map((row) => `${csvLine(row)}\n`).join("");
}

function jsonOf(
  scenario: Scenario,
  axes: readonly Axis[],
  columns: readonly Column[],
  runs: readonly Done[],
): unknown {
  return {
    scenario: scenario.name,
    fields: axes.map(({ field }) => ({ field: field.name, unit: field.unit })),
    metrics: columns.map(({ text, unit }) => ({ metric: text, unit })),
    runs: runs.map(({ point, cells, cycles, stateHash }) => ({
      values: point.values,
      metrics: cells.map((value) => value ?? null),
      cycles,
      stateHash,
    })),
  };
}

const VALUE_CHARACTERS = 32;

function shortText(text: string): string {
  return text.length > VALUE_CHARACTERS ? `${text.slice(0, VALUE_CHARACTERS - 1)}…` : text;
}

function listText(scenario: Scenario): string {
  const fields = fieldsOf(scenario).map(({ name, value, unit, of }) => [
    name,
    value === undefined ? "-" : shortText(String(value)),
    unit,
    of.kind === "number"
      ? [`${of.minimum} to ${of.maximum}`, ...of.words].join(", ")
      : of.kind === "choice"
        ? of.options.join(", ")
        : of.kind === "switch"
          ? "true, false"
          : "a text",
  ]);
  const metrics = [...dictionaryOf(scenario)].map(([name, { meaning }]) => [name, meaning]);
  return `${table([["field", "value", "unit", "takes"], ...fields], "", 4)}\n\n${table([["metric", "meaning"], ...metrics], "", 2)}`;
}

export const command: Command = {
  summary: "a scenario at every combination of some values: metrics as a table",
  help: HELP,
  run,
};

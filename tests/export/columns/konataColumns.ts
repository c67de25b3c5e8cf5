/** A Konata log, field by field, compared with the rows of the pipeline. */
import {
  SIM_NONE,
  SIM_NONE_8,
  SIM_ROW_FLUSHED,
  SIM_ROW_ILLUSTRATIVE,
  SIM_ROW_NULLIFIED,
  sim_cause_names,
  sim_entry_step_names,
  sim_layer_names,
  sim_operation_names,
  sim_row_kind_names,
  type WindowRow,
} from "../../../core-wasm/binding/index.ts";
import { konataFile } from "../../../lib/export/konata.ts";
import { readKanata } from "../support/kanataReader.ts";
import { written } from "../support/writeFile.ts";
import { type ColumnCount, type CountedExport, columnsOfRecords } from "./column.ts";
import { core, type Observed } from "./observed.ts";

const STAGE_LANE = 0;
const STALL_LANE = 1;

const isOver = ({ end }: WindowRow) => end !== 0 && end !== SIM_NONE;
const isGone = ({ flags }: WindowRow) => (flags & SIM_ROW_FLUSHED) !== 0 || (flags & SIM_ROW_NULLIFIED) !== 0;
const endOf = (row: WindowRow, { window }: Observed) => (isOver(row) ? row.first_cycle + row.end : window.to);

interface Stay {
  readonly stage: string;
  readonly from: number;
  readonly to: number;
  readonly cause: string;
}

/** A row that entered no stage of the pipeline is in a stage with the name of its kind. */
function staysOf(row: WindowRow, run: Observed): readonly Stay[] {
  const { stages } = run.scenario.machine.core.pipeline;
  const kind = sim_row_kind_names[row.kind] ?? "?";
  const entered = stages.flatMap((stage, index) => {
    const offset = row.enter[index] ?? SIM_NONE;
    return offset === SIM_NONE ? [] : [{ stage, from: row.first_cycle + offset, index }];
  });
  if (entered.length === 0) {
    const stage = kind === "instruction" ? (stages[0] ?? "?") : kind;
    return [{ stage, from: row.first_cycle, to: endOf(row, run), cause: "busy" }];
  }
  return entered.map(({ stage, from, index }, at) => ({
    ...{ stage, from, to: entered[at + 1]?.from ?? endOf(row, run) },
    cause: sim_cause_names[row.stall[index] ?? 0] ?? "?",
  }));
}

function workOf({ kind, operation }: WindowRow): string {
  const name = sim_row_kind_names[kind];
  if (name === "instruction") return sim_operation_names[operation] ?? "?";
  return name === "entry-step" ? `entry: ${sim_entry_step_names[operation]}` : (name ?? "?");
}

/** Its text comes from its source, which tests/export/konata.test.ts checks. */
const isOfProgram = (row: WindowRow | undefined, { scenario }: Observed) =>
  scenario.software.routines[row?.routine ?? -1]?.kind === "program";

const threadOf = ({ thread }: WindowRow, { scenario }: Observed) =>
  thread === SIM_NONE_8 ? "no thread" : scenario.software.threads[thread]?.name;

/** The number of each row that left the pipeline, in the order of leaving. */
function retirements({ rows }: Observed): readonly (number | undefined)[] {
  const gone = rows
    .flatMap((row, index) => (isOver(row) ? [{ index, cycle: row.first_cycle + row.end }] : []))
    .toSorted((a, b) => a.cycle - b.cycle || a.index - b.index);
  const numbers = new Map(gone.map(({ index }, number) => [index, number]));
  return rows.map((_, index) => numbers.get(index));
}

const fieldOf = (name: string, cell: (row: WindowRow, run: Observed) => unknown): ColumnCount => ({
  column: new RegExp(`^${name}$`),
  count: (run) => run.rows.map((row) => cell(row, run)),
});

const FIELDS = [
  "begin",
  "context",
  "address",
  "text",
  "told",
  "stages",
  "stalls",
  "end",
  "flushed",
  "number",
];

/** The detail of the first row also names the run of the log. */
const ABOUT = /\. irqscope .*$/;

export const KONATA: CountedExport = {
  name: "konata",
  columnsOf: (run) => {
    const { scenario, window } = run;
    const { bytes } = written(core, scenario, konataFile(scenario, window), window);
    const instructions = [...readKanata(new TextDecoder().decode(bytes)).values()];
    return columnsOfRecords(
      FIELDS,
      instructions.map(({ begin, thread, label, detail, stays, end }, index) => ({
        ...{ begin, context: thread, address: label.split(": ")[0] },
        text: isOfProgram(run.rows[index], run) ? undefined : label.replace(/^\w+: /, ""),
        told: detail.replace(ABOUT, ""),
        stages: stays
          .filter(({ lane }) => lane === STAGE_LANE)
          .map(({ stage, from, to }) => `${stage} ${from} ${to}`),
        stalls: stays
          .filter(({ lane }) => lane === STALL_LANE)
          .map(({ stage, from, to }) => `${stage} ${from} ${to}`),
        ...{ end: end?.cycle, flushed: end?.isFlushed, number: end?.retirement },
      })),
    );
  },
  counts: [
    fieldOf("begin", ({ first_cycle: cycle }) => cycle),
    fieldOf("context", ({ context }) => context),
    fieldOf("address", ({ pc }) => `0x${pc.toString(16).padStart(8, "0")}`),
    fieldOf("text", (row, run) => (isOfProgram(row, run) ? undefined : workOf(row))),
    fieldOf("told", (row, run) =>
      [
        threadOf(row, run),
        ...(row.routine === SIM_NONE_8 ? [] : [run.scenario.software.routines[row.routine]?.name]),
        sim_layer_names[row.layer],
        `context ${row.context + 1}`,
        ...((row.flags & SIM_ROW_ILLUSTRATIVE) === 0 ? [] : ["illustration of a routine given in cycles"]),
        ...((row.flags & SIM_ROW_NULLIFIED) === 0 ? [] : ["nullified by an interrupt"]),
      ].join(", "),
    ),
    fieldOf("stages", (row, run) => staysOf(row, run).map(({ stage, from, to }) => `${stage} ${from} ${to}`)),
    fieldOf("stalls", (row, run) =>
      staysOf(row, run).flatMap(({ from, to, cause }) =>
        cause === "busy" || to - from < 2 ? [] : [`${cause} ${from + 1} ${to}`],
      ),
    ),
    fieldOf("end", (row) => (isOver(row) ? row.first_cycle + row.end : undefined)),
    fieldOf("flushed", (row) => (isOver(row) ? isGone(row) : undefined)),
    { column: /^number$/, count: retirements },
  ],
};

/** The table of instructions and cycles of a machine, from the rows of its pipeline window. */
import {
  type Counters,
  cyclesBy,
  type EventColumns,
  SIM_NONE,
  SIM_NONE_8,
  SIM_ROW_FLUSHED,
  SIM_ROW_NULLIFIED,
  sim_cause,
  sim_event_kind,
  sim_layer,
  sim_operation,
  sim_row_kind,
  type WindowRow,
} from "../../core-wasm/binding/index.ts";
import { readDeadlock } from "../../lib/metrics/registry/software.ts";
import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { placeRoutines } from "../../scenarios/compile/programs.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";

const CELL_CHARACTERS = 3;
const LABEL_CHARACTERS = 26;
const INSTRUCTION_BYTES = 4;
const ENTRY_STEPS = [
  "",
  "drain",
  "push SR",
  "clear enable",
  "push PC",
  "vector + acknowledge",
  "vector to address",
  "load PC",
];

interface Line {
  readonly label: string;
  readonly firstCycle: number;
  /** Cells from the first cycle onwards. */
  readonly cells: readonly string[];
}

export interface Shown {
  readonly scenario: Scenario;
  readonly rows: readonly WindowRow[];
  readonly events: EventColumns;
  readonly from: number;
}

/** The source line as written, without its label. */
function sourceLine(scenario: Scenario, routine: number, index: number): string {
  const known = scenario.software.routines[routine];
  const source = known?.kind === "program" ? known.program.source : undefined;
  const line = placeRoutines(scenario, assembleProgram)[routine]?.program?.assembled?.lines[index] ?? 0;
  return source?.split("\n")[line - 1]?.replace(/^\w+:/, "").trim() ?? "";
}

function instructionText({ scenario }: Shown, row: WindowRow): string {
  if (row.operation === sim_operation.none) return "TLB refill";
  if (row.routine === SIM_NONE_8)
    return row.operation === sim_operation.store ? "save a word" : "restore a word";
  const routine = scenario.software.routines[row.routine];
  const index = (row.pc - Number(routine?.codeAddress)) / INSTRUCTION_BYTES;
  if (routine?.kind === "program") return sourceLine(scenario, row.routine, index);
  return (routine?.kind === "sequence" ? routine.sequence[index] : undefined) ?? `instruction at ${row.pc}`;
}

function labelOf(shown: Shown, row: WindowRow): string {
  const { cores, contexts } = shown.scenario.machine.core;
  const context = cores * contexts > 1 ? `c${row.context} ` : "";
  if (row.kind === sim_row_kind["entry-step"]) return `${context}${ENTRY_STEPS[row.operation] ?? ""}`;
  if (row.kind === sim_row_kind.save) return `${context}save`;
  if (row.kind === sim_row_kind.restore) return `${context}restore`;
  return context + instructionText(shown, row);
}

/** The five stages of a plain pipeline are IF ID EX M WB. */
const shortStage = (name: string): string => (name === "MEM" ? "M" : name);

function cellsOf({ scenario }: Shown, row: WindowRow): readonly string[] {
  if (row.kind !== sim_row_kind.instruction) return Array.from({ length: row.end }, () => "=");
  const { stages } = scenario.machine.core.pipeline;
  const cells: string[] = [];
  for (let offset = 0; offset < row.end; offset++) {
    const stage = row.enter.findLastIndex((enter) => enter !== SIM_NONE && enter <= offset);
    cells.push(shortStage(stages[stage] ?? "?"));
  }
  if (row.flags & SIM_ROW_NULLIFIED) cells.push("n");
  else if (row.flags & SIM_ROW_FLUSHED) cells.push("x");
  return cells;
}

/** DMA transfers from their first to their last burst, and sent frames. */
function transfers(events: EventColumns): readonly Line[] {
  const lines: Line[] = [];
  let begin = 0;
  for (const [index, kind] of events.kind.entries()) {
    const cycle = events.cycle[index] ?? 0;
    if (kind === sim_event_kind["dma-begin"]) begin = cycle;
    if (kind === sim_event_kind["frame-sent"])
      lines.push({ label: "last bit on the wire", firstCycle: cycle - 1, cells: ["="] });
    if (kind !== sim_event_kind["dma-end"]) continue;
    lines.push({ label: "DMA", firstCycle: begin, cells: Array.from({ length: cycle - begin }, () => "=") });
  }
  return lines;
}

/** Presses of a button, and their acknowledges. */
function presses({ scenario, events }: Shown): readonly Line[] {
  if (scenario.machine.buttons.length === 0) return [];
  return Array.from(events.kind).flatMap((kind, index) => {
    const firstCycle = events.cycle[index] ?? 0;
    const cells = ["="];
    if (kind === sim_event_kind.acknowledged) return [{ label: "acknowledge", firstCycle, cells }];
    if (kind !== sim_event_kind["button-pressed"]) return [];
    return [{ label: events.value[index] === 1 ? "press, overrun" : "press", firstCycle, cells }];
  });
}

const CAUSES = [
  "fill",
  "load-use",
  "operand",
  "branch",
  "multiply",
  "memory",
  "bus",
  "fetch-miss",
  "data-miss",
] as const;

/** Cycles of the application's threads in which nothing left the last stage, by cause. */
export function lostText(counters: Counters): string {
  const lost = CAUSES.map((cause) => ({
    cause,
    cycles: cyclesBy(counters, 0, sim_layer.application, sim_cause[cause]),
  }));
  return lost
    .filter(({ cycles }) => cycles > 0)
    .map(({ cause, cycles }) => `${cause} ${cycles}`)
    .join(", ");
}

/** The cycle in which the deadlock closed, and which thread waits for which lock, from the wait that closed it. */
export function deadlockText({ software }: Scenario, counters: Counters): string {
  const ring = readDeadlock(counters);
  const waits = ring?.waits.map(
    ({ thread, lock }) =>
      `${software.threads[thread]?.name} waits for ${lock === undefined ? "its processor" : software.locks[lock]?.name}`,
  );
  return [`at ${ring?.cycle}`, ...(waits ?? [])].join(", ");
}

export function tableOf(shown: Shown): string {
  const lines = shown.rows.map((row) => ({
    label: labelOf(shown, row),
    firstCycle: row.first_cycle,
    cells: cellsOf(shown, row),
    context: row.context,
  }));
  lines.sort((one, other) => one.firstCycle - other.firstCycle || one.context - other.context);
  return drawTable([...lines, ...transfers(shown.events), ...presses(shown)], shown.from);
}

function drawTable(lines: readonly Line[], from: number): string {
  const to = Math.max(...lines.map((line) => line.firstCycle + line.cells.length));
  const draw = (label: string, at: number, cells: readonly string[]) =>
    (
      label.padEnd(LABEL_CHARACTERS + (at - from) * CELL_CHARACTERS) +
      cells.map((cell) => cell.padEnd(CELL_CHARACTERS)).join("")
    ).trimEnd();
  const cycles = Array.from({ length: to - from }, (_, index) => String(from + index));
  return [draw("", from, cycles), ...lines.map((line) => draw(line.label, line.firstCycle, line.cells))].join(
    "\n",
  );
}

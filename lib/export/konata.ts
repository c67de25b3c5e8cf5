/** The pipeline of a window as a log for Konata: "Kanata", version 4 (github.com/shioyadan/Konata, docs). Lane 0 has
 * the stage of each instruction, lane 1 the reason for a stall. */
import {
  SIM_NONE,
  SIM_NONE_8,
  SIM_ROW_FLUSHED,
  SIM_ROW_ILLUSTRATIVE,
  SIM_ROW_NULLIFIED,
  sim_cause,
  sim_cause_names,
  sim_entry_step_names,
  sim_layer_names,
  sim_operation_names,
  sim_row_kind,
  sim_row_kind_names,
  type WindowRow,
} from "../../core-wasm/binding/index.ts";
import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { placeRoutines } from "../../scenarios/compile/programs.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { disassemble } from "../assembler/disassemble.ts";
import { endLine, originLines } from "../origin.ts";
import { type ProgramText, programTextOf } from "../programs/programText.ts";
import { ExportLimitError, type RunFile, stateOf } from "./file.ts";
import { KONATA_INSTRUCTION_LIMIT } from "./konataLimit.ts";
import type { Window } from "./walk.ts";

const STEP_CYCLES = 65_536;
const STAGE_LANE = 0;
const STALL_LANE = 1;
const RETIRED = 0;
const FLUSHED = 1;
const LABEL = 0;
const DETAIL = 1;

/** One line of the log, in its cycle. */
interface Told {
  readonly cycle: number;
  readonly line: string;
}

export function konataFile(scenario: Scenario, window: Window): RunFile {
  const placed = placeRoutines(scenario, assembleProgram);
  const programText = programTextOf(placed, () => disassemble);
  let count = 0;
  return {
    pace: {
      observers: { rowCapacity: KONATA_INSTRUCTION_LIMIT },
      nextStop: (cycle) => cycle + STEP_CYCLES,
    },
    begin: (machine) => {
      machine.setWindow(window.from, window.to);
      return new Uint8Array();
    },
    take: ({ machine }) => {
      if (machine.windowFull)
        throw new ExportLimitError(
          `more than ${KONATA_INSTRUCTION_LIMIT} instructions are in the pipeline before cycle ${machine.cycle}; a window may begin or end elsewhere`,
        );
      return new Uint8Array();
    },
    end: (machine, origin) => {
      const rows = machine.windowRows();
      count = rows.length;
      const about = [...originLines(origin), endLine(stateOf(machine))];
      return new TextEncoder().encode(logOf(scenario, { rows, about }, window, programText));
    },
    contents: () => `${count} instructions`,
  };
}

interface Logged {
  readonly rows: readonly WindowRow[];
  /** The origin of the log. The format has no field for it, so it is a detail of the first instruction. */
  readonly about: readonly string[];
}

function logOf(
  scenario: Scenario,
  { rows, about }: Logged,
  window: Window,
  programText: ProgramText,
): string {
  const { stages } = scenario.machine.core.pipeline;
  const told = rows.flatMap((row, id) => [
    ...introduced(scenario, row, id, programText),
    ...(id === 0 ? about : []).map((line) => detailOf(row, id, `. ${line}`)),
    ...stagesOf(stages, row, id, window.to),
  ]);
  // The sort is stable: events of one cycle stay in the order of the instructions.
  told.sort((a, b) => a.cycle - b.cycle);
  let retired = 0;
  let cycle = told[0]?.cycle ?? window.from;
  const lines = ["Kanata\t0004", `C=\t${cycle}`];
  for (const one of told) {
    if (one.cycle > cycle) lines.push(`C\t${one.cycle - cycle}`);
    cycle = one.cycle;
    // The number of retirement follows from the order in which they retire.
    if (one.line.startsWith("R\t")) {
      lines.push(one.line.replace("?", String(retired)));
      retired += 1;
    } else lines.push(one.line);
  }
  return `${lines.join("\n")}\n`;
}

function introduced(
  { software }: Scenario,
  row: WindowRow,
  id: number,
  programText: ProgramText,
): readonly Told[] {
  const address = `0x${row.pc.toString(16).padStart(8, "0")}`;
  const text = programText(row.routine, row.pc) ?? workOf(row);
  const thread = row.thread === SIM_NONE_8 ? "no thread" : software.threads[row.thread]?.name;
  const routine = row.routine === SIM_NONE_8 ? undefined : software.routines[row.routine]?.name;
  const detail = [
    thread,
    routine,
    sim_layer_names[row.layer],
    `context ${row.context + 1}`,
    row.flags & SIM_ROW_ILLUSTRATIVE ? "illustration of a routine given in cycles" : undefined,
    row.flags & SIM_ROW_NULLIFIED ? "nullified by an interrupt" : undefined,
  ];
  const at = row.first_cycle;
  return [
    { cycle: at, line: `I\t${id}\t${id}\t${row.context}` },
    { cycle: at, line: `L\t${id}\t${LABEL}\t${plain(`${address}: ${text}`)}` },
    detailOf(row, id, detail.filter((one) => one !== undefined).join(", ")),
  ];
}

/** All details of one instruction are one line of the log. */
const detailOf = (row: WindowRow, id: number, text: string): Told => ({
  cycle: row.first_cycle,
  line: `L\t${id}\t${DETAIL}\t${plain(text)}`,
});

function workOf({ kind, operation }: WindowRow): string {
  if (kind === sim_row_kind.instruction) return sim_operation_names[operation] ?? "instruction";
  if (kind === sim_row_kind["entry-step"]) return `entry: ${sim_entry_step_names[operation]}`;
  return sim_row_kind_names[kind] ?? "work";
}

/** Tabs and line feeds have a meaning in the format. */
const plain = (text: string): string => text.replaceAll(/[\t\r\n]+/g, " ");

interface Stay {
  readonly stage: string;
  readonly from: number;
  readonly to: number;
  readonly cause: number;
}

function stagesOf(stages: readonly string[], row: WindowRow, id: number, to: number): readonly Told[] {
  const isOver = row.end !== 0 && row.end !== SIM_NONE;
  const end = isOver ? row.first_cycle + row.end : to;
  const told = staysOf(stages, row, end).flatMap((stay): readonly Told[] => {
    const isHeld = stay.cause !== sim_cause.busy && stay.to > stay.from + 1;
    const cause = sim_cause_names[stay.cause] ?? "stall";
    return [
      { cycle: stay.from, line: `S\t${id}\t${STAGE_LANE}\t${stay.stage}` },
      ...(isHeld
        ? [
            { cycle: stay.from + 1, line: `S\t${id}\t${STALL_LANE}\t${cause}` },
            { cycle: stay.to, line: `E\t${id}\t${STALL_LANE}\t${cause}` },
          ]
        : []),
      { cycle: stay.to, line: `E\t${id}\t${STAGE_LANE}\t${stay.stage}` },
    ];
  });
  if (!isOver) return told;
  const isFlushed = (row.flags & (SIM_ROW_FLUSHED | SIM_ROW_NULLIFIED)) !== 0;
  return [...told, { cycle: end, line: `R\t${id}\t?\t${isFlushed ? FLUSHED : RETIRED}` }];
}

/** Rows without stages (steps of the entry, saves given in cycles) have one stage named after their kind. */
function staysOf(stages: readonly string[], row: WindowRow, end: number): readonly Stay[] {
  const entered = stages.flatMap((stage, index) => {
    const offset = row.enter[index] ?? SIM_NONE;
    return offset === SIM_NONE
      ? []
      : [{ stage, from: row.first_cycle + offset, cause: row.stall[index] ?? 0 }];
  });
  if (entered.length === 0) {
    const stage =
      row.kind === sim_row_kind.instruction ? (stages[0] ?? "IF") : (sim_row_kind_names[row.kind] ?? "");
    return [{ stage, from: row.first_cycle, to: end, cause: sim_cause.busy }];
  }
  return entered.map((one, index) => ({ ...one, to: entered[index + 1]?.from ?? end }));
}

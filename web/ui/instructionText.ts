/** Words for the contents of a pipeline stage, used by the machine stage and the timeline. For profiles the core knows
 * classes of instructions, not opcodes: the mnemonic names the class, and the registers are those whose dependencies
 * are modelled. r0 means "no register": nothing ever waits for it. */
import type { Operation, RowKind } from "../engine/protocol.ts";
import { type Label, t } from "../text/t.ts";

interface InstructionOperands {
  readonly operation: Operation;
  readonly destination: number;
  readonly source1: number;
  readonly source2: number;
}

interface RowSubject extends InstructionOperands {
  readonly kind: RowKind;
  /** Index into sim_entry_step, used if kind is "entry-step". */
  readonly entryStep: number;
  /** Only for a program: text of the instruction. */
  readonly text?: string | undefined;
}

/** Indexed by sim_entry_step. */
const ENTRY_STEP_TEXT: readonly (Label | undefined)[] = [
  undefined,
  "drain",
  "push SR",
  "clear enable",
  "push PC",
  "get vector, ack",
  "vector to address",
  "load PC",
];

const ENTRY_STEP_SHORT: readonly (Label | undefined)[] = [
  undefined,
  "drain|short",
  "sr",
  "ie=0",
  "pc",
  "vec",
  "addr",
  "load|short",
];

/** The same for a box that is one cycle wide. */
export function entryStepShort(step: number): string {
  const text = ENTRY_STEP_SHORT[step];
  return text === undefined ? "" : t(text);
}

export function instructionText({ operation, destination, source1, source2 }: InstructionOperands): string {
  switch (operation) {
    case "alu":
      return `add r${destination},r${source1},r${source2}`;
    case "load":
      return `ld r${destination},[r${source1}]`;
    case "store":
      return `st r${source2},[r${source1}]`;
    case "branch":
      return source2 === 0 ? `bne r${source1},..` : `bne r${source1},r${source2},..`;
    case "multiply":
      return `mul r${destination},r${source1},r${source2}`;
    case "prefetch":
      return `pref [r${source1}]`;
    case "none":
      return t("TLB refill");
  }
}

export function entryStepText(step: number): string {
  const text = ENTRY_STEP_TEXT[step];
  return text === undefined ? "" : t(text);
}

/** An instruction, an entry step, or the saving and restoring of registers in one line. */
export function rowText(row: RowSubject): string {
  switch (row.kind) {
    case "instruction":
      return row.text ?? instructionText(row);
    case "entry-step":
      return entryStepText(row.entryStep);
    case "save":
      return row.operation === "none" ? t("save registers") : instructionText(row);
    case "restore":
      return row.operation === "none" ? t("restore registers") : instructionText(row);
  }
}

/** Text for a narrow box that does not hold an instruction. */
export function rowShort(row: RowSubject): string {
  if (row.kind === "entry-step") return entryStepShort(row.entryStep);
  return row.kind === "save" ? t("save|step") : t("restore|step");
}

/** Eight hexadecimal digits in two groups: 0x0001 8f2c. No line break at the gap. */
export function pcText(pc: number): string {
  const digits = (pc >>> 0).toString(16).padStart(8, "0");
  return `0x${digits.slice(0, 4)}\u00a0${digits.slice(4)}`;
}

/** The low half only, for narrow columns: 8f2c. */
export function pcShortText(pc: number): string {
  return (pc & 0xffff).toString(16).padStart(4, "0");
}

/** Decodes the event `trap` of a hart: its traps, and the actions of its program that affect interrupts. */
import {
  SIM_TRAP_ENABLES,
  SIM_TRAP_END,
  SIM_TRAP_OFF,
  SIM_TRAP_ON,
  SIM_TRAP_PLIC,
  SIM_TRAP_RETURN,
} from "../../core-wasm/binding/index.ts";
import type { MachineEvent } from "./events.ts";

export type TrapMoment =
  /** `address`: mepc. */
  | { readonly kind: "taken"; readonly cause: number; readonly address: number }
  /** MRET continues at `address`. */
  | { readonly kind: "returned"; readonly address: number }
  | { readonly kind: "ended"; readonly exitCode: number }
  /** The instruction at `address` has set MIE of mstatus, cleared it or left it 0, changed mie, or accessed the PLIC.
   * After `returned`, the program continues at `address` with MIE set. */
  | { readonly kind: "on" | "off" | "enables" | "plic"; readonly address: number };

const WRITES: ReadonlyMap<number, "on" | "off" | "enables" | "plic"> = new Map([
  [SIM_TRAP_ON, "on"],
  [SIM_TRAP_OFF, "off"],
  [SIM_TRAP_ENABLES, "enables"],
  [SIM_TRAP_PLIC, "plic"],
]);

/** Undefined if the event is of another kind. */
export function trapMoment({ kind, subject, value }: MachineEvent): TrapMoment | undefined {
  if (kind !== "trap") return undefined;
  if (subject === SIM_TRAP_RETURN) return { kind: "returned", address: value };
  if (subject === SIM_TRAP_END) return { kind: "ended", exitCode: value };
  const write = WRITES.get(subject);
  return write === undefined
    ? { kind: "taken", cause: subject, address: value }
    : { kind: write, address: value };
}

const INTERRUPT = 0x8000_0000;
const FIRST_LINE = 16;

/** The cause of a trap. `line` is an index in the table of lines, for a line that mline binds to the hart. */
export type TrapCause =
  | { readonly kind: "software" | "timer" | "external" }
  | { readonly kind: "line"; readonly line: number }
  | { readonly kind: "exception"; readonly code: number };

export function causeOf(mcause: number): TrapCause {
  if (mcause < INTERRUPT) return { kind: "exception", code: mcause };
  const code = mcause - INTERRUPT;
  if (code >= FIRST_LINE) return { kind: "line", line: code - FIRST_LINE };
  return { kind: code === 3 ? "software" : code === 7 ? "timer" : "external" };
}

/** Causes of the machine level by mcause (Privileged 20211203, table 3.6). */
const EXCEPTIONS: readonly (string | undefined)[] = [
  ...["fetch-misaligned", "fetch-fault", "illegal-instruction", "breakpoint"],
  ...["load-misaligned", "load-fault", "store-misaligned", "store-fault"],
  ...[undefined, undefined, undefined, "ecall"],
];

export const exceptionName = (code: number): string => EXCEPTIONS[code] ?? String(code);

const WRITE_WORDS = { on: "interrupts-on", off: "interrupts-off", enables: "mie", plic: "plic" } as const;

/** One word for the event; for a trap that is taken it is the cause. Undefined if the event is of another kind. */
export function trapWord(event: MachineEvent): string | undefined {
  const moment = trapMoment(event);
  if (moment === undefined || moment.kind === "returned" || moment.kind === "ended") return moment?.kind;
  return moment.kind === "taken" ? causeWord(moment.cause) : WRITE_WORDS[moment.kind];
}

export function causeWord(mcause: number): string {
  const cause = causeOf(mcause);
  return cause.kind === "exception" ? exceptionName(cause.code) : cause.kind;
}

/** The operands of each instruction as a person writes them, for messages and help. */
import { ENCODINGS, type Format } from "./encodings.ts";

const OF_FORMATS: Readonly<Partial<Record<Format, string>>> = {
  register: "rd, rs1, rs2",
  immediate: "rd, rs1, -2048..2047",
  shift: "rd, rs1, 0..31",
  load: "rd, offset(rs1)",
  store: "rs2, offset(rs1)",
  branch: "rs1, rs2, label",
  upper: "rd, 0..0xfffff",
  jump: "[rd,] label",
  csr: "rd, csr, rs1",
  "csr-immediate": "rd, csr, 0..31",
  "load-reserved": "rd, (rs1)",
  atomic: "rd, rs2, (rs1)",
  fence: "[pred, succ]",
};

/** Pseudo-instructions, and what is written otherwise than its format says. */
const OTHERS: readonly (readonly [operands: string, names: string])[] = [
  ["rd, rs1, rs2", "sgt sgtu"],
  ["rs1, rs2, label", "bgt ble bgtu bleu"],
  ["rs1, label", "beqz bnez bltz bgez bgtz blez"],
  ["[rd,] offset(rs1)", "jalr"],
  ["label", "j call tail"],
  ["rs1", "jr"],
  ["label, rt", "jump"],
  ["rd, number", "li"],
  ["rd, symbol", "la lla"],
  ["rd, rs1", "mv move not neg seqz snez sltz sgtz sext.b sext.h zext.b zext.h"],
  ["rd, csr", "csrr"],
  ["csr, rs1", "csrw csrs csrc"],
  ["csr, 0..31", "csrwi csrsi csrci"],
  ["rd", "rdcycle rdcycleh rdtime rdtimeh rdinstret rdinstreth"],
];

const BY_NAME: ReadonlyMap<string, string | undefined> = new Map([
  ...ENCODINGS.map(({ name, format }) => [name, OF_FORMATS[format]] as const),
  ...OTHERS.flatMap(([operands, names]) => names.split(" ").map((name) => [name, operands] as const)),
]);

/** Undefined for an instruction without operands, for `.insn`, and for two-byte forms. */
export const operandsOf = (name: string): string | undefined => BY_NAME.get(name);

/** A store at a label needs a register for the address. */
const STORE_AT_LABEL = "rs2, label, rt";

/** The message for an operand that is missing. `number`: of the operand, from 1. */
export function missingOperand(name: string, number: number): string | undefined {
  const operands = operandsOf(name);
  if (operands === undefined) return undefined;
  const isStore = operands === OF_FORMATS.store && number === 3;
  return `operand ${number} is missing: write ${name} ${isStore ? STORE_AT_LABEL : operands}`;
}

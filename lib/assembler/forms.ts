/** The operands of each instruction as a person writes them, for messages and help. */

const FORMS: readonly (readonly [operands: string, names: string])[] = [
  [
    "rd, rs1, rs2",
    "add sub and or xor sll srl sra slt sltu sgt sgtu mul mulh mulhu mulhsu div divu rem remu",
  ],
  ["rd, rs1, -2048..2047", "addi andi ori xori slti sltiu"],
  ["rd, rs1, 0..31", "slli srli srai"],
  ["rd, 0..0xfffff", "lui auipc"],
  ["rd, offset(rs1)", "lw lh lhu lb lbu"],
  ["rs2, offset(rs1)", "sw sh sb"],
  ["rs1, rs2, label", "beq bne blt bge bltu bgeu bgt ble bgtu bleu"],
  ["rs1, label", "beqz bnez bltz bgez bgtz blez"],
  ["[rd,] label", "jal"],
  ["[rd,] offset(rs1)", "jalr"],
  ["label", "j call tail"],
  ["rs1", "jr"],
  ["label, rt", "jump"],
  ["rd, number", "li"],
  ["rd, symbol", "la lla"],
  ["rd, rs1", "mv move not neg seqz snez sltz sgtz sext.b sext.h zext.b zext.h"],
  ["rd, (rs1)", "lr.w"],
  [
    "rd, rs2, (rs1)",
    "sc.w amoswap.w amoadd.w amoand.w amoor.w amoxor.w amomin.w amominu.w amomax.w amomaxu.w",
  ],
  ["rd, csr, rs1", "csrrw csrrs csrrc"],
  ["rd, csr, 0..31", "csrrwi csrrsi csrrci"],
  ["rd, csr", "csrr"],
  ["csr, rs1", "csrw csrs csrc"],
  ["csr, 0..31", "csrwi csrsi csrci"],
  ["rd", "rdcycle rdcycleh rdtime rdtimeh rdinstret rdinstreth"],
  ["[pred, succ]", "fence"],
];

const BY_NAME: ReadonlyMap<string, string> = new Map(
  FORMS.flatMap(([operands, names]) => names.split(" ").map((name) => [name, operands] as const)),
);

/** Undefined for an instruction without operands, for `.insn`, and for two-byte forms. */
export const operandsOf = (name: string): string | undefined =>
  BY_NAME.get(name.replace(/\.(?:aq|rl|aqrl)$/, ""));

/** A store at a label needs a register for the address. */
const STORE_AT_LABEL = "rs2, label, rt";

/** The message for an operand that is missing. `number`: of the operand, from 1. */
export function missingOperand(name: string, number: number): string | undefined {
  const operands = operandsOf(name);
  if (operands === undefined) return undefined;
  const isStore = operands === "rs2, offset(rs1)" && number === 3;
  return `operand ${number} is missing: write ${name} ${isStore ? STORE_AT_LABEL : operands}`;
}

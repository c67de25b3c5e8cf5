/** Random valid instructions, one on each line, for batches of thousands with GNU as. */
import { REGISTER_NAMES } from "../../../lib/assembler/registers.ts";
import type { Random } from "../../support/random.ts";

type Operand = (random: Random) => string;
type Form = readonly [names: string, ...operands: Operand[]];

const NEAR = "s0 s1 a0 a1 a2 a3 a4 a5".split(" ");
/** Registers that two-byte instructions can name are as frequent as all others, and so are equal registers. */
const reg: Operand = (random) => {
  if (random.chance(50)) return random.pick(NEAR);
  if (random.chance(15)) return "sp";
  return random.chance(50) ? random.pick(REGISTER_NAMES) : `x${random.integer(0, 31)}`;
};
const few: Operand = (random) => random.pick(["a0", "a1", "s0", "sp", "zero", "t0"]);
const near: Operand = (random) => random.pick(NEAR);
const whole =
  (from: number, to: number): Operand =>
  (random) =>
    String(random.integer(from, to));
const small: Operand = (random) => {
  if (random.chance(40)) return String(random.integer(-33, 33));
  if (random.chance(30)) return String(random.integer(-33, 64) * 16);
  return String(random.integer(-2048, 2047));
};
const at =
  (offset: Operand, register: Operand): Operand =>
  (random) =>
    `${offset(random)}(${register(random)})`;
const words: Operand = (random) => String(random.integer(0, 70) * 4 - (random.chance(5) ? 8 : 0));
const csr: Operand = (random) =>
  random.pick("cycle time instreth mstatus mie mtvec mscratch mepc 0x340 sstatus satp tdata1".split(" "));
const set: Operand = (random) => random.pick("iorw rw r w i o ior ow".split(" "));
const upper: Operand = (random) =>
  random.chance(50) ? String(random.integer(0, 40)) : String(random.integer(0xfffd0, 0xfffff));
const place: Operand = (random) => random.pick(["1b", "1f", "2b", "2f"]);
const wide: Operand = (random) => {
  const exponent = random.integer(0, 31);
  const value = random.integer(0, 2 ** exponent);
  return random.chance(50) ? String(value) : `-${Math.min(value, 2 ** 31)}`;
};
const pointer: Operand = (random) => `(${reg(random)})`;

export const BASE: readonly Form[] = [
  ["add sub and or xor sll srl sra slt sltu sgt sgtu", reg, reg, reg],
  ["add sub and or xor", few, few, few],
  ["addi andi ori xori slti sltiu add and or xor slt sltu", reg, reg, small],
  ["addi andi add and", few, few, small],
  ["slli srli srai sll srl sra", few, few, whole(0, 31)],
  ["slli srli srai sll srl sra", near, near, whole(0, 31)],
  ["lw sw", reg, at(words, reg)],
  ["lb lbu lh lhu lw sb sh sw", reg, at(small, reg)],
  ["lui auipc", reg, upper],
  ["li", reg, small],
  ["li", reg, wide],
  ["mv move not neg seqz snez sltz sgtz zext.b sext.b sext.h zext.h", reg, reg],
  ["beq bne blt bge bltu bgeu bgt ble bgtu bleu", reg, reg, place],
  ["beqz bnez blez bgez bltz bgtz", reg, place],
  ["beq bne", near, () => "zero", place],
  ["beq bne", () => "x0", near, place],
  ["j jal", place],
  ["jal", reg, place],
  ["jr jalr", reg],
  ["jr jalr", at(small, reg)],
  ["jalr", few, reg],
  ["jalr", few, few, whole(0, 1)],
  ["nop ret ebreak ecall sbreak scall mret sret wfi fence fence.tso unimp"],
  ["fence", set, set],
];

export const MULTIPLIED: readonly Form[] = [["mul mulh mulhu mulhsu div divu rem remu", reg, reg, reg]];
export const SYSTEM: readonly Form[] = [
  ["csrr", reg, csr],
  ["csrw csrs csrc", csr, reg],
  ["csrrw csrrs csrrc", reg, csr, reg],
  ["csrrw csrrsi csrrci csrrwi", reg, csr, whole(0, 31)],
  ["rdcycle rdtime rdinstret", reg],
  ["fence.i"],
];
const ORDERS = ["", ".aq", ".rl", ".aqrl"];
const ordered = (names: string): string =>
  names
    .split(" ")
    .flatMap((name) => ORDERS.map((order) => `${name}.w${order}`))
    .join(" ");
export const ATOMIC: readonly Form[] = [
  [ordered("lr"), reg, pointer],
  [
    ordered("sc amoswap amoadd amoxor amoand amoor amomin amomax amominu amomaxu"),
    reg,
    reg,
    (random) => (random.chance(20) ? `0${pointer(random)}` : pointer(random)),
  ],
];
const nonzero: Operand = (random) => String(random.integer(1, 31) * (random.chance(50) ? 1 : -1));
const named: Operand = (random) => random.pick(["a0", "t0", "s11", "x7", "ra"]);
export const COMPRESSED: readonly Form[] = [
  ["c.addi c.andi", near, nonzero],
  ["c.addi c.li", named, nonzero],
  ["c.lui", named, (random) => random.pick(["1", "31", "0xfffff", "0xfffe0"])],
  ["c.mv c.add", named, named],
  ["c.sub c.xor c.or c.and", near, near],
  ["c.slli c.srli c.srai", near, whole(1, 31)],
  ["c.lw c.sw", near, at((random) => String(random.integer(0, 31) * 4), near)],
  [
    "c.lwsp c.swsp",
    named,
    at(
      (random) => String(random.integer(0, 63) * 4),
      () => "sp",
    ),
  ],
  ["c.addi4spn", near, () => "sp", (random) => String(random.integer(1, 255) * 4)],
  ["c.addi16sp", () => "sp", (random) => String(random.integer(1, 31) * 16)],
  ["c.jr c.jalr", named],
  ["c.nop c.ebreak c.unimp"],
  ["c.j c.jal", place],
  ["c.beqz c.bnez", near, place],
];

export function instruction(random: Random, forms: readonly Form[]): string {
  const [names, ...operands] = random.pick(forms);
  return `\t${random.pick(names.split(" "))}\t${operands.map((operand) => operand(random)).join(", ")}`;
}

/** `count` of them, one on each line, among local labels. */
export function instructions(random: Random, forms: readonly Form[], count: number): string {
  const lines = ["1:", "2:"];
  for (let index = 0; index < count; index++) {
    lines.push(instruction(random, forms));
    if (random.chance(5)) lines.push(`${random.integer(1, 2)}:`);
  }
  return `${[...lines, "1:", "2:"].join("\n")}\n`;
}

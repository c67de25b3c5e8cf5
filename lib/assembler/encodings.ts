/** Encodings of the four-byte instructions. Source: The RISC-V Instruction Set Manual, Volume I: Unprivileged ISA,
 * 20191213, chapters 2, 7, 8, 9 and 24. Instructions of privilege levels: Volume II, 20211203, chapters 3 and 4. */
import type { Extension } from "./architecture.ts";

export type Format =
  | "register" /* rd, rs1, rs2 */
  | "immediate" /* rd, rs1, imm */
  | "shift" /* rd, rs1, shamt */
  | "load" /* rd, imm(rs1) */
  | "store" /* rs2, imm(rs1) */
  | "branch" /* rs1, rs2, target */
  | "upper" /* rd, imm20 */
  | "jump" /* rd, target */
  | "csr" /* rd, csr, rs1 */
  | "csr-immediate" /* rd, csr, uimm5 */
  | "load-reserved" /* rd, (rs1) */
  | "atomic" /* rd, rs2, (rs1) */
  | "fence" /* predecessors, successors */
  | "fence-i"
  | "fence-memory" /* rs1, rs2; rs2 may be omitted */
  | "plain"; /* no operands */

export interface Encoding {
  readonly name: string;
  readonly format: Format;
  /** The word with all operands 0. */
  readonly bits: number;
  /** Omitted for instructions of RV32I. */
  readonly extension?: Extension;
}

const list = (
  format: Format,
  entries: Readonly<Record<string, number>>,
  extension?: Extension,
): readonly Encoding[] =>
  Object.entries(entries).map(([name, bits]) => ({
    name,
    format,
    bits: bits >>> 0,
    ...(extension === undefined ? {} : { extension }),
  }));

/** opcode | funct3 << 12 | funct7 << 25 */
const at = (opcode: number, function3: number, function7 = 0): number =>
  (opcode | (function3 << 12) | (function7 << 25)) >>> 0;

/** Four-byte atomic instructions, each with and without aq and rl. */
function ordered(name: string, function5: number): Readonly<Record<string, number>> {
  const word = (order: number) => at(0x2f, 2, (function5 << 2) | order);
  return { [name]: word(0), [`${name}.rl`]: word(1), [`${name}.aq`]: word(2), [`${name}.aqrl`]: word(3) };
}

export const SRET = 0x1020_0073;
export const URET = 0x0020_0073;
export const MRET = 0x3020_0073;
export const DRET = 0x7b20_0073;
export const SFENCE_VMA = 0x1200_0073;

export const ENCODINGS: readonly Encoding[] = [
  ...list("upper", { lui: 0x37, auipc: 0x17 }),
  ...list("jump", { jal: 0x6f }),
  ...list("load", {
    jalr: at(0x67, 0),
    lb: at(0x03, 0),
    lh: at(0x03, 1),
    lw: at(0x03, 2),
    lbu: at(0x03, 4),
    lhu: at(0x03, 5),
  }),
  ...list("branch", {
    beq: at(0x63, 0),
    bne: at(0x63, 1),
    blt: at(0x63, 4),
    bge: at(0x63, 5),
    bltu: at(0x63, 6),
    bgeu: at(0x63, 7),
  }),
  ...list("store", { sb: at(0x23, 0), sh: at(0x23, 1), sw: at(0x23, 2) }),
  ...list("immediate", {
    addi: at(0x13, 0),
    slti: at(0x13, 2),
    sltiu: at(0x13, 3),
    xori: at(0x13, 4),
    ori: at(0x13, 6),
    andi: at(0x13, 7),
  }),
  ...list("shift", { slli: at(0x13, 1), srli: at(0x13, 5), srai: at(0x13, 5, 0x20) }),
  ...list("register", {
    add: at(0x33, 0),
    sub: at(0x33, 0, 0x20),
    sll: at(0x33, 1),
    slt: at(0x33, 2),
    sltu: at(0x33, 3),
    xor: at(0x33, 4),
    srl: at(0x33, 5),
    sra: at(0x33, 5, 0x20),
    or: at(0x33, 6),
    and: at(0x33, 7),
  }),
  ...list(
    "register",
    {
      mul: at(0x33, 0, 1),
      mulh: at(0x33, 1, 1),
      mulhsu: at(0x33, 2, 1),
      mulhu: at(0x33, 3, 1),
      div: at(0x33, 4, 1),
      divu: at(0x33, 5, 1),
      rem: at(0x33, 6, 1),
      remu: at(0x33, 7, 1),
    },
    "m",
  ),
  ...list("load-reserved", ordered("lr.w", 0x02), "a"),
  ...list(
    "atomic",
    {
      ...ordered("sc.w", 0x03),
      ...ordered("amoswap.w", 0x01),
      ...ordered("amoadd.w", 0x00),
      ...ordered("amoxor.w", 0x04),
      ...ordered("amoand.w", 0x0c),
      ...ordered("amoor.w", 0x08),
      ...ordered("amomin.w", 0x10),
      ...ordered("amomax.w", 0x14),
      ...ordered("amominu.w", 0x18),
      ...ordered("amomaxu.w", 0x1c),
    },
    "a",
  ),
  ...list("csr", { csrrw: at(0x73, 1), csrrs: at(0x73, 2), csrrc: at(0x73, 3) }, "zicsr"),
  ...list("csr-immediate", { csrrwi: at(0x73, 5), csrrsi: at(0x73, 6), csrrci: at(0x73, 7) }, "zicsr"),
  ...list("plain", {
    "fence.tso": 0x8330_000f,
    ecall: 0x73,
    ebreak: 0x0010_0073,
    mret: MRET,
    wfi: 0x1050_0073,
    sret: SRET,
    uret: URET,
    dret: DRET,
  }),
  ...list("fence-memory", { "sfence.vma": SFENCE_VMA }),
  ...list("fence", { fence: at(0x0f, 0) }),
  ...list("fence-i", { "fence.i": at(0x0f, 1) }, "zifencei"),
];

/** ADDI zero, zero, 0. */
export const NOP = 0x13;
/** JALR zero, 0(ra). */
export const RET = 0x8067;

/** CSRRW of a read-only counter: an illegal instruction on purpose. */
export const UNIMP = 0xc000_1073;

/** Bits of a word that are operands in its format. */
export const OPERAND_MASK: Readonly<Record<Format, number>> = {
  register: 0x01ff_8f80,
  immediate: 0xffff_8f80,
  shift: 0x01ff_8f80,
  load: 0xffff_8f80,
  store: 0xffff_8f80,
  branch: 0xffff_8f80,
  upper: 0xffff_ff80,
  jump: 0xffff_ff80,
  csr: 0xffff_8f80,
  "csr-immediate": 0xffff_8f80,
  fence: 0xffff_8f80,
  "load-reserved": 0x000f_8f80,
  atomic: 0x01ff_8f80,
  "fence-i": 0xffff_8f80,
  "fence-memory": 0x01ff_8000,
  plain: 0,
};

// ---- fields ----

export const rd = (number: number): number => number << 7;
export const rs1 = (number: number): number => number << 15;
export const rs2 = (number: number): number => number << 20;
export const immediateI = (value: number): number => value << 20;
export const immediateS = (value: number): number => ((value & 0xfe0) << 20) | ((value & 0x1f) << 7);
export const immediateB = (value: number): number =>
  ((value & 0x1000) << 19) | ((value & 0x7e0) << 20) | ((value & 0x1e) << 7) | ((value & 0x800) >> 4);
export const immediateJ = (value: number): number =>
  ((value & 0x10_0000) << 11) | ((value & 0x7fe) << 20) | ((value & 0x800) << 9) | (value & 0xf_f000);

export const rdOf = (word: number): number => (word >>> 7) & 31;
export const rs1Of = (word: number): number => (word >>> 15) & 31;
export const rs2Of = (word: number): number => (word >>> 20) & 31;
export const immediateOfI = (word: number): number => word >> 20;
export const immediateOfS = (word: number): number => ((word >> 25) << 5) | ((word >>> 7) & 31);
export const immediateOfB = (word: number): number =>
  ((word >> 31) << 12) |
  (((word >>> 7) & 1) << 11) |
  (((word >>> 25) & 63) << 5) |
  (((word >>> 8) & 15) << 1);
export const immediateOfJ = (word: number): number =>
  ((word >> 31) << 20) | (word & 0xf_f000) | (((word >>> 20) & 1) << 11) | (((word >>> 21) & 0x3ff) << 1);

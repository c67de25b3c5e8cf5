/** Random bits as instructions that any program may contain: they write a free register or none, access no memory and
 * do not jump. Most are illegal. */
import type { Random } from "../../../support/random.ts";

const OPCODE = 0x7f;
const FUNCT3_SHIFT = 12;
const RD_MASK = 0xf80;
/** CSRs that do not exist with machine mode alone, here and in QEMU, and read-only CSRs if they are written. */
const CSRS = [
  0x001, 0x002, 0x003, 0x100, 0x104, 0x105, 0x140, 0x141, 0x142, 0x143, 0x144, 0x180, 0x200, 0x280, 0x5a8,
  0x600, 0x680, 0x800, 0x8ff, 0xcc0, 0xdff, 0x9c0,
] as const;
const READ_ONLY_CSRS = [0xc00, 0xc02, 0xc80, 0xf11, 0xf12, 0xf13, 0xf14] as const;
const CSR_KINDS = [1, 2, 3, 5, 6, 7] as const;
/** For QEMU 7.2, a CSRRS or CSRRC with a register of value 0 does not write, although only x0 should not. */
const WRITES = [1, 5, 6, 7] as const;
/** ECALL, EBREAK, SRET, WFI, MRET, DRET, SFENCE.VMA and similar. */
const isSystem = (word: number) => {
  const top = word >>> 20;
  return (
    [0, 1, 2, 0x102, 0x105, 0x302, 0x7b2].includes(top) || (word >>> 25) % 0x20 === 9 || word >>> 26 === 0x6
  );
};
const AMOS = [0x00, 0x01, 0x02, 0x03, 0x04, 0x08, 0x0c, 0x10, 0x14, 0x18, 0x1c];

/** s11, whose value differs in QEMU. */
const HIDDEN = 27;

const withFunct3 = (word: number, funct3: number) =>
  ((word & ~(7 << FUNCT3_SHIFT)) | (funct3 << FUNCT3_SHIFT)) >>> 0;

/** `register`: a register that may be written. */
export function noiseWord(random: Random, register: number): number {
  const drawn = (random.integer(0, 0xffff_ffff) & ~RD_MASK) | (register << 7) | 3;
  const word = drawn >>> 0;
  if (((word >>> 15) & 31) === HIDDEN || ((word >>> 20) & 31) === HIDDEN) return noiseWord(random, register);
  switch (word & OPCODE) {
    case 0x03:
      return withFunct3(word, random.pick([3, 6, 7]));
    case 0x23:
      return withFunct3(word, random.integer(3, 7));
    case 0x63:
      return withFunct3(word, random.integer(2, 3));
    case 0x67:
      return withFunct3(word, random.integer(1, 7));
    case 0x6f:
      return noiseWord(random, register);
    case 0x2f:
      if (((word >>> FUNCT3_SHIFT) & 7) === 2 && AMOS.includes(word >>> 27))
        return withFunct3(word, random.pick([0, 1, 3, 4, 5, 6, 7]));
      return word;
    case 0x73:
      return system(random, word, register);
    default:
      return word;
  }
}

function system(random: Random, word: number, register: number): number {
  const funct3 = (word >>> FUNCT3_SHIFT) & 7;
  if (funct3 === 4) return word;
  if (funct3 === 0) return isSystem(word) ? noiseWord(random, register) : word;
  if (random.chance(50))
    return withFunct3(((word & 0xf_ffff) | (random.pick(CSRS) << 20)) >>> 0, random.pick(CSR_KINDS));
  const writes = (word & 0xf_ffff) | (1 << 15) | (random.pick(READ_ONLY_CSRS) << 20);
  return withFunct3(writes >>> 0, random.pick(WRITES));
}

/** 16-bit instructions. `register` as above, `near`: one of x8 to x15 that may be written. */
export function noiseHalf(random: Random, register: number, near: number): number {
  const drawn = random.integer(0, 0xffff);
  if (((drawn >>> 2) & 31) === HIDDEN) return noiseHalf(random, register, near);
  const withRegister = (drawn & ~RD_MASK) | (register << 7);
  const kind = ((drawn & 3) << 3) | (drawn >>> 13);
  switch (kind) {
    case 0o00: // c.addi4spn
      return (drawn & ~0x1c) | ((near - 8) << 2);
    case 0o01: // Floating-point instructions, and a reserved one.
    case 0o03:
    case 0o04:
    case 0o05:
    case 0o07:
    case 0o21:
    case 0o23:
    case 0o25:
    case 0o27:
      return drawn;
    case 0o10: // c.addi, c.li, c.lui, c.slli, c.lwsp
    case 0o12:
    case 0o13:
    case 0o20:
    case 0o22:
      return withRegister;
    case 0o14:
      return (drawn & ~0x380) | ((near - 8) << 7);
    case 0o24: {
      if ((drawn & 0x7c) !== 0) return withRegister;
      return random.pick([0x8002, 0x9002]);
    }
    case 0o26: // c.swsp
      return drawn;
    default:
      return noiseHalf(random, register, near);
  }
}

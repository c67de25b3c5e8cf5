/** Expands the C extension: returns the four-byte equivalent of a two-byte instruction (The RISC-V Instruction Set
 * Manual, Volume I, 20191213, tables 16.5 to 16.7). */
import { immediateB, immediateI, immediateJ, immediateS, rd, rs1, rs2, UNIMP } from "./encodings.ts";

const SP = 2;
const RA = 1;

/** Bits `high` to `low` of `half`, from bit `at` onwards. */
const part = (half: number, high: number, low: number, at: number): number =>
  ((half >> low) & ((1 << (high - low + 1)) - 1)) << at;

const signed = (value: number, bits: number): number => (value << (32 - bits)) >> (32 - bits);
const six = (half: number): number => part(half, 12, 12, 5) | part(half, 6, 2, 0);
const signedSix = (half: number): number => signed(six(half), 6);
/** Register fields: `whole` and `second` name any register, the others name one of the eight that fit into three bits.
 */
const whole = (half: number): number => part(half, 11, 7, 0);
const second = (half: number): number => part(half, 6, 2, 0);
const nearHigh = (half: number): number => 8 + part(half, 9, 7, 0);
const nearLow = (half: number): number => 8 + part(half, 4, 2, 0);

const itself = (register: number): number => rd(register) | rs1(register);

type Expansion = (half: number) => number | undefined;

const nearOffset = (half: number): number =>
  part(half, 12, 10, 3) | part(half, 6, 6, 2) | part(half, 5, 5, 6);
const jumpOffset = (half: number): number =>
  signed(
    part(half, 12, 12, 11) |
      part(half, 11, 11, 4) |
      part(half, 10, 9, 8) |
      part(half, 8, 8, 10) |
      part(half, 7, 7, 6) |
      part(half, 6, 6, 7) |
      part(half, 5, 3, 1) |
      part(half, 2, 2, 5),
    12,
  );
const branchOffset = (half: number): number =>
  signed(
    part(half, 12, 12, 8) |
      part(half, 11, 10, 3) |
      part(half, 6, 5, 6) |
      part(half, 4, 3, 1) |
      part(half, 2, 2, 5),
    9,
  );
const jump =
  (link: number): Expansion =>
  (half) =>
    0x6f | rd(link) | immediateJ(jumpOffset(half));
const branch =
  (bits: number): Expansion =>
  (half) =>
    bits | rs1(nearHigh(half)) | immediateB(branchOffset(half));

const addToStack: Expansion = (half) => {
  const offset = part(half, 10, 7, 6) | part(half, 12, 11, 4) | part(half, 5, 5, 3) | part(half, 6, 6, 2);
  if (half === 0) return UNIMP;
  return offset === 0 ? undefined : 0x13 | rd(nearLow(half)) | rs1(SP) | immediateI(offset);
};

const upperOrStack: Expansion = (half) => {
  if (six(half) === 0) return undefined;
  if (whole(half) !== SP) return 0x37 | rd(whole(half)) | (signedSix(half) << 12);
  const offset =
    part(half, 12, 12, 9) |
    part(half, 4, 3, 7) |
    part(half, 5, 5, 6) |
    part(half, 2, 2, 5) |
    part(half, 6, 6, 4);
  return 0x13 | itself(SP) | immediateI(signed(offset, 10));
};

const OF_TWO = [0x4000_0033, 0x4033, 0x6033, 0x7033] as const;

const arithmetic: Expansion = (half) => {
  const register = itself(nearHigh(half));
  const kind = part(half, 11, 10, 0);
  if (kind === 2) return 0x7013 | register | immediateI(signedSix(half));
  if (kind < 2)
    return half & 0x1000 ? undefined : (kind === 0 ? 0x5013 : 0x4000_5013) | register | rs2(six(half));
  const operation = OF_TWO[part(half, 6, 5, 0)] ?? 0;
  return half & 0x1000 ? undefined : operation | register | rs2(nearLow(half));
};

const registers: Expansion = (half) => {
  const [first, other] = [whole(half), second(half)];
  const isSecond = (half & 0x1000) !== 0;
  if (other !== 0) return 0x33 | rd(first) | rs1(isSecond ? first : 0) | rs2(other);
  if (first === 0) return isSecond ? 0x0010_0073 : undefined;
  return 0x67 | rd(isSecond ? RA : 0) | rs1(first);
};

/** Indexed by quadrant and the upper three bits. Instructions for floating point are missing. */
const EXPANSIONS: readonly (readonly (Expansion | undefined)[])[] = [
  [
    addToStack,
    undefined,
    (half) => 0x2003 | rd(nearLow(half)) | rs1(nearHigh(half)) | immediateI(nearOffset(half)),
    undefined,
    undefined,
    undefined,
    (half) => 0x2023 | rs2(nearLow(half)) | rs1(nearHigh(half)) | immediateS(nearOffset(half)),
  ],
  [
    (half) => 0x13 | itself(whole(half)) | immediateI(signedSix(half)),
    jump(RA),
    (half) => 0x13 | rd(whole(half)) | immediateI(signedSix(half)),
    upperOrStack,
    arithmetic,
    jump(0),
    branch(0x63),
    branch(0x1063),
  ],
  [
    (half) => (half & 0x1000 ? undefined : 0x1013 | itself(whole(half)) | rs2(six(half))),
    undefined,
    (half) => {
      const offset = part(half, 12, 12, 5) | part(half, 6, 4, 2) | part(half, 3, 2, 6);
      return whole(half) === 0 ? undefined : 0x2003 | rd(whole(half)) | rs1(SP) | immediateI(offset);
    },
    undefined,
    registers,
    undefined,
    (half) => 0x2023 | rs2(second(half)) | rs1(SP) | immediateS(part(half, 12, 9, 2) | part(half, 8, 7, 6)),
  ],
];

/** `half` has 16 bits. Undefined if it is not an instruction of RV32IC. */
export function expanded(half: number): number | undefined {
  const word = EXPANSIONS[half & 3]?.[half >> 13]?.(half);
  return word === undefined ? undefined : word >>> 0;
}

/** `.insn` encodes an instruction from its fields, as in GNU as ("RISC-V Instruction Formats" of its manual), or from a
 * whole word. */
import { immediateB, immediateI, immediateJ, immediateS, rd, rs1, rs2 } from "./encodings.ts";
import { within } from "./expression.ts";
import type { Operands } from "./operands.ts";
import { SourceError, ValueError } from "./text.ts";

/** Opcodes by name. The lowest two bits of each are set. */
const OPCODES: ReadonlyMap<string, number> = new Map(
  [
    "LOAD LOAD_FP CUSTOM_0 MISC_MEM OP_IMM AUIPC OP_IMM_32 -",
    "STORE STORE_FP CUSTOM_1 AMO OP LUI OP_32 -",
    "MADD MSUB NMSUB NMADD OP_FP - CUSTOM_2 -",
    "BRANCH JALR - JAL SYSTEM - CUSTOM_3",
  ].flatMap((row, high) => row.split(" ").map((name, low) => [name, (high << 5) | (low << 2) | 3] as const)),
);

const BRANCH_REACH = 0x1000;
const JUMP_REACH = 0x10_0000;

/** Encoders by format. Each reads the fields in the order of the source. */
const FORMATS: Readonly<Record<string, (o: Operands) => number>> = {
  r: (o) => opcode(o) | function3(o) | function7(o) | rd(o.register()) | sources(o),
  r4: (o) =>
    opcode(o) | function3(o) | (o.number(0, 3) << 25) | rd(o.register()) | sources(o) | (o.register() << 27),
  i: (o) => {
    const word = opcode(o) | function3(o) | rd(o.register());
    if (o.isRegisterNext()) return word | rs1(o.register()) | immediateI(o.immediate());
    const { register, offset } = o.place();
    return word | rs1(register) | immediateI(offset);
  },
  s: (o) => {
    const word = opcode(o) | function3(o) | rs2(o.register());
    const { register, offset } = o.place();
    return word | rs1(register) | immediateS(offset);
  },
  b: (o) => opcode(o) | function3(o) | sources(o) | immediateB(o.distance(BRANCH_REACH)),
  u: (o) => opcode(o) | rd(o.register()) | (o.number(0, 0xf_ffff) << 12),
  j: (o) => opcode(o) | rd(o.register()) | immediateJ(o.distance(JUMP_REACH)),
};
const OTHER_NAMES: Readonly<Record<string, string>> = { sb: "b", uj: "j" };

/** True for the encoding of a four-byte instruction: the manual, volume I, chapter 1.5. */
const isOfFourBytes = (word: number): boolean => (word & 3) === 3 && (word & 0x1c) !== 0x1c;

function opcode(o: Operands): number {
  const known = o.named(OPCODES);
  if (known !== undefined) return known;
  const written = o.value();
  const value = within(written, 0, 0x7f);
  if (isOfFourBytes(value)) return value;
  throw new ValueError(
    written.column,
    `is not an opcode: ${value}; its lowest bits are 11, and the three above not 111`,
  );
}

const function3 = (o: Operands): number => o.number(0, 7) << 12;
const function7 = (o: Operands): number => o.number(0, 0x7f) << 25;
const sources = (o: Operands): number => rs1(o.register()) | rs2(o.register());

/** Reads the operands of `.insn`: a format and its fields, a word, or the length 4 and a word. */
export function insnWord(o: Operands): number {
  const first = o.leadingName();
  if (first === undefined) return wholeWord(o);
  const name = first.text.toLowerCase();
  const known = Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : name;
  const format = known !== undefined && Object.hasOwn(FORMATS, known) ? FORMATS[known] : undefined;
  if (format !== undefined) return format(o);
  throw new SourceError(first.column, `is not a format of .insn: ${name}; there are r, r4, i, s, b, u and j`);
}

function wholeWord(o: Operands): number {
  const first = o.value();
  const isAlone = o.isAtEnd;
  if (!isAlone && first.value !== 4n) throw new ValueError(first.column, `are no 4 bytes: ${first.value}`);
  const whole = isAlone ? first : o.value();
  const word = within(whole, 0, 0xffff_ffff);
  if (isOfFourBytes(word)) return word;
  const reason = "is not an instruction of 4 bytes: its lowest bits are 11, and the three above not 111";
  throw new ValueError(whole.column, reason);
}

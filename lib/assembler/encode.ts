/** Machine words of instructions and pseudo-instructions. */
import {
  ENCODINGS,
  type Encoding,
  immediateB,
  immediateI,
  immediateJ,
  immediateS,
  rd,
  rs1,
  rs2,
} from "./encodings.ts";
import { lowerPart, upperPart } from "./expression.ts";
import type { Operands } from "./operands.ts";

export const BRANCH_REACH = 0x1000;
export const JUMP_REACH = 0x10_0000;
const RA = 1;

const BY_NAME: ReadonlyMap<string, Encoding> = new Map(
  ENCODINGS.map((encoding) => [encoding.name, encoding]),
);

const bitsOf = (name: string): number => BY_NAME.get(name)?.bits ?? 0;

function encodeFields({ format, bits }: Encoding, o: Operands): number {
  switch (format) {
    case "register":
      return bits | rd(o.register()) | rs1(o.register()) | rs2(o.register());
    case "immediate":
      return bits | rd(o.register()) | rs1(o.register()) | immediateI(o.number(-2048, 2047));
    case "shift":
      return bits | rd(o.register()) | rs1(o.register()) | rs2(o.number(0, 31));
    case "load": {
      const destination = rd(o.register());
      const { register, offset } = o.place();
      return bits | destination | rs1(register) | immediateI(offset);
    }
    case "store": {
      const value = rs2(o.register());
      const { register, offset } = o.place();
      return bits | value | rs1(register) | immediateS(offset);
    }
    case "branch":
      return bits | rs1(o.register()) | rs2(o.register()) | immediateB(o.distance(BRANCH_REACH));
    case "upper":
      return bits | rd(o.register()) | (o.number(-0x8_0000, 0xf_ffff) << 12);
    case "jump": {
      const destination = o.isRegisterNext() ? o.register() : RA;
      return bits | rd(destination) | immediateJ(o.distance(JUMP_REACH));
    }
    case "csr":
      return bits | rd(o.register()) | immediateI(o.csr()) | rs1(o.register());
    case "csr-immediate":
      return bits | rd(o.register()) | immediateI(o.csr()) | rs1(o.number(0, 31));
    case "fence":
      return bits | 0x0ff0_0000;
    case "plain":
      return bits;
  }
}

// ---- pseudo-instructions (the manual's chapter 25) ----

type Expansion = (o: Operands) => readonly number[];

const move =
  (name: string, immediate: number): Expansion =>
  (o) => [bitsOf(name) | rd(o.register()) | rs1(o.register()) | immediateI(immediate)];
/** The one source is rs2, rs1 is zero. */
const fromZero =
  (name: string): Expansion =>
  (o) => [bitsOf(name) | rd(o.register()) | rs2(o.register())];
const branchZero =
  (name: string, isSwapped: boolean): Expansion =>
  (o) => {
    const register = o.register();
    const field = isSwapped ? rs2(register) : rs1(register);
    return [bitsOf(name) | field | immediateB(o.distance(BRANCH_REACH))];
  };
const branchSwapped =
  (name: string): Expansion =>
  (o) => [bitsOf(name) | rs2(o.register()) | rs1(o.register()) | immediateB(o.distance(BRANCH_REACH))];
const jump =
  (link: number): Expansion =>
  (o) => [bitsOf("jal") | rd(link) | immediateJ(o.distance(JUMP_REACH))];
const readCsr =
  (csr: number): Expansion =>
  (o) => [bitsOf("csrrs") | rd(o.register()) | immediateI(csr)];
const writeCsr =
  (name: string): Expansion =>
  (o) => [bitsOf(name) | immediateI(o.csr()) | rs1(o.register())];
const writeCsrImmediate =
  (name: string): Expansion =>
  (o) => [bitsOf(name) | immediateI(o.csr()) | rs1(o.number(0, 31))];

/** LUI and ADDI, whatever the value. */
function wholeWord(register: number, value: number): readonly number[] {
  const upper = Number(upperPart(BigInt(value)));
  const lower = Number(lowerPart(BigInt(value)));
  return [
    bitsOf("lui") | rd(register) | (upper << 12),
    bitsOf("addi") | rd(register) | rs1(register) | immediateI(lower),
  ];
}

const isShort = (value: number): boolean => (value | 0) >= -2048 && (value | 0) <= 2047;

function loadImmediate(register: number, value: number): readonly number[] {
  if (isShort(value)) return [bitsOf("addi") | rd(register) | immediateI(value)];
  const words = wholeWord(register, value);
  return value << 20 === 0 ? words.slice(0, 1) : words;
}

/** Words that `li` takes for a value. */
export const loadImmediateWords = (value: number): number => loadImmediate(0, value).length;

const loadAddress: Expansion = (o) => wholeWord(o.register(), o.word());

const PSEUDO: Readonly<Record<string, Expansion>> = {
  nop: () => [bitsOf("addi")],
  mv: move("addi", 0),
  not: move("xori", -1),
  seqz: move("sltiu", 1),
  "zext.b": move("andi", 0xff),
  neg: fromZero("sub"),
  snez: fromZero("sltu"),
  sgtz: fromZero("slt"),
  sltz: move("slt", 0),
  beqz: branchZero("beq", false),
  bnez: branchZero("bne", false),
  bgez: branchZero("bge", false),
  bltz: branchZero("blt", false),
  blez: branchZero("bge", true),
  bgtz: branchZero("blt", true),
  bgt: branchSwapped("blt"),
  ble: branchSwapped("bge"),
  bgtu: branchSwapped("bltu"),
  bleu: branchSwapped("bgeu"),
  j: jump(0),
  tail: jump(0),
  call: jump(RA),
  jr: (o) => [bitsOf("jalr") | rs1(o.register())],
  ret: () => [bitsOf("jalr") | rs1(RA)],
  rdcycle: readCsr(0xc00),
  rdtime: readCsr(0xc01),
  rdinstret: readCsr(0xc02),
  rdcycleh: readCsr(0xc80),
  rdtimeh: readCsr(0xc81),
  rdinstreth: readCsr(0xc82),
  csrr: (o) => [bitsOf("csrrs") | rd(o.register()) | immediateI(o.csr())],
  csrw: writeCsr("csrrw"),
  csrs: writeCsr("csrrs"),
  csrc: writeCsr("csrrc"),
  csrwi: writeCsrImmediate("csrrwi"),
  csrsi: writeCsrImmediate("csrrsi"),
  csrci: writeCsrImmediate("csrrci"),
  la: loadAddress,
  lla: loadAddress,
};

/** `jalr` comes in four forms. */
function jumpToRegister(o: Operands): number {
  const first = o.register();
  if (o.isAtEnd) return bitsOf("jalr") | rd(RA) | rs1(first);
  if (!o.isRegisterNext()) {
    const { register, offset } = o.place();
    return bitsOf("jalr") | rd(first) | rs1(register) | immediateI(offset);
  }
  const base = o.register();
  const offset = o.isAtEnd ? 0 : o.number(-2048, 2047);
  return bitsOf("jalr") | rd(first) | rs1(base) | immediateI(offset);
}

export const isInstruction = (name: string): boolean =>
  BY_NAME.has(name) || name === "li" || Object.hasOwn(PSEUDO, name);

/** Words of an instruction, `li` aside. */
export const instructionWords = (name: string): number => (name === "la" || name === "lla" ? 2 : 1);

/** `words`: that were set aside for it. */
export function encodeInstruction(name: string, o: Operands, words: number): readonly number[] {
  const encoded = encodeAny(name, o, words);
  o.end();
  return encoded.map((word) => word >>> 0);
}

function encodeAny(name: string, o: Operands, words: number): readonly number[] {
  if (name === "li") {
    const [register, value] = [o.register(), o.word()];
    return words === 2 ? wholeWord(register, value) : loadImmediate(register, value);
  }
  if (name === "jalr") return [jumpToRegister(o)];
  const expansion = Object.hasOwn(PSEUDO, name) ? PSEUDO[name] : undefined;
  if (expansion !== undefined) return expansion(o);
  const encoding = BY_NAME.get(name);
  return encoding === undefined ? [] : [encodeFields(encoding, o)];
}

/** Machine words of instructions and pseudo-instructions. */
import type { Extension } from "./architecture.ts";
import { WRITTEN_COMPRESSED } from "./compressed.ts";
import {
  ENCODINGS,
  type Encoding,
  type Format,
  immediateB,
  immediateI,
  immediateJ,
  immediateS,
  rd,
  rs1,
  rs2,
  UNIMP,
} from "./encodings.ts";
import { lowerPart, upperPart } from "./expression.ts";
import { insnWord } from "./insn.ts";
import { hasPlace, type Operands } from "./operands.ts";
import { registerNumber } from "./registers.ts";
import type { Token } from "./text.ts";

export const BRANCH_REACH = 0x1000;
export const JUMP_REACH = 0x10_0000;
const RA = 1;
const T1 = 6;

const BY_NAME: ReadonlyMap<string, Encoding> = new Map(
  ENCODINGS.map((encoding) => [encoding.name, encoding]),
);

const bitsOf = (name: string): number => BY_NAME.get(name)?.bits ?? 0;

/** For each register instruction, the instruction that GNU as chooses if the last operand is a number. */
const IMMEDIATE_KIN: ReadonlyMap<string, string> = new Map([
  ["add", "addi"],
  ["and", "andi"],
  ["or", "ori"],
  ["xor", "xori"],
  ["sll", "slli"],
  ["srl", "srli"],
  ["sra", "srai"],
  ["slt", "slti"],
  ["sltu", "sltiu"],
  ["csrrw", "csrrwi"],
  ["csrrs", "csrrsi"],
  ["csrrc", "csrrci"],
]);

const kinOf = (name: string): number | undefined => {
  const kin = IMMEDIATE_KIN.get(name);
  return kin === undefined ? undefined : bitsOf(kin);
};

/** The operands of each format, read in their order, as bits of the word. */
const FIELDS: Readonly<Record<Exclude<Format, "register" | "csr">, (o: Operands) => number>> = {
  immediate: (o) => rd(o.register()) | rs1(o.register()) | immediateI(o.immediate()),
  shift: (o) => rd(o.register()) | rs1(o.register()) | rs2(o.number(0, 31)),
  load: (o) => rd(o.register()) | placeOf(o, immediateI),
  store: (o) => rs2(o.register()) | placeOf(o, immediateS),
  branch: (o) => rs1(o.register()) | rs2(o.register()) | branchOf(o),
  upper: (o) => rd(o.register()) | (o.number(-0x8_0000, 0xf_ffff) << 12),
  jump: (o) => rd(o.isRegisterNext() ? o.register() : RA) | jumpOf(o),
  "csr-immediate": (o) => rd(o.register()) | immediateI(o.csr()) | rs1(o.number(0, 31)),
  "load-reserved": (o) => rd(o.register()) | rs1(o.pointer()),
  atomic: (o) => rd(o.register()) | rs2(o.register()) | rs1(o.pointer()),
  fence: (o) => (o.isAtEnd ? ALL_ACCESSES : (o.accesses() << 24) | (o.accesses() << 20)),
  "fence-memory": (o) => (o.isAtEnd ? 0 : rs1(o.register()) | (o.isAtEnd ? 0 : rs2(o.register()))),
  "fence-i": () => 0,
  plain: () => 0,
};

function placeOf(o: Operands, immediate: (offset: number) => number): number {
  const { register, offset } = o.place();
  return rs1(register) | immediate(offset);
}

/** Encodes an instruction with three registers or, where GNU as accepts it, with two registers and a number. */
function encodeRegisters(name: string, o: Operands): number {
  const both = rd(o.register()) | rs1(o.register());
  const kin = o.isMeantAsRegister() ? undefined : kinOf(name);
  if (kin === undefined) return bitsOf(name) | both | rs2(o.register());
  return kin | both | (isShift(name) ? rs2(o.number(0, 31)) : immediateI(o.immediate()));
}

function encodeFields({ name, format, bits }: Encoding, o: Operands): number {
  if (format === "register") return encodeRegisters(name, o);
  if (format === "csr") return accessCsr(name, rd(o.register()), o);
  return bits | FIELDS[format](o);
}

/** The operands of a FENCE that names none: iorw, iorw. */
const ALL_ACCESSES = 0x0ff0_0000;
const isShift = (name: string): boolean => name === "sll" || name === "srl" || name === "sra";
const branchOf = (o: Operands): number => immediateB(o.distance(BRANCH_REACH));
const jumpOf = (o: Operands): number => immediateJ(o.distance(JUMP_REACH));

/** The operand is a register or a number of 5 bits. */
function accessCsr(name: string, destination: number, o: Operands): number {
  const csr = immediateI(o.csr());
  const kin = o.isMeantAsRegister() ? undefined : kinOf(name);
  if (kin === undefined) return bitsOf(name) | destination | csr | rs1(o.register());
  return kin | destination | csr | rs1(o.number(0, 31));
}

// ---- pseudo-instructions (the manual's chapter 25) ----

type Expansion = (o: Operands) => readonly number[];

const move =
  (name: string, immediate: number): Expansion =>
  (o) => [bitsOf(name) | rd(o.register()) | rs1(o.register()) | immediateI(immediate)];
/** The only source is rs2; rs1 is zero. */
const fromZero =
  (name: string): Expansion =>
  (o) => [bitsOf(name) | rd(o.register()) | rs2(o.register())];
const branchZero =
  (name: string, isSwapped: boolean): Expansion =>
  (o) => {
    const register = o.register();
    const field = isSwapped ? rs2(register) : rs1(register);
    return [bitsOf(name) | field | branchOf(o)];
  };
const branchSwapped =
  (name: string): Expansion =>
  (o) => [bitsOf(name) | rs2(o.register()) | rs1(o.register()) | branchOf(o)];
const jump =
  (link: number): Expansion =>
  (o) => [bitsOf("jal") | rd(link) | jumpOf(o)];
const readCsr =
  (csr: number): Expansion =>
  (o) => [bitsOf("csrrs") | rd(o.register()) | immediateI(csr)];
const writeCsr =
  (name: string): Expansion =>
  (o) => [accessCsr(name, 0, o)];
const writeCsrImmediate =
  (name: string): Expansion =>
  (o) => [bitsOf(name) | immediateI(o.csr()) | rs1(o.number(0, 31))];

const greater =
  (name: string): Expansion =>
  (o) => [bitsOf(name) | rd(o.register()) | rs2(o.register()) | rs1(o.register())];
/** Shifts the lower bits to the top and back down. */
const extended =
  (name: string, bits: number): Expansion =>
  (o) => {
    const register = rd(o.register());
    const shifts = rs2(32 - bits);
    const again = rs1(register >> 7);
    return [bitsOf("slli") | register | rs1(o.register()) | shifts, bitsOf(name) | register | again | shifts];
  };

/** JAL with another link register. */
function callFrom(o: Operands): readonly number[] {
  const isPlain = !o.isRegisterNext();
  const link = isPlain ? RA : o.register();
  const distance = jumpOf(o);
  return o.isAbsent ? callAbsent(isPlain ? RA : T1, link) : [bitsOf("jal") | rd(link) | distance];
}

function tail(o: Operands): readonly number[] {
  const distance = jumpOf(o);
  return o.isAbsent ? callAbsent(T1, 0) : [bitsOf("jal") | distance];
}

/** Skips the optional register of a jump. GNU as uses it if JAL does not reach the target. */
function jumpBy(o: Operands): readonly number[] {
  const distance = jumpOf(o);
  const temporary = o.register();
  return o.isAbsent ? callAbsent(temporary, 0) : [bitsOf("jal") | distance];
}

/** A call of address 0, as GNU's linker leaves it. */
const callAbsent = (temporary: number, link: number): readonly number[] => [
  bitsOf("auipc") | rd(temporary),
  bitsOf("jalr") | rd(link),
];

/** LUI and ADDI, for any value. */
function wholeWord(register: number, value: number): readonly number[] {
  const [upper, lower] = halvesOf(value);
  return [
    bitsOf("lui") | rd(register) | upper,
    bitsOf("addi") | rd(register) | rs1(register) | immediateI(lower),
  ];
}

/** The upper part is already in the position for LUI. */
function halvesOf(value: number): readonly [upper: number, lower: number] {
  return [Number(upperPart(BigInt(value))) << 12, Number(lowerPart(BigInt(value)))];
}

const isShort = (value: number): boolean => (value | 0) >= -2048 && (value | 0) <= 2047;

function loadImmediate(register: number, value: number): readonly number[] {
  if (isShort(value)) return [bitsOf("addi") | rd(register) | immediateI(value)];
  const words = wholeWord(register, value);
  // GNU as writes both words if the register is zero.
  return value << 20 === 0 && register !== 0 ? words.slice(0, 1) : words;
}

/** Number of words that `li` takes for a value. If `register` is undefined, the greatest number. */
export const loadImmediateWords = (register: string | undefined, value: number): number =>
  loadImmediate(registerNumber(register ?? "") ?? 0, value).length;

/** A load or store at a symbol. AUIPC takes the upper part of the distance, the access takes the lower part. If the
 * symbol is weak and undefined, the access is at address 0. */
function accessName({ bits, format }: Encoding, o: Operands): readonly number[] {
  const register = o.register();
  const place = o.address();
  const [upper, lower] = halvesOf(place - (o.pc ?? 0));
  const isNearZero = o.isAbsent && isShort(place);
  if (format === "load") {
    if (isNearZero) return [bits | rd(register) | immediateI(place)];
    return [bitsOf("auipc") | rd(register) | upper, bits | rd(register) | rs1(register) | immediateI(lower)];
  }
  const temporary = o.register();
  if (isNearZero) return [bits | rs2(register) | immediateS(place)];
  return [bitsOf("auipc") | rd(temporary) | upper, bits | rs2(register) | rs1(temporary) | immediateS(lower)];
}

/** `la`: AUIPC and ADDI for an address. For a constant, or for a weak symbol that nothing defines, it encodes the same
 * words as `li`. */
function loadAddress(register: number, place: number, o: Operands): readonly number[] {
  if (o.isAbsent && isShort(place)) return [bitsOf("addi") | rd(register) | immediateI(place)];
  const [upper, lower] = halvesOf(place - (o.pc ?? 0));
  return [
    bitsOf("auipc") | rd(register) | upper,
    bitsOf("addi") | rd(register) | rs1(register) | immediateI(lower),
  ];
}

const PSEUDO: Readonly<Record<string, Expansion>> = {
  nop: () => [bitsOf("addi")],
  unimp: () => [UNIMP],
  scall: () => [bitsOf("ecall")],
  sbreak: () => [bitsOf("ebreak")],
  mv: move("addi", 0),
  move: move("addi", 0),
  not: move("xori", -1),
  seqz: move("sltiu", 1),
  "zext.b": move("andi", 0xff),
  neg: fromZero("sub"),
  "sext.b": extended("srai", 8),
  "sext.h": extended("srai", 16),
  "zext.h": extended("srli", 16),
  sgt: greater("slt"),
  sgtu: greater("sltu"),
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
  "c.beqz": branchZero("beq", false),
  "c.bnez": branchZero("bne", false),
  "c.j": jump(0),
  "c.jal": jump(RA),
  j: jump(0),
  tail,
  call: callFrom,
  jump: jumpBy,
  jr: (o) => [jumpToRegister(0, o)],
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
};

function jumpToRegister(link: number, o: Operands): number {
  const { register, offset } = o.jumpPlace();
  return bitsOf("jalr") | rd(link) | rs1(register) | immediateI(offset);
}

/** Reads the link register, which is ra if it is missing. */
function jumpAndLink(o: Operands): number {
  if (!o.isRegisterNext()) return jumpToRegister(RA, o);
  const first = o.register();
  if (o.isAtEnd) return bitsOf("jalr") | rd(RA) | rs1(first);
  if (o.isRegisterNext() || o.isPlaceNext()) return jumpToRegister(first, o);
  return bitsOf("jalr") | rd(RA) | rs1(first) | immediateI(o.immediate());
}

export const LOADS_VALUE: ReadonlySet<string> = new Set(["li", "la", "lla"]);

const INSN = ".insn";

/** Whether the instruction has two bytes with any operands. */
export const isWrittenCompressed = (name: string): boolean => Object.hasOwn(WRITTEN_COMPRESSED, name);

const BRANCH = /^(?:b(?:eq|ne|lt|ge|gt|le)z?|b(?:lt|ge|gt|le)u|c\.b(?:eq|ne)z)$/;
const JUMP = /^(?:c\.j|c\.jal|j|jal|jump|call|tail)$/;

/** The kind of an instruction that grows if its target is far away. */
export function growthOf(name: string): "branch" | "jump" | undefined {
  if (BRANCH.test(name)) return "branch";
  return JUMP.test(name) ? "jump" : undefined;
}

/** Jumps that GNU as leaves to its linker. */
export const isOfLinker = (name: string): boolean => name === "call" || name === "tail" || name === "jump";

export const isInstruction = (name: string): boolean =>
  name === INSN ||
  isWrittenCompressed(name) ||
  BY_NAME.has(name) ||
  LOADS_VALUE.has(name) ||
  Object.hasOwn(PSEUDO, name);

const isAccess = (encoding: Encoding | undefined): encoding is Encoding =>
  (encoding?.format === "load" || encoding?.format === "store") && encoding.name !== "jalr";

/** The extension that an instruction needs besides RV32I. */
export function extensionOf(name: string): Extension | undefined {
  if (name.startsWith("c.")) return "c";
  return (
    BY_NAME.get(name)?.extension ?? (Object.hasOwn(PSEUDO, name) && OF_CSRS.test(name) ? "zicsr" : undefined)
  );
}

const OF_CSRS = /^(?:csr|rd(?:cycle|time|instret))/;

/** Words of one instruction other than `li` and `la`. `operands`: its tokens. */
export function instructionWords(name: string, operands: readonly Token[]): number {
  if (/^[sz]ext\.[bh]$/.test(name)) return name === "zext.b" ? 1 : 2;
  return isAccess(BY_NAME.get(name)) && !hasPlace(operands) ? 2 : 1;
}

/** `words` is the number of words that the first pass has reserved for the instruction. */
export function encodeInstruction(name: string, o: Operands, words: number): readonly number[] {
  o.instruction = name;
  const encoded = encodeAny(name, o, words);
  o.end();
  return encoded.map((word) => word >>> 0);
}

function encodeAny(name: string, o: Operands, words: number): readonly number[] {
  if (LOADS_VALUE.has(name)) {
    const register = o.register();
    const { value, isPlace } = o.word();
    if (name !== "li" && isPlace) return loadAddress(register, value, o);
    if (name !== "li" || !isShort(value)) o.isUnsigned = false;
    return words === 2 ? wholeWord(register, value) : loadImmediate(register, value);
  }
  if (name === INSN) return [insnWord(o)];
  const written = isWrittenCompressed(name) ? WRITTEN_COMPRESSED[name] : undefined;
  if (written !== undefined) return [written(o)];
  if (name === "jalr") return [jumpAndLink(o)];
  const expansion = Object.hasOwn(PSEUDO, name) ? PSEUDO[name] : undefined;
  if (expansion !== undefined) return expansion(o);
  const encoding = BY_NAME.get(name);
  if (encoding === undefined) return [];
  return isAccess(encoding) && !o.isPlaceNext() ? accessName(encoding, o) : [encodeFields(encoding, o)];
}

/** All names that `isInstruction` knows. */
export const instructionNames = (): readonly string[] => [
  ...new Set([
    ...BY_NAME.keys(),
    ...LOADS_VALUE,
    ...Object.keys(PSEUDO),
    ...Object.keys(WRITTEN_COMPRESSED),
    INSN,
  ]),
];

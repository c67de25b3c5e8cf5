/** A machine word as text, with the pseudo-instructions that a reader expects. */
import {
  ENCODINGS,
  type Encoding,
  immediateOfB,
  immediateOfI,
  immediateOfJ,
  immediateOfS,
  OPERAND_MASK,
  rdOf,
  rs1Of,
  rs2Of,
  UNIMP,
} from "./encodings.ts";
import { expanded } from "./expanded.ts";
import { csrName, registerName } from "./registers.ts";

/** Name of the symbol at an address, such as a label. */
export type Labels = (address: number) => string | undefined;

const hex = (value: number): string => `0x${(value >>> 0).toString(16)}`;

/** `pc` is the address of the word. `isHalf`: the instruction has two bytes. Shows a word that is not an instruction as
 * data. */
export function disassemble(
  word: number,
  pc: number,
  labels: Labels = () => undefined,
  isHalf = false,
): string {
  if (isHalf) return disassembleHalf(word, pc, labels);
  const encoding = ENCODINGS.find(({ bits, format }) => (word & ~OPERAND_MASK[format]) >>> 0 === bits);
  if (encoding === undefined) return `.word ${hex(word)}`;
  const place = (address: number) => labels(address >>> 0) ?? hex(address);
  return shortened(encoding, word, pc, place) ?? plainText(encoding, word, pc, place);
}

/** ADD with zero as its first source, which is the expansion of C.MV. */
const ADD_OF_ZERO = 0xfe0f_f07f | 0;
const ADD_OF_ZERO_BITS = 0x33;

/** Shows a two-byte instruction as the four-byte instruction that it stands for. */
export function disassembleHalf(half: number, pc: number, labels?: Labels): string {
  const word = expanded(half);
  if (word === undefined) return `.half ${hex(half)}`;
  const isMove = (word & ADD_OF_ZERO) === ADD_OF_ZERO_BITS && rs2Of(word) !== 0;
  return isMove
    ? `mv ${registerName(rdOf(word))}, ${registerName(rs2Of(word))}`
    : disassemble(word, pc, labels);
}

type Place = (address: number) => string;

function plainText({ name, format }: Encoding, word: number, pc: number, place: Place): string {
  const [d, a, b] = [registerName(rdOf(word)), registerName(rs1Of(word)), registerName(rs2Of(word))];
  switch (format) {
    case "register":
      return `${name} ${d}, ${a}, ${b}`;
    case "immediate":
      return `${name} ${d}, ${a}, ${immediateOfI(word)}`;
    case "shift":
      return `${name} ${d}, ${a}, ${rs2Of(word)}`;
    case "load":
      return `${name} ${d}, ${immediateOfI(word)}(${a})`;
    case "store":
      return `${name} ${b}, ${immediateOfS(word)}(${a})`;
    case "branch":
      return `${name} ${a}, ${b}, ${place(pc + immediateOfB(word))}`;
    case "upper":
      return `${name} ${d}, ${hex(word >>> 12)}`;
    case "jump":
      return `${name} ${d}, ${place(pc + immediateOfJ(word))}`;
    case "csr":
      return `${name} ${d}, ${csrName(word >>> 20)}, ${a}`;
    case "csr-immediate":
      return `${name} ${d}, ${csrName(word >>> 20)}, ${rs1Of(word)}`;
    case "fence":
      return `${name}${accessesText(word)}`;
    case "load-reserved":
      return `${name} ${d}, (${a})`;
    case "atomic":
      return `${name} ${d}, ${b}, (${a})`;
    case "fence-memory":
      return rs2Of(word) === 0 ? `${name} ${a}` : `${name} ${a}, ${b}`;
    case "fence-i":
    case "plain":
      return name;
  }
}

/** Empty if the fence orders all accesses, or has fields that the assembler cannot write. */
function accessesText(word: number): string {
  const [before, behind] = [(word >>> 24) & 15, (word >>> 20) & 15];
  const isPlain = rdOf(word) === 0 && rs1Of(word) === 0 && word >>> 28 === 0;
  if (!isPlain || before === 0 || behind === 0 || (before & behind) === 15) return "";
  const text = (set: number) => ["i", "o", "r", "w"].filter((_, at) => (set >> (3 - at)) & 1).join("");
  return ` ${text(before)}, ${text(behind)}`;
}

/** The usual short form of an instruction, or undefined if it has none. */
function shortened({ name }: Encoding, word: number, pc: number, place: Place): string | undefined {
  const [d, a, b] = [rdOf(word), rs1Of(word), rs2Of(word)];
  const immediate = immediateOfI(word);
  switch (name) {
    case "addi":
      if (d === 0 && a === 0 && immediate === 0) return "nop";
      if (a === 0) return `li ${registerName(d)}, ${immediate}`;
      return immediate === 0 ? `mv ${registerName(d)}, ${registerName(a)}` : undefined;
    case "xori":
      return immediate === -1 ? `not ${registerName(d)}, ${registerName(a)}` : undefined;
    case "sltiu":
      return immediate === 1 ? `seqz ${registerName(d)}, ${registerName(a)}` : undefined;
    case "sub":
      return a === 0 ? `neg ${registerName(d)}, ${registerName(b)}` : undefined;
    case "sltu":
      return a === 0 ? `snez ${registerName(d)}, ${registerName(b)}` : undefined;
    case "beq":
    case "bne":
    case "bge":
    case "blt":
      return b === 0 ? `${name}z ${registerName(a)}, ${place(pc + immediateOfB(word))}` : undefined;
    case "jal":
      if (d > 1) return undefined;
      return `${d === 0 ? "j" : "call"} ${place(pc + immediateOfJ(word))}`;
    case "jalr":
      if (d !== 0 || immediate !== 0) return undefined;
      return a === 1 ? "ret" : `jr ${registerName(a)}`;
    case "csrrw":
      return word >>> 0 === UNIMP ? "unimp" : csrText(name, word);
    case "csrrs":
      return a === 0 ? `csrr ${registerName(d)}, ${csrName(word >>> 20)}` : csrText(name, word);
    default:
      return name.startsWith("csrr") ? csrText(name, word) : undefined;
  }
}

/** `csrw mtvec, t0`: the form of an access that does not keep the old value. */
function csrText(name: string, word: number): string | undefined {
  if (rdOf(word) !== 0) return undefined;
  const source = name.endsWith("i") ? String(rs1Of(word)) : registerName(rs1Of(word));
  return `csr${name.slice("csrr".length)} ${csrName(word >>> 20)}, ${source}`;
}

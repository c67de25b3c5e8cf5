/** Rejects instructions that cause an exception on this machine for all register values. */
import {
  DRET,
  immediateOfB,
  immediateOfI,
  immediateOfJ,
  immediateOfS,
  OPERAND_MASK,
  rs1Of,
  SFENCE_VMA,
  SRET,
  UNIMP,
  URET,
} from "./encodings.ts";
import { csrName, isMachineCsr, isReadableCsr } from "./registers.ts";

/** Addresses of a program's code, in bytes. */
interface CodeRange {
  readonly begin: number;
  /** Address after the last instruction. */
  readonly end: number;
  /** True if the program may store to its code and execute its data. */
  readonly isWritten: boolean;
}

/** Only code can be stored below this address (docs/model.md, "Programs"). */
const MEMORY_BASE = 0x2000_0000;
const MEMORY_END = 0x2001_0000;
/** Return address of the routine's caller. A jump there ends the routine. */
const RETURN_ADDRESS = 0xffff_fffc;

const LOAD = 0x03;
const STORE = 0x23;
const BRANCH = 0x63;
const JAL = 0x6f;
const LUI = 0x37;
const AUIPC = 0x17;
const SYSTEM = 0x73;
const ATOMIC = 0x2f;
const LOAD_RESERVED = 0x02;

const hex = (value: number): string => `0x${(value >>> 0).toString(16)}`;

/** `words` are the words of one statement, the first of them at `pc`. `code` is undefined if its range is not known.
 * Returns the fault, or undefined if no fault is certain. */
export function faultOf(
  words: readonly number[],
  pc: number,
  code: CodeRange | undefined,
  isMachineMode = false,
): string | undefined {
  const [first = 0, second] = words;
  const opcode = first & 0x7f;
  if (opcode === SYSTEM) return levelFault(first) ?? csrFault(first, isMachineMode);
  if (code === undefined) return undefined;
  switch (opcode) {
    case JAL:
      return targetFault(pc + immediateOfJ(first), code);
    case BRANCH:
      return targetFault(pc + immediateOfB(first), code);
    case LUI:
      return second === undefined ? undefined : accessFault(second, first & 0xffff_f000, code);
    case AUIPC:
      return second === undefined ? undefined : accessFault(second, pc + (first & 0xffff_f000), code);
    default:
      return rs1Of(first) === 0 ? accessFault(first, 0, code) : undefined;
  }
}

/** Names of instructions of other privilege levels, keyed by their word. */
const OF_OTHER_LEVELS: ReadonlyMap<number, string> = new Map([
  [SRET, "sret"],
  [URET, "uret"],
  [DRET, "dret"],
  [SFENCE_VMA, "sfence.vma"],
]);

function levelFault(word: number): string | undefined {
  const whole = OF_OTHER_LEVELS.get(word >>> 0);
  const name = whole ?? OF_OTHER_LEVELS.get((word & ~OPERAND_MASK["fence-memory"]) >>> 0);
  if (name === undefined) return undefined;
  return `${name} belongs to a privilege level that this machine does not have: it has only the machine level`;
}

const CSR_READ_ONLY = 0xc00;
function csrFault(word: number, isMachineMode: boolean): string | undefined {
  const function3 = (word >>> 12) & 7;
  if ((function3 & 3) === 0 || word >>> 0 === UNIMP) return undefined;
  const csr = word >>> 20;
  const isWritten = (function3 & 3) === 1 || rs1Of(word) !== 0;
  if (isMachineMode) return machineCsrFault(csr, isWritten);
  const name = csrName(csr);
  const isOfMachineMode = machineCsrFault(csr, isWritten) === undefined;
  if (isReadableCsr(csr) && !isWritten) return undefined;
  if (isReadableCsr(csr))
    return isOfMachineMode
      ? `${name} can only be read; a thread with "machineMode": true has it, and irqscope asm --machine-mode assembles for one`
      : `${name} can only be read`;
  return isOfMachineMode
    ? `${name} is out of reach of a program: it can read cycle, time, instret, mcycle, minstret and mhartid; a thread with "machineMode": true has it, and irqscope asm --machine-mode assembles for one`
    : `${name} is out of reach of a program: it can read cycle, time, instret, mcycle, minstret and mhartid`;
}

function machineCsrFault(csr: number, isWritten: boolean): string | undefined {
  if (!isMachineCsr(csr)) return `this machine has no ${csrName(csr)}`;
  return isWritten && (csr & CSR_READ_ONLY) === CSR_READ_ONLY
    ? `${csrName(csr)} can only be read`
    : undefined;
}

/** A program without `ret` runs to the end of its code. The machine reports this when it occurs. */
function targetFault(address: number, { begin, end, isWritten }: CodeRange): string | undefined {
  const target = address >>> 0;
  if (target === RETURN_ADDRESS || (target >= begin && target <= end)) return undefined;
  if (isWritten && target >= MEMORY_BASE && target < MEMORY_END) return undefined;
  return `goes to ${hex(target)}, out of the code from ${hex(begin)} to ${hex(end)}: use a label, or . and a distance`;
}

function accessFault(word: number, base: number, { begin, end, isWritten }: CodeRange): string | undefined {
  const opcode = word & 0x7f;
  if (opcode === ATOMIC) return atomicFault(word, base);
  if (opcode !== LOAD && opcode !== STORE) return undefined;
  const isLoad = opcode === LOAD;
  const bytes = 1 << ((word >>> 12) & 3);
  const address = (base + (isLoad ? immediateOfI(word) : immediateOfS(word))) >>> 0;
  if (address % bytes !== 0)
    return `${hex(address)} is not a multiple of ${bytes}: ${bytes} bytes lie at one`;
  if (address >= MEMORY_BASE && base !== 0) return undefined;
  if ((isLoad || isWritten) && address >= begin && address < end) return undefined;
  return isLoad ? `nothing can be loaded from ${hex(address)}` : `nothing can be stored at ${hex(address)}`;
}

/** Atomic instructions have no offset and reach only the memory of programs. */
function atomicFault(word: number, address: number): string | undefined {
  if (address >= MEMORY_BASE) return undefined;
  return word >>> 27 === LOAD_RESERVED
    ? `nothing can be loaded from ${hex(address)}`
    : `nothing can be stored at ${hex(address)}`;
}

/** An interpreter of RV32IMAC_Zicsr by the tables of the manual (Volume I, 20191213). It takes nothing from the core.
 * For 16-bit instructions it uses the expansion of the assembler, which tests compare with GNU objdump. Values are
 * signed 32-bit numbers. */

import { expanded as expandedHalf } from "../../lib/assembler/expanded.ts";

/** mcause of the exception, or the end of the program by itself. */
export type Outcome = "running" | "ended" | number;

export interface ProgramImage {
  readonly words: readonly number[];
  readonly codeAddress: number;
  readonly memoryAddress: number;
  readonly memoryBytes: number;
  readonly stackPointer: number;
  readonly returnAddress: number;
  readonly hartId: number;
  /** Extensions `a` and `c`. */
  readonly extensions?: string;
  readonly initialData?: { readonly address: number; readonly bytes: Uint8Array };
}

const CAUSE = {
  fetchMisaligned: 0,
  fetchFault: 1,
  illegal: 2,
  loadMisaligned: 4,
  loadFault: 5,
  storeMisaligned: 6,
  storeFault: 7,
} as const;

class Trap extends Error {
  readonly mcause: number;
  constructor(mcause: number) {
    super(`exception ${mcause}`);
    this.mcause = mcause;
  }
}

const signedOf = (value: bigint): number => Number(BigInt.asIntN(32, value));
const unsigned = (value: number): bigint => BigInt.asUintN(32, BigInt(value));
const signed = (value: number): bigint => BigInt.asIntN(32, BigInt(value));

export class Interpreter {
  readonly x = new Int32Array(32);
  readonly memory: Uint8Array;
  pc: number;
  executed = 0;
  /** Destination of the last instruction if it reads a CSR. Its value is available later than when it leaves IF. */
  awaited = 0;
  outcome: Outcome = "running";
  readonly #image: ProgramImage;
  #sequential = 0;
  #reserved: number | undefined;

  constructor(image: ProgramImage) {
    this.#image = image;
    this.pc = image.codeAddress;
    this.memory = new Uint8Array(image.memoryBytes);
    const { initialData } = image;
    if (initialData !== undefined)
      this.memory.set(initialData.bytes, initialData.address - image.memoryAddress);
    this.x[1] = image.returnAddress;
    this.x[2] = image.stackPointer;
  }

  /** Executes one instruction. */
  step(): void {
    this.executed++;
    this.awaited = 0;
    try {
      const next = this.#execute(this.#fetch()) >>> 0;
      this.x[0] = 0;
      if (this.outcome !== "running") return;
      this.pc = next;
      if (next === this.#image.returnAddress) this.outcome = "ended";
      else if (!this.#isCode(next, this.#has("c") ? 2 : 4)) this.outcome = CAUSE.fetchFault;
    } catch (error) {
      if (!(error instanceof Trap)) throw error;
      this.outcome = error.mcause;
    }
  }

  /** Another context or an interrupt has cleared the reservation of LR. */
  loseReservation(): void {
    this.#reserved = undefined;
  }

  #has(extension: string): boolean {
    return this.#image.extensions?.includes(extension) === true;
  }

  /** The instruction word, or the expansion of a half word. */
  #fetch(): number {
    const half = (address: number): number => this.#byteAt(address) | (this.#byteAt(address + 1) << 8);
    this.#sequential = this.pc + 4;
    const low = half(this.pc);
    if (!this.#has("c") || low % 4 === 3) {
      if (!this.#isCode(this.pc, 4)) throw new Trap(CAUSE.fetchFault);
      return ((half(this.pc + 2) << 16) | low) >>> 0;
    }
    this.#sequential = this.pc + 2;
    const word = expandedHalf(low);
    if (word === undefined) throw new Trap(CAUSE.illegal);
    return word >>> 0;
  }

  #isCode(address: number, bytes: number): boolean {
    const { codeAddress, words } = this.#image;
    return address >= codeAddress && address + bytes <= codeAddress + words.length * 4;
  }

  /** Returns the address of the next instruction. */
  #execute(word: number): number {
    const bits = (from: number, to: number) => (word >>> to) & (2 ** (from - to + 1) - 1);
    const [opcode, rd, funct3, rs1, rs2, funct7] = [
      bits(6, 0),
      bits(11, 7),
      bits(14, 12),
      bits(19, 15),
      bits(24, 20),
      bits(31, 25),
    ];
    const a = this.x[rs1] ?? 0;
    const b = this.x[rs2] ?? 0;
    const immediateI = word >> 20;
    const write = (value: number) => {
      this.x[rd] = value;
    };
    const sequential = this.#sequential;
    switch (opcode.toString(2).padStart(7, "0")) {
      case "0110111": // LUI
        write(word & ~0xfff);
        return sequential;
      case "0010111": // AUIPC
        write(this.pc + (word & ~0xfff));
        return sequential;
      case "1101111": {
        // JAL: imm[20|10:1|11|19:12]
        const offset =
          (bits(31, 31) ? -(2 ** 20) : 0) + (bits(19, 12) << 12) + (bits(20, 20) << 11) + (bits(30, 21) << 1);
        return this.#jump(this.pc + offset, () => write(sequential));
      }
      case "1100111": // JALR
        if (funct3 !== 0) throw new Trap(CAUSE.illegal);
        return this.#jump((a + immediateI) & ~1, () => write(sequential));
      case "1100011": {
        // BRANCH: imm[12|10:5] .. imm[4:1|11]
        const offset =
          (bits(31, 31) ? -(2 ** 12) : 0) + (bits(7, 7) << 11) + (bits(30, 25) << 5) + (bits(11, 8) << 1);
        return branchIsTaken(funct3, a, b) ? this.#jump(this.pc + offset, () => {}) : sequential;
      }
      case "0000011":
        write(this.#load(funct3, (a + immediateI) >>> 0));
        return sequential;
      case "0100011": {
        const offset = (bits(31, 31) ? -2048 : 0) + (bits(30, 25) << 5) + bits(11, 7);
        this.#store(funct3, (a + offset) >>> 0, b);
        return sequential;
      }
      case "0010011":
        write(arithmeticImmediate(funct3, a, immediateI, funct7, rs2));
        return sequential;
      case "0110011":
        write(arithmetic(funct3, funct7, a, b));
        return sequential;
      case "0101111":
        if (funct3 !== 2 || !this.#has("a")) throw new Trap(CAUSE.illegal);
        write(this.#atomic(funct7 >> 2, rs2, a >>> 0, b));
        return sequential;
      case "0001111": // FENCE, FENCE.I
        if (funct3 > 1) throw new Trap(CAUSE.illegal);
        return sequential;
      case "1110011":
        return this.#system(word, funct3, rs1, write);
      default:
        throw new Trap(CAUSE.illegal);
    }
  }

  #jump(target: number, link: () => void): number {
    if (target % (this.#has("c") ? 2 : 4) !== 0) throw new Trap(CAUSE.fetchMisaligned);
    link();
    return target;
  }

  /** Hash of the words of the memory alone. */
  #atomic(funct5: number, rs2: number, address: number, b: number): number {
    const { memoryAddress, memoryBytes } = this.#image;
    const isLoad = funct5 === 0b00010;
    if (isLoad && rs2 !== 0) throw new Trap(CAUSE.illegal);
    const operation = AMO[funct5];
    if (!isLoad && funct5 !== 0b00011 && operation === undefined) throw new Trap(CAUSE.illegal);
    if (address % 4 !== 0) throw new Trap(isLoad ? CAUSE.loadMisaligned : CAUSE.storeMisaligned);
    if (address < memoryAddress || address >= memoryAddress + memoryBytes)
      throw new Trap(isLoad ? CAUSE.loadFault : CAUSE.storeFault);
    if (operation !== undefined) {
      const before = this.#load(2, address);
      this.#store(2, address, operation(before, b));
      return before;
    }
    if (isLoad) {
      this.#reserved = address;
      return this.#load(2, address);
    }
    const succeeds = this.#reserved === address;
    this.#reserved = undefined;
    if (succeeds) this.#store(2, address, b);
    return succeeds ? 0 : 1;
  }

  #load(funct3: number, address: number): number {
    const sizes = [1, 2, 4, undefined, 1, 2];
    const size = sizes[funct3];
    if (size === undefined) throw new Trap(CAUSE.illegal);
    if (address % size !== 0) throw new Trap(CAUSE.loadMisaligned);
    let value = 0n;
    for (let index = size - 1; index >= 0; index--)
      value = (value << 8n) | BigInt(this.#byteAt(address + index));
    return funct3 >= 4 ? Number(value) : signedOf(BigInt.asIntN(size * 8, value));
  }

  #byteAt(address: number): number {
    const { memoryAddress, memoryBytes, codeAddress, words } = this.#image;
    if (address >= memoryAddress && address < memoryAddress + memoryBytes)
      return this.memory[address - memoryAddress] ?? 0;
    if (!this.#isCode(address, 1)) throw new Trap(CAUSE.loadFault);
    return ((words[Math.floor((address - codeAddress) / 4)] ?? 0) >>> ((address % 4) * 8)) & 0xff;
  }

  #store(funct3: number, address: number, value: number): void {
    if (funct3 > 2) throw new Trap(CAUSE.illegal);
    const size = 2 ** funct3;
    if (address % size !== 0) throw new Trap(CAUSE.storeMisaligned);
    const { memoryAddress, memoryBytes } = this.#image;
    if (address < memoryAddress || address + size > memoryAddress + memoryBytes)
      throw new Trap(CAUSE.storeFault);
    for (let index = 0; index < size; index++)
      this.memory[address - memoryAddress + index] = (value >> (8 * index)) & 0xff;
  }

  #system(word: number, funct3: number, rs1: number, write: (value: number) => void): number {
    const ECALL = 0x73;
    const EBREAK = 0x100073;
    const MRET = 0x30200073;
    const WFI = 0x10500073;
    if (word === ECALL || word === EBREAK || word === MRET) {
      this.outcome = "ended";
      return this.pc;
    }
    if (word === WFI) return this.#sequential;
    if (funct3 % 4 === 0) throw new Trap(CAUSE.illegal);
    const isWrite = funct3 % 4 === 1 || rs1 !== 0;
    const retired = BigInt(this.executed - 1);
    const readable = new Map<number, number>([
      [0xc02, signedOf(retired)],
      [0xb02, signedOf(retired)],
      [0xc82, signedOf(retired >> 32n)],
      [0xb82, signedOf(retired >> 32n)],
      [0xf11, 0],
      [0xf12, 0],
      [0xf13, 0],
      [0xf14, this.#image.hartId],
    ]);
    const value = readable.get(word >>> 20);
    if (isWrite || value === undefined) throw new Trap(CAUSE.illegal);
    write(value);
    this.awaited = (word >>> 7) & 31;
    return this.#sequential;
  }
}

/** By funct5. */
const AMO: Readonly<Record<number, (memory: number, operand: number) => number>> = {
  0: (memory, operand) => (memory + operand) | 0,
  1: (_, operand) => operand,
  4: (memory, operand) => memory ^ operand,
  8: (memory, operand) => memory | operand,
  12: (memory, operand) => memory & operand,
  16: (memory, operand) => Math.min(memory, operand),
  20: (memory, operand) => Math.max(memory, operand),
  24: (memory, operand) => (unsigned(memory) < unsigned(operand) ? memory : operand),
  28: (memory, operand) => (unsigned(memory) > unsigned(operand) ? memory : operand),
};

function branchIsTaken(funct3: number, a: number, b: number): boolean {
  switch (funct3) {
    case 0:
      return a === b;
    case 1:
      return a !== b;
    case 4:
      return a < b;
    case 5:
      return a >= b;
    case 6:
      return unsigned(a) < unsigned(b);
    case 7:
      return unsigned(a) >= unsigned(b);
    default:
      throw new Trap(CAUSE.illegal);
  }
}

function arithmeticImmediate(
  funct3: number,
  a: number,
  immediate: number,
  funct7: number,
  shamt: number,
): number {
  if (funct3 === 1 && funct7 === 0) return a << shamt;
  if (funct3 === 5 && funct7 === 0) return a >>> shamt;
  if (funct3 === 5 && funct7 === 0b0100000) return a >> shamt;
  if (funct3 === 1 || funct3 === 5) throw new Trap(CAUSE.illegal);
  return arithmetic(funct3, 0, a, immediate);
}

function arithmetic(funct3: number, funct7: number, a: number, b: number): number {
  if (funct7 === 1) return multiplyDivide(funct3, a, b);
  if (funct7 === 0b0100000 && funct3 === 0) return signedOf(signed(a) - signed(b));
  if (funct7 === 0b0100000 && funct3 === 5) return a >> (b & 31);
  if (funct7 !== 0) throw new Trap(CAUSE.illegal);
  switch (funct3) {
    case 0:
      return signedOf(signed(a) + signed(b));
    case 1:
      return a << (b & 31);
    case 2:
      return a < b ? 1 : 0;
    case 3:
      return unsigned(a) < unsigned(b) ? 1 : 0;
    case 4:
      return a ^ b;
    case 5:
      return a >>> (b & 31);
    case 6:
      return a | b;
    default:
      return a & b;
  }
}

/** Table 7.1 of the manual for division by zero and overflow. */
function multiplyDivide(funct3: number, a: number, b: number): number {
  switch (funct3) {
    case 0:
      return signedOf(signed(a) * signed(b));
    case 1:
      return signedOf((signed(a) * signed(b)) >> 32n);
    case 2:
      return signedOf((signed(a) * unsigned(b)) >> 32n);
    case 3:
      return signedOf((unsigned(a) * unsigned(b)) >> 32n);
    case 4:
      return b === 0 ? -1 : signedOf(signed(a) / signed(b));
    case 5:
      return b === 0 ? -1 : signedOf(unsigned(a) / unsigned(b));
    case 6:
      return b === 0 ? a : signedOf(signed(a) % signed(b));
    default:
      return b === 0 ? a : signedOf(unsigned(a) % unsigned(b));
  }
}

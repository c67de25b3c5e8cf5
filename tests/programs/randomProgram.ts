/** Random machine code that usually runs: arithmetic on a few registers, accesses to the shared memory, short branches
 * and jumps, and sometimes a random word. */
import { SIM_PROGRAM_MEMORY_BASE } from "../../core-wasm/binding/index.ts";
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
} from "../../lib/assembler/encodings.ts";
import type { Random } from "../support/random.ts";

/** Holds the address of the memory. */
const BASE_REGISTER = 8;
const LUI = 0x37;
const READABLE_CSRS = [0xc02, 0xb02, 0xc82, 0xf11, 0xf14] as const;
const PLAIN_SHARE = 96;

const named = (name: string): Encoding => {
  const encoding = ENCODINGS.find((one) => one.name === name);
  if (encoding === undefined) throw new Error(`no instruction ${name}`);
  return encoding;
};
const ofFormat = (...formats: readonly string[]) =>
  ENCODINGS.filter(({ format, name }) => formats.includes(format) && name !== "jalr");
const ARITHMETIC = ofFormat("register", "immediate", "shift", "upper");
const LOADS = ofFormat("load");
const STORES = ofFormat("store");
const BRANCHES = ofFormat("branch");

/** Values at which signs, overflows and zero matter are frequent. */
const CORNERS = [0, 1, -1, 2, -2048, 2047] as const;

const ATOMICS = ofFormat("atomic", "load-reserved").filter(({ bits }) => (bits & 0x0600_0000) === 0);

export function randomProgram(
  random: Random,
  length: number,
  memoryBytes: number,
  extensions = "",
): readonly number[] {
  const register = () => (random.chance(80) ? random.pick([0, 5, 6, 7, 9, 10, 11]) : random.integer(0, 31));
  const target = () => (random.chance(80) ? registerBut(random, register) : 0);
  const words = [LUI | rd(BASE_REGISTER) | SIM_PROGRAM_MEMORY_BASE];
  const access = (bits: number, value: number) => {
    const bytes = 2 ** ((bits >> 12) & 3);
    const room = Math.floor(Math.min(memoryBytes, 2048) / bytes);
    const wanted = random.chance(97) ? random.integer(0, room - 1) * bytes : random.integer(-64, 2047);
    return value === 0 ? immediateI(wanted) : immediateS(wanted);
  };
  const instruction = (index: number): number => {
    if (extensions.includes("c") && random.chance(30)) return halfWord(random) | (halfWord(random) << 16);
    if (extensions.includes("a") && random.chance(20)) return atomic(random, target(), register());
    const kind = random.integer(1, 100);
    if (kind > PLAIN_SHARE) return random.chance(60) ? random.integer(0, 0xffff_ffff) : 0x13;
    const distance = () => 4 * random.integer(Math.max(-index, -8), Math.min(length - index, 12));
    if (kind > 90) return named("jal").bits | rd(random.pick([0, 1, 5])) | immediateJ(distance());
    if (kind > 88) return named("csrrs").bits | rd(target()) | immediateI(random.pick(READABLE_CSRS));
    if (kind > 86) {
      // A jump into the code: its base is in ra, set by a JAL, or a random value.
      return named("jalr").bits | rd(random.pick([0, 1])) | rs1(1) | immediateI(4 * random.integer(0, 3));
    }
    if (kind > 74)
      return pickFrom(random, BRANCHES) | rs1(register()) | rs2(register()) | immediateB(distance());
    if (kind > 62) {
      const bits = pickFrom(random, STORES);
      return bits | rs1(BASE_REGISTER) | rs2(register()) | access(bits, 1);
    }
    if (kind > 46) {
      const bits = pickFrom(random, LOADS);
      return bits | rs1(BASE_REGISTER) | rd(target()) | access(bits, 0);
    }
    return arithmetic(random, target(), register);
  };
  while (words.length < length - 1) words.push(instruction(words.length));
  return [...words, named("ecall").bits].map((word) => word >>> 0);
}

/** At the base of the memory, where LR and SC use the same word. */
function atomic(random: Random, destination: number, operand: number): number {
  const { bits, format } = random.pick(ATOMICS);
  const order = random.integer(0, 3) << 25;
  return bits | order | rd(destination) | rs1(BASE_REGISTER) | (format === "atomic" ? rs2(operand) : 0);
}

/** 16-bit instructions on registers that may change: c.addi, c.li, c.mv, c.add, c.slli, c.sub to c.and, c.srli, c.lw,
 * c.sw, and c.beqz and c.j over the next instructions. */
function halfWord(random: Random): number {
  const near = () => random.integer(1, 3);
  const whole = () => (near() + 8) << 7;
  const small = ((random.integer(0, 31) << 2) | (random.integer(0, 1) << 12)) & 0x107c;
  return random.pick([
    0x0001 | whole() | small,
    0x4001 | whole() | small,
    0x8002 | whole() | ((near() + 8) << 2),
    0x9002 | whole() | ((near() + 8) << 2),
    0x0002 | whole() | (small & 0x7c),
    0x8c01 | (near() << 7) | (random.integer(0, 3) << 5) | (near() << 2),
    0x8001 | (near() << 7) | (random.integer(0, 1) << 10) | (small & 0x7c),
    0x4000 | (random.integer(0, 7) << 10) | (near() << 2),
    0xc000 | (random.integer(0, 7) << 10) | (near() << 2),
    0xc001 | (near() << 7) | (random.integer(1, 3) << 3),
    0xa001 | (random.integer(1, 3) << 3),
    0x0001,
  ]);
}

/** A register other than the base. */
function registerBut(random: Random, register: () => number): number {
  const picked = register();
  return picked === BASE_REGISTER ? random.pick([5, 6, 7]) : picked;
}

const pickFrom = (random: Random, encodings: readonly Encoding[]): number =>
  encodings[random.integer(0, encodings.length - 1)]?.bits ?? 0;

function arithmetic(random: Random, destination: number, register: () => number): number {
  const { bits, format } = ARITHMETIC[random.integer(0, ARITHMETIC.length - 1)] ?? named("add");
  const constant = random.chance(50) ? random.pick(CORNERS) : random.integer(-2048, 2047);
  switch (format) {
    case "upper":
      return bits | rd(destination) | (random.integer(0, 0xf_ffff) << 12);
    case "immediate":
      return bits | rd(destination) | rs1(register()) | immediateI(constant);
    case "shift":
      return bits | rd(destination) | rs1(register()) | rs2(random.integer(0, 31));
    default:
      return bits | rd(destination) | rs1(register()) | rs2(register());
  }
}

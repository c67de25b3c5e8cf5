/** Random machine code that mostly runs: arithmetic on a few registers, accesses to the shared memory, short
 * branches and jumps, a word of noise now and then. */
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

/** Values where signs, overflows and zero matter come often. */
const CORNERS = [0, 1, -1, 2, -2048, 2047] as const;

export function randomProgram(random: Random, length: number, memoryBytes: number): readonly number[] {
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
    const kind = random.integer(1, 100);
    if (kind > PLAIN_SHARE) return random.chance(60) ? random.integer(0, 0xffff_ffff) : 0x13;
    const distance = () => 4 * random.integer(Math.max(-index, -8), Math.min(length - index, 12));
    if (kind > 90) return named("jal").bits | rd(random.pick([0, 1, 5])) | immediateJ(distance());
    if (kind > 88) return named("csrrs").bits | rd(target()) | immediateI(random.pick(READABLE_CSRS));
    if (kind > 86) {
      // A jump into the code: its base comes from ra, which a JAL has set, or goes astray.
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

/** Not the one that holds the base. */
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

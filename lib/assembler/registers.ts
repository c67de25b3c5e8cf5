/** Names of registers and of control and status registers. */

/** By number; the calling convention of the RISC-V ABI. */
export const REGISTER_NAMES = [
  ...["zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1"],
  ...["a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7"],
  ...["s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11"],
  ...["t3", "t4", "t5", "t6"],
] as const;

const REGISTERS: ReadonlyMap<string, number> = new Map([
  ...REGISTER_NAMES.map((name, number) => [name, number] as const),
  ...REGISTER_NAMES.map((_, number) => [`x${number}`, number] as const),
  ["fp", 8],
]);

/** 0..31, or undefined for any other name. */
export const registerNumber = (name: string): number | undefined => REGISTERS.get(name.toLowerCase());

export const registerName = (number: number): string => REGISTER_NAMES[number] ?? `x${number}`;

/** Those that a program can read, and the few that others write into their sources. */
const CSR_NUMBERS: readonly (readonly [name: string, number: number])[] = [
  ["mstatus", 0x300],
  ["misa", 0x301],
  ["mie", 0x304],
  ["mtvec", 0x305],
  ["mscratch", 0x340],
  ["mepc", 0x341],
  ["mcause", 0x342],
  ["mtval", 0x343],
  ["mip", 0x344],
  ["mcycle", 0xb00],
  ["minstret", 0xb02],
  ["mcycleh", 0xb80],
  ["minstreth", 0xb82],
  ["cycle", 0xc00],
  ["time", 0xc01],
  ["instret", 0xc02],
  ["cycleh", 0xc80],
  ["timeh", 0xc81],
  ["instreth", 0xc82],
  ["mvendorid", 0xf11],
  ["marchid", 0xf12],
  ["mimpid", 0xf13],
  ["mhartid", 0xf14],
];
const CSRS: ReadonlyMap<string, number> = new Map(CSR_NUMBERS);
const CSR_NAMES: ReadonlyMap<number, string> = new Map(CSR_NUMBERS.map(([name, number]) => [number, name]));

export const csrNumber = (name: string): number | undefined => CSRS.get(name.toLowerCase());
export const csrName = (number: number): string => CSR_NAMES.get(number) ?? `0x${number.toString(16)}`;

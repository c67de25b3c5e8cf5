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

const numbered = (prefix: string, from: number, to: number, first: number, suffix = "") =>
  Array.from({ length: to - from + 1 }, (_, at) => [`${prefix}${from + at}${suffix}`, first + at] as const);
const inOrder = (first: number, names: string) =>
  names.split(" ").flatMap((name, at) => (name === "-" ? [] : [[name, first + at] as const]));

/** The RISC-V Instruction Set Manual, Volume II, 20211203, table 2; without those of debuggers and hypervisors. */
const CSR_NUMBERS: readonly (readonly [name: string, number: number])[] = [
  ...inOrder(0x001, "fflags frm fcsr"),
  ...inOrder(0x100, "sstatus - - - sie stvec scounteren - - - senvcfg"),
  ...inOrder(0x140, "sscratch sepc scause stval sip"),
  ["satp", 0x180],
  ...inOrder(0x300, "mstatus misa medeleg mideleg mie mtvec mcounteren - - - menvcfg"),
  ["mstatush", 0x310],
  ["menvcfgh", 0x31a],
  ["mcountinhibit", 0x320],
  ...numbered("mhpmevent", 3, 31, 0x323),
  ...inOrder(0x340, "mscratch mepc mcause mtval mip - - - - - mtinst mtval2"),
  ...numbered("pmpcfg", 0, 15, 0x3a0),
  ...numbered("pmpaddr", 0, 63, 0x3b0),
  ["mseccfg", 0x747],
  ["mseccfgh", 0x757],
  ...inOrder(0xb00, "mcycle - minstret"),
  ...numbered("mhpmcounter", 3, 31, 0xb03),
  ...inOrder(0xb80, "mcycleh - minstreth"),
  ...numbered("mhpmcounter", 3, 31, 0xb83, "h"),
  ...inOrder(0xc00, "cycle time instret"),
  ...numbered("hpmcounter", 3, 31, 0xc03),
  ...inOrder(0xc80, "cycleh timeh instreth"),
  ...numbered("hpmcounter", 3, 31, 0xc83, "h"),
  ...inOrder(0xf11, "mvendorid marchid mimpid mhartid mconfigptr"),
];
const CSRS: ReadonlyMap<string, number> = new Map(CSR_NUMBERS);
const CSR_NAMES: ReadonlyMap<number, string> = new Map(CSR_NUMBERS.map(([name, number]) => [number, name]));

/** Registers that a program can read (docs/model.md, "Programs"). */
const READABLE_CSRS: ReadonlySet<number> = new Set(
  [
    ...["cycle", "time", "instret", "cycleh", "timeh", "instreth"],
    ...["mcycle", "minstret", "mcycleh", "minstreth"],
    ...["mvendorid", "marchid", "mimpid", "mhartid"],
  ].map((name) => CSRS.get(name) ?? 0),
);

export const csrNumber = (name: string): number | undefined => CSRS.get(name.toLowerCase());
export const csrName = (number: number): string => CSR_NAMES.get(number) ?? `0x${number.toString(16)}`;
export const isReadableCsr = (number: number): boolean => READABLE_CSRS.has(number);

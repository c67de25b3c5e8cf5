/** Names of registers and of control and status registers. */

/** Register names by number, from the calling convention of the RISC-V ABI. */
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

/** The RISC-V Instruction Set Manual, Volume II, 20211203, tables 2 to 5, and the extensions that GNU as 2.40 knows. */
const CSR_NUMBERS: readonly (readonly [name: string, number: number])[] = [
  ...inOrder(0x000, "ustatus fflags frm fcsr uie utvec"),
  ...inOrder(0x008, "vstart vxsat vxrm - - - - vcsr"),
  ["seed", 0x015],
  ...inOrder(0x040, "uscratch uepc ucause utval uip"),
  ...inOrder(0x100, "sstatus - sedeleg sideleg sie stvec scounteren - - - senvcfg"),
  ...numbered("sstateen", 0, 3, 0x10c),
  ...inOrder(0x140, "sscratch sepc scause stval sip - - - - - - - - stimecmp"),
  ["stimecmph", 0x15d],
  ["satp", 0x180],
  ...inOrder(0x200, "vsstatus - - - vsie vstvec"),
  ...inOrder(0x240, "vsscratch vsepc vscause vstval vsip - - - - - - - - vstimecmp"),
  ["vstimecmph", 0x25d],
  ["vsatp", 0x280],
  ...inOrder(0x300, "mstatus misa medeleg mideleg mie mtvec mcounteren - - - menvcfg"),
  ...numbered("mstateen", 0, 3, 0x30c),
  ["mstatush", 0x310],
  ["menvcfgh", 0x31a],
  ...numbered("mstateen", 0, 3, 0x31c, "h"),
  ["mcountinhibit", 0x320],
  ...numbered("mhpmevent", 3, 31, 0x323),
  ...inOrder(0x340, "mscratch mepc mcause mtval mip - - - - - mtinst mtval2"),
  ...numbered("pmpcfg", 0, 15, 0x3a0),
  ...numbered("pmpaddr", 0, 63, 0x3b0),
  ["scontext", 0x5a8],
  ...inOrder(0x600, "hstatus - hedeleg hideleg hie htimedelta hcounteren hgeie - - henvcfg"),
  ...numbered("hstateen", 0, 3, 0x60c),
  ["htimedeltah", 0x615],
  ["henvcfgh", 0x61a],
  ...numbered("hstateen", 0, 3, 0x61c, "h"),
  ...inOrder(0x643, "htval hip hvip - - - - htinst"),
  ["hgatp", 0x680],
  ["hcontext", 0x6a8],
  ...numbered("mhpmevent", 3, 31, 0x723, "h"),
  ["mseccfg", 0x747],
  ["mseccfgh", 0x757],
  ...inOrder(0x7a0, "tselect tdata1 tdata2 tdata3 tinfo tcontrol - - mcontext - mscontext"),
  ...inOrder(0x7c0, "mline mlayer"),
  ...inOrder(0x7b0, "dcsr dpc dscratch0 dscratch1"),
  ...inOrder(0xb00, "mcycle - minstret"),
  ...numbered("mhpmcounter", 3, 31, 0xb03),
  ...inOrder(0xb80, "mcycleh - minstreth"),
  ...numbered("mhpmcounter", 3, 31, 0xb83, "h"),
  ...inOrder(0xc00, "cycle time instret"),
  ...numbered("hpmcounter", 3, 31, 0xc03),
  ...inOrder(0xc20, "vl vtype vlenb"),
  ...inOrder(0xc80, "cycleh timeh instreth"),
  ...numbered("hpmcounter", 3, 31, 0xc83, "h"),
  ["scountovf", 0xda0],
  ["hgeip", 0xe12],
  ...inOrder(0xf11, "mvendorid marchid mimpid mhartid mconfigptr"),
];
/** Names of older manuals and programs. */
const FORMER_NAMES: typeof CSR_NUMBERS = [
  ["ubadaddr", 0x043],
  ["sbadaddr", 0x143],
  ["sptbr", 0x180],
  ["mucounteren", 0x320],
  ["mbadaddr", 0x343],
  ["dscratch", 0x7b2],
];
const CSRS: ReadonlyMap<string, number> = new Map([...CSR_NUMBERS, ...FORMER_NAMES]);
const CSR_NAMES: ReadonlyMap<number, string> = new Map(CSR_NUMBERS.map(([name, number]) => [number, name]));

/** Registers that a program can read (docs/model.md, "Programs"). */
const READABLE_CSRS: ReadonlySet<number> = new Set(
  [
    ...["cycle", "time", "instret", "cycleh", "timeh", "instreth"],
    ...["mcycle", "minstret", "mcycleh", "minstreth"],
    ...["mvendorid", "marchid", "mimpid", "mhartid"],
  ].map((name) => CSRS.get(name) ?? 0),
);

/** Names from 3 to 31. */
const ofCounters = (names: readonly string[], end: string): readonly string[] =>
  names.flatMap((name) => Array.from({ length: 29 }, (_, at) => `${name}${at + 3}${end}`));

/** Control and status registers that only a thread in machine mode has. */
const MACHINE_CSRS: ReadonlySet<number> = new Set(
  [
    ...["mstatus", "mstatush", "misa", "mie", "mtvec", "mscratch", "mepc", "mcause", "mtval", "mip"],
    ...["mconfigptr", "mline", "mlayer"],
    ...ofCounters(["mhpmcounter", "hpmcounter", "mhpmevent"], ""),
    ...ofCounters(["mhpmcounter", "hpmcounter"], "h"),
  ].map((name) => CSRS.get(name) ?? 0),
);

export const csrNumber = (name: string): number | undefined => CSRS.get(name.toLowerCase());
export const csrName = (number: number): string => CSR_NAMES.get(number) ?? `0x${number.toString(16)}`;
export const isMachineCsr = (number: number): boolean => MACHINE_CSRS.has(number) || isReadableCsr(number);
export const isReadableCsr = (number: number): boolean => READABLE_CSRS.has(number);

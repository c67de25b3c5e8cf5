/** Registers that programs find at addresses of devices (docs/devices.md): one table for the assembler's names, the
 * editor's completion and the page of documentation. */
import {
  SIM_BUTTON_LIMIT,
  SIM_CONSOLE_LIMIT,
  SIM_CONTEXT_LIMIT,
  SIM_DISK_LIMIT,
  SIM_LINE_LIMIT,
  SIM_NIC_LIMIT,
  SIM_NIC_RING_LIMIT,
} from "../../core-wasm/binding/layout.gen.ts";

export type RegisterAccess = "read" | "write" | "read-write" | "clear";

export interface RegisterBits {
  /** Without the block's name in front: `LSR_DR` of `UART_LSR_DR`. */
  readonly name: string;
  readonly mask: number;
  readonly doc: string;
}

export interface DeviceRegister {
  readonly name: string;
  /** Offset from the start of the block. */
  readonly offset: number;
  readonly bytes: 1 | 4;
  readonly access: RegisterAccess;
  /** One sentence. */
  readonly doc: string;
  readonly bits?: readonly RegisterBits[];
  /** One for each hart, source or word of a bit mask: `name` and its number, `stride` bytes apart. */
  readonly repeated?: {
    readonly of: string;
    readonly first: number;
    readonly count: number;
    readonly stride: number;
  };
}

export interface RegisterBlock {
  readonly name: string;
  readonly title: string;
  readonly base: number;
  /** Number of devices of the kind. If omitted, there is one device, and its names have no number. */
  readonly count?: number;
  /** Bytes from one to the next. */
  readonly stride?: number;
  readonly registers: readonly DeviceRegister[];
}

const perHart = (stride: number) => ({ of: "hart", first: 0, count: SIM_CONTEXT_LIMIT, stride });
const perRing = { of: "ring", first: 0, count: SIM_NIC_RING_LIMIT, stride: 16 };
/** Source 0 does not exist. */
const SOURCE_WORDS = Math.ceil((SIM_LINE_LIMIT + 1) / 32);

const word = (
  name: string,
  offset: number,
  access: RegisterAccess,
  doc: string,
  rest: Pick<DeviceRegister, "bits" | "repeated"> = {},
): DeviceRegister => ({ name, offset, bytes: 4, access, doc, ...rest });

const byte = (
  name: string,
  offset: number,
  access: RegisterAccess,
  doc: string,
  bits: readonly RegisterBits[] = [],
): DeviceRegister => ({ name, offset, bytes: 1, access, doc, ...(bits.length > 0 ? { bits } : {}) });

const CAUSES: readonly RegisterBits[] = [
  { name: "RX", mask: 1, doc: "a frame was received" },
  { name: "TX", mask: 2, doc: "a frame was sent" },
  { name: "OVERRUN", mask: 4, doc: "a frame was lost because no slot was free" },
];

export const DEVICE_REGISTERS: readonly RegisterBlock[] = [
  {
    name: "NICRING",
    title: "Receive rings of a NIC that steps serve",
    base: 0xf000_0000,
    count: SIM_NIC_LIMIT,
    stride: 0x100,
    registers: [
      word("STATUS", 0, "read", "status bits of the ring: 1 received, 2 sent", { repeated: perRing }),
      word("HELD", 4, "read", "frames that wait in the ring", { repeated: perRing }),
    ],
  },
  {
    name: "NIC",
    title: "NIC with descriptor rings in memory",
    base: 0xf010_0000,
    count: SIM_NIC_LIMIT,
    stride: 0x1000,
    registers: [
      word("RXBASE", 0x00, "read-write", "address of the receive descriptors, 16 bytes each"),
      word("RXSIZE", 0x04, "read-write", "slots of the receive ring; 0: the card receives nothing"),
      word("RXHEAD", 0x08, "read", "frames received so far; the card fills slot RXHEAD modulo RXSIZE next"),
      word(
        "RXTAIL",
        0x0c,
        "read-write",
        "slots given to the card so far; when a slot is given back, its frame counts as delivered",
      ),
      word("TXBASE", 0x10, "read-write", "address of the transmit descriptors, 16 bytes each"),
      word("TXSIZE", 0x14, "read-write", "slots of the transmit ring; 0: the card sends nothing"),
      word("TXHEAD", 0x18, "read", "frames sent so far"),
      word("TXTAIL", 0x1c, "read-write", "frames given to the card so far"),
      word("ICR", 0x20, "clear", "what has happened since it was cleared; storing a 1 clears a bit", {
        bits: CAUSES,
      }),
      word("IMS", 0x24, "read-write", "which bits of ICR raise the line"),
      word("STATUS", 0x28, "read", "what the card is doing", {
        bits: [
          { name: "RXBUSY", mask: 1, doc: "a frame is on its way into memory" },
          { name: "TXBUSY", mask: 2, doc: "not all frames given to the card are sent" },
        ],
      }),
      word(
        "RXBYTES",
        0x2c,
        "read-write",
        "bytes of a receive buffer, initially 2048; a longer frame is truncated",
      ),
    ],
  },
  {
    name: "UART",
    title: "Console, as the 16550",
    base: 0xf020_0000,
    count: SIM_CONSOLE_LIMIT,
    stride: 0x100,
    registers: [
      byte("RBR", 0, "read", "the next received character; reading removes it"),
      byte("THR", 0, "write", "a character to send"),
      byte("IER", 1, "read-write", "what raises the line", [
        { name: "RX", mask: 1, doc: "a character has arrived" },
        { name: "TX", mask: 2, doc: "no character is left to send" },
        { name: "LINE", mask: 4, doc: "a character was lost" },
      ]),
      byte(
        "IIR",
        2,
        "read",
        "why the line is up: 0xc6 lost, 0xc4 received, 0xc2 all sent; 0xc1 if it is down",
      ),
      byte("FCR", 2, "write", "empties FIFOs", [
        { name: "CLEARRX", mask: 2, doc: "the FIFO of received characters" },
        { name: "CLEARTX", mask: 4, doc: "the FIFO of characters to send" },
      ]),
      byte(
        "LCR",
        3,
        "read-write",
        "stored; with bit 7 set, offsets 0 and 1 are the divisor, which is stored too",
        [{ name: "DLAB", mask: 0x80, doc: "offsets 0 and 1 are the divisor" }],
      ),
      byte("MCR", 4, "read-write", "kept"),
      byte("LSR", 5, "read", "what the console contains; reading it clears OE", [
        { name: "DR", mask: 1, doc: "a character has arrived" },
        { name: "OE", mask: 2, doc: "a character was lost because the FIFO was full" },
        { name: "THRE", mask: 0x20, doc: "the FIFO of characters to send is empty" },
        { name: "TEMT", mask: 0x40, doc: "and the last character has been sent" },
      ]),
      byte("MSR", 6, "read", "0"),
      byte("SCR", 7, "read-write", "kept"),
    ],
  },
  {
    name: "DISK",
    title: "Disk",
    base: 0xf030_0000,
    count: SIM_DISK_LIMIT,
    stride: 0x100,
    registers: [
      word("STATUS", 0x00, "clear", "1: a request is done; storing a 1 clears it, like acknowledge", {
        bits: [{ name: "DONE", mask: 1, doc: "a request is done" }],
      }),
      word("HELD", 0x04, "read", "requests in the disk's queue"),
      word("DONE", 0x08, "read", "completed requests that wait to be taken"),
      word("READ", 0x0c, "write", "requests a read of this many blocks"),
      word("WRITE", 0x10, "write", "requests a write of this many blocks"),
      word("TAKE", 0x14, "read", "takes a completed request: 1, or 0 if there is none"),
    ],
  },
  {
    name: "BUTTON",
    title: "Button",
    base: 0xf040_0000,
    count: SIM_BUTTON_LIMIT,
    stride: 0x100,
    registers: [
      word("STATUS", 0x00, "clear", "1: it was pressed; storing a 1 clears it, like acknowledge", {
        bits: [{ name: "PRESSED", mask: 1, doc: "it was pressed" }],
      }),
      word("PRESSES", 0x04, "read", "presses so far"),
    ],
  },
  {
    name: "CLINT",
    title: "Timer and software interrupts of the harts",
    base: 0xf200_0000,
    registers: [
      word("MSIP", 0, "read-write", "bit 0: the hart's software interrupt is pending", {
        repeated: perHart(4),
      }),
      word(
        "MTIMECMP",
        0x4000,
        "read-write",
        "low half of the cycle from which its timer interrupt is pending",
        {
          repeated: perHart(8),
        },
      ),
      word("MTIMECMPH", 0x4004, "read-write", "high half of it", { repeated: perHart(8) }),
      word("MTIME", 0xbff8, "read-write", "low half of the time in cycles; a store sets it for all harts"),
      word("MTIMEH", 0xbffc, "read-write", "high half of it"),
    ],
  },
  {
    name: "PLIC",
    title: "Interrupt controller; source = number of the line + 1",
    base: 0xfc00_0000,
    registers: [
      word("PRIORITY", 0, "read-write", "0 to 7; 0: it never interrupts", {
        repeated: { of: "source", first: 1, count: SIM_LINE_LIMIT, stride: 4 },
      }),
      word("PENDING", 0x1000, "read", "bit s modulo 32 of word s / 32: source s is pending", {
        repeated: { of: "word", first: 0, count: SOURCE_WORDS, stride: 4 },
      }),
      word(
        "ENABLE",
        0x2000,
        "read-write",
        "likewise: source s interrupts the hart; sources from 32 on at + 4 and + 8",
        {
          repeated: perHart(0x80),
        },
      ),
      word("THRESHOLD", 0x20_0000, "read-write", "only higher priorities interrupt the hart", {
        repeated: perHart(0x1000),
      }),
      word(
        "CLAIM",
        0x20_0004,
        "read-write",
        "a load claims the most urgent source, or gives 0 if there is none; a store completes it",
        {
          repeated: perHart(0x1000),
        },
      ),
    ],
  },
];

/** A name that the assembler knows, and its value. */
export interface NamedRegister {
  readonly name: string;
  /** Address, or mask of bits. */
  readonly value: number;
  readonly block: RegisterBlock;
  readonly register: DeviceRegister | undefined;
  readonly bits: RegisterBits | undefined;
  /** One sentence. For a block, its title. */
  readonly doc: string;
}

function* namesOfBlock(block: RegisterBlock): Generator<NamedRegister> {
  const { name, base, count, stride = 0, registers, title } = block;
  for (let device = 0; device < (count ?? 1); device++) {
    const prefix = count === undefined ? name : `${name}${device}`;
    const at = base + device * stride;
    yield { name: `${prefix}_BASE`, value: at, block, register: undefined, bits: undefined, doc: title };
    for (const register of registers) {
      const { first, count: copies, stride: pitch } = register.repeated ?? { first: 0, count: 1, stride: 0 };
      const { doc } = register;
      for (let copy = first; copy < first + copies; copy++) {
        const number = register.repeated === undefined ? "" : String(copy);
        const value = at + register.offset + copy * pitch;
        yield { name: `${prefix}_${register.name}${number}`, value, block, register, bits: undefined, doc };
      }
    }
  }
  for (const register of registers) {
    for (const bits of register.bits ?? []) {
      const { mask, doc } = bits;
      yield { name: `${name}_${register.name}_${bits.name}`, value: mask, block, register, bits, doc };
    }
  }
}

let named: readonly NamedRegister[] | undefined;
let values: ReadonlyMap<string, number> | undefined;

/** All names: `NIC0_RXTAIL`, `CLINT_MTIMECMP3`, and bits such as `UART_LSR_DR`. */
export function namedRegisters(): readonly NamedRegister[] {
  named ??= DEVICE_REGISTERS.flatMap((block) => [...namesOfBlock(block)]);
  return named;
}

/** Values by name, for the assembler. */
export function registerValues(): ReadonlyMap<string, number> {
  values ??= new Map(namedRegisters().map(({ name, value }) => [name, value]));
  return values;
}

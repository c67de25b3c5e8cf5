/** The future work of source 000, section 6: Ethernet, ATM, USB and HDLC on one processor. */

interface Source {
  readonly name: string;
  readonly bitPerSecond: number;
  /** The data of one interrupt: a frame, a cell, a packet, half a FIFO. */
  readonly unitBytes: number;
  /** Overhead of a unit on the wire, in addition to its bytes. */
  readonly overheadBytes: number;
  readonly wire?: object;
  readonly unitsPerSecond: number;
  /** Units that the interface holds. */
  readonly depth: number;
}

/** Ethernet: 100 Mb/s, 1,518 + 20 bytes. ATM: 25.6 Mb/s (af-phy-0040), one cell per unit. USB 1.1: 19 bulk packets of
 * 64 bytes per millisecond, each with 13 bytes of protocol (section 5.8.4). HDLC: an E1 line with a FIFO of two times
 * 32 bytes. */
const SOURCES: readonly Source[] = [
  {
    name: "ethernet",
    bitPerSecond: 100_000_000,
    unitBytes: 1518,
    overheadBytes: 20,
    wire: { minFrameBytes: 64 },
    unitsPerSecond: 8127,
    depth: 2,
  },
  {
    name: "atm",
    bitPerSecond: 25_600_000,
    unitBytes: 53,
    overheadBytes: 0,
    unitsPerSecond: 60_377,
    depth: 2,
  },
  {
    name: "usb",
    bitPerSecond: 12_000_000,
    unitBytes: 64,
    overheadBytes: 13,
    wire: { slotNanoseconds: 1_000_000 },
    unitsPerSecond: 19_000,
    depth: 2,
  },
  {
    name: "hdlc",
    bitPerSecond: 2_048_000,
    unitBytes: 32,
    overheadBytes: 0,
    unitsPerSecond: 8000,
    depth: 2,
  },
];

/** Ethernet uses the handler of figure 6. The others use the handler of figure 6 that only accesses registers. */
const ETHERNET_ISR = { name: "Driver ISR (Rx done)", kind: "cycles", cycles: 2228 };
const UNIT_ISR = { name: "unit ISR", kind: "cycles", cycles: 536 };

const routineOf = ({ name }: Source) => (name === "ethernet" ? ETHERNET_ISR : UNIT_ISR).name;

export function sourcesScenario(contexts: "one" | "three") {
  const isOne = contexts === "one";
  return {
    id: `000-sources-${contexts}-context${isOne ? "" : "s"}`,
    scenario: {
      format: "irqscope-scenario",
      version: 1,
      name: `Pattery: four sources, ${contexts} context${isOne ? "" : "s"}`,
      description:
        "Ethernet, ATM, USB and HDLC, each at its line rate and with a small FIFO, interrupt one processor. Of the receive path only the driver runs.",
      source: {
        document: "000",
        place: "section 6",
        note: "Future work of the source: it gives no numbers for it. Networks and FIFOs are from their standards, handlers from figure 6.",
      },
      runCycles: 20_000_000,
      machine: {
        clockHertz: 200_000_000,
        core: isOne ? { policy: "single" } : { policy: "on-event", contexts: 3 },
        interrupts: { saveRestore: { kind: "cycles", saveCycles: 93, restoreCycles: 93 } },
        bus: { dma: "instant" },
        nics: SOURCES.map(({ name, bitPerSecond, overheadBytes, wire, depth }) => ({
          name,
          lineRateBitPerSecond: bitPerSecond,
          frameOverheadBytes: overheadBytes,
          ...wire,
          receive: "remote",
          rxRingFrames: depth,
          txQueueFrames: 1,
          line: { priority: 1, trigger: "level" },
        })),
      },
      software: {
        routines: [{ name: "application loop", kind: "cycles", cycles: 100_000 }, ETHERNET_ISR, UNIT_ISR],
        threads: [
          {
            name: "application",
            layer: "application",
            priority: 3,
            start: { on: "always" },
            steps: [{ do: "exec", routine: "application loop" }],
          },
          ...SOURCES.map((source) => handler(source, isOne ? 0 : 1)),
        ],
      },
      traffic: SOURCES.map(({ name, unitBytes, unitsPerSecond }) => ({
        kind: "constant",
        direction: "receive",
        nic: name,
        sizeBytes: unitBytes,
        rate: { framesPerSecond: unitsPerSecond },
      })),
    },
  };
}

function handler(source: Source, context: number) {
  const { name } = source;
  return {
    name: `${name} ISR`,
    layer: "driver-isr",
    priority: 1,
    ...(context === 0 ? {} : { context }),
    interruptsEnabled: false,
    start: { on: "line", nic: name },
    steps: [
      { do: "acknowledge", nic: name },
      {
        do: "while",
        condition: { on: "rx-not-empty", nic: name },
        steps: [
          { do: "take-frame", nic: name },
          { do: "exec", routine: routineOf(source) },
          { do: "deliver" },
        ],
      },
    ],
  };
}

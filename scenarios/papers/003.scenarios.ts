/** The scenarios of source 003, from its instruction stream. */
import { type StreamOptions, switchStream } from "./003.stream.ts";

interface Variant {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly place: string;
  readonly sizeBytes: number;
  readonly stream: StreamOptions;
  /** Ratio of CPU clock to bus clock. */
  readonly ratio: number;
  /** closed: each frame waits for the previous one. line-rate: four ports at their line rate. */
  readonly traffic: "closed" | "line-rate";
  readonly broadcasts?: boolean;
}

const ONE =
  "A LEON2-like processor switches frames that come one at a time: it polls the MACs, learns and searches addresses, filters, writes descriptors.";

const of = (id: string, name: string, description: string, more: Partial<Variant> = {}): Variant => ({
  id,
  name: `Salehi: ${name}`,
  description,
  place: "tables I to IV",
  sizeBytes: 64,
  stream: {},
  ratio: 1,
  traffic: "closed",
  ...more,
});

const LINE =
  "Four ports receive 64-byte frames at line rate, 148,810 a second each; the processor at 240 MHz with its bus at 80 MHz forwards each to the next port.";

const FURTHER: Readonly<Record<number, number>> = { 256: 666 - 627, 512: 760 - 627, 1024: 963 - 627 };

/** Orders of the stores beside that of the base. */
const ORDERS = {
  pairs: "Its stores stand together in pairs.",
  fours: "Its stores stand together in fours.",
  even: "Its stores stand evenly over the frame.",
  compiled: "Its stores stand as a compiler places them.",
} as const;

const stored = (sizeBytes: number, order: keyof typeof ORDERS): Variant => {
  const name = `switch, ${sizeBytes.toLocaleString("en")} bytes, ${order}`;
  return of(`003-${sizeBytes}-${order}`, name, `${ONE} ${ORDERS[order]}`, {
    sizeBytes,
    stream: { furtherInstructions: FURTHER[sizeBytes] ?? 0, stores: order },
  });
};

const VARIANTS: readonly Variant[] = [
  of("003-64", "switch, 64 bytes", `${ONE} 627 instructions a frame, 1 buffer of 128 bytes.`),
  of("003-256", "switch, 256 bytes", `${ONE} 666 instructions a frame, 2 buffers.`, {
    sizeBytes: 256,
    stream: { furtherInstructions: 666 - 627 },
  }),
  of("003-512", "switch, 512 bytes", `${ONE} 760 instructions a frame, 4 buffers.`, {
    sizeBytes: 512,
    stream: { furtherInstructions: 760 - 627 },
  }),
  of("003-1024", "switch, 1,024 bytes", `${ONE} 963 instructions a frame, 8 buffers.`, {
    sizeBytes: 1024,
    stream: { furtherInstructions: 963 - 627 },
  }),
  ...[64, 256, 512, 1024].flatMap((bytes) => [
    stored(bytes, "pairs"),
    stored(bytes, "fours"),
    stored(bytes, "even"),
    stored(bytes, "compiled"),
  ]),
  of("003-64-own-words", "switch, each load its own word", `${ONE} No two loads read the same word.`, {
    stream: { sharedWordEvery: 0 },
  }),
  of(
    "003-64-half-words",
    "switch, every other load its own word",
    `${ONE} Half of its cached loads share a word.`,
    {
      stream: { sharedWordEvery: 2 },
    },
  ),
  of(
    "003-burst",
    "switch, burst instructions",
    `${ONE} Accesses to frame memory that stand together are one, of several words.`,
    {
      place: "section V",
      stream: { bursts: true },
      ratio: 3,
    },
  ),
  of(
    "003-bit-fields",
    "switch, bit-field instructions",
    `${ONE} A shift and a logical instruction are one.`,
    {
      place: "section V",
      stream: { bitFields: true },
      ratio: 3,
    },
  ),
  of(
    "003-both",
    "switch, burst and bit-field instructions",
    `${ONE} Both proposals together, at their best.`,
    {
      place: "section V",
      stream: { bursts: true, bitFields: true },
      ratio: 3,
    },
  ),
  of("003-four-ports", "four ports at line rate", LINE, {
    place: "section IV, table VI",
    ratio: 3,
    traffic: "line-rate",
  }),
  of("003-four-ports-both", "four ports, both proposals", `${LINE} With both proposals at their best.`, {
    place: "sections IV and V, table VI",
    stream: { bursts: true, bitFields: true },
    ratio: 3,
    traffic: "line-rate",
  }),
  of(
    "003-broadcast",
    "broadcast",
    `${ONE} No destination is known: each goes out on the other three ports.`,
    {
      place: "section II",
      ratio: 3,
      broadcasts: true,
    },
  ),
];

const PORTS = ["mac0", "mac1", "mac2", "mac3"];
/** Bus clocks of a transaction with frame memory: section IV. */
const TRANSACTION_CLOCKS = 5;
/** With program and data memory: LEON2's on-chip RAM (docs/papers/003.md). */
const ON_CHIP_CLOCKS = 2;

/** The scenario as in a file. Undefined if none has this id. */
export function scenarioOf(id: string): unknown {
  const variant = VARIANTS.find((one) => one.id === id);
  return variant && scenarioOfVariant(variant);
}

function scenarioOfVariant(variant: Variant): unknown {
  const { ratio, traffic, place, name, description } = variant;
  const closed = traffic === "closed";
  // In bus clocks. At ratio 1 these are cycles.
  const cache = { sizeBytes: 8192, ways: 2, lineBytes: 32, subBlockBytes: 4, replacement: "lru" };
  return {
    format: "irqscope-scenario",
    version: 1,
    name,
    description,
    source: { document: "003", place },
    runCycles: closed ? 130_000 : 2_400_000,
    machine: {
      clockHertz: 240_000_000,
      core: {
        pipeline: {
          branchResolveStage: "ID",
          branchOperands: "condition-codes",
          loadUseCycles: 1,
          storeExecuteCycles: 2,
          jumpExecuteCycles: 2,
          compareBranchCycles: 0,
          memoryCycles: 1,
        },
      },
      memory: {
        l1i: cache,
        l1d: { ...cache, writePolicy: "write-through", writeAllocate: false },
        latencyCycles: ON_CHIP_CLOCKS - 1,
        uncachedCycles: TRANSACTION_CLOCKS,
        writeCycles: ON_CHIP_CLOCKS,
        storeBufferEntries: 1,
        postedDeviceWrites: true,
        fetchReturnCycles: 1,
      },
      bus: {
        clockRatio: ratio,
        ...(ratio === 1 ? {} : { inBusClocks: true }),
        requestCycles: 1,
        bytesPerBeat: 4,
        cyclesPerBeat: 1,
        dma: "instant",
      },
      nics: PORTS.map((port) => ({
        name: port,
        lineRateBitPerSecond: closed ? "ideal" : 100_000_000,
        rxRingFrames: 64,
        txQueueFrames: 64,
      })),
    },
    software: {
      ...(variant.broadcasts ? { queues: [{ name: "copies", capacity: 2 }] } : {}),
      routines: [
        { name: "wait for a frame", kind: "cycles", cycles: 10 },
        { name: "L2S_process", kind: "sequence", sequence: switchStream(variant.stream).sequence },
      ],
      threads: [
        {
          name: "switch",
          layer: "application",
          priority: 1,
          start: { on: "always" },
          steps: [
            ...PORTS.flatMap((port, n) => [
              { do: "reap", nic: port },
              receive(port, variant.broadcasts ? others(n) : [next(n)]),
            ]),
            { do: "exec", routine: "wait for a frame" },
          ],
        },
      ],
    },
    traffic: closed
      ? [
          {
            kind: "constant",
            loop: "closed",
            direction: "receive",
            nic: "mac0",
            sizeBytes: variant.sizeBytes,
            frameCount: 11,
            thinkCycles: 9001,
          },
        ]
      : PORTS.map((port) => ({
          kind: "constant",
          nic: port,
          direction: "receive",
          sizeBytes: variant.sizeBytes,
          rate: { bitPerSecond: 100_000_000 },
        })),
  };
}

const next = (port: number) => PORTS[(port + 1) % PORTS.length] ?? "";
const others = (port: number) => PORTS.filter((_, n) => n !== port);

function receive(from: string, [first = "", ...more]: readonly string[]) {
  return {
    do: "if",
    condition: { on: "rx-not-empty", nic: from },
    steps: [
      { do: "take-frame", nic: from },
      { do: "exec", routine: "L2S_process", layer: "protocol" },
      ...more.map(() => ({ do: "copy", queue: "copies" })),
      { do: "give-frame", nic: first },
      ...more.flatMap((port) => [
        { do: "take", queue: "copies" },
        { do: "give-frame", nic: port },
      ]),
      { do: "reap", nic: first },
    ],
  };
}

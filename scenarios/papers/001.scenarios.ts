/** The scenarios of source 001. */

interface Variant {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly place: string;
  readonly benchmark: "netperf" | "nat";
  /** The context of each card's handlers, and of the program. */
  readonly contexts: { readonly eth0: number; readonly eth1?: number; readonly program?: number };
  /** Contexts that have nothing to do are left out: it runs twice as fast. */
  readonly isAlone?: boolean;
}

const NETPERF =
  "A UDP flood at 10 Gb/s meets a processor with two contexts. For each frame: the driver's tasklet, IP and UDP, then a system call that copies 1 KB to the program.";
const NAT =
  "A UDP flood crosses a NAT box with two cards and two contexts. For each frame: the driver's tasklet, IP, the connection's check sum and tables, the other card's driver; when it is sent that card interrupts.";

const VARIANTS: readonly Variant[] = [
  {
    id: "001-netperf",
    name: "netperf, shared context",
    description: `${NETPERF} The card's interrupts and the program share context 0; context 1 is idle.`,
    place: "slides 7, 12",
    benchmark: "netperf",
    contexts: { eth0: 0, program: 0 },
  },
  {
    id: "001-netperf-hot",
    name: "netperf, hot thread",
    description: `${NETPERF} Context 1 is kept for interrupts and tasklets: the hot thread.`,
    place: "slides 5, 8, 12",
    benchmark: "netperf",
    contexts: { eth0: 1, program: 0 },
  },
  {
    id: "001-netperf-apart",
    name: "netperf, program apart",
    description: `${NETPERF} The card's interrupts go to context 0; the program happens to run on context 1.`,
    place: "slides 7, 12",
    benchmark: "netperf",
    contexts: { eth0: 0, program: 1 },
  },
  {
    id: "001-nat",
    name: "NAT box, a context for each card",
    description: `${NAT} Each card interrupts a context of its own.`,
    place: "slides 7, 15",
    benchmark: "nat",
    contexts: { eth0: 0, eth1: 1 },
  },
  {
    id: "001-nat-hot",
    name: "NAT box, hot thread",
    description: `${NAT} All of it is kernel work, so all of it is done by the one hot thread in context 1.`,
    place: "slides 5, 8, 15",
    benchmark: "nat",
    contexts: { eth0: 1, eth1: 1 },
  },
  {
    id: "001-nat-together",
    name: "NAT box, both cards on one context",
    description: `${NAT} Both cards interrupt context 0.`,
    place: "slides 7, 15",
    benchmark: "nat",
    contexts: { eth0: 0, eth1: 0 },
  },
  {
    id: "001-nat-pinned",
    name: "NAT box, pinned ways",
    description: `${NAT} The hot thread alone; ways of its caches are pinned for what it looks frames up in (L2) or for all it touches (L1).`,
    place: "slides 5, 8, 15",
    benchmark: "nat",
    contexts: { eth0: 0, eth1: 0 },
    isAlone: true,
  },
];

/** The scenario as in a file. Undefined if none has this id. */
export function scenarioOf(id: string): unknown {
  const variant = VARIANTS.find((one) => one.id === id);
  return variant && scenarioOfVariant(variant);
}

function scenarioOfVariant({ name, description, place, benchmark, contexts, isAlone }: Variant): unknown {
  const isNat = benchmark === "nat";
  return {
    format: "irqscope-scenario",
    version: 1,
    name: `Gibeling: ${name}`,
    description,
    source: {
      document: "001",
      place,
      note: "No cache size, rate or path length survives: they are literature or free (docs/papers/001.md).",
    },
    seed: 1,
    runCycles: isAlone ? 6_000_000 : 2_600_000,
    machine: {
      clockHertz: 2_000_000_000,
      core: {
        ...(isAlone ? {} : { policy: "smt", contexts: 2, issueWidth: 2 }),
        pipeline: { loadUseCycles: 0, branchResolveStage: "ID" },
      },
      interrupts: { saveRestore: { kind: "words", saveWords: 29, restoreWords: 29 } },
      memory: {
        l1i: { sizeBytes: 32_768, ways: 8, lineBytes: 64 },
        l1d: { sizeBytes: 16_384, ways: 8, lineBytes: 64 },
        l2: { sizeBytes: 524_288, ways: 8, lineBytes: 64 },
        l2Cycles: 10,
        latencyCycles: 200,
        nonBlocking: true,
        dmaWrites: "invalidate",
      },
      bus: {
        clockRatio: 5,
        dma: { bytesPerBeat: 8, cyclesPerBeat: 5, beatsPerBurst: 8, burstGapCycles: 5 },
      },
      nics: [
        {
          name: "eth0",
          lineRateBitPerSecond: 10_000_000_000,
          rxRingFrames: 64,
          line: { priority: 1, context: contexts.eth0 },
        },
        ...(isNat
          ? [
              {
                name: "eth1",
                lineRateBitPerSecond: 10_000_000_000,
                txQueueFrames: 128,
                line: { priority: 1, context: contexts.eth1 },
              },
            ]
          : []),
      ],
    },
    software: {
      queues: [{ name: "backlog", capacity: 300 }, ...(isNat ? [] : [{ name: "socket", capacity: 128 }])],
      routines: [...HANDLER, ...(isNat ? FORWARD : DELIVER)],
      scheduler: { policy: "priority" },
      threads: isNat ? natThreads(contexts) : netperfThreads(contexts),
    },
    traffic: [
      {
        kind: "constant",
        direction: "receive",
        nic: "eth0",
        sizeBytes: 1070,
        rate: { bitPerSecond: 8_000_000_000 },
      },
    ],
  };
}

/* ---- routines: each instruction runs at most once per frame; a load is used at once, so each context waits for its
 * misses ---- */

/** Bytes of code for each byte that runs: 15 % of the instructions are branches, 40 % of these are taken, and a taken
 * one jumps over 4.5 instructions. */
const CODE_PER_RUN = 1.27;

const loop = (bodyInstructions: number, mix: Readonly<Record<string, number>>) => ({
  mix: { alu: 0, load: 0, store: 0, branch: 0, multiply: 0, ...mix },
  takenPermille: 0,
  dependentPermille: 1000,
  bodyInstructions,
});

const path = (name: string, instructions: number, bytes: number, packetPermille = 0) => ({
  name,
  kind: "instructions",
  instructions,
  profile: {
    takenPermille: 400,
    dependentPermille: 1000,
    bodyInstructions: Math.round(CODE_PER_RUN * instructions),
  },
  data: { bytes, hotBytes: bytes, ...(packetPermille > 0 ? { packetPermille } : {}) },
});

/** Loads at random places of the structures that a frame is looked up in. */
const tables = (bytes: number) => ({
  name: "tables",
  kind: "instructions",
  instructions: 16,
  profile: loop(16, { load: 1 }),
  data: { bytes, hotBytes: bytes, pinned: true },
});

const HANDLER = [
  { name: "driver: interrupt status", kind: "cycles", cycles: 1600 },
  path("driver: interrupt", 250, 512),
  path("driver: receive", 500, 2048, 50),
];

const DELIVER = [
  path("IP and UDP", 1200, 8704, 50),
  tables(2048),
  path("socket: wake-up", 300, 1024),
  { name: "system call: enter", kind: "cycles", cycles: 216 },
  { name: "system call: exit", kind: "cycles", cycles: 216 },
  path("socket: receive", 400, 1024),
  {
    name: "copy to user",
    kind: "instructions",
    instructions: 50,
    instructionsPerByte: 0.5,
    profile: loop(16, { load: 1, store: 1 }),
    data: { bytes: 1024, hotBytes: 1024, packetPermille: 500 },
  },
  path("netserver", 100, 1024),
];

const FORWARD = [
  path("IP: forward", 1200, 8704, 50),
  path("NAT", 600, 1024, 50),
  {
    name: "check sum",
    kind: "instructions",
    instructions: 50,
    instructionsPerByte: 0.5,
    profile: loop(16, { load: 1, alu: 1 }),
    data: { packetPermille: 1000 },
  },
  tables(262_144),
  path("driver: send", 250, 2048),
  path("driver: clean", 250, 2048),
];

/* ---- threads, as in Linux 2.6 with ns83820.c: the handler masks its card and schedules the tasklet, which moves the
 * ring into the backlog. NET_RX empties the backlog. Under a flood that is ksoftirqd, which takes turns with the
 * program ---- */

const exec = (routine: string, layer?: string) => ({ do: "exec", routine, ...(layer ? { layer } : {}) });
const whileTrue = (condition: unknown, ...steps: readonly unknown[]) => ({ do: "while", condition, steps });

function receiveInterrupt(context: number) {
  return {
    name: "interrupt of eth0",
    layer: "driver-isr",
    priority: 1,
    context,
    interruptsEnabled: false,
    start: { on: "line", nic: "eth0" },
    steps: [
      exec("driver: interrupt status"),
      { do: "acknowledge", nic: "eth0", bits: ["rx"] },
      { do: "mask", nic: "eth0" },
      exec("driver: interrupt"),
      { do: "raise", thread: "softirq" },
    ],
  };
}

function softirq(context: number, budget: number, perFrame: readonly unknown[]) {
  return {
    name: "softirq",
    layer: "protocol",
    priority: 9,
    context,
    budget,
    start: { on: "always" },
    steps: [
      { do: "wait-raise" },
      whileTrue(
        { on: "all", of: [{ on: "rx-not-empty", nic: "eth0" }, { on: "budget-left" }] },
        { do: "take-frame", nic: "eth0" },
        exec("driver: receive"),
        { do: "put", queue: "backlog" },
      ),
      { do: "unmask", nic: "eth0" },
      whileTrue({ on: "queue-not-empty", queue: "backlog" }, { do: "take", queue: "backlog" }, ...perFrame),
      { do: "yield" },
    ],
  };
}

function netperfThreads({ eth0, program = 0 }: Variant["contexts"]) {
  return [
    {
      name: "netserver",
      layer: "application",
      priority: 9,
      context: program,
      start: { on: "always" },
      steps: [
        { do: "wait", queue: "socket" },
        whileTrue(
          { on: "queue-not-empty", queue: "socket" },
          {
            do: "system-call",
            enter: "system call: enter",
            exit: "system call: exit",
            steps: [
              exec("socket: receive"),
              { do: "take", queue: "socket" },
              exec("copy to user", "kernel-copy"),
              { do: "deliver" },
            ],
          },
          exec("netserver"),
        ),
      ],
    },
    softirq(eth0, 16, [
      exec("IP and UDP"),
      exec("tables"),
      exec("socket: wake-up"),
      { do: "put", queue: "socket", whenFull: "wait" },
    ]),
    receiveInterrupt(eth0),
  ];
}

function natThreads({ eth0, eth1 = 0 }: Variant["contexts"]) {
  return [
    softirq(eth0, 64, [
      exec("IP: forward"),
      exec("check sum"),
      exec("NAT"),
      exec("tables"),
      exec("driver: send"),
      { do: "give-frame", nic: "eth1" },
    ]),
    receiveInterrupt(eth0),
    {
      name: "interrupt of eth1",
      layer: "driver-isr",
      priority: 1,
      context: eth1,
      interruptsEnabled: false,
      start: { on: "line", nic: "eth1" },
      steps: [
        exec("driver: interrupt status"),
        { do: "acknowledge", nic: "eth1", bits: ["tx"] },
        exec("driver: interrupt"),
        whileTrue({ on: "tx-done", nic: "eth1" }, exec("driver: clean"), { do: "reap", nic: "eth1" }),
      ],
    },
  ];
}

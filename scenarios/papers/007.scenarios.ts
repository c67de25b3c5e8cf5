/** The scenarios of source 007: a kernel that polls at 1 Gb/s, and six kernels between a ring of 10 Mb/s and a process
 * that screens packets. */

const exec = (routine: string) => ({ do: "exec", routine });
const take = { do: "take-frame", nic: "eth0" };
const acknowledge = { do: "acknowledge", nic: "eth0" };
const mask = { do: "mask", nic: "eth0" };
const unmask = { do: "unmask", nic: "eth0" };
const raise = (thread: string) => ({ do: "raise", thread });
const received = { on: "rx-not-empty", nic: "eth0" };
const budget = { on: "budget-left" };
const all = (...of: readonly unknown[]) => ({ on: "all", of });
const whileTrue = (condition: unknown, ...steps: readonly unknown[]) => ({ do: "while", condition, steps });
const cycles = (name: string, number: number) => ({ name, kind: "cycles", cycles: number });

const interrupt = (...steps: readonly unknown[]) => ({
  name: "interrupt",
  layer: "driver-isr",
  priority: 1,
  interruptsEnabled: false,
  start: { on: "line", nic: "eth0" },
  steps,
});

/** Masks its card and leaves the rest to the poll. */
const schedulesPoll = interrupt(exec("interrupt"), acknowledge, mask, raise("poll"));

/* ---- the how-to: cycles at 1 GHz are nanoseconds ---- */

/** Saving registers is a part of the costs. */
const COSTS_SAY_ALL = { saveRestore: { kind: "cycles", saveCycles: 0, restoreCycles: 0 } };

/** Mean of what a packet costs, in cycles. */
const PACKET_CYCLES = 2722;
const QUANTILES = 32;

/** Evenly spaced quantiles of an exponential distribution. The last is no quantile: it gives the last part its mean. */
export const exponential = (mean: number) =>
  Array.from({ length: QUANTILES + 1 }, (_, index) =>
    Math.round(
      mean * (index < QUANTILES ? Math.log(QUANTILES / (QUANTILES - index)) : Math.log(QUANTILES) + 2),
    ),
  );

const NAPI = {
  format: "irqscope-scenario",
  version: 1,
  name: "NAPI: a router at 1 Gb/s",
  description:
    "Packets come at 890,000 a second, more than twice what the router can forward. The first of them interrupts; the handler masks the card and schedules the poll. The poll takes up to 60 packets in a pass, and comes again while the ring is not empty. What a packet costs is drawn.",
  source: {
    document: "007",
    place: "NAPI_HOWTO.txt, table",
    note: "Documentation/networking/NAPI_HOWTO.txt of Linux 2.6.12 (github.com/torvalds/linux, commit 1da177e4). The mean cost of a packet is set to reach the first row.",
  },
  seed: 7,
  runCycles: 220_000_000,
  machine: {
    clockHertz: 1_000_000_000,
    interrupts: COSTS_SAY_ALL,
    nics: [{ name: "eth0", lineRateBitPerSecond: 1_000_000_000, rxRingFrames: 256, line: { priority: 1 } }],
  },
  software: {
    routines: [
      cycles("interrupt", 500),
      {
        name: "forward a packet",
        kind: "cycles",
        cycles: 1,
        drawnCycles: { kind: "quantiles", quantiles: exponential(PACKET_CYCLES) },
      },
    ],
    threads: [
      schedulesPoll,
      {
        name: "poll",
        layer: "protocol",
        priority: 5,
        budget: 60,
        start: { on: "soft" },
        steps: [
          {
            do: "repeat",
            steps: [
              acknowledge,
              whileTrue(all(received, budget), take, exec("forward a packet"), { do: "deliver" }),
            ],
            condition: all({ on: "status-set", nic: "eth0" }, budget),
          },
          { do: "if", condition: budget, steps: [unmask], else: [raise("poll")] },
        ],
      },
    ],
  },
  traffic: [
    {
      kind: "constant",
      direction: "receive",
      nic: "eth0",
      sizeBytes: 64,
      rate: { framesPerSecond: 890_000 },
    },
  ],
};

/* ---- livelock: cycles at 100 MHz, 100 of them are a microsecond ---- */

const RECEIVE = [exec("driver: receive"), exec("IP: forward")];

/** A process that looks at each packet and sends it on. */
const screend = (...after: readonly unknown[]) => ({
  name: "screend",
  layer: "application",
  priority: 9,
  start: { on: "always" },
  steps: [
    { do: "wait", queue: "screend" },
    { do: "take", queue: "screend" },
    exec("screend"),
    exec("transmit"),
    { do: "deliver" },
    ...after,
  ],
});

const poll = (...steps: readonly unknown[]) => ({
  name: "poll",
  layer: "protocol",
  priority: 5,
  start: { on: "soft" },
  steps,
});

const forwards = (...steps: readonly unknown[]) => ({
  name: "softnet",
  layer: "protocol",
  priority: 3,
  start: { on: "soft" },
  steps: [{ do: "take", queue: "ipintrq" }, exec("IP: forward"), ...steps],
});

/** The driver takes all packets that are there at the level of its interrupt. */
const takesAll = interrupt(
  exec("interrupt"),
  acknowledge,
  whileTrue(received, take, exec("driver: receive"), { do: "put", queue: "ipintrq" }, raise("softnet")),
);

const toScreend = { do: "put", queue: "screend" };
const send = { do: "give-frame", nic: "eth1" };
const reaps = whileTrue({ on: "tx-done", nic: "eth1" }, exec("transmit done"), { do: "reap", nic: "eth1" });

interface Kernel {
  readonly name: string;
  readonly description: string;
  readonly threads: readonly unknown[];
  readonly queues: readonly unknown[];
  readonly sends?: boolean;
}

const IPINTRQ = { name: "ipintrq", capacity: 50 };
const SCREEND = { name: "screend", capacity: 32 };

const KERNELS: Readonly<Record<string, Kernel>> = {
  "007-interrupts": {
    name: "Mogul: interrupts and a screening process",
    description:
      "A router of 1996: the driver takes each packet at the level of its interrupt, IP forwards it at a lower one, and a process screens it before it is sent. At 14,000 packets a second the two levels below take all the time, and the process never runs.",
    queues: [IPINTRQ, SCREEND],
    threads: [takesAll, forwards(toScreend), screend()],
  },
  "007-polling": {
    name: "Mogul: a poll with a quota, and a screening process",
    description:
      "The interrupt only schedules a poll, which takes packets to the queue of the screening process, at most ten in a pass. The poll comes again as long as packets are there, so the process still gets nothing.",
    queues: [SCREEND],
    threads: [
      schedulesPoll,
      {
        ...poll(acknowledge, whileTrue(all(received, budget), take, ...RECEIVE, toScreend), {
          do: "if",
          condition: budget,
          steps: [unmask],
          else: [raise("poll")],
        }),
        budget: 10,
      },
      screend(),
    ],
  },
  "007-feedback": {
    name: "Mogul: a poll that stops while the queue is full",
    description:
      "As before, but the poll stops when the queue of the screening process is full, and leaves the card masked. Packets that come meanwhile are lost in the ring, where they have cost nothing. The process starts the poll again when it has sent a packet.",
    queues: [SCREEND],
    threads: [
      schedulesPoll,
      {
        ...poll(
          acknowledge,
          whileTrue(
            all(received, { on: "queue-not-full", queue: "screend" }, budget),
            take,
            ...RECEIVE,
            toScreend,
          ),
          {
            do: "if",
            condition: budget,
            steps: [{ do: "if", condition: { on: "queue-not-full", queue: "screend" }, steps: [unmask] }],
            else: [raise("poll")],
          },
        ),
        budget: 10,
      },
      screend(raise("poll")),
    ],
  },
  "007-router": {
    name: "Mogul: interrupts, without screening",
    description:
      "A router of 1996 without a screening process: packets go from the interrupt of one card to IP, and out through the other card, whose interrupts report what has been sent.",
    queues: [IPINTRQ],
    sends: true,
    threads: [
      takesAll,
      forwards(exec("transmit"), send),
      {
        name: "interrupt of eth1",
        layer: "driver-isr",
        priority: 1,
        interruptsEnabled: false,
        start: { on: "line", nic: "eth1" },
        steps: [{ do: "acknowledge", nic: "eth1", bits: ["tx"] }, reaps],
      },
    ],
  },
  "007-no-quota": {
    name: "Mogul: a poll without a quota",
    description:
      "The poll takes packets as long as there are any, and only then looks at what has been sent. Under overload there are always packets, so nothing that was sent is ever cleaned up, and the transmit ring stays full.",
    queues: [],
    sends: true,
    threads: [
      schedulesPoll,
      poll(acknowledge, whileTrue(received, take, ...RECEIVE, exec("transmit"), send), reaps, unmask),
    ],
  },
  "007-quota": {
    name: "Mogul: a poll with a quota",
    description:
      "The poll takes at most ten packets, then cleans up what has been sent, and comes again while packets are there.",
    queues: [],
    sends: true,
    threads: [
      schedulesPoll,
      {
        ...poll(
          acknowledge,
          whileTrue(all(received, budget), take, ...RECEIVE, exec("transmit"), send),
          reaps,
          { do: "if", condition: budget, steps: [unmask], else: [raise("poll")] },
        ),
        budget: 10,
      },
    ],
  },
};

const ETHERNET = 10_000_000;

function scenarioOfKernel({ name, description, threads, queues, sends }: Kernel) {
  return {
    format: "irqscope-scenario",
    version: 1,
    name,
    description,
    source: {
      document: "007",
      place: "USENIX 1996, sections 4 to 7",
      note: "No cost of a part is printed; only their sum is bound (docs/papers/007.md).",
    },
    seed: 7,
    runCycles: 50_000_000,
    machine: {
      clockHertz: 100_000_000,
      interrupts: COSTS_SAY_ALL,
      nics: [
        { name: "eth0", lineRateBitPerSecond: ETHERNET, rxRingFrames: 32, line: { priority: 1 } },
        ...(sends
          ? [{ name: "eth1", lineRateBitPerSecond: ETHERNET, txQueueFrames: 32, line: { priority: 2 } }]
          : []),
      ],
    },
    software: {
      queues,
      routines: [
        cycles("interrupt", 1000),
        cycles("driver: receive", 5000),
        cycles("IP: forward", 10_000),
        cycles("transmit", 5000),
        ...(sends ? [cycles("transmit done", 1000)] : [cycles("screend", 30_000)]),
      ],
      threads,
    },
    traffic: [
      {
        kind: "poisson",
        direction: "receive",
        nic: "eth0",
        sizeBytes: 64,
        rate: { framesPerSecond: 14_000 },
      },
    ],
  };
}

/** The scenario as in a file. Undefined if none has this id. */
export function scenarioOf(id: string): unknown {
  if (id === "007-napi") return NAPI;
  const kernel = KERNELS[id];
  return kernel && scenarioOfKernel(kernel);
}

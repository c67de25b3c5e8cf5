/** Random scenarios that are always valid: one card, one core without caches, and every kind of traffic. Small rings,
 * short queues and high loads are likely, since faults occur there. randomSystem.ts makes the other kinds of machine. */
import type { ScenarioInput } from "../../scenarios/format/schema.ts";
import { createRandom, type Random } from "./random.ts";

type Machine = NonNullable<ScenarioInput["machine"]>;
type Software = NonNullable<ScenarioInput["software"]>;
type Routine = NonNullable<Software["routines"]>[number];
type Thread = NonNullable<Software["threads"]>[number];
type Step = Thread["steps"][number];
type Traffic = NonNullable<ScenarioInput["traffic"]>[number];

export function randomScenario(seed: number): ScenarioInput {
  const random = createRandom(seed);
  const contexts = random.chance(40) ? 1 : random.integer(2, 5);
  return {
    format: "irqscope-scenario",
    version: 1,
    name: `random ${seed}`,
    seed: random.integer(0, 1_000_000),
    runCycles: random.integer(50_000, 300_000),
    machine: randomMachine(random, contexts),
    software: randomSoftware(random, contexts),
    traffic: Array.from({ length: random.integer(1, 3) }, () => randomTraffic(random)),
  };
}

function randomMachine(random: Random, contexts: number): Machine {
  return {
    clockHertz: random.pick([100_000_000, 200_000_000, 66_666_667]),
    core: {
      policy: contexts === 1 ? random.pick(["single", "on-event"]) : "on-event",
      contexts,
      pipeline: {
        branchResolveStage: random.pick(["ID", "EX", "MEM"]),
        branchTargetStage: random.pick(["IF", "ID"]),
        branchOperands: random.pick(["registers", "condition-codes"]),
        ...random.pick([{ forwarding: "none" }, { storeForwarding: true }, {}] as const),
        loadUseCycles: random.integer(0, 3),
        multiplyCycles: random.integer(1, 5),
        storeExecuteCycles: random.integer(1, 2),
        jumpExecuteCycles: random.integer(1, 3),
        compareBranchCycles: random.integer(0, 1),
        memoryCycles: random.integer(1, 4),
      },
    },
    interrupts: {
      entry: {
        pushSrCycles: random.integer(0, 2),
        pushPcCycles: random.integer(0, 2),
        vectorAddressCycles: random.integer(0, 3),
        loadPcCycles: random.integer(1, 2),
      },
      saveRestore: random.chance(50)
        ? { kind: "cycles", saveCycles: random.integer(0, 120), restoreCycles: random.integer(0, 120) }
        : { kind: "words", saveWords: random.integer(0, 40), restoreWords: random.integer(0, 40) },
      tailChain: random.chance(30),
      systemCallSavesFrame: random.chance(30),
    },
    bus: { dma: random.chance(40) ? "instant" : randomDma(random) },
    nics: [
      {
        name: "eth0",
        lineRateBitPerSecond: random.pick(["ideal", 10_000_000, 100_000_000, 1_000_000_000]),
        frameOverheadBytes: random.pick([0, 20]),
        receive: random.pick(["ring", "remote"]),
        rxRingFrames: random.pick([1, 2, 4, 8, 64]),
        txQueueFrames: random.pick([1, 2, 8]),
        line: { priority: random.integer(0, 2), trigger: random.pick(["level", "edge"]) },
      },
    ],
  };
}

function randomDma(random: Random) {
  return {
    bytesPerBeat: random.pick([1, 4, 8]),
    cyclesPerBeat: random.integer(1, 4),
    beatsPerBurst: random.pick([1, 4, 16]),
    burstGapCycles: random.integer(0, 4),
  };
}

const QUEUES = ["backlog", "packets to send"] as const;

function randomSoftware(random: Random, contexts: number): Software {
  const context = () => random.integer(0, contexts - 1);
  return {
    queues: QUEUES.map((name) => ({ name, capacity: random.pick([1, 2, 8, 32]) })),
    routines: ["application", "receive", "transmit done", "protocol", "send"].map((name) =>
      randomRoutine(random, name),
    ),
    threads: [
      {
        name: "application",
        layer: "application",
        priority: 9,
        context: 0,
        start: { on: "always" },
        steps: applicationSteps(random),
      },
      {
        name: "driver",
        layer: "driver-isr",
        priority: random.integer(0, 2),
        context: context(),
        interruptsEnabled: random.chance(40),
        start: { on: "line", nic: "eth0" },
        steps: driverSteps(random),
      },
      {
        name: "protocol",
        layer: random.pick(["protocol", "kernel-copy"]),
        priority: random.integer(2, 8),
        context: context(),
        interruptsEnabled: random.chance(80),
        start: { on: "soft" },
        steps: protocolSteps(random),
        deadlineNanoseconds: random.pick([0, 5000]),
      },
      {
        name: "send call",
        layer: "system-call",
        priority: random.integer(2, 8),
        context: context(),
        start: { on: "soft", systemCall: random.chance(70) },
        steps: [
          { do: "take", queue: "packets to send" },
          { do: "exec", routine: "send" },
          { do: "give-frame", nic: "eth0" },
        ],
      },
    ],
  };
}

function applicationSteps(random: Random): Step[] {
  const work: Step = { do: "exec", routine: "application" };
  return random.chance(20) ? [work, { do: "wait", queue: "backlog" }] : [work];
}

function driverSteps(random: Random): Step[] {
  const receive: Step = {
    do: "while",
    condition: { on: "rx-not-empty", nic: "eth0" },
    steps: random.chance(70)
      ? [
          { do: "take-frame", nic: "eth0" },
          { do: "exec", routine: "receive" },
          { do: "put", queue: "backlog" },
          { do: "raise", thread: "protocol" },
        ]
      : [{ do: "take-frame", nic: "eth0" }, { do: "exec", routine: "receive" }, { do: "deliver" }],
  };
  const transmit: Step = {
    do: "while",
    condition: { on: "tx-done", nic: "eth0" },
    steps: [
      { do: "reap", nic: "eth0" },
      { do: "exec", routine: "transmit done" },
    ],
  };
  const acknowledge: Step = { do: "acknowledge", nic: "eth0", bits: ["rx", "tx", "overflow"] };
  const body = random.chance(50) ? [receive, transmit] : [transmit, receive];
  const masked: Step[] = [{ do: "mask", nic: "eth0" }, ...body, { do: "unmask", nic: "eth0" }];
  return [acknowledge, ...(random.chance(20) ? masked : body)];
}

function protocolSteps(random: Random): Step[] {
  const one: Step[] = [
    { do: "take", queue: "backlog" },
    { do: "exec", routine: "protocol" },
    // Sometimes left out. Then the packet is abandoned, which has its own drop cause.
    ...(random.chance(85) ? [{ do: "deliver" } as const] : []),
  ];
  return random.chance(50)
    ? one
    : [{ do: "while", condition: { on: "queue-not-empty", queue: "backlog" }, steps: one }];
}

function randomRoutine(random: Random, name: string): Routine {
  switch (random.pick(["cycles", "instructions", "sequence", "program"])) {
    case "cycles":
      return {
        name,
        kind: "cycles",
        cycles: random.integer(1, 3000),
        cyclesPerByte: random.integer(0, 1500) / 1000,
      };
    case "instructions":
      return {
        name,
        kind: "instructions",
        instructions: random.integer(1, 800),
        instructionsPerByte: random.integer(0, 500) / 1000,
        profile: {
          mix: {
            alu: random.integer(1, 60),
            load: random.integer(0, 30),
            store: random.integer(0, 20),
            branch: random.integer(0, 25),
            multiply: random.integer(0, 10),
            prefetch: random.integer(0, 10),
          },
          takenPermille: random.integer(0, 1000),
          dependentPermille: random.integer(0, 1000),
          bodyInstructions: random.integer(1, 128),
        },
      };
    case "sequence":
      return {
        name,
        kind: "sequence",
        sequence: Array.from({ length: random.integer(1, 40) }, () => randomInstruction(random)),
        repeat: random.integer(1, 10),
      };
    case "program":
      return {
        name,
        kind: "program",
        program: { source: randomSource(random) },
        ...(random.chance(50)
          ? { architecture: random.pick(["rv32im", "rv32ima", "rv32imc", "rv32imac"] as const) }
          : {}),
      };
  }
}

/** A loop over a word of memory. One that loads from an invalid address ends by an exception. */
function randomSource(random: Random): string {
  const operations = ["add", "xor", "mul", "divu", "sltu"] as const;
  const work = Array.from({ length: random.integer(0, 6) }, () => `${random.pick(operations)} t1, t1, t0`);
  const lines = [
    `li t0, ${random.integer(1, 40)}`,
    "la t2, word",
    "next: lw t1, 0(t2)",
    ...work,
    random.chance(10) ? "lw t1, 1(t2)" : "sw t1, 0(t2)",
    "addi t0, t0, -1",
    "bnez t0, next",
    random.pick(["ret", "ecall"]),
    ".data",
    `word: .word ${random.integer(0, 1000)}`,
  ];
  return lines.join("\n");
}

function randomInstruction(random: Random): string {
  const register = () => `r${random.integer(0, 31)}`;
  switch (random.pick(["alu", "multiply", "load", "store", "prefetch", "branch", "branch taken", "jump"])) {
    case "alu":
      return `alu ${register()}, ${register()}, ${register()}`;
    case "multiply":
      return `multiply ${register()}, ${register()}`;
    case "load":
      return `load ${register()}, ${register()}${random.chance(20) ? " x2" : ""}`;
    case "prefetch":
      return `prefetch ${register()} [0x${random.integer(0, 255).toString(16)}0]`;
    case "store":
      return `store ${register()}, ${register()}`;
    case "branch":
      return `branch ${register()}, ${register()}`;
    case "jump":
      return `jump ${register()}`;
    case "branch taken":
      return `branch ${register()} taken`;
  }
}

const SEND = { queue: "packets to send", thread: "send call" };

function randomSample(random: Random) {
  return {
    timeScalePermille: random.pick([1000, 1000, 300, 2500]),
    ...(random.chance(40) ? { resample: { blockEvents: random.integer(1, TRACE_LENGTH) } } : {}),
  };
}

function randomTraffic(random: Random): Traffic {
  const isSend = random.chance(35);
  const common = {
    nic: "eth0",
    startCycle: random.integer(0, 20_000),
    ...(isSend ? { send: SEND } : {}),
  };
  const uniform = {
    ...common,
    direction: isSend ? ("send" as const) : ("receive" as const),
    sizeBytes: random.pick([1, 64, 65, 576, 1500, 9000]),
    frameCount: random.pick([0, 1, 100]),
  };
  switch (random.pick(["constant", "closed", "poisson", "trace", "closed trace"])) {
    case "constant":
      return { kind: "constant", ...uniform, rate: randomRate(random) };
    case "closed":
      return {
        kind: "constant",
        loop: "closed",
        ...uniform,
        thinkCycles: random.integer(0, 2000),
        window: random.pick([1, 1, 3]),
        workEnds: random.pick(["return", "packet"]),
      };
    case "poisson":
      return { kind: "poisson", ...uniform, rate: randomRate(random) };
    case "trace":
      return {
        kind: "trace",
        ...common,
        ...randomSample(random),
        send: SEND,
        events: { timesNanoseconds: rising(random, TRACE_LENGTH), ...randomColumns(random) },
      };
    case "closed trace":
      return {
        kind: "trace",
        loop: "closed",
        ...common,
        ...randomSample(random),
        send: SEND,
        events: { thinkNanoseconds: lengths(random, TRACE_LENGTH), ...randomColumns(random) },
      };
  }
}

const TRACE_LENGTH = 60;

function randomRate(random: Random) {
  return random.pick([
    { framesPerSecond: random.integer(1000, 400_000) + random.integer(0, 999) / 1000 },
    { bitPerSecond: random.integer(1_000_000, 400_000_000) },
    { intervalCycles: random.integer(100, 20_000) },
  ]);
}

function randomColumns(random: Random) {
  return {
    sizesBytes: Array.from({ length: TRACE_LENGTH }, () => random.integer(1, 1514)),
    directions: Array.from({ length: TRACE_LENGTH }, () => (random.chance(70) ? "r" : "s")).join(""),
  };
}

function lengths(random: Random, count: number): number[] {
  return Array.from({ length: count }, () => (random.chance(30) ? 0 : random.integer(0, 40_000)));
}

function rising(random: Random, count: number): number[] {
  let time = 0;
  return lengths(random, count).map((gap) => {
    time += gap;
    return time;
  });
}

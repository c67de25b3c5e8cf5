/** Random scenarios of whole systems, beside those of randomScenario.ts (one card, one core, no caches): every policy,
 * cores, caches, several cards with rings and offloads, all other devices, a scheduler, locks. They are always valid,
 * and short, so that many can run. */
import type { ScenarioInput } from "../../scenarios/format/schema.ts";
import { createRandom, type Random } from "./random.ts";
import { RANDOM_DEVICES, RANDOM_LISTS } from "./randomDevices.ts";
import { randomSoftware, type Shape } from "./randomSoftware.ts";

type Machine = NonNullable<ScenarioInput["machine"]>;
type Memory = NonNullable<Machine["memory"]>;
type Nic = NonNullable<Machine["nics"]>[number];

export function randomSystem(seed: number): ScenarioInput {
  const random = createRandom(seed);
  const policy = random.pick([
    "single",
    "on-event",
    "round-robin",
    "fixed-priority",
    "weighted-round-robin",
    "smt",
  ]);
  const cores = random.pick([1, 1, 2, 8]);
  const contexts = policy === "single" ? 1 : random.pick([1, 2, 4, cores > 2 ? 4 : 16]);
  const nics = Array.from({ length: random.pick([1, 2, 4]) }, (_, index) =>
    randomNic(random, index, { cores, contexts }),
  );
  return {
    format: "irqscope-scenario",
    version: 1,
    name: `system ${seed}`,
    seed: random.integer(0, 1_000_000),
    runCycles: 20_000,
    machine: randomMachine(random, policy, { cores, contexts }, nics),
    software: randomSoftware(random, { cores, contexts }, nics),
    traffic: [
      ...nics.map(({ name }) => ({
        nic: name,
        kind: "constant" as const,
        direction: "receive" as const,
        sizeBytes: random.chance(30)
          ? [{ bytes: 40 }, { bytes: 1500, weight: 3 }]
          : random.pick([1, 64, 1500]),
        flows: random.integer(1, 30),
        rate: { intervalCycles: random.pick([20, 300, 3000]) },
        ...(random.chance(30)
          ? { bursts: { frames: 4, pauseCycles: 900, ...random.pick<object>([{}, { tailShape: 1.5 }]) } }
          : {}),
      })),
      {
        nic: "n0",
        kind: "constant",
        direction: "send",
        sizeBytes: random.pick([60, 1500]),
        rate: { intervalCycles: 700 },
        send: { queue: "out", thread: "send" },
      },
    ],
  };
}

function randomMachine(
  random: Random,
  policy: NonNullable<NonNullable<Machine["core"]>["policy"]>,
  { cores, contexts }: Shape,
  nics: readonly Nic[],
): Machine {
  const total = cores * contexts;
  const each = (least: number, most: number) =>
    Array.from({ length: total }, () => random.integer(least, most));
  return {
    core: {
      policy,
      cores,
      contexts,
      ...(policy === "smt" ? { issueWidth: random.integer(1, 4) } : {}),
      switchBlockedCycles: random.pick([0, 0, 1, 3]),
      contextPriorities: random.chance(30) ? each(0, 9) : [],
      contextWeights: each(1, 5),
      contextGroups: each(0, 2),
      pipeline: {
        stages: random.pick(["IF ID EX MEM WB", "IF IS IT RF AG EX MEM ER WB"]).split(" "),
        loadUseCycles: random.integer(0, 3),
        multiplyCycles: random.integer(1, 8),
        divideCycles: random.integer(1, 20),
        memoryCycles: random.integer(1, 3),
      },
      predictor: random.pick([
        { kind: "not-taken" },
        { kind: "backward-taken", returns: 2, targets: 4 },
        { kind: "bimodal", counters: 4, returns: 16, targets: 512 },
      ]),
    },
    interrupts: {
      tailChain: random.chance(50),
      systemCallSavesFrame: random.chance(50),
      saveRestore: random.pick([{ kind: "cycles" }, { kind: "words", saveWords: 31, restoreWords: 31 }]),
      entry: {
        clearEnableCycles: random.integer(0, 2),
        vectorAcknowledgeCycles: random.integer(1, 3),
      },
      lines: [{ name: "spare", ...randomLine(random, { cores, contexts }) }],
    },
    memory: randomMemory(random),
    bus: {
      clockRatio: random.pick([1, 2, 3, 8]),
      inBusClocks: random.chance(30),
      requestCycles: random.pick([0, 1]),
      bytesPerBeat: random.pick([1, 4, 16]),
      cyclesPerBeat: random.pick([1, 2]),
      dma: random.pick(["instant", {}, { beatsPerBurst: 1, burstGapCycles: 0 }, { cyclesPerBeat: 4 }]),
    },
    nics: [...nics],
    ...Object.fromEntries(
      RANDOM_LISTS.map((list) => [
        list,
        [RANDOM_DEVICES[list].device(random, () => randomLine(random, { cores, contexts }))],
      ]),
    ),
  };
}

function randomCache(random: Random, isL2: boolean): NonNullable<Memory["l1i"]> {
  const ways = random.integer(1, 4);
  const lineBytes = isL2 ? 128 : random.pick([8, 32]);
  const sets = 2 ** random.integer(0, 5);
  const pinnedWays = random.chance(30) ? [random.integer(0, ways - 1)] : [];
  const pinnedLines = pinnedWays.length === 0 && random.chance(40) ? random.integer(1, ways) : 0;
  return {
    sizeBytes: ways * lineBytes * sets,
    ways,
    lineBytes,
    replacement: random.pick(["lru", "lrr", "random"]),
    writePolicy: random.pick(["write-back", "write-through"]),
    writeAllocate: random.chance(50),
    ...(isL2 ? {} : { subBlockBytes: random.pick(["line", 4, 8]) }),
    pinnedWays,
    pinnedLines,
    pinKind: random.pick(["mark", "lock"]),
    ...(pinnedWays.length + pinnedLines > 0 && random.chance(50)
      ? { pinnedSets: random.integer(1, sets) }
      : {}),
    pinnedRanges: random.chance(50) ? [{ from: 0x1000_0000, to: 0x1000_0040 }] : [],
  };
}

function randomMemory(random: Random): Memory {
  const l1d = random.chance(60) ? randomCache(random, false) : undefined;
  const l2 = random.chance(50) ? randomCache(random, true) : undefined;
  const dmaWrites = random.pick(["invalidate", "place-in-l2"]);
  const isPerCore = l1d !== undefined && l2 !== undefined && dmaWrites === "invalidate";
  return {
    ...(random.chance(60) ? { l1i: randomCache(random, false) } : {}),
    ...(l1d === undefined ? {} : { l1d }),
    ...(l2 === undefined ? {} : { l2 }),
    ...(random.chance(40)
      ? {
          tlb: {
            entries: random.pick([1, 2, 32]),
            pageBytes: random.pick([256, 4096]),
            replacement: random.pick(["lru", "random"]),
            missCycles: random.pick([0, 1, 40]),
            refillInstructions: random.pick([0, 0, 1, 9]),
            unmappedRanges: random.chance(30) ? [{ from: 0x1000_0000, to: 0x1000_0400 }] : [],
          },
        }
      : {}),
    l2PerCore: isPerCore && random.chance(50),
    dmaWrites,
    addressed: random.chance(30),
    uncachedRanges: random.chance(30) ? [{ from: 0x1000_0000, to: 0x1000_0100 }] : [],
    nonBlocking: random.chance(50),
    storeBufferEntries: random.pick([0, 1, 16]),
    postedDeviceWrites: random.chance(50),
    fillOrder: random.pick(["whole-line", "early-restart", "critical-word-first"]),
    fetchReturnCycles: random.pick([0, 1]),
    uncachedCycles: random.pick([1, 30]),
    deviceBusCycles: random.pick([0, 1]),
    latencyCycles: random.pick([0, 1, 50]),
    l2Cycles: random.pick([0, 8]),
    transferCycles: random.pick([0, 4]),
    writeCycles: random.pick([1, 3]),
    claimCycles: random.pick([1, 5]),
  };
}

/** The context and mode of an interrupt line. */
function randomLine(random: Random, { cores, contexts }: Shape) {
  return {
    trigger: random.pick(["level", "edge", "message"]),
    priority: random.integer(0, 3),
    losesMasked: random.chance(20),
    masked: random.chance(12),
    deadlineNanoseconds: random.pick([0, 0, 2000]),
    ...(random.chance(30)
      ? { core: random.integer(0, cores - 1), context: random.integer(0, contexts - 1) }
      : {}),
  };
}

function randomNic(random: Random, index: number, shape: Shape): Nic {
  const lineRateBitPerSecond = random.pick(["ideal", 1e7, 1e9]);
  const coalescing = {
    frames: random.pick([1, 1, 3]),
    packetNanoseconds: random.pick([0, 1000]),
    absoluteNanoseconds: random.pick([0, 7000]),
    throttleNanoseconds: random.pick([0, 20_000]),
  };
  return {
    name: `n${index}`,
    lineRateBitPerSecond,
    rxRingFrames: random.pick([1, 2, 16]),
    txQueueFrames: random.pick([1, 4]),
    ...(random.chance(30) ? { cells: { bytes: 60, payloadBytes: 50, trailerBytes: 4 } } : {}),
    slotNanoseconds: random.pick([0, 0, 10, 100_000]),
    stuffingPermille: random.pick([0, 16, 1000]),
    minFrameBytes: random.pick([0, 64]),
    fifoBytes: random.pick([0, 64, 4096]),
    bufferBytes: random.pick([0, 32, 2048]),
    rxBuffers: random.pick([0, 1, 50]),
    flowControl: random.chance(40),
    driver: "steps",
    statusBy: random.pick(["event", "fill"] as const),
    offloads: {
      checksum: random.chance(50),
      segmentBytes: random.pick([0, 64, 500]),
      mergeBytes: random.pick([0, 200, 3000]),
      mergeNanoseconds: random.pick([0, 1, 5000]),
    },
    coalescing,
    txCoalescing: {
      frames: random.pick([1, 2]),
      absoluteNanoseconds: random.pick([0, 3000]),
      packetNanoseconds: random.pick([0, 900]),
      throttleNanoseconds: random.pick([0, 8000]),
    },
    ...(lineRateBitPerSecond === "ideal" ? {} : { txCutThroughBytes: random.pick([0, 1, 2000]) }),
    line: {
      ...randomLine(random, shape),
      statusBits: random.pick([["rx", "tx"] as const, ["rx", "tx", "overflow"] as const]).slice(),
    },
    moreRings: random.chance(40)
      ? [
          {
            rxRingFrames: random.pick([1, 8]),
            rxBuffers: random.pick([0, 20]),
            coalescing,
            line: { ...randomLine(random, shape), statusBits: ["rx"] },
          },
        ]
      : [],
    hashSeed: random.integer(0, 99),
    txQueueBytes: random.pick([0, 0, 100, 5000]),
    txBuffers: random.pick([0, 0, 5]),
    txBufferBytes: random.pick([0, 300]),
  };
}

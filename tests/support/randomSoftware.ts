/** The software of random systems (randomSystem.ts). */
import type { ScenarioInput } from "../../scenarios/format/schema.ts";
import type { Random } from "./random.ts";
import { RANDOM_DEVICES, RANDOM_LISTS } from "./randomDevices.ts";

type Software = NonNullable<ScenarioInput["software"]>;
type Thread = NonNullable<Software["threads"]>[number];
type Nic = NonNullable<NonNullable<ScenarioInput["machine"]>["nics"]>[number];

export interface Shape {
  readonly cores: number;
  readonly contexts: number;
}

export function randomSoftware(random: Random, { cores, contexts }: Shape, nics: readonly Nic[]): Software {
  const place = () => ({ core: random.integer(0, cores - 1), context: random.integer(0, contexts - 1) });
  const anyPlace = () => (random.chance(30) ? { ...place(), context: "any" as const } : place());
  const drivers = nics.flatMap(({ name, moreRings = [] }): Thread[] =>
    [0, ...moreRings.map((_, index) => index + 1)].map((ring) => ({
      name: `${name} ring ${ring}`,
      layer: "driver-isr",
      priority: random.integer(0, 3),
      ...anyPlace(),
      interruptsEnabled: random.chance(30),
      budget: random.integer(0, 3),
      budgetCycles: random.pick([0, 0, 500]),
      start: { on: "line", nic: name, ring },
      steps: driverSteps(random, name, ring),
    })),
  );
  const applications = Array.from({ length: random.integer(1, 5) }, (_, index): Thread => {
    return {
      name: `application ${index}`,
      layer: "application",
      priority: random.integer(7, 9),
      ...anyPlace(),
      start: { on: "always" },
      steps: applicationSteps(random, `application ${index}`),
    };
  });
  return {
    queues: ["q", "out"].map((name) => ({ name, capacity: random.integer(1, 8) })),
    locks: [
      {
        name: "S",
        kind: "spin",
        order: random.pick(["any", "fifo", "priority"]),
        poll: "lock",
        acquire: "lock",
      },
      {
        name: "L",
        kind: "sleep",
        order: random.pick(["fifo", "priority"]),
        protocol: random.pick(["none", "inherit"]),
        acquire: "lock",
        release: "short",
      },
    ],
    routines: [
      {
        name: "short",
        kind: "cycles",
        cycles: 40,
        checksumCyclesPerByte: 0.1,
        cyclesPerBuffer: 3,
        ...random.pick<object>([
          {},
          { drawnCycles: { kind: "quantiles", quantiles: [0, 30, 400] } },
          {
            drawnCycles: {
              kind: "percentiles",
              percentiles: [
                { percent: 0, cycles: 10 },
                { percent: 99.5, cycles: 20 },
                { percent: 100, cycles: 900 },
              ],
            },
          },
          {
            drawnCycles: {
              kind: "values",
              values: [{ cycles: 5 }, { cycles: 100, weight: random.integer(1, 9) }],
            },
          },
        ]),
      },
      {
        name: "work",
        kind: "instructions",
        instructions: random.integer(1, 200),
        checksumInstructionsPerByte: 0.2,
        instructionsPerBuffer: random.integer(0, 3),
        profile: { mix: { prefetch: random.pick([0, 10]) }, prefetchAhead: random.pick([1, 8]) },
        data: {
          bytes: random.pick([64, 8192]),
          hotBytes: 64,
          hotPermille: random.pick([0, 800, 1000]),
          packetPermille: random.pick([0, 300]),
          uncachedPermille: random.pick([0, 100]),
          pinned: random.chance(30),
          sharing: random.pick(["auto", "thread", "shared"] as const),
        },
      },
      { name: "lock", kind: "sequence", sequence: ["load r1 [0x1000]", "store r1 [0x1000]", "alu r2, r1"] },
      {
        name: "program",
        kind: "program",
        pinned: random.chance(30),
        program: { source: "li t0, 20\nnext: mul t1, t0, t0\naddi t0, t0, -1\nbnez t0, next\necall" },
      },
      ...RANDOM_LISTS.flatMap((list) => RANDOM_DEVICES[list].routines ?? []),
    ],
    scheduler: {
      policy: random.pick(["priority", "round-robin"]),
      timeSliceCycles: random.pick([1, 100, 5000]),
      switchCycles: random.pick([0, 50]),
      ...(random.chance(50) ? { tickCycles: 500, tickWorkCycles: random.pick([0, 20]) } : {}),
    },
    threads: [...drivers, ...applications, ...otherThreads(nics)],
  };
}

function driverSteps(random: Random, nic: string, ring: number): Thread["steps"] {
  const end = random.pick([
    { do: "put", queue: "q" },
    { do: "give-frame", nic: "n0" },
    { do: "deliver" },
    { do: "drop" },
    { do: "copy", queue: "q" },
  ]);
  const bits: ("rx" | "tx")[] = random.chance(50) ? ["rx"] : ["rx", "tx"];
  const isSet = { on: "status-set" as const, nic, ring, bits };
  const clear = { do: "acknowledge" as const, nic, ring, bits };
  return [
    random.chance(40)
      ? {
          do: "repeat",
          steps: [clear, { do: "exec", routine: "short" }],
          condition: random.chance(50) ? isSet : { on: "all", of: [isSet, { on: "budget-left" }] },
        }
      : { do: "acknowledge", nic, ring },
    ...(ring === 0 ? [{ do: "reap" as const, nic }] : []),
    {
      do: "while",
      condition: { on: "all", of: [{ on: "rx-not-empty", nic, ring }, { on: "budget-left" }] },
      steps: [
        { do: "lock", lock: "S" },
        { do: "take-frame", nic, ring },
        { do: "exec", routine: random.pick(["short", "work"]) },
        { do: "unlock", lock: "S" },
        end,
      ],
    },
    {
      do: "if",
      condition: { on: "status-clear", nic, ring, bits },
      steps: [{ do: "exec", routine: "short" }],
    },
    {
      do: "if",
      condition: { on: "rx-not-empty", nic, ring },
      steps: [{ do: "raise", thread: "soft" }],
    },
  ];
}

function applicationSteps(random: Random, own: string): Thread["steps"] {
  return [
    { do: "exec", routine: random.pick(["work", "short", "program"]) },
    { do: "lock", lock: "L" },
    { do: "system-call", enter: "short", exit: "short", steps: [{ do: "exec", routine: "work" }] },
    { do: "unlock", lock: "L" },
    ...random.pick<NonNullable<Thread["steps"]>>([
      [{ do: "sleep", cycles: 200 }],
      [{ do: "yield" }],
      [{ do: "wait", queue: "q" }],
      [{ do: "read-disk", disk: "D", blocks: 2 }],
      [
        { do: "write-disk", disk: "D", blocks: 1 },
        { do: "wait-disk", disk: "D" },
      ],
      [{ do: "raise", thread: own }, { do: "wait-raise" }],
      [{ do: "if", condition: { on: "queue-not-full", queue: "q" }, steps: [{ do: "return" }] }],
      [{ do: "exec", routine: "short" }],
      [
        { do: "disable-interrupts" },
        { do: "exec", routine: random.pick(["work", "short"]) },
        { do: "enable-interrupts" },
      ],
    ]),
    { do: "exec", routine: "short" },
  ];
}

/** One thread takes the packets of the drivers, one sends, and one answers each of the other devices. */
function otherThreads(nics: readonly Nic[]): Thread[] {
  return [
    {
      name: "soft",
      layer: "protocol",
      priority: 5,
      budget: 2,
      start: { on: "soft" },
      steps: [
        ...nics.map(({ name: nic }) => ({
          do: "while" as const,
          condition: { on: "rx-not-empty" as const, nic },
          steps: [
            { do: "take-frame" as const, nic },
            { do: "exec" as const, routine: "work" },
            { do: "deliver" as const },
          ],
        })),
        { do: "take", queue: "q" },
        { do: "exec", routine: "work" },
        { do: "deliver" },
      ],
    },
    {
      name: "send",
      layer: "system-call",
      priority: 6,
      start: { on: "soft", systemCall: true },
      steps: [
        { do: "take", queue: "out" },
        { do: "exec", routine: "short" },
        { do: "give-frame", nic: "n0" },
      ],
    },
    ...RANDOM_LISTS.map((list) => RANDOM_DEVICES[list].thread),
  ];
}

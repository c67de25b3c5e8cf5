/** Small machines, each with one fault, and machines without it: the fault is found, and no other. */
import { describe, expect, test } from "vitest";
import { SIM_SCARCE_SHARE, SIM_THREAD_LIMIT } from "../../core-wasm/binding/layout.gen.ts";
import {
  always,
  CLOCK_HERTZ,
  exec,
  frames,
  kinds,
  type Parts,
  RUN_CYCLES,
  routine,
  run,
  type Software,
  type Step,
  type Thread,
} from "./smallMachine.ts";

const work = always("work", 9, [exec("work")]);
const LONG_CYCLES = 10_000_000;

/** A driver that takes frames and hands them over through a queue, and a consumer that takes longer for each. */
function handedOver(whenFull: "wait" | "drop", consumerCore: number, driver: Partial<Thread> = {}): Parts {
  const taken: Step[] = [{ do: "take-frame", nic: "n" }, exec("take"), { do: "put", queue: "q", whenFull }];
  return {
    machine: { core: { cores: 2 }, nics: [{ name: "n", rxRingFrames: 64 }] },
    software: {
      queues: [{ name: "q", capacity: 4 }],
      routines: [routine("take", 100), routine("use", 300), routine("look", 10)],
      threads: [
        {
          name: "driver",
          layer: "driver-isr",
          priority: 1,
          start: { on: "always" },
          steps: [{ do: "while", condition: { on: "rx-not-empty", nic: "n" }, steps: taken }, exec("look")],
          ...driver,
        },
        {
          name: "consumer",
          layer: "application",
          priority: 5,
          core: consumerCore,
          start: { on: "always" },
          steps: [{ do: "wait", queue: "q" }, { do: "take", queue: "q" }, exec("use"), { do: "deliver" }],
        },
      ],
    },
    traffic: frames(50),
  };
}

describe("a thread is not starved if its wait ends", () => {
  test("for room in a queue whose consumer makes progress", () => {
    const report = run(handedOver("wait", 1));
    expect(report.receive.delivered).toBeGreaterThan(9000);
    expect(report.findings).toEqual([]);
  });

  test("for a disk at work", () => {
    const { findings, receive } = run({
      machine: {
        nics: [{ name: "n", rxRingFrames: 64 }],
        disks: [{ name: "d", rateBitPerSecond: 200_000_000 }],
      },
      software: {
        routines: [routine("store", 500), routine("look", 200)],
        threads: [
          {
            name: "log",
            layer: "application",
            priority: 5,
            start: { on: "always" },
            steps: [
              {
                do: "while",
                condition: { on: "rx-not-empty", nic: "n" },
                steps: [
                  { do: "take-frame", nic: "n" },
                  exec("store"),
                  { do: "write-disk", disk: "d" },
                  { do: "wait-disk", disk: "d" },
                  { do: "take-disk", disk: "d" },
                  { do: "deliver" },
                ],
              },
              exec("look"),
            ],
          },
        ],
      },
      traffic: frames(4000),
    });
    expect(receive.delivered).toBeGreaterThan(600);
    expect(findings).toEqual([]);
  });
});

describe("a livelock of handlers that starve a consumer", () => {
  /** The driver takes and queues frames as fast as they arrive, on the consumer's core. */
  const interrupting: Partial<Thread> = {
    start: { on: "line", nic: "n" },
    steps: [
      { do: "acknowledge", nic: "n" },
      {
        do: "while",
        condition: { on: "rx-not-empty", nic: "n" },
        steps: [{ do: "take-frame", nic: "n" }, exec("take"), { do: "put", queue: "q", whenFull: "drop" }],
      },
    ],
  };

  test("is not found if the consumer is too slow on its own core", () => {
    const report = run(handedOver("drop", 1));
    expect(report.receive.delivered).toBeGreaterThan(9000);
    expect(report.findings).toEqual([]);
  });

  test("is found even if the consumer's layer is that of handlers", () => {
    const parts = handedOver("drop", 1);
    const threads = parts.software?.threads?.map((thread) => ({ ...thread, layer: "protocol" as const }));
    expect(run({ ...parts, software: { ...parts.software, threads } }).findings).toEqual([]);
  });

  test("is found if the consumer runs on the core of the handlers", () => {
    expect(kinds(run(handedOver("drop", 0, interrupting)).findings)).toContain("livelock");
  });

  test("is not found if software takes frames only to drop them", () => {
    const parts = handedOver("drop", 1, {
      steps: [
        {
          do: "while",
          condition: { on: "rx-not-empty", nic: "n" },
          steps: [{ do: "take-frame", nic: "n" }, exec("take"), { do: "drop" }],
        },
        exec("look"),
      ],
    });
    expect(run(parts).findings).toEqual([]);
  });
});

const ticks = (periodNanoseconds: number) => [{ name: "t", periodNanoseconds }];
const tick = (cycles: number): Software => ({
  routines: [routine("work", 1000), routine("tick", cycles)],
  threads: [
    work,
    {
      name: "tick",
      layer: "driver-isr",
      priority: 1,
      start: { on: "line", timer: "t" },
      steps: [{ do: "acknowledge-timer", timer: "t" }, exec("tick")],
    },
  ],
});

describe("an interrupt storm", () => {
  const receive = (steps: readonly Step[]): Parts => ({
    machine: { nics: [{ name: "n", line: { trigger: "level" } }] },
    software: {
      routines: [routine("work", 1000), routine("take", 500)],
      threads: [
        work,
        {
          name: "driver",
          layer: "driver-isr",
          priority: 1,
          start: { on: "line", nic: "n" },
          steps: [
            ...steps,
            {
              do: "while",
              condition: { on: "rx-not-empty", nic: "n" },
              steps: [{ do: "take-frame", nic: "n" }, exec("take"), { do: "deliver" }],
            },
          ],
        },
      ],
    },
    traffic: frames(50_000),
  });
  const acknowledge: Step = { do: "acknowledge", nic: "n" };

  test("is found on a line that is never acknowledged", () => {
    const { findings, interrupts } = run(receive([]), LONG_CYCLES);
    expect(kinds(findings)).toEqual(["storm"]);
    const [storm] = findings;
    if (storm?.kind !== "storm") throw new Error("no storm");
    expect(storm).toMatchObject({ line: "n", fromCycle: 1, untilCycle: LONG_CYCLES });
    expect(interrupts - storm.interrupts).toBeLessThanOrEqual(1);
    expect(storm.cycles).toBeGreaterThan(0.97 * LONG_CYCLES);
    expect(storm.victims.map(({ thread }) => thread)).toEqual(["work"]);
    expect(storm.victims[0]?.ranCycles).toBeLessThan(0.02 * LONG_CYCLES);
  });

  test("is not found on a line that is acknowledged", () => {
    expect(run(receive([acknowledge]), LONG_CYCLES).findings).toEqual([]);
  });

  const closed: Parts["traffic"] = [
    { kind: "constant", loop: "closed", direction: "receive", nic: "n", sizeBytes: 64, thinkCycles: 0 },
  ];

  test("is not found in a closed loop, which takes any machine to its limit", () => {
    expect(run({ ...receive([acknowledge]), traffic: closed }, LONG_CYCLES).findings).toEqual([]);
  });

  test("is found in a closed loop with a line that is never acknowledged", () => {
    const slow = [{ ...closed[0], thinkCycles: 50_000 }] as Parts["traffic"];
    expect(kinds(run({ ...receive([]), traffic: slow }, LONG_CYCLES).findings)).toEqual(["storm"]);
  });

  test("is found with a timer faster than its handler", () => {
    const { findings } = run(
      { machine: { clockHertz: CLOCK_HERTZ, nics: [], timers: ticks(10_000) }, software: tick(1000) },
      LONG_CYCLES,
    );
    expect(findings).toMatchObject([{ kind: "storm", line: "t", victims: [{ thread: "work" }] }]);
  });

  test("is found if it begins late", () => {
    const late = [{ name: "t", periodNanoseconds: 10_000, startCycle: 5_000_000 }];
    const { findings } = run(
      { machine: { clockHertz: CLOCK_HERTZ, nics: [], timers: late }, software: tick(1000) },
      LONG_CYCLES,
    );
    expect(findings).toMatchObject([{ kind: "storm", line: "t" }]);
    const [storm] = findings;
    expect(storm?.fromCycle).toBeGreaterThan(4_999_000);
    expect(storm?.fromCycle).toBeLessThan(5_002_000);
  });

  test("is not found with a timer that leaves a twentieth of the cycles", () => {
    const { findings, threads } = run(
      { machine: { clockHertz: CLOCK_HERTZ, nics: [], timers: ticks(14_000) }, software: tick(1130) },
      LONG_CYCLES,
    );
    expect(threads[0]?.cycles).toBeGreaterThan(0.03 * LONG_CYCLES);
    expect(threads[0]?.cycles).toBeLessThan(0.07 * LONG_CYCLES);
    expect(findings).toEqual([]);
  });

  test("is found if it starves the handler of a card", () => {
    const parts = receive([acknowledge]);
    const { threads = [], routines = [] } = parts.software ?? {};
    const { findings } = run(
      {
        ...parts,
        machine: {
          clockHertz: CLOCK_HERTZ,
          nics: [{ name: "n", line: { priority: 5 } }],
          timers: ticks(4000),
        },
        software: {
          routines: [...routines, routine("tick", 1000)],
          threads: [
            ...threads.slice(1).map((thread) => ({ ...thread, priority: 5 })),
            ...(tick(1000).threads ?? []).slice(1),
          ],
        },
        traffic: frames(10_000),
      },
      LONG_CYCLES,
    );
    expect(findings).toMatchObject([{ kind: "storm", line: "t", victims: [{ thread: "driver" }] }]);
  });
});

describe("starvation", () => {
  const two = (sleepCycles: number): Parts => ({
    machine: { nics: [] },
    software: {
      scheduler: { policy: "priority" },
      routines: [routine("work", 10_000)],
      threads: [
        always("first", 1, [exec("work"), { do: "sleep", cycles: sleepCycles }]),
        always("second", 9, [exec("work")]),
      ],
    },
  });

  test("is found for a thread with almost no share", () => {
    const { findings } = run(two(100), LONG_CYCLES);
    expect(findings).toMatchObject([
      { kind: "starved", thread: "second", fromCycle: 0, untilCycle: LONG_CYCLES },
    ]);
    const [found] = findings;
    if (found?.kind !== "starved") throw new Error("nobody starved");
    expect(found.ranCycles).toBeGreaterThan(0);
    expect(found.ranCycles).toBeLessThan(0.01 * LONG_CYCLES);
  });

  test("is not found at a twentieth for a less urgent thread", () => {
    const { findings, threads } = run(two(800), LONG_CYCLES);
    expect(threads[1]?.cycles).toBeLessThan(0.06 * LONG_CYCLES);
    expect(findings).toEqual([]);
  });

  const turns = (threadCount: number): Software => ({
    scheduler: { policy: "round-robin", timeSliceCycles: 5000 },
    routines: [routine("work", 10_000), routine("tick", 1800), routine("look", 10)],
    threads: Array.from({ length: threadCount }, (_, index) => always(`thread ${index}`, 5, [exec("work")])),
  });

  test.each([300_000, 1_000_000, LONG_CYCLES])(
    "is not found for a fair share among the most threads allowed, in %i cycles",
    (cycles) => {
      expect(run({ machine: { nics: [] }, software: turns(SIM_THREAD_LIMIT) }, cycles).findings).toEqual([]);
    },
  );

  test("is not found for a fair share of what a timer leaves of the cycles", () => {
    const software = turns(SIM_THREAD_LIMIT - 1);
    const { findings, threads } = run(
      {
        machine: { clockHertz: CLOCK_HERTZ, nics: [], timers: ticks(50_000) },
        software: {
          ...software,
          threads: [...(software.threads ?? []), ...(tick(1800).threads ?? []).slice(1)],
        },
      },
      LONG_CYCLES,
    );
    expect(threads[0]?.cycles).toBeLessThan(LONG_CYCLES / SIM_SCARCE_SHARE);
    expect(findings).toEqual([]);
  });

  test("is not found for a share that a thread yields", () => {
    const software = turns(1);
    const poller = always("poller", 5, [exec("look"), { do: "yield" }]);
    const { findings, threads } = run(
      { machine: { nics: [] }, software: { ...software, threads: [...(software.threads ?? []), poller] } },
      LONG_CYCLES,
    );
    expect(threads[1]?.cycles).toBeLessThan(LONG_CYCLES / SIM_SCARCE_SHARE);
    expect(findings).toEqual([]);
  });
});

describe("a lock that a thread waits for without end", () => {
  const lockOf = (kind: "spin" | "sleep") =>
    kind === "spin" ? { name: "l", kind, poll: "look" } : { name: "l", kind };
  const machine = { nics: [], core: { cores: 2, contexts: 1, policy: "single" as const } };
  const take: Step = { do: "lock", lock: "l" };
  const give: Step = { do: "unlock", lock: "l" };
  const routines = [routine("work", 600), routine("rest", 400), routine("look", 10)];
  const pair = (kind: "spin" | "sleep", first: readonly Step[], second: readonly Step[]): Parts => ({
    machine,
    software: {
      queues: [{ name: "q" }],
      routines,
      locks: [lockOf(kind)],
      threads: [always("first", 5, first), { ...always("second", 5, second), core: 1 }],
    },
  });
  const asked: Step[] = [exec("look"), take, exec("work"), give];

  test.each(["spin", "sleep"] as const)("is found under %s if its holder waits for ever", (kind) => {
    const { findings, locks } = run(pair(kind, [take, { do: "wait", queue: "q" }, give], asked));
    expect(findings).toEqual([
      {
        kind: "lock-starved",
        thread: "second",
        lock: "l",
        taker: "first",
        takenCycle: 0,
        fromCycle: 10,
        untilCycle: RUN_CYCLES,
      },
    ]);
    expect(locks[0]?.longestWait).toBe(RUN_CYCLES - 10);
  });

  test("is found if another thread takes it again and again", () => {
    const { findings } = run(pair("spin", [take, exec("work"), give], asked));
    expect(findings).toMatchObject([{ kind: "lock-starved", thread: "second", taker: "first" }]);
    const [found] = findings;
    if (found?.kind !== "lock-starved") throw new Error("no such finding");
    expect(found.takenCycle).toBeGreaterThan(RUN_CYCLES - 700);
  });

  test("is not found if it goes from thread to thread", () => {
    const { findings } = run(pair("spin", [take, exec("work"), give, exec("rest")], asked));
    expect(findings).toEqual([]);
    expect(run(pair("sleep", [take, exec("work"), give], asked)).findings).toEqual([]);
  });

  test.each(["spin", "sleep"] as const)(
    "is not found under %s if many threads hold it for long, each in turn",
    (kind) => {
      const threads = Array.from({ length: 8 }, (_, core) => ({
        ...always(`user ${core}`, 5, [take, exec("hold"), give, exec("rest")]),
        core,
      }));
      const software = { routines: [...routines, routine("hold", 100_000)], locks: [lockOf(kind)], threads };
      const { findings, locks } = run({ machine: { nics: [], core: { cores: 8 } }, software }, 2_000_000);
      expect(locks[0]?.longestWait).toBeGreaterThan(600_000);
      expect(findings).toEqual([]);
    },
  );
});

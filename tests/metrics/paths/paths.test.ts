/** Every metric that an expression may name is compared with an independent count: of the event log, of the log of
 * latencies, of the pipeline's rows, or by hand. A metric without a count fails the last test. */
import { describe, expect, it } from "vitest";
import { pathText } from "../../../lib/expressions/syntax.ts";
import { dictionaryOf } from "../../../lib/metrics/dictionary.ts";
import { DEVICE_KINDS } from "../../../scenarios/devices/kinds.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { BUILTIN_SCENARIOS } from "../../../scenarios/index.ts";
import { builtin } from "../../boundary/support.ts";
import { alone } from "../../devices/alone.ts";
import { button } from "../../devices/button.ts";
import { RANDOM_DEVICES, RANDOM_LISTS } from "../../support/randomDevices.ts";
import { BY_HAND, CROWDED_SENDER } from "./byHand.ts";
import { MEMORY_BY_HAND } from "./byHandMemory.ts";
import {
  apartCounts,
  deadlineCounts,
  type Expected,
  frameCounts,
  inheritedCounts,
  instructionCounts,
  latencyCounts,
  lineCounts,
  lockCounts,
  processorCounts,
  queueCounts,
  switchCounts,
} from "./fromEvents.ts";
import { printedCounts } from "./printed.ts";
import { type Recorded, record, recordSettled, written } from "./recorded.ts";
import { echoInC, HOSTED, requestCounts } from "./requests.ts";

/** Compared paths as patterns. `true`: the count was not 0. */
const counted = new Map<string, boolean>();

/** Names of a scenario's parts, and numbers, do not make a different metric. */
const NAMED = new Set<string>([...DEVICE_KINDS.map(({ kind }) => kind), "line", "lock", "thread", "queue"]);
const LISTED = new Set(["layer", "cause", "drop"]);

function patternOf(path: readonly (string | number)[]): string {
  return path
    .map((part, index) => {
      const before = path[index - 1];
      const isName = index === 1 && NAMED.has(String(path[0]));
      return typeof part === "number" || isName || LISTED.has(String(before)) ? "*" : part;
    })
    .join(".");
}

/** The page prints the values of expressions. */
function holdPrinted(run: Recorded): void {
  for (const [path, printed] of printedCounts(run))
    expect(run.metric(path), `${run.scenario.name}: ${path}`).toBe(printed);
}

/** `error`: allowed relative error, 0.2 % for percentiles. */
function hold(run: Recorded, expected: Expected | Readonly<Record<string, number>>, error = 1e-12): void {
  for (const [path, value] of expected instanceof Map ? expected : Object.entries(expected)) {
    const metric = run.dictionary.get(path);
    if (metric === undefined) throw new Error(`${run.scenario.name} has no metric ${path}`);
    const is = run.metric(path) ?? Number.NaN;
    if (Number.isNaN(value)) expect(is, path).toBeNaN();
    else
      expect(
        Math.abs(is - value),
        `${run.scenario.name}: ${path} is ${is}, counted ${value}`,
      ).toBeLessThanOrEqual(error * Math.abs(value));
    const pattern = patternOf(metric.path);
    counted.set(pattern, (counted.get(pattern) ?? false) || value > 0);
  }
}

/** Latencies of all lines, and of the threads that they start. */
function withDeadlines(scenario: Scenario, deadlineNanoseconds: number): Scenario {
  const ofLine = <L>(line: L): L =>
    typeof line === "object" && line !== null ? { ...line, deadlineNanoseconds } : line;
  const { machine, software } = scenario;
  const { nics, timers, disks, buttons, interrupts } = machine;
  const each = <D extends { readonly line: unknown }>(devices: readonly D[]) =>
    devices.map((device) => ({ ...device, line: ofLine(device.line) }));
  return {
    ...scenario,
    machine: {
      ...machine,
      nics: each(nics),
      timers: each(timers),
      disks: each(disks),
      buttons: each(buttons),
      interrupts: { ...interrupts, lines: interrupts.lines.map(ofLine) },
    },
    software: {
      ...software,
      threads: software.threads.map((thread) =>
        thread.start.on === "line" ? { ...thread, deadlineNanoseconds } : thread,
      ),
    },
  };
}

/** Cycles without an interrupt entry in progress, and with a save ahead of its restore. */
const LOGGED_RUNS = [
  ["ring-overflow", 1_128_000, "receive"],
  ["ring-overflow-three-contexts", 1_128_000, "receive"],
  ["overload-one-context", 1_500_000, "receive"],
  ["timer-network-disk", 1_128_000, "receive"],
  ["000-stack-send", 1_000_000, "send"],
  ["000-send-one-context", 1_000_000, "send"],
] as const;

describe("metrics equal a count over the event log", () => {
  it.each(LOGGED_RUNS)("of %s up to cycle %i", async (id, cycles, direction) => {
    const run = record(await builtin(id), cycles);
    holdPrinted(run);
    hold(run, processorCounts(run));
    hold(
      run,
      lineCounts(
        run,
        run.scenario.machine.nics.map(({ name }) => name),
      ),
    );
    hold(run, queueCounts(run));
    hold(run, frameCounts(run, direction));
    for (const kind of [direction, "interrupt"] as const) {
      const { exact, near } = latencyCounts(run, kind);
      hold(run, exact);
      hold(run, near, 0.002);
    }
  });

  it.each(["timer-network-disk", "002-both-34k", "000-stack-send", "napi-driver", "preemptive-kernel"])(
    "for the latency parts of %s",
    async (id) => {
      const run = record(await builtin(id), 1_500_000);
      for (const { exact, near } of apartCounts(run)) {
        hold(run, exact);
        hold(run, near, 0.008);
      }
    },
  );

  it("for requests of a host behind a card", () => {
    const run = record(echoInC(), 600_000);
    const { exact, near } = requestCounts(run);
    hold(run, exact);
    hold(run, near, 0.008);
  });

  it("for deadlines", async () => {
    const scenario = await builtin("timer-network-disk");
    const run = record(withDeadlines(scenario, 12_000), 3_000_000);
    hold(run, deadlineCounts(run, (12_000 * scenario.machine.clockHertz) / 1e9));
  });

  it("for packets dropped by a full queue and by a card", () => {
    const run = record(written(CROWDED_SENDER), 40_000);
    hold(run, frameCounts(run, "send"));
    hold(run, latencyCounts(run, "send").exact);
    hold(run, queueCounts(run));
  });

  it("for presses of a button", async () => {
    const run = record(await builtin("button-overrun"), 2_000_000);
    hold(run, button.counts?.(run) ?? {});
    hold(run, lineCounts(run, ["select"]));
    hold(run, processorCounts(run));
  });

  it.each(RANDOM_LISTS)("for a machine with one device of %s and nothing else", (list) => {
    const run = recordSettled(alone(list), 60_000);
    hold(run, RANDOM_DEVICES[list].counts?.(run) ?? {});
    hold(run, processorCounts(run));
  });

  it("for threads that share a context", async () => {
    const run = record(await builtin("time-slices"), 2_000_000);
    hold(run, switchCounts(run));
  });

  it.each(["one-lock", "004-smp", "priority-inversion"])("for locks of %s", async (id) => {
    const run = record(await builtin(id), 400_000);
    hold(run, lockCounts(run));
  });

  it.each(["none", "inherit"] as const)("for priorities under the protocol %s", async (protocol) => {
    const scenario = await builtin("priority-inversion");
    const locks = scenario.software.locks.map((lock) =>
      lock.kind === "sleep" ? { ...lock, protocol } : lock,
    );
    const run = record({ ...scenario, software: { ...scenario.software, locks } }, 2_000_000);
    const counts = inheritedCounts(run);
    expect(counts.get("lock.data.invertedCycles")).toBeGreaterThan(protocol === "none" ? 50_000 : 5_000);
    expect(counts.has("thread.weather.boosts")).toBe(protocol === "inherit");
    hold(run, counts);
  });
});

describe("metrics equal a count over the rows of the pipeline", () => {
  it.each([
    ["ring-overflow-three-contexts", 60_000],
    ["timer-network-disk", 60_000],
  ] as const)("of %s up to cycle %i", async (id, cycles) => {
    const run = record(await builtin(id), cycles, 200_000);
    hold(run, instructionCounts(run));
  });
});

describe("metrics equal a count by hand", () => {
  it.each([...BY_HAND, ...MEMORY_BY_HAND, HOSTED])("$name", ({ parts, cycles, expected }) => {
    const run = record(written(parts), cycles);
    holdPrinted(run);
    hold(run, expected);
  });
});

/** These metrics can only be 0 (docs/model.md): the L1 instruction cache is not written and takes no part in coherence;
 * a handler's first instruction enters IF right after the save, and a miss of its fetch counts in the next part; a
 * packet to send waits for no interrupt and for no protocol thread. */
const ALWAYS_NOTHING = new Set([
  "cache.l1i.storesOn",
  "cache.l1i.writeBacks",
  "cache.l1i.invalidations",
  "interrupt.latency.part.first-instruction",
  "receive.latency.part.first-instruction",
  "send.latency.part.coalescing",
  "send.latency.part.first-instruction",
  "send.latency.part.protocol",
]);

it("every metric has an independent count", async () => {
  const patterns = new Set<string>();
  for (const { load } of BUILTIN_SCENARIOS) {
    const parsed = await load();
    if (!parsed.ok) throw new Error("a built-in scenario does not load");
    for (const [text, { path }] of dictionaryOf(parsed.scenario)) {
      expect(text).toBe(pathText(path));
      patterns.add(patternOf(path));
    }
  }
  for (const { path } of dictionaryOf(echoInC()).values()) patterns.add(patternOf(path));
  for (const list of RANDOM_LISTS)
    for (const { path } of dictionaryOf(alone(list)).values()) patterns.add(patternOf(path));
  const uncounted = [...patterns].filter((pattern) => counted.get(pattern) !== true);
  expect(
    uncounted.toSorted(),
    "a path more than expected needs a count that is above 0 in one run: in fromEvents.ts or byHand.ts, of a device in tests/devices",
  ).toEqual([...ALWAYS_NOTHING].toSorted());
});

/** States of threads in the timeline, against the counters of a machine that runs straight on. */
import { describe, expect, it } from "vitest";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import {
  THREAD_STATES,
  type ThreadData,
  type ThreadState,
  type TimelineWindow,
} from "../../../web/engine/protocol.ts";
import { scenarioFile } from "../scenarios/support.ts";
import { openEngine, straightMachine } from "./support.ts";

/** Where the first inversion of the scenario is over. */
const RUN = 500_000;
const MACHINES = ["priority-inversion", "time-slices", "ksoftirqd", "one-lock"];
const FROM = 100_000;
/** A step that takes no time runs in the cycle in which it is taken. */
const SLACK_CYCLES = 50;

const load = (id: string): Scenario => scenarioFile(`demos/${id}.json`, { runCycles: RUN });

async function windowOf(scenario: Scenario, columns: number): Promise<TimelineWindow> {
  const engine = await openEngine();
  engine.load(scenario);
  engine.runToEnd();
  return engine.ask({ kind: "window", from: FROM, to: RUN, columns, patient: true }, "window").window;
}

/** Cycles of the window in each state. */
function cyclesIn(data: ThreadData, { from, to, columns }: TimelineWindow): Record<ThreadState, number> {
  const sums = THREAD_STATES.map(() => 0);
  const add = (state: number, cycles: number) => {
    sums[state] = (sums[state] ?? 0) + cycles;
  };
  data.spans?.start.forEach((start, at) => {
    add(data.spans?.state[at] ?? 0, (data.spans?.end[at] ?? 0) - start);
  });
  data.shares?.forEach((share, at) => {
    add(at % THREAD_STATES.length, (share * (to - from)) / columns);
  });
  return Object.fromEntries(THREAD_STATES.map((state, at) => [state, sums[at] ?? 0])) as Record<
    ThreadState,
    number
  >;
}

describe.each(MACHINES)("the states of the threads of %s", (id) => {
  it.each([
    ["as spans", 8000],
    ["as shares", 40],
  ])("have the cycles of the counters, %s", async (_, columns) => {
    const scenario = load(id);
    const window = await windowOf(scenario, columns);
    const machine = await straightMachine(scenario);
    machine.step(window.from);
    const [before, marks] = [machine.counters(), machine.marks()];
    machine.step(window.knownTo);
    const [after, marksAfter] = [machine.counters(), machine.marks()];
    expect(window.threads).toHaveLength(scenario.software.threads.length);
    for (const [thread, data] of (window.threads ?? []).entries()) {
      const [one, other] = [before.threads[thread], after.threads[thread]];
      if (one === undefined || other === undefined) throw new Error(`no thread ${thread}`);
      const cycles = cyclesIn(data, window);
      const name = scenario.software.threads[thread]?.name;
      const sum = Object.values(cycles).reduce((total, part) => total + part);
      expect(Math.abs(sum - (window.knownTo - window.from)), name).toBeLessThan(1);
      // A thread that spins runs, unless it is interrupted: its state is the wait.
      const spins = scenario.software.locks.some(({ kind }) => kind === "spin");
      const ran = other.cycles - one.cycles;
      expect(ran, name).toBeGreaterThan(cycles.running - SLACK_CYCLES);
      expect(ran, name).toBeLessThan(cycles.running + (spins ? cycles.lock : 0) + SLACK_CYCLES);
      expect(Math.abs(cycles.lock - (other.lock_wait_cycles - one.lock_wait_cycles)), name).toBeLessThan(2);
      const missed = (marksAfter.threads[thread]?.missed ?? 0) - (marks.threads[thread]?.missed ?? 0);
      expect(
        data.late.count.reduce((total, count) => total + count, 0),
        name,
      ).toBe(missed);
    }
  });
});

it("the bus thread waits for the lock of the data while radio runs, and is late", async () => {
  const scenario = load("priority-inversion");
  const { threads = [], from } = await windowOf(scenario, 8000);
  const [bus, radio] = threads;
  const locked = [...(bus?.spans?.state ?? [])].flatMap((state, at) =>
    THREAD_STATES[state] === "lock"
      ? [{ start: bus?.spans?.start[at] ?? 0, end: bus?.spans?.end[at] ?? 0 }]
      : [],
  );
  const longest = locked.toSorted((a, b) => b.end - b.start - (a.end - a.start))[0];
  if (longest === undefined) throw new Error("no wait for a lock");
  const ran = [...(radio?.spans?.state ?? [])].reduce((sum, state, at) => {
    const [start, end] = [radio?.spans?.start[at] ?? 0, radio?.spans?.end[at] ?? 0];
    const within = Math.min(end, longest.end) - Math.max(start, longest.start);
    return THREAD_STATES[state] === "running" && within > 0 ? sum + within : sum;
  }, 0);
  expect(ran / (longest.end - longest.start)).toBeGreaterThan(0.8);
  expect(bus?.late.at.some((at) => at >= longest.end && at < longest.end + 5000)).toBe(true);
  expect(longest.start + from).toBeGreaterThan(400_000);
});

it("a machine whose threads do not compete has no lanes of threads", async () => {
  expect((await windowOf(load("ring-overflow"), 400)).threads).toBeUndefined();
});

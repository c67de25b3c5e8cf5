/** Source 000: the core goes through its figures. */
import { beforeAll, describe, expect, test } from "vitest";
import {
  type CoreModule,
  type EventColumns,
  sim_entry_step_names,
  sim_event_kind,
} from "../../core-wasm/binding/index.ts";
import {
  BYTES,
  CALLS,
  evenSecond,
  PACKETS,
  packetBytes,
  randomSecond,
} from "../../scenarios/papers/000.trace.ts";
import { build, builtin, openCore } from "../boundary/support.ts";

describe.each([
  ["evenly", evenSecond()],
  ["at random", randomSecond()],
] as const)("the busiest second of source 000, %s", (_, second) => {
  test("has the events of the source in order", () => {
    expect(second.filter(({ kind }) => kind === "packet")).toHaveLength(PACKETS);
    expect(second.filter(({ kind }) => kind === "call")).toHaveLength(CALLS);
    const times = second.map(({ nanoseconds }) => nanoseconds);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.at(-1)).toBeLessThan(1e9);
  });
});

test("the packets of the busiest second are 8.6 Mb", () => {
  const bytes = Array.from({ length: PACKETS }, (_, n) => packetBytes(n)).reduce((sum, one) => sum + one, 0);
  expect(bytes).toBe(BYTES);
  expect(8 * bytes).toBe(8_600_000);
});

// ---- section 4, from the event log ----

let core: CoreModule;
beforeAll(async () => {
  core = await openCore();
});

const LOG = { eventCapacity: 1 << 12 };

async function logOf(id: string, cycles?: number) {
  const scenario = await builtin(id);
  const machine = build(core, scenario, LOG);
  machine.step(cycles ?? scenario.runCycles);
  const events = machine.readEvents(0);
  expect(events.lost).toBe(0);
  return { scenario, events };
}

function eventsOf(events: EventColumns, kind: keyof typeof sim_event_kind) {
  return Array.from(events.kind.keys())
    .filter((index) => events.kind[index] === sim_event_kind[kind])
    .map((index) => ({
      cycle: events.cycle[index] ?? Number.NaN,
      subject: events.subject[index] ?? Number.NaN,
      value: events.value[index] ?? Number.NaN,
    }));
}

/** Contexts in the order in which they first ran: C1, C2, C3 as the source numbers them. */
async function contextOrder(id: string): Promise<string[]> {
  const { scenario, events } = await logOf(id);
  return eventsOf(events, "context-switch").map(({ value }) => {
    const thread = scenario.software.threads[value];
    return thread === undefined ? "none" : `C${Number(thread.context) + 1} ${thread.layer}`;
  });
}

/** Events of a frame that was sent before the sequence begins. */
const EARLIER = (call: string) => [`C3 ${call}`, "C1 application"];

test("figure 4: the transmit-done interrupt preempts the protocol of the received packet", async () => {
  expect(await contextOrder("figure-4")).toEqual([
    ...EARLIER("system-call"),
    "C2 driver-isr",
    "C3 protocol",
    "C2 driver-isr",
    "C3 protocol",
    "C1 application",
  ]);
});

test("figure 5: the transmit-done interrupt preempts a system call", async () => {
  expect(await contextOrder("000-figure-5")).toEqual([
    ...EARLIER("protocol"),
    "C3 protocol",
    "C2 driver-isr",
    "C3 protocol",
    "C1 application",
  ]);
});

const nameOfStep = (step: number) => sim_entry_step_names[step];

describe("figure 3: the interrupt entry, step by step", () => {
  /** Section 4: three cycles of pushing and resetting, then vector and acknowledge, then the address, then the load. */
  const STEPS = ["push-sr", "clear-enable", "push-pc", "vector-acknowledge", "vector-address", "load-pc"];

  test.each(["000-entry", "000-entry-idle"])(
    "%s: the entry has six steps of a cycle each, then the handler",
    async (id) => {
      const { events } = await logOf(id, 20_000);
      const steps = eventsOf(events, "entry-step").filter(({ subject }) => nameOfStep(subject) !== "drain");
      const handlers = eventsOf(events, "handler-entered");
      expect(handlers.length).toBeGreaterThan(3);
      for (const [n, { cycle }] of handlers.entries()) {
        const own = steps.slice(6 * n, 6 * n + 6);
        expect(own.map(({ subject }) => nameOfStep(subject))).toEqual(STEPS);
        expect(own.map(({ value }) => value)).toEqual([1, 1, 1, 1, 1, 1]);
        expect(own.map((step) => cycle - step.cycle)).toEqual([6, 5, 4, 3, 2, 1]);
      }
    },
  );

  test("entry among instructions completes those beyond fetch first, and three more cycles for one in ID", async () => {
    const { events } = await logOf("000-entry", 20_000);
    // The first interrupt arrives when the only instruction is in fetch.
    const recognised = eventsOf(events, "recognised").slice(1);
    const pushes = eventsOf(events, "entry-step").filter(({ subject }) => nameOfStep(subject) === "push-sr");
    expect(recognised.length).toBeGreaterThan(3);
    for (const [n, { cycle }] of recognised.entries())
      expect((pushes[n + 1]?.cycle ?? 0) - cycle).toBe(1 + 3);
  });

  test("entry with no instruction running begins at once", async () => {
    const { events } = await logOf("000-entry-idle", 20_000);
    const recognised = eventsOf(events, "recognised");
    const pushes = eventsOf(events, "entry-step").filter(({ subject }) => nameOfStep(subject) === "push-sr");
    expect(recognised.map(({ cycle }) => cycle + 1)).toEqual(pushes.map(({ cycle }) => cycle));
    expect(recognised.length).toBeGreaterThan(3);
  });
});

/** The Perfetto trace equals the run: its slices are the packets, interrupts and cycles by layer of the counters. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { cyclesBy, sim_cause, sim_layer_names } from "../../core-wasm/binding/index.ts";
import { perfettoFile } from "../../lib/export/perfetto/perfettoFile.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { builtin, openCore, random } from "../boundary/support.ts";
import { python, readBy, WHY_NOT } from "../support/readers.ts";
import { type ReadSlice, type ReadTrace, readTrace, slicesOf } from "./support/perfettoReader.ts";
import { written } from "./support/writeFile.ts";

const core = await openCore();
const folder = mkdtempSync(join(tmpdir(), "irqscope-perfetto-"));
afterAll(() => rmSync(folder, { recursive: true }));

const CYCLES = 400_000;
const scenarios: readonly (readonly [string, Scenario])[] = [
  ...(await Promise.all(
    ["ring-overflow", "two-cores", "000-stack-send", "button-overrun"].map(
      async (id) => [id, { ...(await builtin(id)), runCycles: CYCLES }] as const,
    ),
  )),
  ...[3, 17, 77].map((seed) => [`random ${seed}`, { ...random(seed), runCycles: CYCLES }] as const),
];

const named = (trace: ReadTrace, name: string) =>
  new Set(
    Object.keys(trace.tracks)
      .filter((uuid) => trace.tracks[uuid]?.name === name)
      .map(Number),
  );

const onTracks = (slices: readonly ReadSlice[], tracks: ReadonlySet<number>, depth: number) =>
  slices.filter((slice) => tracks.has(slice.track) && slice.depth === depth);

describe.each(scenarios)("the Perfetto trace of %s", (_, scenario) => {
  const window = { from: 0, to: scenario.runCycles };
  const { bytes, machine } = written(core, scenario, perfettoFile(scenario, window));
  const trace = readTrace(bytes);
  const slices = slicesOf(trace);
  const counters = machine.counters();

  test("has every packet that ended, and one arrow for each offered packet", () => {
    const ends = new Set([...named(trace, "packets received"), ...named(trace, "packets sent")]);
    const packets = onTracks(slices, ends, 0);
    const metrics = readMetrics(machine, scenario.machine);
    const delivered = packets.filter(({ notes }) => notes.fate === "delivered");
    expect(delivered).toHaveLength(
      counters.nics.reduce((sum, nic) => sum + nic.rx_delivered + nic.tx_delivered, 0),
    );
    const cycles = delivered.map(({ notes }) => Number(notes.cycles));
    const { receive, send } = metrics;
    const total = [receive, send].reduce(
      (sum, { latency }) => sum + (latency.count === 0 ? 0 : latency.mean * latency.count),
      0,
    );
    if (receive.latency.count + send.latency.count === delivered.length)
      expect(cycles.reduce((sum, one) => sum + one, 0)).toBeCloseTo(total, 0);
    const offered = named(trace, "offered");
    const begun = trace.happenings.filter(({ track, type }) => offered.has(track) && type === "instant");
    expect(begun).toHaveLength(counters.nics.reduce((sum, nic) => sum + nic.rx_offered + nic.tx_offered, 0));
    const flows = new Set(begun.flatMap(({ flows: own }) => own));
    expect(flows.size).toBe(begun.length);
  });

  test("has the parts of each packet, which fill it", () => {
    const ends = new Set([...named(trace, "packets received"), ...named(trace, "packets sent")]);
    for (const packet of onTracks(slices, ends, 0)) {
      if (packet.notes.fate !== "delivered") continue;
      const parts = slices.filter(
        ({ track, depth, from, to }) =>
          track === packet.track && depth === 1 && from >= packet.from && to <= packet.to,
      );
      const sum = parts.reduce((cycles, { notes }) => cycles + Number(notes.cycles), 0);
      expect(sum).toBe(packet.notes.cycles);
    }
  });

  test("has the cycles of each context by layer", () => {
    const { contexts, cores } = scenario.machine.core;
    const cycleNanoseconds = 1e9 / scenario.machine.clockHertz;
    const isWhole = Number.isInteger(cycleNanoseconds);
    for (let context = 0; context < contexts * cores; context += 1) {
      const track = named(
        trace,
        `core ${Math.floor(context / contexts) + 1}, context ${(context % contexts) + 1}`,
      );
      const own = onTracks(slices, track, 1);
      for (const [layer, name] of sim_layer_names.entries()) {
        if (name === "idle" || name === "save-restore") continue;
        const inSlices = own
          .filter((slice) => slice.name === name)
          .reduce((sum, { from, to }) => sum + (to - from) / cycleNanoseconds, 0);
        const ready = cyclesBy(counters, context, layer, sim_cause.ready);
        const counted = Object.values(sim_cause).reduce(
          (sum, cause) => sum + cyclesBy(counters, context, layer, cause),
          -ready,
        );
        expect(Math.abs(inSlices - counted), `${name} on ${context}`).toBeLessThanOrEqual(
          isWhole ? 0 : own.length / cycleNanoseconds,
        );
      }
    }
  });

  test("has one sequence, no undefined name, and an existing parent for each track", () => {
    expect(trace.sequences).toEqual([1]);
    expect(
      trace.happenings.some(({ name, category }) => name === "not there" || category === "not there"),
    ).toBe(false);
    for (const { parent } of Object.values(trace.tracks))
      if (parent !== null) expect(trace.tracks[String(parent)]).toBeDefined();
    for (const { track } of trace.happenings) expect(trace.tracks[String(track)]).toBeDefined();
  });

  if (python !== undefined)
    test("reads the same in Perfetto's own classes", () => {
      const file = join(folder, "trace.perfetto-trace");
      writeFileSync(file, bytes);
      expect(readBy("perfetto_trace.py", file)).toEqual(trace);
    });
});

if (python === undefined) test(WHY_NOT, () => undefined);

test("a window of a Perfetto trace contains what is open at its begin", async () => {
  const scenario = { ...(await builtin("ring-overflow")), runCycles: CYCLES };
  const window = { from: 200_000, to: 230_000 };
  const trace = readTrace(written(core, scenario, perfettoFile(scenario, window), window).bytes);
  const context = onTracks(slicesOf(trace), named(trace, "core 1, context 1"), 0);
  const cycle = 1e9 / scenario.machine.clockHertz;
  expect(context[0]?.from).toBe(window.from * cycle);
  expect(Math.max(...context.map(({ to }) => to))).toBe(window.to * cycle);
  const covered = context.reduce((sum, { from, to }) => sum + to - from, 0);
  expect(covered).toBe((window.to - window.from) * cycle);
});

/** A dump has the levels of the run, according to a reader of its own, and to vcdvcd where it is installed. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { sim_run_state } from "../../core-wasm/binding/index.ts";
import { vcdFile } from "../../lib/export/vcd.ts";
import { linesOf } from "../../scenarios/devices/lines.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { build, builtin, openCore, random, runTo } from "../boundary/support.ts";
import { python, readBy, WHY_NOT } from "../support/readers.ts";
import { readVcd, valueAt } from "./support/vcdReader.ts";
import { written } from "./support/writeFile.ts";

const core = await openCore();
const folder = mkdtempSync(join(tmpdir(), "irqscope-vcd-"));
afterAll(() => rmSync(folder, { recursive: true }));
const CYCLES = 200_000;

const scenarios: readonly (readonly [string, Scenario])[] = [
  ...(await Promise.all(
    ["ring-overflow", "two-cores", "000-stack-send"].map(async (id) => [id, await builtin(id)] as const),
  )),
  ...[3, 17, 77].map((seed) => [`random ${seed}`, random(seed)] as const),
].map(([name, scenario]) => [name, { ...scenario, runCycles: CYCLES }] as const);

describe.each(scenarios)("the VCD dump of %s", (_, scenario) => {
  const window = { from: 50_000, to: CYCLES };
  const { bytes, machine } = written(core, scenario, vcdFile(scenario, window), window);
  const text = new TextDecoder().decode(bytes);
  const dump = readVcd(text);
  const time = (cycle: number) => Number((BigInt(cycle) * 10n ** 12n) / BigInt(scenario.machine.clockHertz));

  test("has the levels of a machine that stops at the cycle", () => {
    expect(dump.timescale).toBe("1 ps");
    expect(dump.begin).toBe(time(window.from));
    expect(dump.end).toBe(time(window.to));
    const stands = build(core, scenario);
    for (const cycle of [60_000, 61_441, 77_777, 98_305, 123_456, 150_001, CYCLES - 1]) {
      runTo(stands, cycle);
      const view = stands.view();
      // Right after the last finished cycle.
      const at = time(cycle - 1);
      for (const [queue, { name }] of scenario.software.queues.entries())
        expect(valueAt(dump, `irqscope.queues.${word(name)}`, at)).toBe(view.queue_fill[queue]);
      for (const [line, { name }] of linesOf(scenario.machine).entries())
        expect(valueAt(dump, `irqscope.lines.${word(name)}`, at), `${name} at ${cycle}`).toBe(
          Number.isFinite(view.lines[line]?.asserted_since_cycle ?? Number.NaN) ? 1 : 0,
        );
      for (const [nic, { name }] of scenario.machine.nics.entries()) {
        expect(valueAt(dump, `irqscope.${word(name)}.rx_frames`, at)).toBe(view.nics[nic]?.rx_fill);
        expect(valueAt(dump, `irqscope.${word(name)}.tx_frames`, at)).toBe(view.nics[nic]?.tx_fill);
      }
    }
  });

  test("has the running threads", () => {
    const { contexts, cores } = scenario.machine.core;
    const states = Array.from({ length: contexts * cores }, (_, context) => {
      const scope = `irqscope.core_${Math.floor(context / contexts) + 1}_context_${(context % contexts) + 1}`;
      return (at: number) => ({
        thread: valueAt(dump, `${scope}.thread`, at),
        state: valueAt(dump, `${scope}.state`, at),
      });
    });
    for (let cycle = window.from; cycle < CYCLES; cycle += 997) {
      const at = time(cycle);
      const now = states.map((state) => state(at)).filter(({ state }) => state >= sim_run_state.running);
      for (const [thread, { name }] of scenario.software.threads.entries())
        expect(valueAt(dump, `irqscope.threads_that_run.${word(name)}`, at), `${name} at ${cycle}`).toBe(
          now.some((one) => one.thread === thread) ? 1 : 0,
        );
    }
  });

  test("counts the frames of the window", () => {
    const before = build(core, scenario);
    runTo(before, window.from);
    const count = (of: "offered" | "delivered") => {
      const total = (one: typeof machine) =>
        one.counters().nics.reduce((sum, nic) => sum + nic[`rx_${of}`] + nic[`tx_${of}`], 0);
      return total(machine) - total(before);
    };
    for (const of of ["offered", "delivered"] as const)
      expect(valueAt(dump, `irqscope.frames.${of}`, dump.end)).toBe(count(of));
  });

  if (python !== undefined)
    test("reads the same in vcdvcd", () => {
      const file = join(folder, "run.vcd");
      writeFileSync(file, bytes);
      const theirs = readBy("vcd_changes.py", file) as {
        readonly end: number;
        readonly variables: Readonly<Record<string, readonly (readonly [number, string])[]>>;
      };
      expect(theirs.end).toBe(dump.end);
      const ours = Object.fromEntries(
        [...dump.variables].map(([name, { changes }]) => [name, changes.map(({ at, value }) => [at, value])]),
      );
      expect(theirs.variables).toEqual(ours);
    });
});

test("names in a VCD dump have no special characters and are unique in their scope", async () => {
  const text = JSON.stringify(await builtin("one-packet"));
  const named = JSON.parse(
    text.replaceAll('"eth0"', '"eth 0:1"').replaceAll('"Driver ISR"', '"-drv: isr[0]"'),
  );
  named.software.queues.push({ ...named.software.queues[0], name: "back log" });
  named.software.queues.push({ ...named.software.queues[0], name: "back:log" });
  named.software.queues.push({ ...named.software.queues[0], name: "back_log" });
  named.machine.nics.push({ ...named.machine.nics[0], name: "queues" });
  const { bytes } = written(core, named, vcdFile(named, { from: 0, to: 20_000 }), { from: 0, to: 20_000 });
  const names = [...readVcd(new TextDecoder().decode(bytes)).variables.keys()];
  expect(names.filter((name) => /^irqscope\.(eth|queues|threads)/.test(name)).sort()).toEqual(
    [
      ...["application", "_drv_isr_0_", "protocol"].map((name) => `threads_that_run.${name}`),
      ...["backlog", "back_log", "back_log_2", "back_log_3"].map((name) => `queues.${name}`),
      ...["eth_0_1", "queues_2"].flatMap((name) => [`${name}.rx_frames`, `${name}.tx_frames`]),
    ]
      .map((name) => `irqscope.${name}`)
      .sort(),
  );
  expect(new Set(names).size).toBe(names.length);
  expect(names.join(" ")).not.toMatch(/:|\[|(?<=\.)-/);
});

if (python === undefined) test(WHY_NOT, () => undefined);

const word = (name: string) => name.replaceAll(" ", "_");

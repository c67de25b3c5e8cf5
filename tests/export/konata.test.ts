/** A Konata log has the rows of the pipeline, according to a reader of the format's grammar. */
import { describe, expect, test } from "vitest";
import { SIM_NONE, sim_cause_names } from "../../core-wasm/binding/index.ts";
import { konataFile } from "../../lib/export/konata.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { build, builtin, openCore, random, runTo } from "../boundary/support.ts";
import { readKanata } from "./support/kanataReader.ts";
import { written } from "./support/writeFile.ts";

const core = await openCore();
const CYCLES = 20_000;

const scenarios: readonly (readonly [string, Scenario])[] = [
  ...(await Promise.all(
    ["ring-overflow", "two-cores", "checksum-program"].map(async (id) => [id, await builtin(id)] as const),
  )),
  ...[3, 17, 77].map((seed) => [`random ${seed}`, random(seed)] as const),
].map(([name, scenario]) => [name, { ...scenario, runCycles: CYCLES }] as const);

describe.each(scenarios)("the Konata log of %s", (_, scenario) => {
  const window = { from: 9_000, to: 12_000 };
  const { bytes } = written(core, scenario, konataFile(scenario, window), window);
  const instructions = readKanata(new TextDecoder().decode(bytes));
  const machine = build(core, scenario, { rowCapacity: 2 ** 15 });
  machine.setWindow(window.from, window.to);
  runTo(machine, window.to);
  const rows = machine.windowRows();

  test("has each instruction in its stages", () => {
    expect(instructions.size).toBe(rows.length);
    expect(rows.length).toBeGreaterThan(0);
    const { stages } = scenario.machine.core.pipeline;
    for (const [id, row] of rows.entries()) {
      const one = instructions.get(id);
      const isOver = row.end !== 0 && row.end !== SIM_NONE;
      const end = isOver ? row.first_cycle + row.end : window.to;
      const entered = stages.flatMap((stage, index) => {
        const offset = row.enter[index] ?? SIM_NONE;
        return offset === SIM_NONE ? [] : [`${stage} ${row.first_cycle + offset}`];
      });
      const stays = one?.stays.filter(({ lane }) => lane === 0) ?? [];
      if (entered.length > 0) expect(stays.map(({ stage, from }) => `${stage} ${from}`)).toEqual(entered);
      expect(stays.at(-1)?.to).toBe(end);
      for (const [index, stay] of stays.entries())
        expect(stays[index + 1]?.from ?? end, "no gap").toBe(stay.to);
      expect(one?.end?.cycle).toBe(isOver ? end : undefined);
      expect(one?.thread).toBe(row.context);
    }
  });

  test("names the stall cause of each instruction from its second cycle in a stage", () => {
    for (const { stays } of instructions.values())
      for (const held of stays.filter(({ lane }) => lane === 1)) {
        expect(sim_cause_names).toContain(held.stage);
        const stage = stays.find(({ lane, to }) => lane === 0 && to === held.to);
        expect(stage?.from).toBe(held.from - 1);
      }
  });
});

test("a Konata log names instructions of a program by their source", async () => {
  const [scenario] = scenarios.flatMap(([id, one]) => (id === "checksum-program" ? [one] : []));
  if (scenario === undefined) throw new Error("no program");
  const { bytes } = written(core, scenario, konataFile(scenario, { from: 0, to: CYCLES }));
  const labels = [...readKanata(new TextDecoder().decode(bytes)).values()].map(({ label }) => label);
  expect(labels.some((label) => /^0x[0-9a-f]{8}: (lw|sw|addi?|li|csrr\w*) /.test(label))).toBe(true);
});

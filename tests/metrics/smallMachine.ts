/** A machine of a few lines that runs, and helpers to write one. */
import { expect } from "vitest";
import { createMachine } from "../../core-wasm/binding/index.ts";
import type { Finding } from "../../lib/metrics/findings.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import { type RunReport, reportRun } from "../../lib/metrics/report.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import type { ScenarioInput } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { fastCore } from "../support/cores.ts";

const core = await fastCore();

export type Software = NonNullable<ScenarioInput["software"]>;
export type Thread = NonNullable<Software["threads"]>[number];
export type Step = Thread["steps"][number];
export type Parts = Omit<ScenarioInput, "format" | "version" | "name">;

export const RUN_CYCLES = 3_000_000;
/** A clock whose cycle takes 10 ns. */
export const CLOCK_HERTZ = 100_000_000;

export function run(parts: Parts, cycles = RUN_CYCLES): RunReport {
  const parsed = parseScenario(
    JSON.stringify({ format: "irqscope-scenario", version: 1, name: "a machine", ...parts }),
  );
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  const machine = createMachine(core, compileScenario(parsed.scenario));
  machine.step(cycles);
  expect(machine.checkInvariants()).toBe(0);
  return reportRun(parsed.scenario, readMetrics(machine, parsed.scenario.machine));
}

export const kinds = (findings: readonly Finding[]) => findings.map(({ kind }) => kind);

export const exec = (routine: string): Step => ({ do: "exec", routine });
export const routine = (name: string, cycles: number) => ({ name, kind: "cycles" as const, cycles });
export const frames = (intervalCycles: number): NonNullable<ScenarioInput["traffic"]> => [
  { kind: "constant", direction: "receive", nic: "n", sizeBytes: 64, rate: { intervalCycles } },
];

export const always = (name: string, priority: number, steps: readonly Step[]): Thread => ({
  name,
  layer: "application",
  priority,
  start: { on: "always" },
  steps: [...steps],
});

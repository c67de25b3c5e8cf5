/** The scenario of docs/realtime.md, compared with the numbers computed there. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { createMachine } from "../../core-wasm/binding/index.ts";
import { pathText } from "../../lib/expressions/syntax.ts";
import { dictionaryOf } from "../../lib/metrics/dictionary.ts";
import { measureRun } from "../../lib/metrics/measure.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { fastCore } from "../support/cores.ts";

const core = await fastCore();
const PAGE = readFileSync(new URL("../../docs/realtime.md", import.meta.url), "utf8");

it("a threaded interrupt delivers 70 cycles after the frame arrives, 10 of them for the wake-up", () => {
  const [, text = ""] = /```json\n(.*?)```/s.exec(PAGE) ?? [];
  const parsed = parseScenario(JSON.parse(text));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  const machine = createMachine(core, compileScenario(parsed.scenario));
  machine.step(parsed.scenario.runCycles);
  const measured = measureRun(machine);
  const value = (path: string) => dictionaryOf(parsed.scenario).get(path)?.read(measured);
  expect(value("receive.delivered")).toBe(1);
  expect(value(pathText(["layer", "driver-isr", "cycles"]))).toBe(10);
  expect(value("layer.protocol.cycles")).toBe(50);
  expect(Number(value("receive.latency.mean")) * parsed.scenario.machine.clockHertz).toBeCloseTo(70, 6);
});

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { captureToScenario, DEFAULT_SCENARIO_OPTIONS } from "../../lib/captures/captureToScenario.ts";
import { builtinScenario } from "../../scenarios/index.ts";

test("the capture demo holds exactly what the recorded capture gives", async () => {
  const demo = await builtinScenario("capture")?.load();
  if (!demo?.ok) throw new Error("the demo is not valid");
  const capture = readFileSync(new URL("../fixtures/captures/two-hosts.pcap", import.meta.url));
  const { scenario } = captureToScenario(capture, "two-hosts.pcap", {
    ...DEFAULT_SCENARIO_OPTIONS,
    machine: demo.scenario,
  });
  expect(scenario.traffic).toEqual(demo.scenario.traffic);
  expect(scenario.runCycles).toBe(demo.scenario.runCycles);
});

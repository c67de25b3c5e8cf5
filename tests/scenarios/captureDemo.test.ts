import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { captureToScenario, DEFAULT_SCENARIO_OPTIONS } from "../../lib/captures/captureToScenario.ts";
import { knobsOf } from "../../lib/knobs/knobs.ts";
import { builtinScenario } from "../../scenarios/index.ts";

test("the capture demo equals the conversion of the recorded capture", async () => {
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

test("the capture demo takes the machine's knobs that still have their field, and no story", async () => {
  const machine = await builtinScenario("ring-overflow")?.load();
  if (!machine?.ok) throw new Error("the machine is not valid");
  const rate = (machine.scenario.knobs ?? []).filter(({ field }) => field.includes("framesPerSecond"));
  expect(rate).toHaveLength(1);
  const capture = readFileSync(new URL("../fixtures/captures/two-hosts.pcap", import.meta.url));
  const { scenario } = captureToScenario(capture, "two-hosts.pcap", {
    ...DEFAULT_SCENARIO_OPTIONS,
    machine: machine.scenario,
  });
  expect(knobsOf(scenario).faults).toEqual([]);
  expect(scenario.knobs).toEqual(machine.scenario.knobs?.filter((knob) => knob !== rate[0]));
  expect(scenario.story).toBeUndefined();
});

/** Which lanes tell what a scenario is about, where there is room for few. */
import { expect, it } from "vitest";
import { labelsOf } from "../../../web/timeline/labels.ts";
import { subjectLanes } from "../../../web/timeline/trackPlan.ts";
import { trackName } from "../../../web/timeline/tracks/index.ts";
import { builtin } from "../../boundary/support.ts";

async function lanesOf(id: string): Promise<readonly string[]> {
  const scenario = await builtin(id);
  const machine = labelsOf(scenario, scenario.runCycles);
  return subjectLanes(machine).map((lane) => trackName(machine, lane));
}

it.each([
  ["priority-inversion", ["tick handler", "bus", "radio", "weather"]],
  ["time-slices", ["driver", "player", "reader"]],
  ["ksoftirqd", ["driver", "poll", "application", "ksoftirqd"]],
  ["one-lock", ["driver 0", "driver 1", "protocol 0", "protocol 1"]],
  ["deadline-thread", ["C1 control loop", "C2 network driver", "C3 protocol", "C4 picture"]],
  ["ring-overflow", []],
  ["ring-overflow-three-contexts", []],
  ["eight-cores", []],
])("%s has lanes of its threads where they are its subject", async (id, lanes) => {
  expect(await lanesOf(id)).toEqual(lanes);
});

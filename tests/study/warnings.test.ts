/** A capture that seeds do not change, and one that is longer than its run, get a warning. Others get none. */
import { expect, test } from "vitest";
import { lengthWarnings, seedWarnings, studyWarnings } from "../../lib/study/warnings.ts";
import { BUILTIN_SCENARIOS } from "../../scenarios/index.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { builtin } from "../boundary/support.ts";
import { planned } from "./support.ts";

/** Events at 0, 1, 2 .. 9 us: at 100 MHz one every 100 cycles. */
async function recorded(traffic: object = {}, runCycles = 1000) {
  const base = await builtin("ring-overflow");
  const times = Array.from({ length: 10 }, (_, at) => 1000 * at);
  const parsed = parseScenario({
    ...base,
    runCycles,
    machine: { ...base.machine, clockHertz: 100e6 },
    traffic: [
      {
        ...{ kind: "trace", loop: "open", nic: base.machine.nics[0]?.name },
        events: {
          timesNanoseconds: times,
          sizesBytes: times.map(() => 128),
          directions: "r".repeat(times.length),
        },
        ...traffic,
      },
    ],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return parsed.scenario;
}

const messages = (all: readonly { readonly message: string }[]) =>
  all.map(({ message }) => message).join("\n");

test("a warning counts events after the end of the run, with scale and start", async () => {
  expect(lengthWarnings(await recorded({}, 901))).toEqual([]);
  expect(messages(lengthWarnings(await recorded({}, 900)))).toContain(
    "ends at cycle 900, after the run's end, cycle 900: 1 of 10 events are cut off",
  );
  expect(messages(lengthWarnings(await recorded({ timeScalePermille: 2000 })))).toContain(
    "ends at cycle 1800, after the run's end, cycle 1000: 5 of 10",
  );
  expect(messages(lengthWarnings(await recorded({ startCycle: 500 })))).toContain("5 of 10");
  expect(messages(lengthWarnings(await recorded({ resample: { blockEvents: 2 } }, 500)))).toContain("about");
});

test("a warning says that seeds do not change a capture unless it is resampled", async () => {
  expect(messages(seedWarnings(await recorded()))).toContain("is the same capture with every seed");
  expect(seedWarnings(await recorded({ resample: { blockEvents: 2 } }))).toEqual([]);
  expect(seedWarnings(await builtin("ring-overflow"))).toEqual([]);
});

test("a warning names the first of several points, and says that one seed is no sample", async () => {
  const capture = { scenarios: ["capture"], axes: [] };
  expect(messages(studyWarnings(await planned({ ...capture, seeds: { count: 3 } })))).toContain(
    "with every seed",
  );
  expect(studyWarnings(await planned({ ...capture, seeds: { count: 1 } }))).toEqual([]);
  const short = await planned({
    scenarios: ["capture"],
    axes: [{ kind: "field", field: "runCycles", values: [1000, 2000, 3000] }],
    seeds: { count: 1 },
  });
  expect(messages(studyWarnings(short)).split("\n")).toEqual([
    expect.stringContaining("after the run's end, cycle 1000"),
  ]);
});

test("no built-in scenario ends before its capture does", async () => {
  for (const { id } of BUILTIN_SCENARIOS) expect(lengthWarnings(await builtin(id)), id).toEqual([]);
});

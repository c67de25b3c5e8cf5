/** Compared runs take the same simulated time. */
import { expect, test } from "vitest";
import { changeField, changesTogether, cyclesAt, tryField } from "../../lib/scenarioFields/change.ts";
import { remediesOf } from "../../lib/why/remedies.ts";
import type { Why } from "../../lib/why/why.ts";
import RING from "../../scenarios/demos/ring-overflow.json" with { type: "json" };
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";

const parsed = parseScenario(RING);
if (!parsed.ok) throw new Error("the demo is not valid");
const ring: Scenario = parsed.scenario;
const clock = { path: ["machine", "clockHertz"], name: "machine.clockHertz" } as const;

function tried(from: Scenario, hertz: number): Scenario {
  const changed = tryField(from, clock, hertz);
  if (!changed.ok) throw new Error(changed.message);
  return changed.scenario;
}

test("a tried clock changes the cycles of the run but not its time, and other fields change alone", () => {
  expect(tried(ring, 150e6)).toMatchObject({ runCycles: 30_000_000, machine: { clockHertz: 150e6 } });
  expect(changeField(ring, clock, 150e6)).toMatchObject({ ok: true, scenario: { runCycles: 20_000_000 } });
  const frames = tryField(ring, { path: ["machine", "nics", "eth0", "rxRingFrames"], name: "ring" }, 16);
  expect(frames).toMatchObject({ ok: true, scenario: { runCycles: 20_000_000 } });
});

test("the suggested change in the answer to a loss gives the same machine as a story or a knob", () => {
  const why = { what: "lost-packet", clauses: [] } as unknown as Why;
  const faster = remediesOf(ring, why).find(({ pattern }) => pattern.startsWith("Clock"));
  expect(faster?.scenario).toEqual(tried(ring, 150e6));
});

test("changing the clock back gives the run that was opened, after any number of changes", () => {
  let now = ring;
  // Each of these changes leaves a third of a cycle.
  for (const hertz of [33_333_333, 150e6, 77_777_777, 100e6]) {
    const [, length] = changesTogether(now, { path: clock.path, value: hertz }, ring);
    expect(length?.path).toEqual(["runCycles"]);
    now = { ...now, runCycles: Number(length?.value), machine: { ...now.machine, clockHertz: hertz } };
  }
  expect(now).toEqual(ring);
  expect(cyclesAt({ ...ring, runCycles: 1 }, 1_000)).toBe(1);
  expect(cyclesAt({ ...ring, runCycles: 1e12 }, 150e6)).toBe(1e12);
});

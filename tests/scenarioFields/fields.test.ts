import { describe, expect, it } from "vitest";
import { changeField, readFieldText } from "../../lib/scenarioFields/change.ts";
import { type Field, fieldsOf } from "../../lib/scenarioFields/describe.ts";
import { differencesOf, hasSameTraffic } from "../../lib/scenarioFields/differences.ts";
import { fieldNamed } from "../../lib/scenarioFields/fieldNamed.ts";
import { parseFieldPath, readField } from "../../scenarios/base/fieldPath.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { BUILTIN_SCENARIOS, builtinScenario } from "../../scenarios/index.ts";

async function builtin(id: string): Promise<Scenario> {
  const result = await builtinScenario(id)?.load();
  if (!result?.ok) throw new Error(id);
  return result.scenario;
}

async function field(name: string): Promise<Field> {
  const found = fieldsOf(await builtin("ring-overflow")).find((one) => one.name === name);
  if (found === undefined) throw new Error(name);
  return found;
}

describe("fields of a scenario", () => {
  it("have the title, unit and range of the schema", async () => {
    expect(await field("machine.nics.eth0.rxRingFrames")).toMatchObject({
      title: "Receive ring",
      unit: "frames",
      of: { kind: "number", minimum: 1, maximum: 8192, step: 1, words: [] },
      value: 8,
    });
    expect((await field("machine.core.policy")).of).toMatchObject({ kind: "choice" });
    expect((await field("machine.interrupts.tailChain")).of).toEqual({ kind: "switch" });
  });

  it("of every built-in scenario have unique names that find them again", async () => {
    for (const { id } of BUILTIN_SCENARIOS) {
      const scenario = await builtin(id);
      const fields = fieldsOf(scenario);
      expect(fields.length, id).toBeGreaterThan(30);
      expect(new Set(fields.map(({ name }) => name)).size, id).toBe(fields.length);
      const found = fields.map(({ name, path }) => [parseFieldPath(name), readField(scenario, path)]);
      expect(found, id).toEqual(fields.map(({ path, value }) => [path, value]));
    }
  });

  it("set to their own values leave the scenario unchanged", async () => {
    const scenario = await builtin("ring-overflow-three-contexts");
    for (const one of fieldsOf(scenario)) {
      if (one.value === undefined) continue;
      expect(changeField(scenario, one, one.value), one.name).toEqual({ ok: true, scenario });
    }
  });
});

describe("a typed value of a field", () => {
  it.each([
    ["machine.nics.eth0.rxRingFrames", "16", 16],
    ["machine.nics.eth0.rxRingFrames", " 1 024 frames", 1024],
    ["machine.clockHertz", "125 MHz", 125_000_000],
    ["machine.clockHertz", "125 000 000", 125_000_000],
    ["machine.clockHertz", "125,000,000 Hz", 125_000_000],
    ["machine.clockHertz", "125\u202f000\u202f000 Hz", 125_000_000],
    ["machine.clockHertz", "12_50_00_000", 125_000_000],
    ["machine.clockHertz", "125,000.5k", 125_000_500],
    ["machine.clockHertz", "0.1G", 100_000_000],
    ["machine.nics.eth0.coalescing.absoluteNanoseconds", "0.3 ms", 300_000],
    ["machine.nics.eth0.lineRateBitPerSecond", "100 Mb/s", 100_000_000],
    ["machine.nics.eth0.lineRateBitPerSecond", "ideal", "ideal"],
    ["machine.nics.eth0.minFrameBytes", "1 kB", 1000],
    ["machine.nics.eth0.stuffingPermille", "2.5 %", 25],
    ["machine.core.policy", "on-event", "on-event"],
    ["machine.interrupts.tailChain", "true", true],
  ])("%s: %s is accepted", async (name, text, value) => {
    const one = fieldsOf(await builtin("ring-overflow")).find((entry) => entry.name === name);
    expect(one && readFieldText(one, text)).toEqual({ ok: true, value });
  });

  it.each([
    ["machine.nics.eth0.rxRingFrames", "0", "must be from 1 to 8192 frames"],
    ["machine.nics.eth0.rxRingFrames", "9000", "must be from 1 to 8192 frames"],
    ["machine.nics.eth0.rxRingFrames", "8 MHz", "is in frames, not in MHz"],
    ["machine.nics.eth0.rxRingFrames", "8.5", "must be a whole number"],
    ["machine.nics.eth0.rxRingFrames", "", "must be a number in frames"],
    ["machine.nics.eth0.rxRingFrames", "eight", "must be a number in frames"],
    ["machine.clockHertz", "2,5 MHz", "must be a number in Hz"],
    ["machine.clockHertz", "100 20 300", "must be a number in Hz"],
    ["machine.clockHertz", "100 000,000", "must be a number in Hz"],
    ["machine.clockHertz", "1000 000", "must be a number in Hz"],
    ["machine.clockHertz", "10 ns", "is in Hz, not in ns"],
    ["machine.core.policy", "best", "must be one of single, on-event"],
    ["machine.interrupts.tailChain", "maybe", "must be true or false"],
  ])("%s: %s is refused", async (name, text, message) => {
    const answer = readFieldText(await field(name), text);
    expect(answer.ok ? "" : answer.message).toContain(message);
  });
});

describe("a changed field", () => {
  it("is the only difference", async () => {
    const scenario = await builtin("ring-overflow");
    const ring = await field("machine.nics.eth0.rxRingFrames");
    const changed = changeField(scenario, ring, 32);
    if (!changed.ok) throw new Error(changed.message);
    expect(differencesOf(scenario, changed.scenario)).toEqual([
      { name: ring.name, title: "Receive ring", unit: "frames", a: 8, b: 32 },
    ]);
    expect(differencesOf(scenario, scenario)).toEqual([]);
    expect(hasSameTraffic(scenario, changed.scenario)).toBe(true);
    expect(hasSameTraffic(scenario, { ...scenario, seed: 5 })).toBe(false);
  });

  it("that conflicts with another is refused with that field", async () => {
    const changed = changeField(
      await builtin("ring-overflow-three-contexts"),
      await field("machine.core.contexts"),
      1,
    );
    expect(changed.ok).toBe(false);
    if (!changed.ok) expect(changed.message).toMatch(/context/);
  });

  it("of a machine without the part is refused with what is missing", async () => {
    const [one, three] = [await builtin("ring-overflow"), await builtin("ring-overflow-three-contexts")];
    const differences = differencesOf(one, three);
    expect(differences).toContainEqual(
      expect.objectContaining({ name: "machine.core.contexts", a: 1, b: 3 }),
    );
    expect(differences.some(({ name }) => /^(name|description)$/.test(name))).toBe(false);
  });
});

it("the end of a path that leads to a list names a value of the list", async () => {
  const scenario = await builtin("button-overrun");
  const found = fieldNamed(scenario, "pressCycles");
  expect(found).toMatchObject({ ok: false });
  expect(!found.ok && found.message).toMatch(
    /^is a list; name one value, such as machine\.buttons\.\w+\.pressCycles\[0\], or the list by its whole path$/,
  );
});

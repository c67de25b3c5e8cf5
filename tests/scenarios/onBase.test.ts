/** Scenarios written as another scenario with changes. */
import { describe, expect, test } from "vitest";
import { from } from "../../scenarios/builtin.ts";
import { BUILTIN_SCENARIOS, builtinBase } from "../../scenarios/index.ts";
import { baseNamed, onBase } from "../../scenarios/read/onBase.ts";
import { parseScenario, readScenario } from "../../scenarios/read/parse.ts";

const HEAD = { format: "irqscope-scenario", version: 1, base: "ring-overflow", name: "own" };
const read = (more: object) => readScenario({ ...HEAD, ...more }, builtinBase);

async function errorsOf(more: object): Promise<readonly string[]> {
  const result = await read(more);
  return result.ok ? [] : result.errors.map(({ field, message }) => `${field}: ${message}`);
}

test("a scenario is its base with the fields that it sets, in the order of the file", async () => {
  const set = {
    "machine.nics.eth0.rxRingFrames": 16,
    'software.threads["Driver ISR"].priority': 2,
    "machine.core": { policy: "single" },
    knobs: null,
  };
  const base = JSON.parse(JSON.stringify(await builtinBase("ring-overflow")));
  const result = await read({ set: { ...set, runCycles: 1000 } });
  base.machine.nics[0].rxRingFrames = 16;
  base.software.threads.find((one: { name: string }) => one.name === "Driver ISR").priority = 2;
  base.machine.core = { policy: "single" };
  delete base.knobs;
  expect(result).toEqual(parseScenario({ ...base, name: "own", runCycles: 1000 }));
  expect(result.ok).toBe(true);
});

test("texts that a scenario omits are those of the base", async () => {
  const base = (await builtinBase("000-entry")) as { description: string; source: object };
  const result = await read({ base: "000-entry" });
  expect(result).toMatchObject({
    scenario: { name: "own", description: base.description, source: base.source },
  });
  const told = await read({ base: "000-entry", description: "mine", source: { document: "x" } });
  expect(told).toMatchObject({ scenario: { description: "mine", source: { document: "x" } } });
});

describe("a scenario on a base is refused, with the field and the reason", () => {
  test.each<[object, string]>([
    [{ base: "ring-overflo" }, 'base: "ring-overflo" is not a scenario here'],
    [
      { set: { "machine.nics.eth1.rxRingFrames": 1 } },
      'set["machine.nics.eth1.rxRingFrames"]: the base ring-overflow has no such place',
    ],
    [{ set: { "machine.wheels": null } }, 'set["machine.wheels"]: the base ring-overflow has no such place'],
    [{ set: { "machine..x": 1 } }, 'set["machine..x"]: the base ring-overflow has no such place'],
    [{ set: { "__proto__.x": 1 } }, 'set["__proto__.x"]: the base ring-overflow has no such place'],
    [{ set: [] }, "set: must be an object"],
    [{ machine: {} }, "machine: is not a known field"],
    [{ set: { "machine.nics.eth0.rxRingFrames": 0 } }, "machine.nics[0].rxRingFrames: must be at least 1"],
    [{ version: 2 }, "version: 2 was made by a newer irqscope; this one reads up to 1"],
  ])("%j", async (more, error) => {
    expect((await errorsOf(more))[0]).toContain(error);
  });

  test("where a whole scenario is required", () => {
    expect(parseScenario(HEAD)).toMatchObject({ errors: [{ field: "base" }] });
  });
});

test("changes of a scenario do not affect a base that others share", async () => {
  const before = JSON.stringify(await builtinBase("ring-overflow"));
  await read({ set: { "machine.nics.eth0.rxRingFrames": 16, "software.queues[0].capacity": 1 } });
  expect(JSON.stringify(await builtinBase("ring-overflow"))).toBe(before);
});

test("built-in scenarios use the base that they name", async () => {
  const files = import.meta.glob<{ default: unknown }>("../../scenarios/{demos,papers}/*.json");
  let count = 0;
  for (const [path, load] of Object.entries(files)) {
    const value = (await load()).default;
    const name = baseNamed(value);
    if (name === undefined) continue;
    const id = /([\w-]+)\.json$/.exec(path)?.[1];
    const builtin = BUILTIN_SCENARIOS.find((one) => one.id === id);
    expect(onBase(value, await builtinBase(name)), path).toEqual({
      ok: true,
      value: await builtin?.written(),
    });
    count++;
  }
  expect(count).toBeGreaterThan(5);
});

test("a built-in scenario whose base does not fit reports it", async () => {
  const base = from(async () => ({ default: { format: "irqscope-scenario", version: 1 } }));
  const { load } = from(async () => ({ default: { ...HEAD, set: { "a.b": 1 } } }), base);
  await expect(load()).rejects.toThrow('set["a.b"]: the base ring-overflow has no such place');
});

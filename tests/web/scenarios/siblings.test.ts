import { expect, it } from "vitest";
import { differencesOf, hasSameTraffic } from "../../../lib/scenarioFields/differences.ts";
import { BUILTIN_SCENARIOS, builtinScenario } from "../../../scenarios/index.ts";
import { siblingOf } from "../../../web/scenarios/siblings.ts";

async function loaded(id: string) {
  const result = await builtinScenario(id)?.load();
  if (!result?.ok) throw new Error(`no scenario ${id}`);
  return result.scenario;
}

const paired = BUILTIN_SCENARIOS.flatMap(({ id }) => {
  const other = siblingOf(id);
  return other === undefined ? [] : [[id, other] as const];
});

it("some built-in scenarios have a sibling, and others have none", () => {
  expect(paired.length).toBeGreaterThan(10);
  expect(siblingOf(undefined)).toBeUndefined();
  expect(siblingOf("ring-overflow")).toBe("ring-overflow-three-contexts");
});

it.each(paired)(
  "the siblings %s and %s name each other, differ, and have the same traffic",
  async (id, other) => {
    expect(siblingOf(other)).toBe(id);
    const [one, two] = [await loaded(id), await loaded(other)];
    expect(differencesOf(one, two).length).toBeGreaterThan(0);
    expect(hasSameTraffic(one, two)).toBe(true);
  },
);

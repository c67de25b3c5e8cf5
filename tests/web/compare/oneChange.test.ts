/** Changes of one knob that Compare offers while A and B are equal. */
import { describe, expect, it } from "vitest";
import { changeField } from "../../../lib/scenarioFields/change.ts";
import { differencesOf, hasSameTraffic } from "../../../lib/scenarioFields/differences.ts";
import { DEMOS } from "../../../scenarios/demos/index.ts";
import { oneChanges } from "../../../web/compare/oneChange.ts";
import { siblingOf } from "../../../web/scenarios/siblings.ts";
import { scenarioFile } from "../scenarios/support.ts";

const coalescing = scenarioFile("demos/coalescing.json");

describe("oneChanges", () => {
  it("picks the farther end of a knob's values, and traffic last", () => {
    const scenario = {
      ...coalescing,
      knobs: [
        { field: "framesPerSecond", values: [20_000, 60_000, 95_000] },
        { field: "eth0.coalescing.frames", values: [1, 2, 4, 8, 16, 32] },
        { field: "saveWords", values: [8, 16, 32, 64] },
      ],
    };
    const changes = oneChanges(scenario).map(({ knob, to }) => [knob.path.at(-1), knob.value, to]);
    expect(changes).toEqual([
      ["frames", 1, 32],
      ["saveWords", 32, 8],
      ["framesPerSecond", 70_000, 20_000],
    ]);
  });

  it("offers at most three changes, and none without another value", () => {
    expect(oneChanges({ ...coalescing, knobs: undefined })).toEqual([]);
    const saveWords = oneChanges(coalescing).find(({ knob }) => knob.path.at(-1) === "saveWords");
    const value = Number(saveWords?.knob.value);
    expect(oneChanges({ ...coalescing, knobs: [{ field: "saveWords", values: [value, value] }] })).toEqual(
      [],
    );
    expect(oneChanges(coalescing).length).toBeLessThanOrEqual(3);
  });

  it.each(DEMOS.filter(({ id }) => siblingOf(id) === undefined).map(({ id }) => id))(
    "offers two valid changes of one field each for %s",
    async (id) => {
      const loaded = await DEMOS.find((one) => one.id === id)?.load();
      if (!loaded?.ok) throw new Error(id);
      const { scenario } = loaded;
      const offered = oneChanges(scenario);
      expect(offered.length).toBeGreaterThanOrEqual(2);
      for (const { knob, to } of offered) {
        const made = changeField(scenario, { path: knob.path, name: id }, to);
        if (!made.ok) throw new Error(`${knob.path.join(".")} ${to}: ${made.message}`);
        expect(differencesOf(scenario, made.scenario)).toHaveLength(1);
      }
      const [first] = offered;
      const made = changeField(scenario, { path: first?.knob.path ?? [], name: id }, first?.to);
      expect(made.ok && hasSameTraffic(scenario, made.scenario)).toBe(true);
    },
  );
});

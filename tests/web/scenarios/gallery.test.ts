import { describe, expect, it } from "vitest";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { SCENARIO_GROUPS } from "../../../scenarios/groups.ts";
import { BUILTIN_SCENARIOS, LISTED_SCENARIOS } from "../../../scenarios/index.ts";
import { parseScenario } from "../../../scenarios/read/parse.ts";
import { contextTotal } from "../../../scenarios/software/contexts.ts";
import { bestName, builtinCards, matches } from "../../../web/scenarios/gallery/builtinCards.ts";
import { gridMove } from "../../../web/scenarios/gallery/gridMove.ts";
import { stripPaths } from "../../../web/scenarios/gallery/previews.ts";
import { machineWords } from "../../../web/scenarios/gallery/ScenarioCard.tsx";
import { type Mark, SCHEMATIC, schematic } from "../../../web/scenarios/gallery/Schematic.tsx";
import { randomScenario } from "../../support/randomScenario.ts";
import { LAYER, lane, makeWindow, STATE } from "../timeline/fixtures.ts";

async function loaded(id: string): Promise<Scenario> {
  const result = await BUILTIN_SCENARIOS.find((one) => one.id === id)?.load();
  if (!result?.ok) throw new Error(`${id} does not load`);
  return result.scenario;
}

const isLane = ({ kind }: Mark) => kind === "layer" || kind === "idle-context";

/** Rows of context bars over all cores. */
function laneCount(marks: readonly Mark[]): number {
  const lanes = marks.filter(isLane);
  const cores = marks.filter(({ kind }) => kind === "core");
  return cores.reduce((sum, core) => {
    if (!("width" in core)) return sum;
    const own = lanes.filter(
      (lane) =>
        lane.x >= core.x && lane.x < core.x + core.width && lane.y >= core.y && lane.y < core.y + core.height,
    );
    return sum + new Set(own.map(({ y }) => y)).size;
  }, 0);
}

describe("the gallery of scenarios", () => {
  it("has every listed scenario once, in an existing group", () => {
    const cards = builtinCards("").flatMap((group) => group.cards.map(({ id }) => id));
    expect(cards.toSorted()).toEqual(LISTED_SCENARIOS.map(({ id }) => id).toSorted());
    expect(new Set(SCENARIO_GROUPS.map(({ id }) => id)).size).toBe(SCENARIO_GROUPS.length);
  });

  it("describes each in one or two sentences", () => {
    for (const { name, summary } of LISTED_SCENARIOS) {
      expect(summary, name).toMatch(/^[A-Z0-9].*\.$/);
      expect(summary.length, name).toBeLessThanOrEqual(120);
    }
  });

  it("finds by words of name, sentence and group, in any order and without accents", () => {
    const found = (query: string) => builtinCards(query).flatMap(({ cards }) => cards.map(({ id }) => id));
    expect(found("lock each")).toEqual(["lock-per-core"]);
    expect(found("LIVELOCK")).toContain("napi-livelock");
    expect(found("pattery send three")).toEqual([
      "000-send-three-contexts",
      "000-send-three-contexts-keeps-frame",
    ]);
    expect(found("no such thing")).toEqual([]);
    expect(matches({ name: "Détour", summary: "", about: "" }, "detour")).toBe(true);
    expect(matches({ name: "Ring", summary: "", about: "" }, "  ")).toBe(true);
    expect(matches({ name: "Ring", summary: "", about: "" }, "(.*")).toBe(true);
  });
});

describe("the Enter key in the search", () => {
  it("takes an exact name before a prefix, before a part, before the first entry", () => {
    const names = ["Beginning", "Week 3 2", "Week 3", "My week 3"];
    expect(bestName(names, "week 3")).toBe(2);
    expect(bestName(names, "WEEK")).toBe(1);
    expect(bestName(names, "my")).toBe(3);
    expect(bestName(names, "nowhere")).toBe(0);
  });
});

describe("the schematic of a machine", () => {
  it("draws the running contexts with their layers, and those without a thread", async () => {
    const marks = schematic(await loaded("two-cores"));
    expect(marks.filter(({ kind }) => kind === "core")).toHaveLength(2);
    expect(laneCount(marks)).toBe(4);
    expect(marks.filter(({ kind }) => kind === "idle-context")).toHaveLength(1);
    const layers = marks.flatMap((mark) => (mark.kind === "layer" ? [mark.layer] : []));
    expect(new Set(layers)).toEqual(new Set(["application", "protocol", "driver-isr"]));
  });

  it("draws pinned ways as wide as their number", async () => {
    const scenario = await loaded("pinned-handler");
    const { l1i, l1d, l2 } = scenario.machine.memory;
    const pinned = [l1i, l1d, l2].reduce((sum, cache) => sum + (cache?.pinnedWays.length ?? 0), 0);
    expect(pinned).toBeGreaterThan(0);
    expect(schematic(scenario).filter(({ kind }) => kind === "pinned")).toHaveLength(
      pinned * scenario.machine.core.cores,
    );
  });

  it("keeps any machine within its frame, with each context and no mark twice", () => {
    for (let seed = 1; seed <= 300; seed++) {
      const parsed = parseScenario(randomScenario(seed));
      if (!parsed.ok) throw new Error(`seed ${seed} is not valid`);
      const { scenario } = parsed;
      const marks = schematic(scenario);
      for (const mark of marks) {
        const { x, y } = mark;
        const [right, bottom] = "width" in mark ? [x + mark.width, y + mark.height] : [x, y];
        const where = `seed ${seed}: ${JSON.stringify(mark)}`;
        expect(x >= 0 && y >= 0 && right <= SCHEMATIC.width && bottom <= SCHEMATIC.height, where).toBe(true);
        if ("width" in mark) expect(mark.width > 0 && mark.height > 0, where).toBe(true);
      }
      expect(laneCount(marks), `seed ${seed}`).toBe(contextTotal(scenario.machine));
      expect(machineWords(scenario)).toContain("context");
    }
  });

  it("has a description in words", async () => {
    expect(machineWords(await loaded("eight-cores"))).toBe(
      "8 cores · 2 contexts per core · 400\u202fMHz · 10\u202fGb/s · L1 + L2",
    );
    expect(machineWords(await loaded("ring-overflow"))).toBe("1 context · 100\u202fMHz · 1\u202fGb/s");
  });
});

describe("the strip of a run", () => {
  it("draws what ran on each context, and no waiting or ready thread", () => {
    const window = makeWindow({
      to: 2000,
      lanes: [
        lane(0, [
          { from: 0, to: 400, layer: LAYER.app },
          { from: 400, to: 500, layer: LAYER.isr },
          { from: 500, to: 700, layer: LAYER.app, state: STATE.ready },
          { from: 700, to: 1000, layer: LAYER.idle, state: STATE.waiting },
        ]),
        lane(1, [{ from: 900, to: 1000, layer: LAYER.isr }]),
      ],
    });
    const paths = stripPaths(window, [0, 1], { widthPx: 100, laneHeightPx: 10, gapPx: 2 });
    expect(paths).toEqual([
      { layer: "application", path: "M0.0 0H40.0v10H0.0z" },
      { layer: "driver-isr", path: "M40.0 0H50.0v10H40.0zM90.0 12H100.0v10H90.0z" },
    ]);
  });
});

describe("arrow keys over cards", () => {
  // Three columns and two sections, of which the first has a short row.
  const places = [
    [0, 0],
    [100, 0],
    [200, 0],
    [0, 50],
    [0, 200],
    [100, 200],
  ].map(([left = 0, top = 0]) => ({ left, top }));

  it.each([
    [1, "ArrowDown", 3],
    [3, "ArrowDown", 4],
    [4, "ArrowUp", 3],
    [2, "ArrowUp", -1],
    [2, "ArrowRight", 3],
    [0, "ArrowLeft", undefined],
    [5, "ArrowDown", undefined],
    [5, "Home", 0],
    [0, "End", 5],
    [0, "a", undefined],
    [-1, "ArrowDown", undefined],
  ])("lead from %i with %s to %s", (from, key, to) => {
    expect(gridMove(places, from, key)).toBe(to);
  });
});

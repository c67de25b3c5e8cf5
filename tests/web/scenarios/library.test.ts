import { describe, expect, it } from "vitest";
import { formatScenario } from "../../../scenarios/format/format.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { builtinScenario } from "../../../scenarios/index.ts";
import { LibraryFault } from "../../../web/scenarios/library/database.ts";
import { createDraftKeeper } from "../../../web/scenarios/library/drafts.ts";
import { createLibrary } from "../../../web/scenarios/library/library.ts";
import { freshName, readEntry } from "../../../web/scenarios/library/record.ts";
import { whenText } from "../../../web/scenarios/library/whenText.ts";
import { memoryRecords } from "./librarySupport.ts";

async function demo(id = "ring-overflow"): Promise<Scenario> {
  const result = await builtinScenario(id)?.load();
  if (!result?.ok) throw new Error(`${id} does not load`);
  return result.scenario;
}

function makeLibrary() {
  const store = memoryRecords();
  let time = 1000;
  let ids = 0;
  const library = createLibrary({ store, now: () => time++, newId: () => `id-${ids++}` });
  const names = async () => (await library.list()).map((entry) => (entry.ok ? entry.record.name : "broken"));
  return { store, library, names };
}

const PLACE = { cycle: 12, startCycle: 10, visibleCycles: 100 };

describe("the library of own scenarios", () => {
  it("keeps scenarios by unique names, with the place where the user left them", async () => {
    const { library, names } = makeLibrary();
    const scenario = await demo();
    await library.add(" Mine ", scenario, PLACE);
    const second = await library.add("Mine", scenario);
    expect(second.record.name).toBe("Mine 2");
    expect(second.scenario.name).toBe("Mine 2");
    expect(await names()).toEqual(["Mine 2", "Mine"]);
    const [, first] = await library.list();
    if (!first?.ok) throw new Error("broken");
    expect(first.record.place).toEqual(PLACE);
    expect({ ...first.scenario, name: scenario.name }).toEqual(scenario);
  });

  it("renames, duplicates, replaces, deletes and restores", async () => {
    const { library, names } = makeLibrary();
    const { record } = await library.add("One", await demo());
    await library.duplicate(record.id);
    await library.rename(record.id, "First");
    expect((await names()).toSorted()).toEqual(["First", "One 2"]);
    await library.rename(record.id, "First");
    expect(await names()).toContain("First");
    const other = await demo("two-cores");
    const replaced = await library.replace(record.id, other);
    expect(replaced.scenario).toEqual({ ...other, name: "First" });
    const back = await library.remove(record.id);
    expect(await names()).toEqual(["One 2"]);
    await back();
    expect((await names()).toSorted()).toEqual(["First", "One 2"]);
    await library.remove(record.id);
    await expect(library.rename(record.id, "Gone")).rejects.toThrow("missing");
  });

  it("writes all of them to one file, and reads that file and single scenarios", async () => {
    const { library } = makeLibrary();
    await library.add("One", await demo());
    await library.add("Two", await demo("two-cores"));
    const text = await library.exportText();
    const { library: second, names: secondNames } = makeLibrary();
    expect(await second.importText("all.json", text)).toMatchObject({ refused: [] });
    expect((await secondNames()).toSorted()).toEqual(["One", "Two"]);
    await second.importText("one.json", formatScenario(await demo()));
    expect(await secondNames()).toContain("Ring overflow");
  });

  it.each([
    ["{", /x\.json/],
    ['{"format":"irqscope-library","version":2,"scenarios":[]}', /newer/],
    ['{"format":"irqscope-library","version":1,"scenarios":7}', /must be a list/],
    [`{"format":"irqscope-library","version":1,"scenarios":[${"{},".repeat(500)}{}]}`, /more than 500/],
    ['{"format":"irqscope-library","version":1,"scenarios":[{"name":"A","scenario":{}}]}', /A: format/],
    ['{"format":"irqscope-library","version":1,"scenarios":[null]}', /entry 1/],
    ["[]", /scenario/],
    ['{"__proto__":{"format":"irqscope-library"}}', /./],
  ])("refuses the file %s with the reason", async (text, reason) => {
    const { library, store } = makeLibrary();
    const { found, refused } = await library.importText("x.json", text);
    expect(found).toEqual([]);
    expect(refused.join(" ")).toMatch(reason);
    expect(store.values.size).toBe(0);
  });

  it("reports why nothing can be stored", async () => {
    const { library, store } = makeLibrary();
    store.fault = new LibraryFault("full");
    await expect(library.add("One", await demo())).rejects.toThrow(/full.*nothing was saved/);
  });
});

describe("a stored scenario", () => {
  it.each([
    [undefined, /not an object/],
    [[1, 2], /./],
    ["text", /not an object/],
    [{ version: 2, kind: "saved", scenario: "{}" }, /newer/],
    [{ version: "1", kind: "saved", scenario: "{}" }, /not know the version/],
    [{ version: 1, kind: "other", scenario: "{}" }, /neither/],
    [{ version: 1, kind: "saved" }, /no scenario/],
    [{ version: 1, kind: "saved", scenario: "{" }, /./],
    [
      { version: 1, kind: "saved", scenario: '{"format":"irqscope-scenario","version":99}' },
      /newer irqscope/,
    ],
    [
      { version: 1, kind: "saved", scenario: '{"format":"irqscope-scenario","version":1,"machine":{"x":1}}' },
      /name is missing/,
    ],
  ])("%j is marked as broken with a reason, and can be downloaded", (value, reason) => {
    const entry = readEntry("a", value);
    if (entry.ok) throw new Error("it was read");
    expect(entry.reason).toMatch(reason);
    expect(entry.id).toBe("a");
    expect(typeof entry.text).toBe("string");
    expect(entry.name).not.toBe("");
  });

  it("loses unknown fields, and harmless faults are repaired", async () => {
    const scenario = formatScenario(await demo());
    const entry = readEntry("a", {
      version: 1,
      id: "other",
      kind: "saved",
      name: "x".repeat(1000),
      scenario,
      changedMs: "never",
      place: { cycle: -1, startCycle: Number.NaN, visibleCycles: 0 },
      extra: { nested: true },
    });
    if (!entry.ok) throw new Error(entry.reason);
    expect(entry.record).toEqual({
      version: 1,
      id: "a",
      kind: "saved",
      name: "x".repeat(80),
      scenario,
      changedMs: 0,
    });
  });

  it("gets a name within the length limit", () => {
    const long = "x".repeat(80);
    expect(freshName(long, [long])).toBe(`${"x".repeat(78)} 2`);
    expect(freshName("  ", [])).toBe("unnamed");
    expect(freshName("a", ["a", "a 2"])).toBe("a 3");
  });

  it("states how long ago it was stored", () => {
    const now = Date.UTC(2026, 0, 31, 12);
    expect(whenText(now - 5000, now)).toBe("a moment ago");
    expect(whenText(now + 5000, now)).toBe("a moment ago");
    expect(whenText(now - 61_000, now)).toBe("1 minute ago");
    expect(whenText(now - 3_700_000, now)).toBe("1 hour ago");
    expect(whenText(now - 3 * 86_400_000, now)).toBe("3 days ago");
    expect(whenText(now - 90 * 86_400_000, now)).toBe("2025-11-02");
  });
});

describe("drafts of the library", () => {
  function makeKeeper(store = memoryRecords(), visit = "v1", live: readonly string[] = []) {
    let waiting: (() => void) | undefined;
    const kept: boolean[] = [];
    const keeper = createDraftKeeper({
      store,
      visit,
      place: () => PLACE,
      liveVisits: async () => new Set(live),
      now: () => 5,
      delay: (action) => {
        waiting = action;
        return () => {
          if (waiting === action) waiting = undefined;
        };
      },
      onKept: (ok) => kept.push(ok),
    });
    /** The typing pauses, and the present text is stored. */
    const rest = async () => {
      waiting?.();
      waiting = undefined;
      await new Promise((resolve) => setTimeout(resolve));
    };
    return { store, keeper, kept, rest };
  }
  const bundled = { kind: "bundled", id: "ring-overflow" } as const;
  const changed = (scenario: Scenario, runCycles: number): Scenario => ({ ...scenario, runCycles });

  it("are stored when changes pause, and removed when they are undone", async () => {
    const { store, keeper, rest, kept } = makeKeeper();
    const original = await demo();
    keeper.follow({ scenario: original, original, origin: bundled });
    await rest();
    expect(store.values.size).toBe(0);
    keeper.follow({ scenario: changed(original, 1000), original, origin: bundled });
    keeper.follow({ scenario: changed(original, 2000), original, origin: bundled });
    await rest();
    expect(kept).toEqual([true]);
    const [draft] = await makeKeeper(store, "v2").keeper.leftBehind(undefined);
    expect(draft?.scenario.runCycles).toBe(2000);
    expect(draft?.record).toMatchObject({
      kind: "draft",
      baseId: "ring-overflow",
      visit: "v1",
      place: PLACE,
    });
    keeper.follow({ scenario: original, original, origin: bundled });
    await rest();
    expect(store.values.size).toBe(0);
  });

  it("are not made of a design in a lab, which the lab keeps, and keep what was changed before it", async () => {
    const { store, keeper, rest } = makeKeeper();
    const [own, ofLab] = [await demo(), await demo("two-cores")];
    keeper.follow({ scenario: changed(own, 1000), original: own, origin: bundled });
    const lab = { kind: "edit", of: { scenario: ofLab, origin: { kind: "lab" } } } as const;
    keeper.follow({ scenario: ofLab, original: ofLab, origin: { kind: "lab" } });
    keeper.follow({ scenario: changed(ofLab, 1000), original: ofLab, origin: lab });
    await rest();
    const left = await makeKeeper(store, "v2").keeper.leftBehind(undefined);
    expect(left.map(({ scenario }) => scenario.name)).toEqual([own.name]);
  });

  it("keep the changes of a scenario when another is opened", async () => {
    const { store, keeper, rest } = makeKeeper();
    const [one, two] = [await demo(), await demo("two-cores")];
    keeper.follow({ scenario: one, original: one, origin: bundled });
    keeper.follow({ scenario: changed(one, 1000), original: one, origin: bundled });
    await rest();
    keeper.follow({ scenario: two, original: two, origin: { kind: "link" } });
    keeper.follow({ scenario: changed(two, 1000), original: two, origin: { kind: "link" } });
    await rest();
    const left = await makeKeeper(store, "v2").keeper.leftBehind(undefined);
    expect(left.map(({ scenario }) => scenario.name).toSorted()).toEqual([one.name, two.name].toSorted());
    await keeper.settle();
    expect(store.values.size).toBe(1);
  });

  it("are not offered if another tab writes them or a reload has opened them again", async () => {
    const { store, keeper, rest } = makeKeeper();
    const original = await demo();
    const edited = changed(original, 1000);
    keeper.follow({ scenario: original, original, origin: bundled });
    keeper.follow({ scenario: edited, original, origin: bundled });
    await rest();
    expect(await keeper.leftBehind(undefined)).toEqual([]);
    expect(await makeKeeper(store, "v2", ["v1"]).keeper.leftBehind(undefined)).toEqual([]);

    const reloaded = makeKeeper(store, "v3");
    reloaded.keeper.follow({ scenario: edited, original, origin: bundled });
    expect(await reloaded.keeper.leftBehind(structuredClone(edited))).toEqual([]);
    // The same draft continues.
    reloaded.keeper.follow({ scenario: changed(original, 3000), original, origin: bundled });
    await reloaded.rest();
    expect(store.values.size).toBe(1);
  });

  it("are limited to ten, report when none can be stored, and keep an offered one", async () => {
    const { store, keeper, rest, kept } = makeKeeper();
    for (let count = 0; count < 13; count++) {
      const original = { ...(await demo()), name: `scenario ${count}` };
      keeper.follow({ scenario: original, original, origin: bundled });
      keeper.follow({ scenario: changed(original, 1000 + count), original, origin: bundled });
      await rest();
    }
    expect(store.values.size).toBe(10);
    const [draft] = await makeKeeper(store, "v2").keeper.leftBehind(undefined);
    await keeper.markOffered(draft?.record.id ?? "");
    expect(readEntry("a", store.values.get(draft?.record.id ?? ""))).toMatchObject({
      record: { isOffered: true },
    });
    store.fault = new LibraryFault("full");
    const original = await demo();
    keeper.follow({ scenario: changed(original, 7), original, origin: bundled });
    await rest();
    expect(kept.at(-1)).toBe(false);
  });
});

/** Own scenarios and drafts over time: saved while they change, written by two tabs, with wrong clocks. */
import { describe, expect, it } from "vitest";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { builtinScenario } from "../../../scenarios/index.ts";
import { createEngineClient } from "../../../web/engine/client.ts";
import { createDraftKeeper, type DraftKeeper } from "../../../web/scenarios/library/drafts.ts";
import { ChangedElsewhere, createLibrary } from "../../../web/scenarios/library/library.ts";
import { placeOf } from "../../../web/scenarios/library/place.ts";
import { readEntry } from "../../../web/scenarios/library/record.ts";
import { saveOpen } from "../../../web/scenarios/library/SaveForm.tsx";
import { createSession } from "../../../web/state/session.ts";
import { fakePort, fakeScheduler, memoryStorage, settle } from "../state/support.ts";
import { memoryRecords } from "./librarySupport.ts";

async function demo(id = "ring-overflow"): Promise<Scenario> {
  const result = await builtinScenario(id)?.load();
  if (!result?.ok) throw new Error(`${id} does not load`);
  return result.scenario;
}

const PLACE = { cycle: 12, startCycle: 10, visibleCycles: 100 };
const MARKS = {
  breakpoints: [{ condition: "rx.dropped > 3", fromHit: 2, everyHits: 1, enabled: false }],
  bookmarks: [{ cycle: 77, note: "here, “late”" }],
  tracks: [{ kind: "lane", index: 1, shown: false, pinned: true, heightPx: 40 }],
  follow: { what: "packet", cycle: 500, number: 3 },
} as const;
const changed = (scenario: Scenario, runCycles: number): Scenario => ({ ...scenario, runCycles });
const bundled = { kind: "bundled", id: "ring-overflow" } as const;

function tabs(store = memoryRecords()) {
  const live = new Set<string>();
  let clock = 1000;
  const open = (visit: string, now = () => clock++) => {
    live.add(visit);
    let waiting: (() => void) | undefined;
    const kept: boolean[] = [];
    const keeper = createDraftKeeper({
      store,
      visit,
      place: () => PLACE,
      liveVisits: async () => new Set(live),
      now,
      delay: (action) => {
        waiting = action;
        return () => {
          if (waiting === action) waiting = undefined;
        };
      },
      onKept: (ok) => kept.push(ok),
    });
    const rest = async () => {
      waiting?.();
      await settle();
    };
    return { keeper, kept, rest };
  };
  const drafts = () =>
    [...store.values.values()].flatMap((value) => {
      const entry = readEntry("", value);
      return entry.ok && entry.record.kind === "draft" ? [entry] : [];
    });
  return { store, open, drafts, close: (visit: string) => live.delete(visit) };
}

describe("a scenario saved by name", () => {
  /** A page with unsaved changes, which are a draft. */
  async function page() {
    const { store, open, drafts } = tabs();
    const port = fakePort();
    const session = createSession({
      client: createEngineClient(port),
      scheduler: fakeScheduler(),
      storage: memoryStorage(),
    });
    const { keeper, rest } = open("v1");
    session.store.subscribe((state, before) => {
      if (state.scenario !== before.scenario || state.original !== before.original) keeper.follow(state);
    });
    const run = async (scenario: Scenario, act: () => Promise<unknown>) => {
      const done = act();
      port.reply(port.last("load"), { kind: "loaded", endCycle: scenario.runCycles });
      await done;
    };
    const edit = (scenario: Scenario) => run(scenario, () => session.actions.editScenario(scenario));
    const original = await demo();
    await run(original, () => session.actions.loadScenario(original, bundled));
    const library = createLibrary({ store, newId: () => `id-${store.values.size}` });
    const save = () => saveOpen(session, keeper, (scenario) => library.add("mine", scenario, PLACE));
    return { session, keeper, rest, edit, original, library, save, drafts, store };
  }

  it.each(["rested", "not yet written"])("is no draft any more (%s)", async (when) => {
    const { rest, edit, original, save, drafts, session } = await page();
    await edit(changed(original, 2000));
    if (when === "rested") await rest();
    expect(drafts()).toHaveLength(when === "rested" ? 1 : 0);
    await save();
    await rest();
    expect(drafts()).toHaveLength(0);
    expect(session.store.getState()).toMatchObject({ origin: { kind: "own" } });
    expect(session.store.getState().scenario).toBe(session.store.getState().original);
  });

  it("is no draft any more when its changes are saved into it", async () => {
    const { session, keeper, rest, edit, original, library, save, drafts } = await page();
    await edit(changed(original, 2000));
    await rest();
    const entry = await save();
    if (entry === undefined) throw new Error("nothing was saved");
    await edit(changed(entry.scenario, 3000));
    await rest();
    expect(drafts()).toHaveLength(1);
    await saveOpen(session, keeper, (open) =>
      library.replace(entry.record.id, open, { ...PLACE, cycle: 99 }, session.store.getState().original),
    );
    await rest();
    expect(drafts()).toHaveLength(0);
  });

  it("stays a draft with changes made while it was being saved", async () => {
    const { session, keeper, rest, edit, original, library, drafts } = await page();
    await edit(changed(original, 2000));
    await rest();
    await saveOpen(session, keeper, async (open) => {
      const entry = await library.add("mine", open, PLACE);
      await edit(changed(original, 4000));
      return entry;
    });
    await rest();
    expect(session.store.getState().scenario?.runCycles).toBe(4000);
    expect(session.store.getState().original?.runCycles).toBe(2000);
    expect(drafts().map(({ scenario }) => scenario.runCycles)).toContain(4000);
  });

  it("stays a draft if it could not be saved", async () => {
    const { session, keeper, rest, edit, original, drafts } = await page();
    await edit(changed(original, 2000));
    await rest();
    const failed = saveOpen(session, keeper, () => Promise.reject(new Error("full")));
    await expect(failed).rejects.toThrow("full");
    await rest();
    expect(drafts()).toHaveLength(1);
    expect(session.store.getState().origin).toEqual(bundled);
  });
});

describe("an own scenario in two tabs", () => {
  async function saved() {
    const store = memoryRecords();
    const library = createLibrary({ store, newId: () => "own" });
    const { scenario } = await library.add("mine", await demo(), PLACE);
    return { store, library, scenario };
  }

  it("is not overwritten by the tab that does not know the other's change", async () => {
    const { library, scenario } = await saved();
    const mine = changed(scenario, 64_000);
    await library.replace("own", mine, { ...PLACE, cycle: 64 }, scenario);
    const refused = library.replace("own", changed(scenario, 128_000), PLACE, scenario);
    await expect(refused).rejects.toThrow(/“mine” was changed in another tab/);
    await expect(refused).rejects.toMatchObject({ kind: "changed" });
    const [entry] = await library.list();
    expect(entry?.ok && entry.scenario.runCycles).toBe(64_000);
    // The user chose to overwrite it.
    await library.replace("own", changed(scenario, 128_000), PLACE);
    const [over] = await library.list();
    expect(over?.ok && over.scenario.runCycles).toBe(128_000);
  });

  it("can be saved again by the tab that saved it, with the place of each saving", async () => {
    const { library, scenario } = await saved();
    const first = await library.replace("own", changed(scenario, 2000), { ...PLACE, cycle: 1000 }, scenario);
    const second = changed(first.scenario, 3000);
    const last = await library.replace("own", second, { ...PLACE, cycle: 2000, ...MARKS }, first.scenario);
    expect(last.scenario.runCycles).toBe(3000);
    const [entry] = await library.list();
    expect(entry?.ok && entry.record.place).toEqual({ ...PLACE, cycle: 2000, ...MARKS });
  });

  it("is not refused for a name that the other may have changed", async () => {
    const { library, scenario } = await saved();
    await library.rename("own", "ours");
    const entry = await library.replace("own", changed(scenario, 2000), PLACE, scenario);
    expect(entry.record.name).toBe("ours");
  });

  it("is reported as missing if the other has deleted it", async () => {
    const { library, scenario } = await saved();
    await library.remove("own");
    const refused = library.replace("own", changed(scenario, 2000), PLACE, scenario);
    await expect(refused).rejects.toBeInstanceOf(ChangedElsewhere);
    await expect(refused).rejects.toMatchObject({ kind: "gone", scenarioName: "mine" });
  });

  it("is restored unchanged if it is broken, has no id, and its deletion is undone", async () => {
    const store = memoryRecords();
    const library = createLibrary({ store });
    for (const value of [{ version: 1, kind: "saved", scenario: "{" }, "text", null]) {
      store.values.set("odd", value);
      const back = await library.remove("odd");
      expect(store.values.has("odd")).toBe(false);
      await back();
      expect(store.values.get("odd")).toEqual(value);
    }
  });
});

describe("drafts in several tabs", () => {
  it("include what was set during the run", async () => {
    const store = memoryRecords();
    const library = createLibrary({ store, newId: () => "own" });
    await library.add("mine", await demo(), placeOf({ ...PLACE, startCycle: -3, ...MARKS }));
    const stored = JSON.parse(JSON.stringify(store.values.get("own")));
    const entry = readEntry("own", stored);
    expect(entry.ok && entry.record.place).toEqual({ ...PLACE, startCycle: 0, ...MARKS });
    for (const mark of ["breakpoints", "bookmarks", "tracks", "followed"]) {
      const odd = readEntry("own", { ...stored, place: { ...stored.place, [mark]: "]broken[" } });
      expect(odd.ok && odd.record.place?.cycle).toBe(PLACE.cycle);
    }
    expect(placeOf(PLACE)).toEqual(PLACE);
  });

  it("are removed by age, but never the one just written, whatever the clock shows", async () => {
    const { store, open, drafts } = tabs();
    const ahead = open("v1", () => 1_000_000);
    for (let count = 0; count < 12; count++) {
      const original = { ...(await demo()), name: `scenario ${count}` };
      ahead.keeper.follow({ scenario: original, original, origin: bundled });
      ahead.keeper.follow({ scenario: changed(original, 1000 + count), original, origin: bundled });
      await ahead.rest();
    }
    expect(store.values.size).toBe(10);
    const back = open("v2", () => 5);
    const original = await demo();
    back.keeper.follow({ scenario: original, original, origin: bundled });
    back.keeper.follow({ scenario: changed(original, 7), original, origin: bundled });
    await back.rest();
    expect(back.kept).toEqual([true]);
    expect(store.values.size).toBe(10);
    expect(drafts().map(({ scenario }) => scenario.runCycles)).toContain(7);
  });

  it("keep unfinished changes when another scenario is opened", async () => {
    const { open, drafts } = tabs();
    const { keeper } = open("v1");
    const [one, two] = [await demo(), await demo("two-cores")];
    keeper.follow({ scenario: one, original: one, origin: bundled });
    keeper.follow({ scenario: changed(one, 1000), original: one, origin: bundled });
    await settle();
    keeper.follow({ scenario: two, original: two, origin: { kind: "link" } });
    await settle();
    expect(drafts().map(({ scenario }) => [scenario.name, scenario.runCycles])).toEqual([[one.name, 1000]]);
  });

  it("keep unfinished changes when the page is hidden", async () => {
    const { open, drafts } = tabs();
    const { keeper, rest } = open("v1");
    const one = await demo();
    keeper.follow({ scenario: one, original: one, origin: bundled });
    keeper.follow({ scenario: changed(one, 1000), original: one, origin: bundled });
    keeper.flush();
    await rest();
    expect(drafts()).toHaveLength(1);
    keeper.flush();
    await settle();
    expect(drafts()).toHaveLength(1);
  });

  it("belong to one tab, and two tabs that continue the same one write two", async () => {
    const { open, drafts, close } = tabs();
    const before = open("v0");
    const original = await demo();
    before.keeper.follow({ scenario: original, original, origin: bundled });
    before.keeper.follow({ scenario: changed(original, 1000), original, origin: bundled });
    await before.rest();
    close("v0");
    const [one, other] = [open("v1"), open("v2")];
    for (const { keeper } of [one, other]) keeper.adopt("draft-v0-1");
    one.keeper.follow({ scenario: changed(original, 2000), original, origin: bundled });
    await one.rest();
    other.keeper.follow({ scenario: changed(original, 3000), original, origin: bundled });
    await other.rest();
    expect(
      drafts()
        .map(({ scenario }) => scenario.runCycles)
        .toSorted(),
    ).toEqual([2000, 3000]);
    // An undo in one tab does not affect the other.
    other.keeper.follow({ scenario: original, original, origin: bundled });
    await settle();
    expect(drafts().map(({ scenario }) => scenario.runCycles)).toEqual([2000]);
  });

  const undo = {
    title: "undoes them",
    back: (keeper: DraftKeeper, original: Scenario) => follow(keeper, original, original),
  };
  const save = { title: "saves them by name", back: (keeper: DraftKeeper) => void keeper.settle() };

  function follow(keeper: DraftKeeper, scenario: Scenario, original: Scenario): void {
    keeper.follow({ scenario, original, origin: bundled });
  }

  /** Two tabs have opened the draft of an earlier visit, and the first has changed it. */
  async function adoptedByTwo() {
    const { open, drafts, close } = tabs();
    const original = await demo();
    const before = open("v0");
    follow(before.keeper, original, original);
    follow(before.keeper, changed(original, 1000), original);
    await before.rest();
    close("v0");
    const [one, other] = [open("v1"), open("v2")];
    for (const { keeper } of [one, other]) keeper.adopt("draft-v0-1");
    follow(one.keeper, changed(original, 2000), original);
    await one.rest();
    // Not stored yet.
    follow(other.keeper, changed(original, 3000), original);
    const left = () => drafts().map(({ scenario }) => scenario.runCycles);
    expect(left()).toEqual([2000]);
    return { original, one, other, left, close };
  }

  describe.each([undo, save])("of another tab, in a tab that $title,", ({ back }) => {
    it("stay while that tab is open", async () => {
      const { original, other, left } = await adoptedByTwo();
      back(other.keeper, original);
      await settle();
      expect(left()).toEqual([2000]);
    });

    it("go when that tab is closed", async () => {
      const { original, other, left, close } = await adoptedByTwo();
      close("v1");
      back(other.keeper, original);
      await settle();
      expect(left()).toEqual([]);
    });

    it("stay if this tab has its own, which is removed", async () => {
      const { original, other, left } = await adoptedByTwo();
      await other.rest();
      expect(left()).toEqual([2000, 3000]);
      back(other.keeper, original);
      await settle();
      expect(left()).toEqual([2000]);
    });

    it("are removed in the tab that wrote them", async () => {
      const { original, one, left } = await adoptedByTwo();
      back(one.keeper, original);
      await settle();
      expect(left()).toEqual([]);
    });
  });

  it("of an open tab are not offered, and those of a closed one are", async () => {
    const { other, left, close } = await adoptedByTwo();
    const offered = async () =>
      (await other.keeper.leftBehind(undefined)).map(({ scenario }) => scenario.runCycles);
    await other.rest();
    expect(left()).toEqual([2000, 3000]);
    expect(await offered()).toEqual([]);
    close("v1");
    expect(await offered()).toEqual([2000]);
  });
});

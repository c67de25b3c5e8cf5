/** The address, the history and what is on its way to the engine, in the orders in which they overtake each other. */
import { describe, expect, it, vi } from "vitest";
import { DEFAULT_SCENARIO_ID } from "../../scenarios/default.ts";
import { encodeLink } from "../../scenarios/schema/link.ts";
import type { Scenario } from "../../scenarios/schema/schema.ts";
import type { KeyValueStore } from "../../web/base/storage.ts";
import { createEngineClient } from "../../web/engine/client.ts";
import type { RequestEnvelope } from "../../web/engine/protocol.ts";
import { openBuiltin, openFirst, run } from "../../web/pages/open.ts";
import { createOpenings, OPENING } from "../../web/pages/openings.ts";
import { createSession } from "../../web/state/session.ts";
import type { ScenarioOrigin } from "../../web/state/store.ts";
import { receiveThreeContexts } from "./scenario-support.ts";
import { fakePort, fakeScheduler, memoryStorage, settle } from "./state-support.ts";

type Load = Extract<RequestEnvelope, { kind: "load" }>;

const named = (name: string): Scenario => ({ ...receiveThreeContexts({ runCycles: 1_000_000 }), name });
const linkTo = (name: string): string => encodeLink(named(name), {}) ?? "";
const BROKEN = "#s=1.zzz";
const LAB: ScenarioOrigin = { kind: "lab" };

/** A page in a tab whose engine builds when it is told to. */
function tab({ hash = "", reloaded = false, storage = memoryStorage() } = {}) {
  const port = fakePort();
  const session = createSession({ client: createEngineClient(port), scheduler: fakeScheduler(), storage });
  const entries: { hash: string; state: unknown }[] = [{ hash, state: null }];
  let at = 0;
  const entry = () => entries[at] ?? { hash: "", state: null };
  const push = (next: { hash: string; state: unknown }) => {
    at += 1;
    entries.splice(at, entries.length, next);
  };
  const openings = createOpenings(
    session,
    {
      visit: 1,
      hash: () => entry().hash,
      state: () => entry().state,
      push: (state) => push({ hash: "", state }),
      replace: (state) => {
        entry().state = state;
      },
    },
    (open) => openFirst(session, hash, reloaded, open),
  );
  const answered = new Set<Load>();

  const waiting = () =>
    port.sent.filter((one): one is Load => one.kind === "load").filter((one) => !answered.has(one));
  /** The next load that waits, as the engine answers when nothing newer waits; with its name. */
  async function build(refused = false): Promise<string> {
    const load = waiting()[0] ?? (await vi.waitUntil(() => waiting()[0]));
    answered.add(load);
    port.reply(
      load,
      refused
        ? { kind: "error", error: { code: "core-refused", message: "no" } }
        : { kind: "loaded", endCycle: 1_000_000 },
    );
    await settle();
    return load.scenario.name;
  }
  /** As the engine does with those that a newer one has overtaken. */
  async function cancel(): Promise<void> {
    const load = await vi.waitUntil(() => waiting()[0]);
    answered.add(load);
    port.reply(load, { kind: "cancelled" });
    await settle();
  }
  /** Reading a link or a scenario takes some turns of the event loop. */
  async function quiet(): Promise<void> {
    for (let turn = 0; turn < 20; turn += 1) await settle();
  }
  return {
    session,
    entries,
    begin: openings.begin,
    build,
    cancel,
    quiet,
    waiting: () => waiting().map((load) => load.scenario.name),
    hash: () => entry().hash,
    shown: () => session.store.getState().scenario?.name,
    notice: () => session.store.getState().notice?.text,
    pick: (name: string, origin: ScenarioOrigin = { kind: "link" }) =>
      run(session, { ok: true, scenario: named(name), origin }),
    paste: (next: string) => {
      push({ hash: next, state: null });
      void openings.moved();
    },
    go: (by: number) => {
      const before = entry().hash;
      at += by;
      openings.restore(entry().state);
      if (entry().hash !== before) void openings.moved();
    },
  };
}

async function nameOf(id: string): Promise<string> {
  const opened = await openBuiltin(id);
  if (!opened.ok) throw new Error(opened.message);
  return opened.scenario.name;
}

const DEFAULT = await nameOf(DEFAULT_SCENARIO_ID);
await import("../../web/pages/openLink.ts");

async function opened(...names: readonly string[]) {
  const page = tab();
  void page.begin();
  await page.build();
  for (const name of names) {
    void page.pick(name);
    await page.build();
  }
  return page;
}

describe("what opens first", () => {
  it("is the default where the link is broken or refused, with what is wrong", async () => {
    const broken = tab({ hash: BROKEN });
    const begun = broken.begin();
    expect(await broken.build()).toBe(DEFAULT);
    await begun;
    expect(broken.notice()).toMatch(/^This link does not open/);
    const refused = tab({ hash: linkTo("A") });
    const done = refused.begin();
    expect(await refused.build(true)).toBe("A");
    expect(await refused.build()).toBe(DEFAULT);
    await done;
    expect(refused.notice()).toBe("no");
  });

  it("is not the default where something newer has overtaken it", async () => {
    const page = tab({ hash: linkTo("A") });
    const begun = page.begin();
    await vi.waitUntil(() => page.waiting().length === 1);
    void page.pick("Y");
    await page.cancel();
    expect(await page.build()).toBe("Y");
    await begun;
    await page.quiet();
    expect(page.waiting()).toEqual([]);
    expect(page.shown()).toBe("Y");
    expect(page.entries.map(({ hash }) => hash)).toEqual([linkTo("A"), ""]);
  });

  it("is not opened at all once somebody was faster", async () => {
    const page = tab({ hash: linkTo("A") });
    const begun = page.begin();
    void page.pick("Y");
    await begun;
    expect(page.waiting()).toEqual(["Y"]);
  });

  it("leaves the place to a link that the address names by now", async () => {
    for (const hash of ["", BROKEN, linkTo("A")]) {
      const page = tab({ hash });
      const begun = page.begin();
      page.paste(linkTo("B"));
      await begun;
      expect(await page.build()).toBe("B");
      await page.quiet();
      expect(page.waiting()).toEqual([]);
      expect(page.notice()).toBeUndefined();
    }
  });
});

describe("links in the address bar of the open page", () => {
  it("have their entry, marked until they have opened", async () => {
    const page = await opened();
    page.paste(linkTo("A"));
    expect(page.entries[1]?.state).toBe(OPENING);
    await page.build();
    expect(page.entries).toMatchObject([
      { state: { opening: 0 } },
      { hash: linkTo("A"), state: { opening: 1 } },
    ]);
    page.go(-1);
    expect(await page.build()).toBe(DEFAULT);
    page.go(1);
    expect(await page.build()).toBe("A");
  });

  it("open later where another came before they were read", async () => {
    const page = await opened();
    page.paste(linkTo("A"));
    page.paste(linkTo("B"));
    expect(await page.build()).toBe("B");
    page.go(-1);
    expect(await page.build()).toBe("A");
    page.go(1);
    expect(await page.build()).toBe("B");
    page.go(-2);
    expect(await page.build()).toBe(DEFAULT);
    await page.quiet();
    expect(page.waiting()).toEqual([]);
  });

  it("do not take the entry of another that came while they were built", async () => {
    const page = await opened();
    page.paste(linkTo("A"));
    await vi.waitUntil(() => page.waiting().length === 1);
    page.paste(linkTo("B"));
    expect(await page.build()).toBe("A");
    expect(await page.build()).toBe("B");
    expect(page.entries).toHaveLength(3);
    expect(page.entries[1]).toEqual({ hash: linkTo("A"), state: OPENING });
    expect(page.entries[2]).toMatchObject({ hash: linkTo("B"), state: { visit: 1 } });
    page.go(-1);
    expect(await page.build()).toBe("A");
    page.go(1);
    expect(await page.build()).toBe("B");
  });

  it("do not open in the entry that Back led to before they had", async () => {
    const unread = await opened();
    unread.paste(linkTo("A"));
    unread.go(-1);
    await unread.quiet();
    expect(unread.waiting()).toEqual([]);
    const built = await opened();
    built.paste(linkTo("A"));
    await vi.waitUntil(() => built.waiting().length === 1);
    built.go(-1);
    expect(await built.build()).toBe("A");
    expect(await built.build()).toBe(DEFAULT);
    expect(built.entries[0]?.state).toMatchObject({ opening: 0 });
  });

  it("do not open any more where a scenario was picked and ran before they were read", async () => {
    const page = await opened();
    page.paste(linkTo("A"));
    void page.pick("Y");
    expect(await page.build()).toBe("Y");
    await page.quiet();
    expect(page.waiting()).toEqual([]);
    expect(page.entries.map(({ hash }) => hash)).toEqual(["", linkTo("A"), ""]);
    page.go(-1);
    expect(await page.build()).toBe("A");
  });

  it("give their entry back when they are broken: the next scenario has one of its own", async () => {
    const page = await opened();
    page.paste(BROKEN);
    await vi.waitUntil(() => page.notice() !== undefined);
    expect(page.entries[1]).toEqual({ hash: BROKEN, state: null });
    void page.pick("Y");
    await page.build();
    expect(page.entries).toMatchObject([{}, { hash: BROKEN, state: null }, { hash: "" }]);
  });
});

describe("Back and Forward", () => {
  it("go to the last entry asked for, however fast", async () => {
    const page = await opened("X", "Y");
    page.go(-1);
    page.go(-1);
    expect(await page.build()).toBe("X");
    expect(await page.build()).toBe(DEFAULT);
    expect(page.entries).toHaveLength(3);
    page.go(1);
    page.go(-1);
    await page.cancel();
    expect(await page.build()).toBe(DEFAULT);
    page.go(2);
    expect(await page.build()).toBe("Y");
  });

  it("bring an edit back with what it was made from and its marks", async () => {
    const page = await opened("X");
    const { actions, store } = page.session;
    void actions.editScenario(named("X, edited"));
    await page.build();
    actions.setBookmark({ cycle: 5, note: "here" });
    void page.pick("Y");
    await page.build();
    expect(store.getState().bookmarks).toEqual([]);
    page.go(-1);
    expect(await page.build()).toBe("X, edited");
    expect(store.getState().original?.name).toBe("X");
    expect(store.getState().bookmarks).toEqual([{ cycle: 5, note: "here" }]);
  });
});

describe("who leaves the labs", () => {
  it("finds what was open before, also where presenter mode came between", async () => {
    const page = await opened("X");
    page.session.actions.setRange({ from: 10, to: 20 });
    page.paste("#lab=a");
    for (const machine of ["lab", "lab again"]) {
      void page.pick(machine, LAB);
      await page.build();
    }
    await page.quiet();
    expect(page.shown()).toBe("lab again");
    page.paste("#simulate");
    expect(await page.build()).toBe("X");
    expect(page.session.store.getState().range).toEqual({ from: 10, to: 20 });
    expect(page.waiting()).toEqual([]);
  });

  it("stays with the lab's machine where what was open before is refused", async () => {
    const page = await opened("X");
    page.paste("#lab=a");
    void page.pick("lab", LAB);
    await page.build();
    page.paste("#simulate");
    expect(await page.build(true)).toBe("X");
    await page.quiet();
    expect(page.waiting()).toEqual([]);
  });

  it("keeps another scenario that was on its way", async () => {
    const page = await opened("X");
    page.paste("#labs");
    void page.pick("Y");
    page.paste("#simulate");
    expect(await page.build()).toBe("Y");
    await page.quiet();
    expect(page.waiting()).toEqual([]);
  });

  it("does not find a lab's machine that comes late", async () => {
    const page = await opened("X");
    page.paste("#lab=a");
    void page.pick("lab", LAB);
    page.paste("#simulate");
    expect(await page.build()).toBe("lab");
    expect(await page.build()).toBe("X");
  });

  it("finds what would have opened first, had the lab not been faster", async () => {
    const link = tab({ hash: linkTo("A") });
    void link.begin();
    link.paste("#labs");
    link.paste("#simulate");
    expect(await link.build()).toBe("A");
    await link.quiet();
    expect(link.waiting()).toEqual([]);

    const stored = memoryStorage();
    await remember(stored, "X");
    const page = tab({ hash: "#lab=a", reloaded: true, storage: stored });
    void page.begin();
    await vi.waitUntil(() => page.waiting().length === 1);
    void page.pick("lab", LAB);
    await page.cancel();
    expect(await page.build()).toBe("lab");
    await page.quiet();
    expect(page.waiting()).toEqual([]);
    page.paste("#simulate");
    expect(await page.build()).toBe("X");
  });

  it("by a link finds that; by a broken one what was open before", async () => {
    const page = await opened("X");
    page.paste("#lab=a");
    void page.pick("lab", LAB);
    await page.build();
    page.paste(linkTo("A"));
    expect(await page.build()).toBe("A");
    // The entry of the lab was made where X was open.
    page.go(-1);
    void page.pick("lab", LAB);
    await page.cancel();
    expect(await page.build()).toBe("lab");
    page.paste(BROKEN);
    expect(await page.build()).toBe("X");
    await page.quiet();
    expect(page.waiting()).toEqual([]);
    expect(page.notice()).toMatch(/^This link does not open/);
  });
});

async function remember(storage: KeyValueStore, name: string): Promise<void> {
  const before = tab({ storage });
  void before.pick(name);
  await before.build();
}

/** The address, the history and the requests to the engine, in the orders in which they can overtake each other. */
import { describe, expect, it, vi } from "vitest";
import { OPENING } from "../../../web/scenarios/open/openings.ts";
import { PATIENT } from "../../support/patient.ts";
import { BROKEN, DEFAULT, linkTo, named, opened, tab } from "./addressSupport.ts";

describe("the scenario that the page opens first", () => {
  it("is the default if the link is broken or refused, with the reason", async () => {
    const broken = tab({ hash: BROKEN });
    const begun = broken.begin();
    expect(await broken.build()).toBe(DEFAULT);
    await begun;
    expect(broken.notice()).toMatch(/^This link cannot be opened/);
    const refused = tab({ hash: linkTo("A") });
    const done = refused.begin();
    expect(await refused.build(true)).toBe("A");
    expect(await refused.build()).toBe(DEFAULT);
    await done;
    expect(refused.notice()).toBe("no");
  });

  it("is not the default if a newer choice has overtaken it", async () => {
    const page = tab({ hash: linkTo("A") });
    const begun = page.begin();
    await vi.waitUntil(() => page.waiting().length === 1, PATIENT);
    void page.pick("Y");
    await page.cancel();
    expect(await page.build()).toBe("Y");
    await begun;
    await page.quiet();
    expect(page.waiting()).toEqual([]);
    expect(page.shown()).toBe("Y");
    expect(page.entries.map(({ hash }) => hash)).toEqual([linkTo("A"), ""]);
  });

  it("is not opened if the user chose another sooner", async () => {
    const page = tab({ hash: linkTo("A") });
    const begun = page.begin();
    void page.pick("Y");
    await begun;
    expect(page.waiting()).toEqual(["Y"]);
  });

  it("gives way to a link that the address has meanwhile", async () => {
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

describe("a link in the address bar of the open page", () => {
  it("has its entry in the history, marked until it has opened", async () => {
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

  it("opens later if another came before it was read", async () => {
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

  it("does not take the entry of another that came while it was built", async () => {
    const page = await opened();
    page.paste(linkTo("A"));
    await vi.waitUntil(() => page.waiting().length === 1, PATIENT);
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

  it("does not open in the entry that Back led to before it had opened", async () => {
    const unread = await opened();
    unread.paste(linkTo("A"));
    unread.go(-1);
    await unread.quiet();
    expect(unread.waiting()).toEqual([]);
    const built = await opened();
    built.paste(linkTo("A"));
    await vi.waitUntil(() => built.waiting().length === 1, PATIENT);
    built.go(-1);
    expect(await built.build()).toBe("A");
    expect(await built.build()).toBe(DEFAULT);
    expect(built.entries[0]?.state).toMatchObject({ opening: 0 });
  });

  it("does not open if another scenario was chosen and ran before it was read", async () => {
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

  it("returns its entry if it is broken, so that the next scenario has its own", async () => {
    const page = await opened();
    page.paste(BROKEN);
    await vi.waitUntil(() => page.notice() !== undefined, PATIENT);
    expect(page.entries[1]).toEqual({ hash: BROKEN, state: null });
    void page.pick("Y");
    await page.build();
    expect(page.entries).toMatchObject([{}, { hash: BROKEN, state: null }, { hash: "" }]);
  });
});

describe("Back and Forward", () => {
  it("go to the last requested entry, however fast", async () => {
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

  it("restore an edit with its origin and its marks", async () => {
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

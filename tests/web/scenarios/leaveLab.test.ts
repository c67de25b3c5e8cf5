/** The scenario that the page opens when the user leaves a lab. */
import { describe, expect, it, vi } from "vitest";
import { PATIENT } from "../../support/patient.ts";
import { memoryStorage } from "../state/support.ts";
import { BROKEN, LAB, linkTo, named, opened, remember, tab } from "./addressSupport.ts";

describe("a user who leaves the labs", () => {
  it("finds the previous scenario, even after presenter mode", async () => {
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

  it("keeps the lab's machine if the previous scenario is refused", async () => {
    const page = await opened("X");
    page.paste("#lab=a");
    void page.pick("lab", LAB);
    await page.build();
    page.paste("#simulate");
    expect(await page.build(true)).toBe("X");
    await page.quiet();
    expect(page.waiting()).toEqual([]);
  });

  it("keeps another scenario that was loading", async () => {
    const page = await opened("X");
    page.paste("#labs");
    void page.pick("Y");
    page.paste("#simulate");
    expect(await page.build()).toBe("Y");
    await page.quiet();
    expect(page.waiting()).toEqual([]);
  });

  it("finds the last chosen scenario, even if the lab came before it ran", async () => {
    const page = await opened("X");
    void page.pick("Y");
    page.paste("#lab=a");
    void page.pick("lab", LAB);
    await page.cancel();
    expect(await page.build()).toBe("lab");
    page.paste("#simulate");
    expect(await page.build()).toBe("Y");
    await page.quiet();
    expect(page.waiting()).toEqual([]);
    page.go(-2);
    expect(await page.build()).toBe("X");
  });

  it("finds the edit of the open scenario that the lab overtook", async () => {
    const page = await opened("X");
    void page.session.actions.editScenario(named("X, edited"));
    page.paste("#lab=a");
    void page.pick("lab", LAB);
    await page.cancel();
    await page.build();
    page.paste("#simulate");
    expect(await page.build()).toBe("X, edited");
    expect(page.session.store.getState().original?.name).toBe("X");
  });

  it("finds after a reload the scenario that the lab overtook, if it opens, not the one before", async () => {
    const storage = memoryStorage();
    await remember(storage, "X");
    const page = tab({ storage, reloaded: true });
    void page.begin();
    await page.build();
    page.session.rememberPosition();
    const position = { cycle: 7, startCycle: 0, visibleCycles: 100 };
    for (const [name, at] of [
      ["Y", position],
      ["Z", undefined],
    ] as const) {
      void page.session.actions.loadScenario(named(name), { kind: "link" }, at);
      page.paste("#lab=a");
      void page.pick("lab", LAB);
      await page.cancel();
      await page.build();
      const again = tab({ hash: "#lab=a", reloaded: true, storage });
      void again.begin();
      expect(await again.build()).toBe(name);
      expect(again.session.store.getState().asked?.position?.cycle).toBe(at?.cycle);
      page.paste("#simulate");
      await page.build();
      page.session.rememberPosition();
    }
  });

  it("does not find a lab's machine that arrives late", async () => {
    const page = await opened("X");
    page.paste("#lab=a");
    void page.pick("lab", LAB);
    page.paste("#simulate");
    expect(await page.build()).toBe("lab");
    expect(await page.build()).toBe("X");
  });

  it("finds the scenario that would have opened first without the lab", async () => {
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
    await vi.waitUntil(() => page.waiting().length === 1, PATIENT);
    void page.pick("lab", LAB);
    await page.cancel();
    expect(await page.build()).toBe("lab");
    await page.quiet();
    expect(page.waiting()).toEqual([]);
    page.paste("#simulate");
    expect(await page.build()).toBe("X");
  });

  it("by a link finds its scenario, and by a broken one the previous scenario", async () => {
    const page = await opened("X");
    page.paste("#lab=a");
    void page.pick("lab", LAB);
    await page.build();
    page.paste(linkTo("A"));
    expect(await page.build()).toBe("A");
    // The history entry of the lab was made where X was open.
    page.go(-1);
    void page.pick("lab", LAB);
    await page.cancel();
    expect(await page.build()).toBe("lab");
    page.paste(BROKEN);
    expect(await page.build()).toBe("X");
    await page.quiet();
    expect(page.waiting()).toEqual([]);
    expect(page.notice()).toMatch(/^This link cannot be opened/);
  });
});

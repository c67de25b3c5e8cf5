import { expect, test } from "vitest";
import { createStudyPage } from "../../../web/study/studyPage.ts";
import type { StudyRuns } from "../../../web/study/studyRuns.ts";

/** A study of the scenario below. */
const OWN_HERTZ = 33000000;

const STUDY = {
  format: "irqscope-study",
  version: 1,
  name: "mine",
  scenarios: ["002-both-34k"],
  axes: [
    { kind: "field", field: "contexts", values: [4, "as it is"] },
    { kind: "field", field: "rxRingFrames", name: "ring", values: "4..64*2" },
    { kind: "field", field: "clockHertz", name: "clock", values: [1e8, OWN_HERTZ, 9e8] },
  ],
  seeds: { count: 1 },
};

function pageOf() {
  const runs = { open: async () => undefined } as unknown as StudyRuns;
  const storage = { read: () => null, write: () => true, remove: () => true } as never;
  return createStudyPage({ runs, storage, writeHash: () => undefined });
}

test("a built-in study that loads late does not replace what the user chose meanwhile", async () => {
  const page = pageOf();
  const late = page.openBuiltin("contexts-ring-rate");
  await page.change(STUDY);
  await late;
  expect(page.store.getState()).toMatchObject({ draft: STUDY, builtinId: undefined });
});

test("a study that has the built-in one's machines opens with the results that come along", async () => {
  const opened: number[] = [];
  const runs = {
    open: async (_: unknown, stored: readonly unknown[] = []) => opened.push(stored.length),
  } as unknown as StudyRuns;
  const storage = { read: () => null, write: () => true, remove: () => true } as never;
  const page = createStudyPage({ runs, storage, writeHash: () => undefined });
  await page.openBuiltin("contexts-ring-rate");
  const { draft } = page.store.getState();
  await page.change({ ...draft, description: "asked otherwise" });
  await page.change({ ...draft, set: { runCycles: 1000 } });
  await page.change(STUDY);
  expect(opened).toEqual([180, 180, 0, 0]);
});

test("the chosen point goes along with the sliders, and the sliders with a point that is chosen", async () => {
  const page = pageOf();
  await page.change(STUDY);
  page.choose({ contexts: 4, ring: 16, clock: 1e8 }, false);
  expect(page.store.getState().view?.fixed).toMatchObject({ contexts: 4, ring: 16, clock: 1e8 });
  page.move("ring", 64);
  expect(page.store.getState()).toMatchObject({
    chosen: { contexts: 4, ring: 64, clock: 1e8 },
    view: { fixed: { ring: 64 } },
  });
  page.move("ring", 5);
  expect(page.store.getState().chosen).toBeUndefined();
});

test("the last valid study stays while a change is checked, and if the change is invalid", async () => {
  const page = pageOf();
  await page.change(STUDY);
  const { read } = page.store.getState();
  expect(read?.plan.points.length).toBeGreaterThan(0);
  const changing = page.change({ ...STUDY, compare: "nothing" });
  expect(page.store.getState().read).toBe(read);
  await changing;
  expect(page.store.getState().errors).toHaveLength(1);
  expect(page.store.getState().read).toBe(read);
});

test("an invalid study of another scenario does not have the fields of the last valid one", async () => {
  const page = pageOf();
  await page.change(STUDY);
  await page.change({ ...STUDY, scenarios: [{ name: "other", from: "002-both-34k" }], compare: "nothing" });
  expect(page.store.getState().read).toBeDefined();
  const changing = page.change({ ...STUDY, scenarios: ["ring-overflow"], compare: "nothing" });
  expect(page.store.getState().read).toBeDefined();
  await changing;
  expect(page.store.getState()).toMatchObject({ read: undefined, errors: [{ field: "compare" }] });
  await page.change({ ...STUDY, scenarios: ["ring-overflow"] });
  expect(page.store.getState().read?.scenarios.keys().next().value).toBe("ring-overflow");
});

test("pictures fix hidden columns at the scenario's own values, or at an existing point", async () => {
  const page = pageOf();
  await page.change(STUDY);
  expect(page.store.getState().view?.fixed).toMatchObject({
    contexts: "as it is",
    ring: 8,
    clock: OWN_HERTZ,
  });
  const table = {
    kind: "table",
    fields: ["contexts", "rxRingFrames", "clockHertz"],
    rows: [
      [4, 64, 1e9],
      ["as it is", 16, 1e8],
      [4, 16, 1e8],
    ],
  };
  const other = pageOf();
  await other.change({ ...STUDY, axes: [table] });
  expect(other.store.getState().view?.fixed).toMatchObject({ contexts: 4, rxRingFrames: 16 });
});

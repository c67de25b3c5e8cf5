/** One lab in two tabs, and in browsers that cannot store: no answer is lost without a message. */
import { describe, expect, test } from "vitest";
import { createStore } from "zustand/vanilla";
import { mergedProgress } from "../../lib/labs/merge.ts";
import { applyAction, newProgress, type Progress, progressIn } from "../../lib/labs/progress.ts";
import { openLabSession } from "../../web/labs/labSession.ts";
import type { Session } from "../../web/state/session.ts";
import type { KeyValueStore } from "../../web/ui/storage.ts";
import { type Device, memoryDevice } from "../support/storage.ts";
import { openLab, runMachine, solutionOf } from "./support.ts";

const ID = "rings";
const lab = await openLab(ID);
const asked = lab.steps.flatMap((step) => step.questions.map((question) => ({ step, question })));
const [first, second, third] = asked;
if (first === undefined || second === undefined || third === undefined) throw new Error("too few questions");

function open(storage: KeyValueStore) {
  const store = createStore(() => ({ held: false, status: "ready" }));
  const actions = { loadScenario: async () => undefined };
  const session = { store, actions } as unknown as Session;
  return openLabSession({ lab, isOwn: false, seed: 0, session, storage, runMachine, firstStep: undefined });
}

type Opened = Awaited<ReturnType<typeof open>>;

const answer = ({ tell }: Opened, { step, question }: typeof first, value = 1) =>
  tell({ do: "answer", step: step.id, question, value, right: true });
const valueIn = (progress: Progress, { step, question }: typeof first) =>
  progressIn(progress, step.id).answers[question.id]?.value;
const progressOf = ({ store }: Opened) => store.getState().progress;

/** A message may be answered by another one. */
const settle = (device: Device) => {
  for (let round = 0; round < 4; round++) device.deliver();
};

describe("a lab in two tabs", () => {
  test.each([true, false])("keeps the answers of both (messages on time: %s)", async (onTime) => {
    const device = memoryDevice();
    const one = await open(device.tab());
    const other = await open(device.tab());
    answer(one, first);
    if (onTime) device.deliver();
    answer(other, second);
    device.deliver();
    for (const tab of [one, other, await open(device.tab())]) {
      expect(valueIn(progressOf(tab), first)).toBe(1);
      expect(valueIn(progressOf(tab), second)).toBe(1);
    }
  });

  test("keeps the answers of both if they write at once and one overwrites the other", async () => {
    const device = memoryDevice();
    const one = await open(device.tab());
    const other = await open(device.tab());
    answer(one, first);
    const [[key, text] = ["", ""]] = device.items;
    answer(other, second);
    const lost = applyAction(newProgress(lab, 0), {
      do: "answer",
      step: second.step.id,
      question: second.question,
      value: 1,
      right: true,
    });
    // As if the other tab had not seen the first answer when it wrote.
    device.items.set(key, JSON.stringify(lost));
    expect(text).not.toBe("");
    device.tab().write(key, `${JSON.stringify(lost)} `);
    device.deliver();
    const again = await open(device.tab());
    expect(valueIn(progressOf(again), first)).toBe(1);
    expect(valueIn(progressOf(again), second)).toBe(1);
  });

  test("allows no second prediction in the other tab", async () => {
    const device = memoryDevice();
    const one = await open(device.tab());
    const other = await open(device.tab());
    answer(one, first, 3);
    answer(other, first, 4);
    device.deliver();
    expect(valueIn(progressOf(one), first)).toBe(3);
    expect(valueIn(progressOf(other), first)).toBe(3);
  });

  test("adds up the time of both tabs, and counts none twice", async () => {
    const device = memoryDevice();
    const one = await open(device.tab());
    const other = await open(device.tab());
    const step = first.step.id;
    for (const tab of [one, other, one]) {
      tab.tell({ do: "spend", step, seconds: 10 });
      device.deliver();
    }
    expect(progressIn(progressOf(other), step).seconds).toBe(30);
  });

  test.each([true, false])(
    "adds a file to the work of both tabs, which Undo takes back (messages on time: %s)",
    async (onTime) => {
      const device = memoryDevice();
      const one = await open(device.tab());
      const other = await open(device.tab());
      answer(one, first, 2);
      if (onTime) device.deliver();
      other.tell({ do: "hint", step: first.step.id });
      if (onTime) device.deliver();
      const file = applyAction(newProgress(lab, 0), {
        do: "answer",
        ...{ step: second.step.id, question: second.question, value: 7, right: true },
      });
      const before = one.restore(file);
      settle(device);
      for (const tab of [one, other, await open(device.tab())]) {
        const progress = progressOf(tab);
        expect([valueIn(progress, first), valueIn(progress, second)]).toEqual([2, 7]);
        expect(progressIn(progress, first.step.id).hints).toBe(1);
      }
      answer(one, third);
      const later = one.replace(before);
      settle(device);
      for (const tab of [one, other, await open(device.tab())]) {
        const progress = progressOf(tab);
        expect([first, second, third].map((place) => valueIn(progress, place))).toEqual([
          2,
          undefined,
          undefined,
        ]);
        expect(progressIn(progress, first.step.id).hints).toBe(1);
      }
      one.replace(later);
      expect([first, second, third].map((place) => valueIn(progressOf(one), place))).toEqual([2, 7, 1]);
    },
  );

  test("leaves the design of the other tab to be judged there", async () => {
    const step = lab.steps.find(({ task }) => task !== undefined);
    const [changes] = Object.values(solutionOf(ID).designs);
    if (step?.task === undefined || changes === undefined) throw new Error("no task");
    const trying = applyAction(newProgress(lab, 0), { do: "trying", step: step.id, changes });
    const over = newProgress(lab, 0);
    expect(progressIn(mergedProgress(lab, over, trying), step.id).trying).toBeUndefined();
    expect(progressIn(mergedProgress(lab, trying, over), step.id).trying).toEqual(changes);
    expect(
      progressIn(
        mergedProgress(lab, over, trying, () => true),
        step.id,
      ).trying,
    ).toEqual(changes);
    const tried = (points: number) =>
      applyAction(newProgress(lab, 0), {
        do: "tried",
        step,
        changes,
        judged: {
          met: [true],
          given: [false],
          points,
          reached: [],
          findings: [],
          figure: undefined,
          cycle: 1,
          stateHash: "1",
        },
      });
    for (const [kept, own] of [
      [tried(1), tried(2)],
      [tried(2), tried(1)],
    ] as const)
      expect(progressIn(mergedProgress(lab, kept, own), step.id).task?.points).toBe(2);
  });
});

describe("a lab in a browser that cannot store", () => {
  test("reports blocked storage from the start", async () => {
    const device = memoryDevice();
    device.state = "blocked";
    const opened = await open(device.tab());
    expect(opened.store.getState().kept).toBe(false);
    answer(opened, first);
    expect(opened.store.getState().kept).toBe(false);
    expect(valueIn(progressOf(opened), first)).toBe(1);
  });

  test("reports an answer for which there is no room, and stores it once there is", async () => {
    const device = memoryDevice();
    const opened = await open(device.tab());
    expect(opened.store.getState().kept).toBe(true);
    answer(opened, first);
    device.state = "full";
    answer(opened, second);
    expect(opened.store.getState().kept).toBe(false);
    device.state = "good";
    opened.tell({ do: "hint", step: first.step.id });
    expect(opened.store.getState().kept).toBe(true);
    const again = await open(device.tab());
    expect(valueIn(progressOf(again), first)).toBe(1);
    expect(valueIn(progressOf(again), second)).toBe(1);
  });

  test("keeps in one tab the answers that it could not store, when another tab stores", async () => {
    const device = memoryDevice();
    const one = await open(device.tab());
    device.state = "full";
    answer(one, first);
    device.state = "good";
    const other = await open(device.tab());
    answer(other, second);
    device.deliver();
    expect(valueIn(progressOf(one), first)).toBe(1);
    expect(valueIn(progressOf(await open(device.tab())), first)).toBe(1);
  });
});

// @vitest-environment happy-dom
/** What a student types and does not check, keep or run outlasts the page, and what was kept or left can be taken back. */
import { createElement } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { loadLab } from "../../lib/labs/gallery.ts";
import type { LabStep, Question } from "../../lib/labs/lab.ts";
import { mergedProgress } from "../../lib/labs/merge.ts";
import {
  type Aside,
  applyAction,
  draftIn,
  draftPlace,
  type LabAction,
  newProgress,
  openPartsOf,
  type Progress,
  progressIn,
  readProgress,
} from "../../lib/labs/progress.ts";
import { type LabSession, openLabSession, typedIn } from "../../web/labs/labSession.ts";
import { QuestionCard } from "../../web/labs/QuestionCard.tsx";
import { ReportAnswers } from "../../web/labs/ReportAnswers.tsx";
import type { Session } from "../../web/state/session.ts";
import { memoryDevice } from "../support/storage.ts";
import { press, show, type } from "../web/support/page.tsx";

const loaded = await loadLab("rings");
if (!loaded?.ok) throw new Error("no lab");
const { lab } = loaded;
const all = lab.steps.flatMap((step) => step.questions.map((question) => ({ step, question })));
const firstOf = (kind: Question["kind"]) => {
  const found = all.find(({ question }) => question.kind === kind);
  if (found === undefined) throw new Error(`no ${kind}`);
  return found;
};
const written = firstOf("text");
const number = firstOf("number");
const task = lab.steps.find((step) => step.task !== undefined);
if (task === undefined) throw new Error("no task");
const FIELD = draftPlace({ field: "machine.nics[0].rxRingFrames" });

let device = memoryDevice();
let remove: (() => Promise<void>) | undefined;
beforeEach(() => {
  device = memoryDevice();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
});
afterEach(async () => {
  await remove?.();
  remove = undefined;
  vi.useRealTimers();
});

function open(): Promise<LabSession> {
  const store = createStore(() => ({ held: false, status: "ready" }));
  const session = { store, actions: { loadScenario: async () => undefined } } as unknown as Session;
  const storage = device.tab();
  const runMachine = () => Promise.reject(new Error("no machine is needed"));
  return openLabSession({ lab, isOwn: false, seed: 0, session, storage, runMachine, firstStep: undefined });
}

const progressOf = ({ store }: LabSession) => store.getState().progress;
const stored = () => readProgress([...device.items.values()].at(-1) ?? "", lab, 0);

describe("typed text", () => {
  test.each([
    ["when typing rests", () => vi.advanceTimersByTime(500)],
    ["when the page is left", (opened: LabSession) => opened.storeTyped()],
    ["when the lab is closed", (opened: LabSession) => opened.close()],
    ["before the next action", ({ tell }: LabSession) => tell({ do: "hint", step: written.step.id })],
  ])("is stored %s, and is there when the lab opens again", async (_, then) => {
    const opened = await open();
    opened.type(written.step.id, written.question.id, "Half an ans");
    expect(typedIn(opened.store.getState(), written.step.id, written.question.id)).toBe("Half an ans");
    then(opened);
    const again = await open();
    expect(typedIn(again.store.getState(), written.step.id, written.question.id)).toBe("Half an ans");
  });

  test("is seen in another tab, and stays when that tab answers something else", async () => {
    const [one, other] = [await open(), await open()];
    one.type(written.step.id, written.question.id, "Mine");
    one.storeTyped();
    device.deliver();
    const seen = () => typedIn(other.store.getState(), written.step.id, written.question.id);
    expect(seen()).toBe("Mine");
    other.tell({ do: "hint", step: written.step.id });
    expect(seen()).toBe("Mine");
    expect(stored() && draftIn(stored() ?? progressOf(one), written.step.id, written.question.id)).toBe(
      "Mine",
    );
  });

  test("with characters that stored progress must not hold is kept without these", async () => {
    const opened = await open();
    opened.type(written.step.id, written.question.id, "a\u202eb\u0007c\r\nd\te");
    opened.storeTyped();
    const again = await open();
    expect(typedIn(again.store.getState(), written.step.id, written.question.id)).toBe("abc\nd\te");
    const { step, question } = written;
    opened.tell({ do: "answer", step: step.id, question, value: "a\u0007 b", right: true });
    opened.tell({ do: "introduce", student: { name: "A\u202eda\t", number: "1" } });
    expect(progressOf(await open()).student.name).toBe("Ada");
  });

  test("stands in the fields of questions, and in the report", async () => {
    const opened = await open();
    remove = await show(createElement(QuestionCard, { lab: opened, ...written }));
    const area = () => document.querySelector("textarea");
    const label = document.querySelector("label")?.textContent?.trim() ?? "";
    await type(label, "Typed at night");
    await remove();
    remove = await show(createElement(ReportAnswers, { lab: opened }));
    expect(document.body.textContent).toContain("Typed, but not kept yet: Typed at night");
    await remove();
    opened.close();
    remove = await show(createElement(QuestionCard, { lab: await open(), ...written }));
    expect(area()?.value).toBe("Typed at night");
  });

  test("of a number stays as it was typed after a wrong answer, and is gone after a right one", () => {
    const { step, question } = number;
    const draft = { do: "draft", step: step.id, place: question.id, text: "7 / 2" } as const;
    const answer = (right: boolean) =>
      ({ do: "answer", step: step.id, question, value: 3.5, right }) as const;
    const wrong = [draft, answer(false)].reduce<Progress>(
      (p, a) => applyAction(p, a, 1),
      newProgress(lab, 0),
    );
    expect(draftIn(wrong, step.id, question.id)).toBe("7 / 2");
    expect(draftIn(applyAction(wrong, answer(true), 2), step.id, question.id)).toBeUndefined();
  });
});

describe("what was kept or left", () => {
  const progressAfter = (...actions: readonly LabAction[]) =>
    actions.reduce((progress, action, at) => applyAction(progress, action, at), newProgress(lab, 0));
  const { step, question } = written;
  const keep = { do: "answer", step: step.id, question, value: "one two", right: true } as const;
  const isOpen = (progress: Progress, of: LabStep = step) =>
    openPartsOf(progress, of).questions.some(({ id }) => id === question.id);

  test("is open again when it is taken back, with its text", () => {
    const kept = progressAfter(keep);
    expect(isOpen(kept)).toBe(false);
    const back = applyAction(kept, { do: "take-back", step, question }, 5);
    expect(isOpen(back)).toBe(true);
    expect(progressIn(back, step.id).answers[question.id]).toMatchObject({ value: "one two", state: "open" });
    const left = progressAfter({ do: "leave-task", step: task.id });
    expect(openPartsOf(left, task).task).toBe(false);
    expect(openPartsOf(applyAction(left, { do: "take-back", step: task }, 5), task).task).toBe(true);
  });

  test("cannot be a right answer", () => {
    const right = progressAfter({ ...keep, question: number.question, step: number.step.id, value: 3 });
    const action = { do: "take-back", step: number.step, question: number.question } as const;
    expect(applyAction(right, action, 9)).toBe(right);
  });

  test("has a button, which leads the focus back to the field", async () => {
    const opened = await open();
    opened.tell({ ...keep, value: "one two three" });
    remove = await show(createElement(QuestionCard, { lab: opened, ...written }));
    expect(document.querySelector("textarea")?.disabled).toBe(true);
    document.querySelector<HTMLButtonElement>(".question__verdict button")?.focus();
    await press("Edit it again");
    expect(document.activeElement).toBe(document.querySelector("textarea"));
    expect(document.querySelector("textarea")).toMatchObject({ disabled: false, value: "one two three" });
    await press("Continue without it");
    await press("Answer it after all");
    expect(document.querySelector("textarea")?.value).toBe("one two three");
  });
});

describe("a design", () => {
  const changes = [{ field: "machine.nics[0].rxRingFrames", value: 64 }];
  const source = { text: "# half a program", at: 3 };

  test("that is put aside for the machine of the lab comes back with what was typed", () => {
    const start = [
      { do: "design", step: task.id, changes } as const,
      { do: "draft", step: task.id, place: FIELD, text: source.text } as const,
    ].reduce<Progress>((progress, action) => applyAction(progress, action, 3), newProgress(lab, 0));
    const reset = applyAction(start, { do: "set-aside", step: task.id, instead: undefined }, 4);
    const aside: Aside = { changes, drafts: { [FIELD]: source } };
    expect(progressIn(reset, task.id)).toMatchObject({ design: { changes: [] }, aside });
    expect(draftIn(reset, task.id, FIELD)).toBeUndefined();
    // ---- once more changes nothing that is aside ----
    const twice = applyAction(reset, { do: "set-aside", step: task.id, instead: undefined }, 5);
    expect(progressIn(twice, task.id).aside).toEqual(aside);
    const back = applyAction(twice, { do: "set-aside", step: task.id, instead: aside }, 6);
    expect(progressIn(back, task.id).design).toEqual({ changes, at: 6 });
    expect(draftIn(back, task.id, FIELD)).toBe(source.text);
    expect(readProgress(JSON.stringify(back), lab, 0)).toEqual(JSON.parse(JSON.stringify(back)));
  });

  test("of two devices is the later one, and typed text is not revived by an older copy", () => {
    const at = (seconds: number, ...actions: readonly LabAction[]) =>
      actions.reduce((progress, action) => applyAction(progress, action, seconds), newProgress(lab, 0));
    const { step, question } = written;
    const old = at(
      10,
      { do: "draft", step: step.id, place: question.id, text: "old" },
      { do: "draft", step: task.id, place: FIELD, text: "12" },
      { do: "design", step: task.id, changes },
      { do: "leave-task", step: task.id },
    );
    const later = [
      { do: "answer", step: step.id, question, value: "new", right: true } as const,
      { do: "design", step: task.id, changes: [] } as const,
      { do: "take-back", step: task } as const,
    ].reduce<Progress>((progress, action) => applyAction(progress, action, 20), newProgress(lab, 0));
    for (const merged of [mergedProgress(lab, old, later), mergedProgress(lab, later, old)]) {
      expect(draftIn(merged, step.id, question.id)).toBeUndefined();
      expect(draftIn(merged, task.id, FIELD)).toBeUndefined();
      expect(progressIn(merged, step.id).answers[question.id]?.value).toBe("new");
      expect(progressIn(merged, task.id)).toMatchObject({ taskLeft: false, design: { changes: [], at: 20 } });
    }
  });
});

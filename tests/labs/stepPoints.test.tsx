/** The points of a step as the page shows them. */
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { createStore } from "zustand/vanilla";
import { scoreOf, scoreOfStep } from "../../lib/labs/graded.ts";
import type { LabStep } from "../../lib/labs/lab.ts";
import { applyAction, type LabAction, newProgress } from "../../lib/labs/progress.ts";
import { StepPoints } from "../../web/labs/LabPage.tsx";
import type { LabSession } from "../../web/labs/labSession.ts";
import { speak } from "../../web/text/language.ts";
import { openBench } from "./support.ts";

const bench = await openBench("rings");
const EMPTY = newProgress(bench.lab, bench.seed);
/** A prediction, a number and a choice of one point each, a text of two points, and a hint that costs one. */
const step = stepCalled("chance");

afterEach(() => speak("en"));

function stepCalled(id: string): LabStep {
  const step = bench.lab.steps.find((one) => one.id === id);
  if (step === undefined) throw new Error(`no step ${id}`);
  return step;
}

function answer(id: string, right: boolean): LabAction {
  const question = step.questions.find((one) => one.id === id);
  if (question === undefined) throw new Error(`no question ${id}`);
  return { do: "answer", step: step.id, question, value: question.kind === "text" ? "words" : 1, right };
}

const after = (...actions: readonly LabAction[]) => actions.reduce(applyAction, EMPTY);

function shown(progress: typeof EMPTY, of: LabStep = step): string {
  const store = createStore(() => ({ progress })) as LabSession["store"];
  return renderToStaticMarkup(createElement(StepPoints, { lab: { store }, step: of })).replace(
    /<[^>]*>/g,
    "",
  );
}

test("the points of a step grow with right answers, not with wrong ones or predictions", () => {
  expect(shown(EMPTY)).toBe("0 of 4 points");
  expect(shown(after(answer("guess", true), answer("lost", false)))).toBe("0 of 4 points");
  expect(shown(after(answer("guess", true), answer("lost", true)))).toBe("1 of 4 points");
  expect(shown(after(answer("lost", true), answer("where", true)))).toBe("2 of 4 points");
});

test("the points of a text are pending, and a hint costs earned points before pending ones", () => {
  const hint: LabAction = { do: "hint", step: step.id };
  const [number, text] = [answer("lost", true), answer("why", false)];
  expect(shown(after(number, text))).toMatch(/^1 of 4 points; 2 more points are pending/);
  expect(shown(after(number, text, hint))).toMatch(/^0 of 4 points; 2 more points are pending/);
  expect(shown(after(text, hint))).toMatch(/^0 of 4 points; 1 more point is pending/);
});

test("the points of a step are in German too", async () => {
  await speak("de");
  expect(shown(after(answer("lost", true)))).toBe("1 von 4 Punkten");
});

test("the points of a step are hidden if it has none", () => {
  const predictions = step.questions.filter(({ kind }) => kind === "prediction");
  expect(shown(EMPTY, { ...step, questions: predictions })).toBe("");
});

test("the points of all steps equal those of the report", () => {
  const progress = after(answer("lost", true), answer("why", false));
  const scores = bench.lab.steps.map((one) => scoreOfStep(one, progress));
  const sum = (name: "points" | "pending" | "of") => scores.reduce((all, one) => all + one[name], 0);
  expect(scoreOf(bench.lab, progress)).toMatchObject({
    ...{ points: 1, pending: 2, of: sum("of") },
    complete: false,
  });
  expect([sum("points"), sum("pending")]).toEqual([1, 2]);
});

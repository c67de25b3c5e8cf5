/** Progress of a lab whose first steps were answered on an earlier visit. */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { joinLab } from "../../lib/labs/gallery.ts";
import type { Lab } from "../../lib/labs/lab.ts";
import { applyAction, newProgress, type Progress } from "../../lib/labs/progress.ts";
import { progressKey } from "../../web/labs/labKeys.ts";
import { solutionOf } from "../labs/support.ts";

const LAB = "interrupt-cost";

/** Progress with the right answers of the first steps, and no machine run. */
export function answered(steps: number): { readonly lab: Lab; readonly progress: Progress } {
  const read = (name: string) =>
    readFileSync(new URL(`../../scenarios/labs/${LAB}/${name}`, import.meta.url), "utf8");
  const joined = joinLab(JSON.parse(read("lab.json")), read("text.md"));
  if (!joined.ok) throw new Error(JSON.stringify(joined.errors));
  const { lab } = joined;
  const { answers } = solutionOf(LAB);
  const actions = lab.steps.slice(0, steps).flatMap((step) =>
    step.questions.map((question) => {
      const value = answers[step.id]?.[question.id] ?? "";
      return { do: "answer", step: step.id, question, value, right: true } as const;
    }),
  );
  return { lab, progress: actions.reduce(applyAction, newProgress(lab, 0)) };
}

/** Stores that progress in the browser before a page opens, and not again at a reload. */
export async function begin(page: Page, steps: number): Promise<void> {
  const { progress } = answered(steps);
  const key = progressKey({ lab: LAB, isOwn: false, seed: 0 });
  await page.addInitScript(
    ([name, text]) => {
      if (localStorage.getItem(name) === null) localStorage.setItem(name, text);
    },
    [key, JSON.stringify(progress)] as const,
  );
}

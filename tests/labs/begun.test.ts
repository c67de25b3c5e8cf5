/** The started labs that a student sees: the variant, and the next step. */
import { beforeEach, expect, test } from "vitest";
import { labFileText, ownLabName } from "../../lib/labs/own.ts";
import { applyAction, newProgress, type Progress } from "../../lib/labs/progress.ts";
import { begunLabs } from "../../web/labs/begun.ts";
import { progressKey, readProgressKey } from "../../web/labs/labKeys.ts";
import { keepOwnLab } from "../../web/labs/ownLabs.ts";
import { memoryStorage } from "../web/state/support.ts";
import { openLab } from "./support.ts";

const rings = await openLab("rings");
const [first, second] = rings.steps;

function answered(progress: Progress, steps = 1): Progress {
  return rings.steps
    .slice(0, steps)
    .flatMap((step) => [
      ...step.questions.map((question) => ({
        do: "answer" as const,
        step: step.id,
        question,
        value: 1,
        right: true,
      })),
      { do: "leave-task" as const, step: step.id },
    ])
    .reduce(applyAction, progress);
}

let storage = memoryStorage();
beforeEach(() => {
  storage = memoryStorage();
});

const keep = (progress: Progress, isOwn = false) =>
  storage.write(progressKey({ lab: progress.lab, isOwn, seed: progress.seed }), JSON.stringify(progress));

test("keys of stored progress are read as written, and other keys are ignored", () => {
  for (const key of [
    { lab: "rings", isOwn: false, seed: 0 },
    { lab: "rings", isOwn: true, seed: 4711 },
  ])
    expect(readProgressKey(progressKey(key))).toEqual(key);
  // The keys as older versions stored them.
  expect(progressKey({ lab: "rings", isOwn: false, seed: 17 })).toBe("irqscope.lab.rings.17");
  expect(progressKey({ lab: "rings", isOwn: true, seed: 17 })).toBe("irqscope.lab.own.rings.17");
  for (const other of ["irqscope.lab-editor", "irqscope.lab.rings", "irqscope.lab.Rings.1", "rings.1", ""])
    expect(readProgressKey(other)).toBeUndefined();
});

test("a started lab has its variant, its finished steps and its next step; an opened lab is not started", async () => {
  expect(await begunLabs(storage)).toEqual([]);
  keep(answered(newProgress(rings, 4711)));
  keep(applyAction(newProgress(rings, 0), { do: "spend", step: first?.id ?? "", seconds: 30 }));
  keep(answered(newProgress(rings, 3), rings.steps.length));
  const napi = await openLab("napi");
  keep(applyAction(newProgress(napi, 0), { do: "hint", step: napi.steps[0]?.id ?? "" }));
  storage.write("irqscope.lab.hazards.1", "{");
  storage.write("irqscope.lab.nothing.1", "{}");
  const of = rings.steps.length;
  expect(await begunLabs(storage)).toEqual([
    { name: "rings", title: rings.title, seed: 3, counts: { done: of - 1, skipped: 1, of }, next: undefined },
    { name: "rings", title: rings.title, seed: 4711, counts: { done: 1, skipped: 0, of }, next: second?.id },
    {
      ...{ name: "napi", title: napi.title, seed: 0, next: napi.steps[0]?.id },
      counts: { done: 0, skipped: 0, of: napi.steps.length },
    },
  ]);
});

test("a started own lab is listed while it is kept, apart from a course lab with the same name", async () => {
  const own = { ...rings, title: "Mine" };
  keep(answered(newProgress(own, 5)), true);
  expect(await begunLabs(storage)).toEqual([]);
  keepOwnLab(storage, own);
  expect(await begunLabs(storage)).toEqual([
    {
      ...{ name: ownLabName(own), title: "Mine", seed: 5, next: second?.id },
      counts: { done: 1, skipped: 0, of: own.steps.length },
    },
  ]);
  expect(labFileText(own)).toContain("Mine");
});

/** A task may begin with the student's program of an earlier step, or of an earlier lab on the same device. */
import { expect, test } from "vitest";
import { isProgramField } from "../../lib/labs/changes.ts";
import { checkLab } from "../../lib/labs/check.ts";
import { stepOf } from "../../lib/labs/lab.ts";
import { applyAction, newProgress, storedProgram } from "../../lib/labs/progress.ts";
import { BUILTIN_LABS } from "../../scenarios/labs/index.ts";
import { openLab } from "./support.ts";

const FIELD = 'software.routines["program"].program.source';

test("the stored program is that of the best design, or else of the design on the page", async () => {
  const lab = await openLab("code-handler");
  const step = stepOf(lab, "save");
  if (step === undefined) throw new Error("no step");
  const design = [{ field: FIELD, value: "ret\n" }];
  const drawn = applyAction(newProgress(lab, 7), { do: "design", step: "save", changes: design });
  const stored = JSON.stringify(drawn);
  expect(storedProgram(stored, "code-handler", 7, "save")).toBe("ret\n");
  expect(storedProgram(stored, "code-handler", 7, "design")).toBeUndefined();
  expect(storedProgram(stored, "code-handler", 8, "save")).toBeUndefined();
  expect(storedProgram(stored, "code-nesting", 7, "save")).toBeUndefined();
  const changes = [{ field: FIELD, value: "mret\n" }];
  const judged = {
    met: [true],
    given: [false],
    points: 1,
    cycle: 1,
    stateHash: "0",
    figure: undefined,
    reached: [],
    findings: [],
  };
  const tried = applyAction(drawn, { do: "tried", step, changes, judged });
  expect(storedProgram(JSON.stringify(tried), "code-handler", 7, "save")).toBe("mret\n");
});

test("each lab begins with a program of an earlier step or lab that has one", async () => {
  const ids = BUILTIN_LABS.map(({ id }) => id);
  const starts: string[] = [];
  for (const id of ids.filter((one) => one.startsWith("code-")))
    for (const step of (await openLab(id)).steps) {
      const from = step.task?.startsFrom;
      if (from === undefined) continue;
      starts.push(`${id}/${step.id} < ${from.lab ?? id}/${from.step}`);
      const earlier = stepOf(await openLab(from.lab ?? id), from.step);
      expect(earlier?.task?.change.some(isProgramField), from.step).toBe(true);
      if (from.lab !== undefined) expect(ids.indexOf(from.lab)).toBeLessThan(ids.indexOf(id));
    }
  expect(starts).toContain("code-handler/design < code-handler/save");
});

test("a start from a later step is refused", async () => {
  const lab = await openLab("code-handler");
  const steps = lab.steps.map((step) =>
    step.id === "save" && step.task !== undefined
      ? { ...step, task: { ...step.task, startsFrom: { step: "design" } } }
      : step,
  );
  expect((await checkLab({ ...lab, steps })).map(({ message }) => message)).toEqual([
    "no earlier step with a program: design",
  ]);
});

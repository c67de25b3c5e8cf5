// @vitest-environment happy-dom
/** A task may begin with the student's program of an earlier step, or of an earlier lab on the same device. */
import { act } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { isProgramField } from "../../lib/labs/changes.ts";
import { checkLab } from "../../lib/labs/check.ts";
import { loadLab } from "../../lib/labs/gallery.ts";
import { type Lab, stepOf } from "../../lib/labs/lab.ts";
import { applyAction, draftPlace, newProgress, storedProgram } from "../../lib/labs/progress.ts";
import { BUILTIN_LABS } from "../../scenarios/labs/index.ts";
import { openLabSession } from "../../web/labs/labSession.ts";
import { TaskCard } from "../../web/labs/TaskCard.tsx";
import { SessionContext } from "../../web/state/hooks.ts";
import type { Session } from "../../web/state/session.ts";
import { type Device, memoryDevice } from "../support/storage.ts";
import { press, show } from "../web/support/page.tsx";

/** The editor of the page needs a browser. What it shows is its property `source`. */
vi.mock("../../web/program/AssemblyEditor.tsx", () => ({
  default: ({ source }: { readonly source: string }) => <output>{source}</output>,
}));

async function openLab(id: string): Promise<Lab> {
  const loaded = await loadLab(id);
  if (!loaded?.ok) throw new Error(`no lab ${id}`);
  return loaded.lab;
}

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

describe("the button of a task that begins with an earlier program", () => {
  let remove: (() => Promise<void>) | undefined;
  afterEach(async () => {
    await remove?.();
    remove = undefined;
  });

  async function openOn(device: Device, id: string, at: string, seed = 7) {
    const store = createStore(() => ({ held: false, status: "ready" }));
    const session = { store, actions: { loadScenario: async () => undefined } } as unknown as Session;
    const runMachine = () => Promise.reject(new Error("no machine is needed"));
    const opened = await openLabSession({
      ...{ lab: await openLab(id), isOwn: false, seed, session, runMachine, firstStep: undefined },
      storage: device.tab(),
    });
    const step = stepOf(opened.bench.lab, at);
    if (step?.task === undefined) throw new Error(`no task in ${at}`);
    const [field] = step.task.change;
    if (field === undefined) throw new Error("no field");
    return { opened, step, task: step.task, field };
  }

  async function showTask({ opened, step, task }: Awaited<ReturnType<typeof openOn>>): Promise<void> {
    const store = createStore(() => ({ scenario: opened.designOf(step) }));
    const page = { store } as unknown as Session;
    remove = await show(
      <SessionContext.Provider value={page}>
        <TaskCard lab={opened} step={step} task={task} />
      </SessionContext.Provider>,
    );
  }

  const shown = () => document.querySelector("output")?.textContent ?? "";

  test.each([
    ["code-handler", "save", "code-handler", "design", "Go on with your program of “Save two registers”"],
    ["code-lossless", "design", "code-receive-path", "ring", ""],
  ])("puts the program of %s, %s, into the editor of %s, %s", async (lab, from, next, to, name) => {
    const device = memoryDevice();
    const before = await openOn(device, lab, from);
    const changes = [{ field: before.field, value: "# mine, of before\nmret\n" }];
    before.opened.tell({ do: "design", step: from, changes });
    before.opened.close();
    const after = await openOn(device, next, to);
    const typed = draftPlace({ field: after.field.replace(/\["(\w+)"\]/, ".$1") });
    after.opened.type(to, typed, "# half a program");
    await showTask(after);
    await vi.waitFor(() => expect(shown()).toBe("# half a program"));
    const [button] = [...document.querySelectorAll("button")].filter((one) =>
      one.textContent?.startsWith("Go on with"),
    );
    if (name !== "") expect(button?.textContent).toBe(name);
    await press(button?.textContent ?? "");
    await vi.waitFor(() => expect(shown()).toBe("# mine, of before\nmret\n"));
    // ---- what was typed before can be brought back ----
    await press("Back to your previous program");
    await vi.waitFor(() => expect(shown()).toBe("# half a program"));
    await press("Back to your previous program");
    // ---- the program is a draft as if it had been typed, and outlasts the page ----
    after.opened.close();
    await remove?.();
    await showTask(await openOn(device, next, to));
    await vi.waitFor(() => expect(shown()).toContain("of before"));
  });

  test("stands above goals that say which program they are about", async () => {
    const task = await openOn(memoryDevice(), "code-handler", "save");
    const { opened, field } = task;
    await showTask(task);
    const said = () => document.querySelector(".task__state")?.textContent;
    expect(said()).toMatch(/^Edit the program and run it\./);
    const judged = { met: [true], given: [false], points: 1, cycle: 1, stateHash: "0" };
    const done = { ...judged, figure: undefined, reached: [], findings: [] };
    await act(() => opened.store.setState({ trial: { status: "done", judged: done } }));
    expect(said()).toBe("");
    await act(() =>
      opened.type("save", draftPlace({ field: field.replace(/\["(\w+)"\]/, ".$1") }), "no instruction"),
    );
    expect(said()).toBe("The goals are those of the program that ran last.");
  });

  test("is not there without such a program, or with one of another variant", async () => {
    const device = memoryDevice();
    const before = await openOn(device, "code-handler", "save", 8);
    before.opened.tell({ do: "design", step: "save", changes: [{ field: before.field, value: "mret\n" }] });
    before.opened.close();
    await showTask(await openOn(device, "code-handler", "design", 7));
    await vi.waitFor(() => expect(shown()).not.toBe(""));
    expect([...document.querySelectorAll("button")].map((one) => one.textContent).join()).not.toContain(
      "Go on",
    );
  });
});

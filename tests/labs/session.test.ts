/** A design whose step is left during its run: the run continues, or starts again when the lab is opened the next time. */
import { expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import type { RunMachine } from "../../lib/labs/bench.ts";
import { type Change, withChanges } from "../../lib/labs/changes.ts";
import { newProgress, progressIn } from "../../lib/labs/progress.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { type LabSession, openLabSession } from "../../web/labs/labSession.ts";
import type { Session } from "../../web/state/session.ts";
import type { KeyValueStore } from "../../web/ui/storage.ts";
import { memoryDevice } from "../support/storage.ts";
import { openLab, runMachine, solutionOf } from "./support.ts";

const ID = "rings";
const course = await openLab(ID);
/** Every step is open from the start. */
const lab = { ...course, steps: course.steps.map((step) => ({ ...step, needs: [] })) };
const task = lab.steps.find((step) => step.task !== undefined);
if (task?.task === undefined) throw new Error("no task");
const goals = task.task.goals.length;
const [designed] = Object.values(solutionOf(ID).designs);

interface PageState {
  readonly scenario?: Scenario;
  readonly original?: Scenario;
  readonly held: boolean;
  readonly status: "loading" | "ready";
}
type Origin = { readonly kind: string; readonly of?: { readonly scenario: Scenario } };

/** The part of the page that a lab needs: the machine beside the text. */
function page() {
  const store = createStore<PageState>()(() => ({ held: false, status: "ready" }));
  const actions = {
    loadScenario: async (scenario: Scenario, { of }: Origin) =>
      store.setState({ scenario, original: of?.scenario ?? scenario }),
  };
  return { store, actions, session: { store, actions } as unknown as Session };
}

/** A page that builds a machine on request of the test, and of several requested machines only the last. */
function slowPage() {
  const { store, session } = page();
  let asked: (() => void) | undefined;
  const later = (scenario: Scenario, original: Scenario | undefined) => {
    store.setState({ status: "loading" });
    return new Promise<void>((resolve) => {
      asked = () => {
        store.setState({ scenario, original: original ?? scenario, status: "ready" });
        resolve();
      };
    });
  };
  const actions = {
    loadScenario: (scenario: Scenario, { of }: Origin) => later(scenario, of?.scenario),
    editScenario: async (scenario: Scenario) => {
      await later(scenario, store.getState().original);
      return { status: "running" };
    },
  };
  const build = () => {
    asked?.();
    asked = undefined;
  };
  return { store, session: { ...session, actions } as unknown as Session, build };
}

const memory = (): KeyValueStore => memoryDevice().tab();

/** Runs that end on request of the test. */
function slowMachine() {
  const waiting: (() => void)[] = [];
  const run: RunMachine = async (scenario) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return runMachine(scenario);
  };
  return {
    run,
    end: () => {
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
}

const open = (session: Session, storage: KeyValueStore, run: RunMachine, firstStep?: string) =>
  openLabSession({ lab, isOwn: false, seed: 0, session, storage, runMachine: run, firstStep });

/** Edits the design as a student does. */
function design({ bench }: LabSession, store: ReturnType<typeof page>["store"], changes: readonly Change[]) {
  if (task?.task === undefined) return;
  const made = withChanges(bench.scenarioOf(task.machine), changes, task.task.change);
  if (made.ok) store.setState({ scenario: made.scenario });
}

const bestOf = (session: LabSession) => progressIn(session.store.getState().progress, task.id).task;

/** Waits until the task is judged. */
const endsWith = (machine: ReturnType<typeof slowMachine>, session: LabSession) =>
  vi.waitFor(() => {
    machine.end();
    expect(bestOf(session)?.met).toEqual(Array(goals).fill(true));
  }, 10_000);

test("a run continues when the student leaves its step, and is judged", async () => {
  const { store, session } = page();
  const machine = slowMachine();
  const opened = await open(session, memory(), machine.run, task.id);
  design(opened, store, designed ?? []);
  expect(opened.store.getState().trial.status).toBe("running");
  opened.openStep(lab.steps[0]?.id ?? "");
  await endsWith(machine, opened);
  expect(opened.store.getState().step.id).not.toBe(task.id);
  expect(opened.store.getState().trial.status).toBe("none");
  expect(progressIn(opened.store.getState().progress, task.id).trying).toBeUndefined();
});

test.each([task.id, lab.steps[0]?.id])(
  "a design that ran when the page closed runs again, whatever step is opened (%s)",
  async (firstStep) => {
    const storage = memory();
    const first = page();
    const before = slowMachine();
    const left = await open(first.session, storage, before.run, task.id);
    design(left, first.store, designed ?? []);
    left.close();
    before.end();
    expect(bestOf(left)).toBeUndefined();

    const machine = slowMachine();
    const opened = await open(page().session, storage, machine.run, firstStep);
    await endsWith(machine, opened);
    expect(bestOf(opened)?.changes.map(({ value }) => value)).toContain(designed?.[0]?.value);
  },
);

test("a design that another design has replaced is not judged", async () => {
  const { store, session } = page();
  const machine = slowMachine();
  const opened = await open(session, memory(), machine.run, task.id);
  design(opened, store, designed ?? []);
  design(opened, store, (designed ?? []).slice(0, 1));
  const { step } = opened.store.getState();
  await vi.waitFor(() => {
    machine.end();
    expect(opened.store.getState().trial.status).toBe("done");
  }, 10_000);
  expect(step.id).toBe(task.id);
  expect(bestOf(opened)?.changes).toHaveLength(1);
});

test("the submission waits for a running design", async () => {
  const { store, session } = page();
  const machine = slowMachine();
  const opened = await open(session, memory(), machine.run, task.id);
  design(opened, store, designed ?? []);
  const file = opened.submission();
  await endsWith(machine, opened);
  expect((await file).submission.tasks).toMatchObject([{ step: task.id }]);
});

test("the submission waits for a restored design that has not started to run", async () => {
  const storage = memory();
  const first = page();
  const left = await open(first.session, storage, slowMachine().run, task.id);
  design(left, first.store, designed ?? []);
  left.close();

  const { session, build } = slowPage();
  const opened = await open(session, storage, runMachine, task.id);
  const file = opened.submission();
  build();
  expect((await file).submission.tasks).toMatchObject([{ step: task.id }]);
});

test("the submission has a restored design even if the page's machine was not restored", async () => {
  const storage = memory();
  const first = page();
  const left = await open(first.session, storage, slowMachine().run, task.id);
  design(left, first.store, designed ?? []);
  left.close();

  const { session, actions } = page();
  actions.loadScenario = () => Promise.reject(new Error("no machine"));
  const opened = await open(session, storage, runMachine, task.id);
  expect((await opened.submission()).submission.tasks).toMatchObject([{ step: task.id }]);
});

test("the submission names a design that did not run to its end", async () => {
  const { store, session } = page();
  const run: RunMachine = (scenario) =>
    scenario === store.getState().original
      ? runMachine(scenario)
      : Promise.reject(new Error("out of memory"));
  const opened = await open(session, memory(), run, task.id);
  design(opened, store, designed ?? []);
  const { submission, leftOut } = await opened.submission();
  expect(submission.tasks).toEqual([]);
  expect(leftOut).toMatchObject([{ step: { id: task.id }, message: "out of memory" }]);
  opened.restore(newProgress(lab, 0));
  expect((await opened.submission()).leftOut).toHaveLength(1);
});

const changed = ({ bench }: LabSession, changes: readonly Change[]) => {
  const made = task.task && withChanges(bench.scenarioOf(task.machine), changes, task.task.change);
  if (!made?.ok) throw new Error("no such machine");
  return made.scenario;
};

test("a change at the moment of leaving its step is judged there, and not in the next step", async () => {
  const { session, build } = slowPage();
  const opened = await open(session, memory(), runMachine, task.id);
  build();
  void opened.change(task, changed(opened, designed ?? []));
  opened.openStep(lab.steps[0]?.id ?? "");
  build();
  await vi.waitFor(() => expect(bestOf(opened)?.met).toEqual(Array(goals).fill(true)), 10_000);
  expect(Object.keys(opened.store.getState().progress.steps)).toEqual([task.id]);
});

test("a change from the settings is judged in its step", async () => {
  const { session, build } = slowPage();
  const opened = await open(session, memory(), runMachine, task.id);
  build();
  void session.actions.editScenario(changed(opened, designed ?? []));
  opened.openStep(lab.steps[0]?.id ?? "");
  await vi.waitFor(() => {
    build();
    expect(bestOf(opened)?.met).toEqual(Array(goals).fill(true));
  }, 10_000);
  await vi.waitFor(() => {
    build();
    expect(session.store.getState().scenario).toBe(opened.bench.scenarioOf(lab.steps[0]?.machine ?? ""));
  });
  expect(progressIn(opened.store.getState().progress, lab.steps[0]?.id ?? "").task).toBeUndefined();
});

test("a design keeps its time, and the work stays handed in, when its step is opened again", async () => {
  const storage = memory();
  const first = page();
  const left = await open(first.session, storage, runMachine, task.id);
  design(left, first.store, designed ?? []);
  await vi.waitFor(() => expect(bestOf(left)?.at).toBeGreaterThan(0), 10_000);
  const handedIn = progressIn(left.store.getState().progress, task.id).task?.at ?? 0;
  left.tell({ do: "hand-in" });
  left.close();
  vi.setSystemTime((handedIn + 1000) * 1000);
  const opened = await open(page().session, storage, runMachine, task.id);
  await vi.waitFor(() => expect(opened.store.getState().trial.status).toBe("done"), 10_000);
  expect(bestOf(opened)?.at).toBe(handedIn);
  expect((await opened.submission()).submission.tasks[0]?.at).toBe(handedIn);
  expect(opened.store.getState().progress.handedInAt).toBeDefined();
  vi.useRealTimers();
});

test("a design in a step that is not open yet is not judged", async () => {
  const { store, session } = page();
  const opened = await openLabSession({
    ...{ lab: course, isOwn: false, seed: 0, session, storage: memory(), runMachine },
    firstStep: task.id,
  });
  design(opened, store, designed ?? []);
  expect(store.getState().scenario).not.toBe(store.getState().original);
  expect(opened.store.getState().trial.status).toBe("none");
  expect(opened.store.getState().progress.steps).toEqual({});
});

test("several changes at once are each applied to the previous one", async () => {
  const { session, build } = slowPage();
  const opened = await open(session, memory(), runMachine, task.id);
  build();
  const [one, ...more] = designed ?? [];
  if (one === undefined) throw new Error("no design");
  void opened.change(task, changed(opened, [one]));
  expect(opened.designOf(task)).toEqual(changed(opened, [one]));
  void opened.change(task, changed(opened, [one, ...more]));
  build();
  await vi.waitFor(() => expect(bestOf(opened)?.met).toEqual(Array(goals).fill(true)), 10_000);
});

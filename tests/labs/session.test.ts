/** A design whose run is left alone: it goes on, or runs again when the lab is opened the next time. */
import { expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import type { RunMachine } from "../../lib/labs/bench.ts";
import { type Change, withChanges } from "../../lib/labs/changes.ts";
import { progressIn } from "../../lib/labs/progress.ts";
import type { Scenario } from "../../scenarios/schema/schema.ts";
import type { KeyValueStore } from "../../web/base/storage.ts";
import { type LabSession, openLabSession } from "../../web/state/lab.ts";
import type { Session } from "../../web/state/session.ts";
import { openLab, runMachine, solutionOf } from "./support.ts";

const ID = "rings";
const lab = await openLab(ID);
const task = lab.steps.find((step) => step.task !== undefined);
if (task?.task === undefined) throw new Error("no task");
const goals = task.task.goals.length;
const [designed] = Object.values(solutionOf(ID).designs);

/** As much of the page as a lab needs: the machine that stands beside the text. */
function page() {
  const store = createStore<{ scenario?: Scenario; original?: Scenario; held: boolean }>()(() => ({
    held: false,
  }));
  type Origin = { readonly kind: string; readonly of?: { readonly scenario: Scenario } };
  const actions = {
    loadScenario: async (scenario: Scenario, { of }: Origin) =>
      store.setState({ scenario, original: of?.scenario ?? scenario }),
  };
  return { store, session: { store, actions } as unknown as Session };
}

function memory(): KeyValueStore {
  const kept = new Map<string, string>();
  return {
    read: (key) => kept.get(key),
    write: (key, value) => void kept.set(key, value),
    remove: (key) => void kept.delete(key),
  };
}

/** Runs that end when they are told to. */
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
  openLabSession({ lab, progressName: ID, seed: 0, session, storage, runMachine: run, firstStep });

/** As a student edits it. */
function design({ bench }: LabSession, store: ReturnType<typeof page>["store"], changes: readonly Change[]) {
  if (task?.task === undefined) return;
  const made = withChanges(bench.scenarioOf(task.machine), changes, task.task.change);
  if (made.ok) store.setState({ scenario: made.scenario });
}

const bestOf = (session: LabSession) => progressIn(session.store.getState().progress, task.id).task;

/** All that waits, and all that comes of it, until the task is judged. */
const endsWith = (machine: ReturnType<typeof slowMachine>, session: LabSession) =>
  vi.waitFor(() => {
    machine.end();
    expect(bestOf(session)?.met).toEqual(Array(goals).fill(true));
  }, 10_000);

test("a run goes on when its step is left, and is judged", async () => {
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
  "a design that ran when the page was left runs again, whatever step is opened (%s)",
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

test("a design that another one has taken the place of is not judged", async () => {
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

test("the file to hand in waits for what runs", async () => {
  const { store, session } = page();
  const machine = slowMachine();
  const opened = await open(session, memory(), machine.run, task.id);
  design(opened, store, designed ?? []);
  const file = opened.submission();
  await endsWith(machine, opened);
  expect((await file).tasks).toMatchObject([{ step: task.id }]);
});

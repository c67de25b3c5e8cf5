// @vitest-environment happy-dom
/** The best known figure of a task may be its answer, or that of a later question: it is shown when the task is done. */
import { act, type ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { loadLab } from "../../lib/labs/gallery.ts";
import { type Lab, type LabStep, type LabTask, stepOf } from "../../lib/labs/lab.ts";
import { leaderOf } from "../../lib/labs/machines.ts";
import { type LabSession, openLabSession } from "../../web/labs/labSession.ts";
import { numberText } from "../../web/labs/labText.ts";
import { ReportPage } from "../../web/labs/ReportPage.tsx";
import { TaskCard } from "../../web/labs/TaskCard.tsx";
import { SessionContext } from "../../web/state/hooks.ts";
import type { Session } from "../../web/state/session.ts";
import { memoryDevice } from "../support/storage.ts";
import { show } from "../web/support/page.tsx";

/** The editor of the page needs a browser. */
vi.mock("../../web/program/AssemblyEditor.tsx", () => ({ default: () => null }));
vi.mock("../../web/labs/DesignPicture.tsx", () => ({ default: () => null }));

const ADDRESS = { page: "report", lab: "x", step: undefined, seed: 0, scorm: false } as const;

interface Compared {
  readonly lab: Lab;
  readonly step: LabStep;
  readonly task: LabTask;
  readonly figure: NonNullable<LabTask["figure"]>;
  readonly best: number;
}
async function taskOf(id: string, stepId: string): Promise<Compared> {
  const loaded = await loadLab(id);
  const step = loaded?.ok ? stepOf(loaded.lab, stepId) : undefined;
  if (!loaded?.ok || step?.task?.figure === undefined) throw new Error(`no figure in ${id}, ${stepId}`);
  const { task } = step;
  return {
    lab: loaded.lab,
    step,
    task,
    figure: step.task.figure,
    best: leaderOf(loaded.lab, step.task.figure, 0),
  };
}

let remove: (() => Promise<void>) | undefined;
afterEach(async () => {
  await remove?.();
  remove = undefined;
});

function open(lab: Lab): Promise<LabSession> {
  const store = createStore(() => ({ held: false, status: "ready" }));
  const session = { store, actions: { loadScenario: async () => undefined } } as unknown as Session;
  const runMachine = () => Promise.reject(new Error("no machine is needed"));
  const storage = memoryDevice().tab();
  return openLabSession({ lab, isOwn: false, seed: 0, session, storage, runMachine, firstStep: undefined });
}

async function showIn(opened: LabSession, step: LabStep, part: ReactNode): Promise<void> {
  const page = { store: createStore(() => ({ scenario: opened.designOf(step) })) } as unknown as Session;
  await remove?.();
  remove = await show(<SessionContext.Provider value={page}>{part}</SessionContext.Provider>);
}

const showsBest = ({ best, figure }: Compared) =>
  (document.body.textContent ?? "").includes(`known, all goals met${numberText(best, figure.unit)}`) ||
  (document.body.textContent ?? "").includes(`known, all goals met: ${numberText(best, figure.unit)}`);
const saysNumber = ({ best, figure }: Compared) =>
  (document.body.textContent ?? "").includes(numberText(best, figure.unit));

/** A design that meets all goals but the last, or all. */
function tries(opened: LabSession, { step, task }: Compared, isLast: boolean, figure: number): void {
  const met = task.goals.map((_, index) => isLast || index < task.goals.length - 1);
  const given = met.map(() => false);
  const judged = { met, given, reached: [], findings: [], cycle: 1, stateHash: "1", points: 1, figure };
  const [field = ""] = task.change;
  act(() => {
    opened.store.setState({ trial: { status: "done", judged } });
    opened.tell({ do: "tried", step, changes: [{ field, value: 7 }], judged });
  });
}

test.each([
  ["livelock", "peak"],
  ["rings", "design"],
  ["hazards", "design"],
])(
  "the best known figure of %s, %s, is shown when all goals are met, or when the task is left and the explanation read",
  async (labId, stepId) => {
    const one = await taskOf(labId, stepId);
    const { lab, step, task, figure, best } = one;
    const own = figure.better === "higher" ? best * 0.9 : best * 1.25;
    const opened = await open(lab);
    const card = <TaskCard lab={opened} step={step} task={task} />;
    await showIn(opened, step, card);
    expect(saysNumber(one)).toBe(false);
    tries(opened, one, false, own);
    expect(saysNumber(one)).toBe(false);
    if (task.goals.some(({ nearBest }) => nearBest !== undefined))
      expect(document.body.textContent).toMatch(
        new RegExp(`yours: .*, ${figure.better === "higher" ? "90" : "125"}\\s% of the best known`),
      );
    const report = <ReportPage lab={opened} address={ADDRESS} platform="none" />;
    await showIn(opened, step, report);
    expect(saysNumber(one)).toBe(false);
    // ---- left ----
    act(() => opened.tell({ do: "leave-task", step: step.id }));
    await showIn(opened, step, card);
    expect(saysNumber(one)).toBe(false);
    // ---- all goals met ----
    act(() => opened.tell({ do: "take-back", step }));
    tries(opened, one, true, own);
    expect(showsBest(one)).toBe(true);
    // ---- left and explained ----
    const other = await open(lab);
    const otherCard = <TaskCard lab={other} step={step} task={task} />;
    await showIn(other, step, otherCard);
    tries(other, one, false, own);
    act(() => other.tell({ do: "leave-task", step: step.id }));
    expect(saysNumber(one)).toBe(false);
    act(() => other.tell({ do: "explain", step: step.id }));
    expect(showsBest(one)).toBe(true);
    await showIn(other, step, <ReportPage lab={other} address={ADDRESS} platform="none" />);
    expect(showsBest(one)).toBe(true);
  },
);

test("only a design that is worse than the best one is said not to count", async () => {
  const one = await taskOf("livelock", "peak");
  const opened = await open(one.lab);
  await showIn(opened, one.step, <TaskCard lab={opened} step={one.step} task={one.task} />);
  tries(opened, one, true, one.best * 0.98);
  const shows = (figure: number) => {
    const { trial } = opened.store.getState();
    if (trial.status !== "done") throw new Error("no trial");
    const judged = { ...trial.judged, stateHash: "2", figure };
    act(() => opened.store.setState({ trial: { status: "done", judged } }));
    return (document.body.textContent ?? "").includes("Your best design counts");
  };
  expect(shows(one.best * 0.98)).toBe(false);
  expect(shows(one.best * 0.97)).toBe(true);
});

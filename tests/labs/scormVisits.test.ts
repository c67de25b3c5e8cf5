/** Visits on a learning platform that fails as platforms do: no answer is lost, and the page says what it cannot keep. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { parseLab } from "../../lib/labs/lab.ts";
import { type Progress, progressIn } from "../../lib/labs/progress.ts";
import { type LabSession, openLabSession } from "../../web/labs/labSession.ts";
import { type ScormSession, scormSession } from "../../web/labs/scorm.ts";
import type { ScormApi } from "../../web/labs/scormApi.ts";
import type { Session } from "../../web/state/session.ts";
import { type ScormVisit, strictPlatform } from "../support/scormPlatform.ts";
import { memoryDevice } from "../support/storage.ts";

const number = (id: string) => ({
  ...{ id, kind: "number", text: "How many?", unit: "", value: "1", tolerance: { absolute: 0 } },
});
const parsed = parseLab({
  ...{ format: "irqscope-lab", version: 2, id: "short", title: "Short", summary: "S", minutes: 5 },
  machines: { a: { title: "A", of: "one-packet" } },
  steps: ["one", "two"].map((id) => ({
    ...{ id, title: id, machine: "a" },
    questions: [...[..."abcde"].map(number), { id: "why", kind: "text", text: "Why?", atLeastWords: 1 }],
  })),
});
if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
const { lab } = parsed;
const asked = lab.steps.flatMap((step) => step.questions.map((question) => ({ step, question })));
const STUDENT = { "cmi.core.student_id": "s1", "cmi.core.student_name": "Student, Ada" };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Visit {
  readonly opened: LabSession;
  readonly scorm: ScormSession;
  readonly platform: ScormVisit;
  /** Hides the page, as a switch to another tab and the start of closing do. */
  readonly hide: () => void;
  readonly close: () => void;
}

/** `refuse` may change during the visit. */
async function visit(
  stored: Readonly<Record<string, string>>,
  device = memoryDevice(),
  refuse: string[] = [],
): Promise<Visit> {
  const platform = strictPlatform({ ...stored }, refuse);
  const heard = new Map<string, (event: unknown) => void>();
  const addEventListener = (name: string, listener: (event: unknown) => void) =>
    void heard.set(name, listener);
  const document = { visibilityState: "visible", addEventListener };
  const page = { addEventListener, document, location: { reload: () => undefined, pathname: "/lab" } };
  const scorm = scormSession(platform.api as unknown as ScormApi, page as never);
  const opened = await openLabSession({
    lab,
    isOwn: false,
    seed: 0,
    session: {
      store: createStore(() => ({ held: false, status: "ready" })),
      actions: { loadScenario: async () => undefined },
    } as unknown as Session,
    storage: scorm.storage(lab, 0, device.tab()),
    runMachine: () => Promise.reject(new Error("no machine is needed")),
    firstStep: undefined,
  });
  const hide = () => {
    opened.storeTyped();
    document.visibilityState = "hidden";
    heard.get("visibilitychange")?.({});
  };
  return { opened, scorm, platform, hide, close: () => heard.get("pagehide")?.({}) };
}

function answer({ opened }: Visit, number: number, value = number): void {
  const one = asked[number];
  if (one === undefined) throw new Error("too few questions");
  vi.advanceTimersByTime(2000);
  opened.tell({
    do: "answer",
    step: one.step.id,
    question: one.question,
    value: text(one, value),
    right: true,
  });
}

const text = ({ question }: (typeof asked)[number], value: number) =>
  question.kind === "text" ? `word ${value}` : value;
const progressOf = ({ opened }: Visit): Progress => opened.store.getState().progress;
const answersOf = (of: Visit) =>
  asked.flatMap(({ step, question }, number) =>
    progressIn(progressOf(of), step.id).answers[question.id] === undefined ? [] : [number],
  );
const kindOf = ({ scorm }: Visit) => scorm.notice()?.kind;

describe("ten visits", () => {
  test.each(["finished", "killed", "in a window that is closed"])("%s lose nothing", async (how) => {
    const device = memoryDevice();
    device.state = "blocked";
    let stored: Record<string, string> = STUDENT;
    for (let number = 0; number < 10; number++) {
      const refuse: string[] = [];
      const one = await visit(stored, device, refuse);
      expect(answersOf(one)).toEqual(Array.from({ length: number }, (_, at) => at));
      answer(one, number);
      if (how !== "killed") {
        one.hide();
        if (how !== "finished") refuse.push("closing");
        one.close();
      }
      stored = one.platform.kept();
      expect(stored["cmi.core.lesson_status"]).toBe("incomplete");
      expect(one.platform.faults).toEqual([]);
      one.opened.close();
    }
  });

  test("on two devices at the same time lose nothing once each device has opened the lab again", async () => {
    const devices = [memoryDevice(), memoryDevice()] as const;
    let stored: Record<string, string> = STUDENT;
    // ---- each of five times both open the lab, then both answer another question ----
    for (let round = 0; round < 5; round++) {
      const both = [await visit(stored, devices[0]), await visit(stored, devices[1])];
      for (const [at, one] of both.entries()) answer(one, 2 * round + at);
      for (const one of both) {
        one.close();
        stored = one.platform.kept();
        one.opened.close();
      }
    }
    const all = Array.from({ length: 10 }, (_, at) => at);
    const first = await visit(stored, devices[0]);
    first.close();
    const second = await visit(first.platform.kept(), devices[1]);
    expect(answersOf(second)).toEqual(all);
    second.close();
    // ---- the platform has all of it now, for any device ----
    expect(answersOf(await visit(second.platform.kept()))).toEqual(all);
  });

  test("on one device in two tabs show the answers of both at once", async () => {
    const device = memoryDevice();
    const [one, other] = [await visit(STUDENT, device), await visit(STUDENT, device)];
    answer(one, 0);
    device.deliver();
    answer(other, 1);
    device.deliver();
    for (const tab of [one, other]) expect(answersOf(tab)).toEqual([0, 1]);
  });
});

describe("a read that fails", () => {
  const threeAnswers = async () => {
    const first = await visit(STUDENT);
    for (const number of [0, 1, 2]) answer(first, number);
    first.close();
    return first.platform.kept();
  };
  test.each([["get cmi.suspend_data"], ["get cmi.core.student_id"], ["LMSGetValue"]])(
    "is said, and nothing is written until it works: %s",
    async (call) => {
      const stored = await threeAnswers();
      const refuse = [call];
      const second = await visit(stored, memoryDevice(), refuse);
      expect(second.scorm.notice()).toMatchObject({ kind: "unread", fault: { code: "101" } });
      answer(second, 3);
      second.hide();
      expect(second.platform.kept()["cmi.suspend_data"]).toBe(stored["cmi.suspend_data"]);
      // ---- it works again: what the platform keeps and what was done meanwhile come together ----
      refuse.pop();
      vi.advanceTimersByTime(10_000);
      expect(kindOf(second)).toBeUndefined();
      expect(answersOf(second)).toEqual([0, 1, 2, 3]);
      expect(progressOf(second).student.number).toBe("s1");
      expect(answersOf(await visit(second.platform.kept()))).toEqual([0, 1, 2, 3]);
    },
  );

  test("of who the student is leaves the student unknown", async () => {
    const { scorm } = await visit(await threeAnswers(), memoryDevice(), ["get cmi.core.student_id"]);
    expect(scorm.student()).toBeUndefined();
  });

  test("that gives no progress is said, and what was read is put aside", async () => {
    const stored = { ...(await threeAnswers()), "cmi.suspend_data": "1.garbled" };
    const device = memoryDevice();
    const second = await visit(stored, device);
    expect(kindOf(second)).toBe("unreadable");
    expect([...device.items.values()]).toContain("1.garbled");
    answer(second, 4);
    expect(answersOf(await visit(second.platform.kept()))).toEqual([4]);
  });
});

describe("a write that is refused", () => {
  test("is tried again by itself, and the notice goes", async () => {
    const refuse: string[] = [];
    const first = await visit(STUDENT, memoryDevice(), refuse);
    const heard = vi.fn();
    first.scorm.watch(heard);
    refuse.push("LMSCommit");
    answer(first, 0);
    expect(first.scorm.notice()).toMatchObject({ kind: "refused", isOnDevice: true });
    refuse.pop();
    heard.mockClear();
    vi.advanceTimersByTime(10_000);
    expect(heard).toHaveBeenCalled();
    expect(kindOf(first)).toBeUndefined();
    expect(answersOf(await visit(first.platform.kept()))).toEqual([0]);
  });

  test("until the page closes reaches the platform from the copy on the device", async () => {
    const device = memoryDevice();
    const first = await visit(STUDENT, device, ["LMSCommit"]);
    answer(first, 0);
    first.close();
    const second = await visit(STUDENT, device);
    expect(answersOf(second)).toEqual([0]);
    // ---- the platform has it at once, without another answer ----
    expect(answersOf(await visit(second.platform.kept()))).toEqual([0]);
    // ---- another student on this device does not see it ----
    const other = await visit({ "cmi.core.student_id": "s2", "cmi.core.student_name": "B" }, device);
    expect(answersOf(other)).toEqual([]);
  });
});

test("time and typed text reach the platform when the page is hidden", async () => {
  const first = await visit(STUDENT, memoryDevice());
  const one = asked.find(({ question }) => question.kind === "text");
  if (one === undefined) throw new Error("no text");
  vi.advanceTimersByTime(125_000);
  first.opened.type(one.step.id, one.question.id, "half a");
  first.hide();
  expect(first.platform.spent()).toBe("0000:02:05.00");
  const next = await visit(first.platform.kept());
  expect(progressIn(progressOf(next), one.step.id).drafts?.[one.question.id]?.text).toBe("half a");
});

test("a new attempt after the work was handed in begins anew", async () => {
  const device = memoryDevice();
  const first = await visit(STUDENT, device);
  answer(first, 0);
  first.opened.tell({ do: "hand-in" });
  first.close();
  expect(first.platform.kept()["cmi.core.lesson_status"]).toBe("completed");
  expect(answersOf(await visit(STUDENT, device))).toEqual([]);
});

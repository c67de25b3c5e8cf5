/** A lab's session with a platform that loses the data that real platforms lose. */
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { Lab, LabStep, Question } from "../../lib/labs/lab.ts";
import { applyAction, newProgress, type Progress } from "../../lib/labs/progress.ts";
import { scormSession } from "../../web/labs/scorm.ts";
import type { ScormApi } from "../../web/labs/scormApi.ts";
import { decimalText, newInteractions } from "../../web/labs/scormApi.ts";
import { type ScormVisit, strictPlatform } from "../support/scormPlatform.ts";
import { memoryDevice } from "../support/storage.ts";
import { openBench, openLab, solutionOf, solved } from "./support.ts";

const STUDENT = { "cmi.core.student_id": "s1", "cmi.core.student_name": "Student, Ada" };

let lab: Lab;
let done: Progress;
beforeAll(async () => {
  const bench = await openBench("interrupt-cost");
  lab = bench.lab;
  done = await solved(bench, solutionOf("interrupt-cost"));
});

afterEach(() => void vi.useRealTimers());

/** A browser that stores nothing: what comes back has come from the platform. */
function noDevice() {
  const device = memoryDevice();
  device.state = "blocked";
  return device;
}

function visit(before: Record<string, string>, refuse: readonly string[] = [], device = noDevice()) {
  const platform = strictPlatform(before, refuse);
  const heard = new Map<string, (event: unknown) => void>();
  let reloads = 0;
  const page = {
    addEventListener: (name: string, listener: (event: unknown) => void) => void heard.set(name, listener),
    location: { reload: () => void reloads++, pathname: "/lab" },
    document: { visibilityState: "visible", addEventListener: () => undefined },
  } as unknown as Parameters<typeof scormSession>[1];
  const api = platform.api as unknown as ScormApi;
  const session = scormSession(api, page);
  const storage = session.storage(lab, 0, device.tab());
  return {
    platform,
    session,
    again: () => scormSession(api, page),
    write: (progress: Progress) => storage.write("", JSON.stringify(progress)),
    read: (): Progress => JSON.parse(storage.read("") ?? ""),
    leave: () => {
      heard.get("pagehide")?.({});
      return platform.kept();
    },
    back: () => {
      heard.get("pageshow")?.({ persisted: true });
      return reloads;
    },
  };
}

const silentPage = {
  addEventListener: () => undefined,
  location: { reload: () => undefined, pathname: "/lab" },
  document: { visibilityState: "visible", addEventListener: () => undefined },
};

function faultOf({ notice }: ReturnType<typeof scormSession>) {
  const found = notice();
  return found !== undefined && "fault" in found ? found.fault : undefined;
}

function firstOf(kind: Question["kind"]): { readonly step: LabStep; readonly question: Question } {
  for (const step of lab.steps)
    for (const question of step.questions) if (question.kind === kind) return { step, question };
  throw new Error(`no ${kind}`);
}

function answered(progress: Progress, kind: Question["kind"], value: number, right: boolean): Progress {
  const { step, question } = firstOf(kind);
  return applyAction(progress, { do: "answer", step: step.id, question, value, right });
}

const values = ({ platform }: { readonly platform: ScormVisit }) => platform.kept();

describe("a SCORM platform that accepts all calls", () => {
  test("keeps the work of a visit, and returns it in the next one", () => {
    const first = visit(STUDENT);
    expect(first.read().student).toEqual({ name: "Student, Ada", number: "s1" });
    const progress = answered(first.read(), "number", 6, true);
    expect(first.write(progress)).toBe(true);
    const kept = first.leave();
    expect(kept["cmi.core.lesson_status"]).toBe("incomplete");
    const second = visit(kept);
    expect(second.read()).toEqual(progress);
    expect([...first.platform.faults, ...second.platform.faults]).toEqual([]);
  });

  test("gets the status incomplete for a visit without work", () => {
    const { leave, platform } = visit(STUDENT);
    expect(leave()["cmi.core.lesson_status"]).toBe("incomplete");
    expect(platform.faults).toEqual([]);
  });

  test("keeps the work if the page closes without notice", () => {
    const first = visit(STUDENT);
    const progress = answered(first.read(), "number", 5, false);
    first.write(progress);
    expect(visit(values(first)).read()).toEqual(progress);
  });

  test("gets the status completed when the work is handed in, and not when all is done", () => {
    const first = visit(STUDENT);
    const all = { ...done, student: first.read().student };
    expect(first.write(all)).toBe(true);
    expect(values(first)["cmi.core.lesson_status"]).toBe("incomplete");
    const handedIn = applyAction(all, { do: "hand-in" }, 1);
    expect(first.write(handedIn)).toBe(true);
    expect(values(first)["cmi.core.lesson_status"]).toBe("completed");
    // ---- a change after that is not handed in yet ----
    const { step, question } = firstOf("text");
    const changed = applyAction(handedIn, { do: "take-back", step, question }, 2);
    first.write(changed);
    expect(values(first)["cmi.core.lesson_status"]).toBe("incomplete");
    first.write(handedIn);
    const kept = first.leave();
    expect(kept["cmi.core.lesson_status"]).toBe("completed");
    expect(Number(kept["cmi.core.score.raw"])).toBeGreaterThan(50);
    expect([kept["cmi.core.score.min"], kept["cmi.core.score.max"]]).toEqual(["0", "100"]);
    expect(first.platform.faults).toEqual([]);
    // ---- opened again: this platform has lost the answers of a finished visit ----
    const second = visit(kept);
    second.write(answered(second.read(), "number", 5, false));
    const after = second.leave();
    expect(after["cmi.core.lesson_status"]).toBe("completed");
    expect(after["cmi.core.score.raw"]).toBe(kept["cmi.core.score.raw"]);
  });

  test("gets each answer to a number and a choice, right or wrong", () => {
    const first = visit(STUDENT);
    let progress = answered(first.read(), "number", 5, false);
    first.write(progress);
    progress = answered(progress, "number", 6, true);
    first.write(progress);
    progress = answered(progress, "prediction", 9, true);
    first.write(progress);
    first.write(applyAction(progress, { do: "spend", step: lab.steps[0]?.id ?? "", seconds: 10 }));
    const kept = first.leave();
    const field = (index: number, name: string) => kept[`cmi.interactions.${index}.${name}`];
    const { step, question } = firstOf("number");
    expect(field(0, "id")).toBe(`${step.id}_${question.id}`.replaceAll("-", "_"));
    expect(
      [0, 1].map((at) => [field(at, "type"), field(at, "student_response"), field(at, "result")]),
    ).toEqual([
      ["numeric", "5", "wrong"],
      ["numeric", "6", "correct"],
    ]);
    expect(field(0, "weighting")).toBe(String(question.points));
    expect(field(2, "id")).toBeUndefined();
    // ---- the next visit continues their numbering ----
    const second = visit(kept);
    second.write(answered(second.read(), "choice", 1, false));
    expect(second.leave()["cmi.interactions.2.student_response"]).toBe("b");
    expect([...first.platform.faults, ...second.platform.faults]).toEqual([]);
  });

  test("keeps every answer without support of interactions or of minimum and maximum score", () => {
    const first = visit(STUDENT, ["cmi.interactions", "cmi.core.score.min", "cmi.core.score.max"]);
    expect(first.write(answered(first.read(), "number", 5, false))).toBe(true);
    expect(first.session.notice()).toBeUndefined();
  });

  test("has one session with a page, however often the lab is opened in it", () => {
    const first = visit(STUDENT);
    const again = first.again();
    again.storage(lab, 0, memoryDevice().tab());
    expect(again).toBe(first.session);
    expect(first.platform.faults).toEqual([]);
    first.leave();
    expect(first.platform.faults).toEqual([]);
    expect(first.back()).toBe(1);
  });

  test("gets no data and gives no data in a review", () => {
    const first = visit({ ...STUDENT, "cmi.core.lesson_mode": "review", "cmi.core.lesson_status": "passed" });
    expect(first.session.notice()?.kind).toBe("review");
    expect(first.write(answered(first.read(), "number", 6, true))).toBe(false);
    expect(first.leave()["cmi.core.lesson_status"]).toBe("passed");
    expect(first.platform.faults).toEqual([]);
  });

  test("gets a lab with any texts in less than 4,096 characters", () => {
    const first = visit(STUDENT);
    let progress = first.read();
    for (const step of lab.steps)
      for (const question of step.questions)
        if (question.kind === "text") {
          const value = Array.from({ length: 3900 }, (_, at) =>
            String.fromCharCode(97 + ((at * at * 7919) % 26)),
          ).join("");
          progress = applyAction(progress, { do: "answer", step: step.id, question, value, right: true });
        }
    expect(first.write(progress)).toBe(true);
    expect(first.leave()["cmi.suspend_data"]?.length).toBeLessThan(4096);
    expect(first.platform.faults).toEqual([]);
  });

  test("starts the lab anew if its stored work is of another variant", () => {
    const first = visit(STUDENT);
    first.write(answered(first.read(), "number", 6, true));
    const platform = strictPlatform(first.leave());
    const session = scormSession(platform.api as unknown as ScormApi, silentPage as never);
    const device = memoryDevice();
    const storage = session.storage(lab, 7, device.tab());
    expect(JSON.parse(storage.read("") ?? "")).toMatchObject({ seed: 7, steps: {} });
    // ---- the work of the other variant is put aside ----
    expect(
      [...device.items.values()].some((text) => text.includes('"seed":0') && text.includes("entry")),
    ).toBe(true);
  });
});

describe("a SCORM platform that refuses calls", () => {
  test.each([
    [["LMSInitialize"], "101"],
    [["LMSCommit"], "101"],
    [["cmi.suspend_data"], "401"],
    [["cmi.core"], "401"],
  ])("is noticed when it refuses %j", (refuse, code) => {
    const { write, read, session } = visit(STUDENT, refuse);
    expect(write(answered(read(), "number", 6, true))).toBe(false);
    expect(faultOf(session)?.code).toBe(code);
  });

  test("is noticed when it does not return the score of a finished lab, which stays", () => {
    const finished = { ...STUDENT, "cmi.core.lesson_status": "completed", "cmi.core.score.raw": "90" };
    const { write, session, platform } = visit(finished, ["get cmi.core.score.raw"]);
    expect(session.notice()?.kind).toBe("unread");
    write(answered(newProgress(lab, 0), "number", 6, true));
    expect(platform.kept()["cmi.core.score.raw"]).toBe("90");
  });

  test.each(["cmi.interactions._count", "cmi.core.student_name"])(
    "is read again when it does not return %s, which it has",
    (element) => {
      vi.useFakeTimers();
      const refuse = [`get ${element}`];
      const { write, session, platform } = visit(STUDENT, refuse);
      expect(session.notice()?.kind).toBe("unread");
      refuse.pop();
      vi.advanceTimersByTime(10_000);
      expect(write(answered(newProgress(lab, 0), "number", 6, true))).toBe(true);
      expect(session.student()?.name).toBe("Student, Ada");
      expect(platform.kept()["cmi.interactions.0.student_response"]).toBe("6");
    },
  );

  test("counts as working again once it accepts data", () => {
    const refuse = ["LMSCommit"];
    const first = visit(STUDENT, refuse);
    const progress = answered(first.read(), "number", 6, true);
    expect(first.write(progress)).toBe(false);
    refuse.pop();
    expect(first.write(progress)).toBe(true);
    expect(visit(values(first)).read()).toEqual(progress);
  });

  test("does no harm by exceptions or answers that are no strings", () => {
    const throws = () => {
      throw new Error("connection lost");
    };
    const [yes, nothing] = [() => true, () => null];
    const api = {
      LMSInitialize: yes,
      LMSGetValue: nothing,
      LMSSetValue: throws,
      LMSCommit: throws,
      LMSFinish: throws,
    };
    const session = scormSession(api as unknown as ScormApi, silentPage as never);
    const storage = session.storage(lab, 0, noDevice().tab());
    expect(storage.write("", JSON.stringify(newProgress(lab, 0)))).toBe(false);
    expect(faultOf(session)?.text).toContain("connection lost");
    expect(session.student()).toEqual({ name: "", number: "" });
  });
});

test("SCORM decimals have no exponent", () => {
  expect([6, -2.5, 1e21, 3.25e-9].map(decimalText)).toEqual([
    "6",
    "-2.5",
    "1000000000000000000000",
    "0.00000000325",
  ]);
});

test("SCORM gets only new answers as interactions", async () => {
  const rings = await openLab("rings");
  const nothing = newProgress(rings, 0);
  expect(newInteractions(rings, undefined, nothing, new Date(0))).toEqual([]);
});

/** The data for a learning platform: progress in 4,096 characters, the score, the package. */
import { describe, expect, test } from "vitest";
import { scoreOf } from "../../lib/labs/graded.ts";
import { mergedProgress } from "../../lib/labs/merge.ts";
import { applyAction, newProgress, type Progress } from "../../lib/labs/progress.ts";
import { type PackageFiles, scormPackage } from "../../lib/labs/scormPackage.ts";
import { readSuspendText, SUSPEND_CHARACTER_LIMIT, suspendText } from "../../lib/labs/suspend.ts";
import { BUILTIN_LABS, builtinLab } from "../../scenarios/labs/index.ts";
import { sessionTime } from "../../web/labs/scorm.ts";
import { findScormApi } from "../../web/labs/scormApi.ts";
import { long } from "../support/long.ts";
import { createRandom } from "../support/random.ts";
import { openBench, openLab, solutionOf, solved } from "./support.ts";

/** The longest lab, and one with a program. */
const SHORT_LABS: readonly string[] = ["code-handler"];

describe("SCORM suspend data", () => {
  const expectHeld = async (id: string) => {
    const progress = await solved(await openBench(id, 20_221_122), solutionOf(id));
    const { text, isWhole } = suspendText(progress);
    expect(isWhole).toBe(true);
    expect(text.length).toBeLessThanOrEqual(SUSPEND_CHARACTER_LIMIT);
    expect(readSuspendText(text)).toEqual(progress);
  };
  test.each(SHORT_LABS)("hold all of a solved lab: %s", expectHeld);
  test.each(BUILTIN_LABS.map(({ id }) => id).filter((id) => !SHORT_LABS.includes(id)))(
    "hold all of a solved lab: %s",
    long("The other labs are held in the same way; the machines that solve them take some 9 s of CPU."),
    expectHeld,
  );

  test("truncate only texts that do not fit", async () => {
    const lab = await openLab("interrupt-cost");
    const random = createRandom(7);
    let progress: Progress = newProgress(lab, 0);
    for (const step of lab.steps)
      for (const question of step.questions) {
        const noise = Array.from({ length: 3900 }, () =>
          String.fromCharCode(97 + random.integer(0, 25)),
        ).join("");
        const value = question.kind === "text" ? noise : 7;
        progress = applyAction(progress, { do: "answer", step: step.id, question, value, right: true });
      }
    const { text, isWhole } = suspendText(progress);
    expect(isWhole).toBe(false);
    expect(text.length).toBeLessThanOrEqual(SUSPEND_CHARACTER_LIMIT);
    const back = readSuspendText(text);
    expect(back?.steps.bill).toEqual(progress.steps.bill);
    const why = back?.steps.slow?.answers.why;
    expect(typeof why?.value === "string" && why.value.length > 0 && why.value.length < 3900).toBe(true);
    expect(why?.cut).toBe(true);
    // ---- the device has the whole text, and it is not lost to the beginning of it ----
    if (back === undefined) throw new Error("not read");
    for (const merged of [mergedProgress(lab, back, progress), mergedProgress(lab, progress, back)])
      expect(merged.steps.slow?.answers.why).toEqual(progress.steps.slow?.answers.why);
  });

  test("leave out drafts and programs that do not fit before a single answer", async () => {
    const lab = await openLab("code-handler");
    const random = createRandom(7);
    const noise = (length: number) =>
      Array.from({ length }, () => String.fromCharCode(33 + random.integer(0, 90))).join("");
    const step = lab.steps.find(({ task }) => task !== undefined);
    const number = lab.steps.flatMap((one) => one.questions.map((question) => ({ one, question })))[0];
    if (step === undefined || number === undefined) throw new Error("no task");
    const changes = [{ field: "software", value: noise(12_000) }];
    const judged = {
      ...{ met: [true], points: 1, reached: [], findings: [], given: [], figure: undefined },
      ...{ cycle: 1, stateHash: "1" },
    };
    const { one, question } = number;
    const progress = [
      { do: "answer", step: one.id, question, value: 7, right: true } as const,
      { do: "draft", step: step.id, place: "field a", text: noise(9000) } as const,
      { do: "tried", step, changes, judged } as const,
    ].reduce<Progress>((before, action) => applyAction(before, action), newProgress(lab, 0));
    const { text, isWhole } = suspendText(progress);
    expect([isWhole, text.length <= SUSPEND_CHARACTER_LIMIT, text.length > 0]).toEqual([false, true, true]);
    expect(readSuspendText(text)?.steps[one.id]?.answers).toEqual(progress.steps[one.id]?.answers);
  });

  test.each(["", "1.", "1.AAAA", "nonsense", "9.AAAA", "x".repeat(5000)])(
    "in %s are not read as progress",
    (text) => {
      expect(readSuspendText(text)).toBeUndefined();
    },
  );
});

test("the SCORM score equals the points of grading", async () => {
  const bench = await openBench("rings");
  const score = scoreOf(bench.lab, await solved(bench, solutionOf("rings")));
  expect(score).toEqual({ points: score.of - 4, pending: 4, of: score.of, complete: true });
  expect(scoreOf(bench.lab, newProgress(bench.lab, 0))).toEqual({
    ...{ points: 0, pending: 0, of: score.of },
    complete: false,
  });
});

describe("the SCORM package", () => {
  const text = (files: PackageFiles, path: string) => new TextDecoder().decode(files[path]);
  const site = {
    "index.html": new Uint8Array(1),
    "sw.js": new Uint8Array(1),
    "LICENSE.txt": new Uint8Array(1),
  };

  test("opens the lab, and lists every file except a service worker", async () => {
    const lab = { ...(await openLab("rings")), title: 'A <b> & "c"' };
    const files = scormPackage({ lab, isOwn: false, seed: 7, language: undefined, site });
    expect(text(files, "launch.html")).toContain("index.html?embed=1#lab=rings&amp;seed=7&amp;scorm=1");
    expect(text(files, "imsmanifest.xml")).toContain("<title>A &lt;b&gt; &amp; &quot;c&quot;</title>");
    const listed = Array.from(
      text(files, "imsmanifest.xml").matchAll(/<file href="([^"]+)"/g),
      ([, href]) => href,
    );
    expect(listed).toEqual(["LICENSE.txt", "index.html", "launch.html"]);
    expect(Object.keys(files).sort()).toEqual([...listed, "imsmanifest.xml"].sort());
  });

  test("can set the language, and derive the variant from the student's identifier", async () => {
    const lab = await openLab("rings");
    const files = scormPackage({ lab, isOwn: false, seed: "student", language: "de", site });
    expect(text(files, "launch.html")).toContain(
      "index.html?embed=1&amp;lang=de#lab=rings&amp;seed=student&amp;scorm=1",
    );
    expect(text(files, "launch.html")).toContain('<html lang="de">');
  });

  test("can contain an own lab", async () => {
    const lab = { ...(await openLab("rings")), id: "mine" };
    const files = scormPackage({ lab, isOwn: true, seed: 0, language: undefined, site });
    expect(text(files, "launch.html")).toContain("#lab=packed-lab&amp;scorm=1");
    expect(JSON.parse(text(files, "lab.json"))).toEqual(lab);
    expect(builtinLab("packed-lab")).toBeUndefined();
  });
});

describe("the SCORM platform", () => {
  const call = () => "";
  const API = { LMSInitialize: call, LMSGetValue: call, LMSSetValue: call, LMSCommit: call, LMSFinish: call };
  const frame = (parent: unknown, more: object = {}) => {
    const self: Record<string, unknown> = { opener: null, ...more };
    self.parent = parent ?? self;
    self.top = parent ?? self;
    return self as unknown as Window;
  };

  test("is found in frames around the page and in the window that opened it", () => {
    const top = frame(undefined, { API });
    expect(findScormApi(frame(frame(top)))).toBe(API);
    expect(findScormApi(frame(undefined, { opener: top }))).toBe(API);
    expect(findScormApi(frame(frame(undefined, { opener: top })))).toBe(API);
    expect(findScormApi(frame(undefined))).toBeUndefined();
    expect(findScormApi(frame(frame(undefined, { API: {} })))).toBeUndefined();
  });

  test("of another origin is ignored", () => {
    const closed = new Proxy(
      {},
      {
        get: () => {
          throw new Error("SecurityError");
        },
      },
    );
    expect(findScormApi(frame(closed))).toBeUndefined();
  });

  test("gets times in its own format", () => {
    expect(sessionTime(3_723_456)).toBe("0001:02:03.00");
    expect(sessionTime(0)).toBe("0000:00:00.00");
  });
});

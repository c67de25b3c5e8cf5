/** What a learning platform gets: progress in 4,096 characters, the score, the package. */
import { describe, expect, test } from "vitest";
import { afterDeed, newProgress, type Progress } from "../../lib/labs/progress.ts";
import { scoreOf } from "../../lib/labs/score.ts";
import { scormPackage } from "../../lib/labs/scorm_package.ts";
import { readSuspendText, SUSPEND_CHARACTER_LIMIT, suspendText } from "../../lib/labs/suspend.ts";
import { BUILTIN_LABS } from "../../scenarios/labs/index.ts";
import { findScormApi, sessionTime } from "../../web/pages/lab/scorm.ts";
import { createRandom } from "../support/random.ts";
import { openBench, openLab, solutionOf, solved } from "./support.ts";

describe("suspend data", () => {
  test.each(BUILTIN_LABS.map(({ id }) => id))("holds all of a solved %s", async (id) => {
    const progress = await solved(await openBench(id, 20_221_122), solutionOf(id));
    const text = suspendText(progress);
    expect(text.length).toBeLessThanOrEqual(SUSPEND_CHARACTER_LIMIT);
    expect(readSuspendText(text)).toEqual(progress);
  });

  test("cuts texts that do not fit, and nothing else", async () => {
    const lab = await openLab("interrupt-cost");
    const random = createRandom(7);
    let progress: Progress = newProgress(lab, 0);
    for (const step of lab.steps)
      for (const question of step.questions) {
        const noise = Array.from({ length: 3900 }, () =>
          String.fromCharCode(97 + random.integer(0, 25)),
        ).join("");
        const value = question.kind === "text" ? noise : 7;
        progress = afterDeed(progress, { do: "answer", step: step.id, question, value, right: true });
      }
    const text = suspendText(progress);
    expect(text.length).toBeLessThanOrEqual(SUSPEND_CHARACTER_LIMIT);
    const back = readSuspendText(text);
    expect(back?.steps.bill).toEqual(progress.steps.bill);
    const why = back?.steps.slow?.answers.why?.value;
    expect(typeof why === "string" && why.length > 0 && why.length < 3900).toBe(true);
  });

  test.each(["", "1.", "1.AAAA", "nonsense", "9.AAAA", "x".repeat(5000)])("%s is no progress", (text) => {
    expect(readSuspendText(text)).toBeUndefined();
  });
});

test("the score is that of grading where nothing is forged", async () => {
  const bench = await openBench("rings");
  const score = scoreOf(bench.lab, await solved(bench, solutionOf("rings")));
  expect(score).toEqual({ points: score.of - 4, pending: 4, of: score.of, complete: true });
  expect(scoreOf(bench.lab, newProgress(bench.lab, 0))).toEqual({
    ...{ points: 0, pending: 0, of: score.of },
    complete: false,
  });
});

test("the package opens the lab and lists every file", async () => {
  const lab = await openLab("rings");
  const files = scormPackage({ ...lab, title: 'A <b> & "c"' }, 7, { "index.html": new Uint8Array(1) });
  const text = (path: string) => new TextDecoder().decode(files[path]);
  expect(text("launch.html")).toContain("index.html?embed=1#lab=rings&amp;seed=7&amp;scorm=1");
  expect(text("imsmanifest.xml")).toContain("<title>A &lt;b&gt; &amp; &quot;c&quot;</title>");
  for (const path of ["index.html", "launch.html"])
    expect(text("imsmanifest.xml")).toContain(`<file href="${path}"/>`);
});

describe("the platform", () => {
  const call = () => "";
  const API = { LMSInitialize: call, LMSGetValue: call, LMSSetValue: call, LMSCommit: call, LMSFinish: call };
  const frame = (parent: unknown, more: object = {}) => {
    const self: Record<string, unknown> = { opener: null, ...more };
    self.parent = parent ?? self;
    return self as unknown as Window;
  };

  test("is found in frames around the page, and in the window that opened it", () => {
    const top = frame(undefined, { API });
    expect(findScormApi(frame(frame(top)))).toBe(API);
    expect(findScormApi(frame(undefined, { opener: top }))).toBe(API);
    expect(findScormApi(frame(undefined))).toBeUndefined();
    expect(findScormApi(frame(frame(undefined, { API: {} })))).toBeUndefined();
  });

  test("that is of another origin is none", () => {
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

  test("is told the time in its own form", () => {
    expect(sessionTime(3_723_456)).toBe("0001:02:03.00");
    expect(sessionTime(0)).toBe("0000:00:00.00");
  });
});

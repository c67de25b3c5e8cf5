import { describe, expect, test } from "vitest";
import type { Result } from "../../lib/labs/grade.ts";
import { summaryOf } from "../../web/labs/GradeResults.tsx";

const graded = (score: number, of: number) => ({ status: "graded", score, of }) as Result;
const refused = { status: "refused", file: "a.json", reason: "is empty" } as Result;

const passed = { status: "passed-over", file: "a.txt", reason: "is text" } as Result;
const ofSystem = { status: "of-system", file: "._a.json", reason: "was made by macOS" } as Result;

describe("the summary of a class", () => {
  test.each([
    ["nobody", [], "0 of 0 files graded."],
    ["files refused alone", [refused], "0 of 1 files graded."],
    ["some, and one refused", [graded(5, 10), refused, graded(10, 10)], "Mean score: 75.0\u00a0%."],
    [
      "beside others",
      [graded(5, 10), passed, ofSystem],
      "1 of 2 files graded. 1 file passed over. 1 system file ignored.",
    ],
    ["all with everything", [graded(10, 10), graded(7, 7)], "Mean score: 100.0\u00a0%."],
    ["nobody with anything", [graded(0, 10), graded(0, 7)], "Mean score: 0.0\u00a0%."],
  ])("%s", (_, results, text) => {
    expect(summaryOf(results)).toContain(text);
  });

  test("says all or none only if it is exactly that", () => {
    const class_ = (one: Result, other: Result) => [...Array<Result>(2000).fill(one), other];
    expect(summaryOf(class_(graded(10, 10), graded(9, 10)))).toContain("Mean score: >\u202f99.9\u00a0%.");
    expect(summaryOf(class_(graded(0, 10), graded(1, 10)))).toContain("Mean score: <\u202f0.1\u00a0%.");
  });
});

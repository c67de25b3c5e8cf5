/** The words at the end of the race, from numbers worked by hand. */
import { describe, expect, it } from "vitest";
import { resultOf } from "../../../web/compare/race/result.ts";
import type { Score } from "../../../web/compare/race/score.ts";
import { scenarioFile } from "../scenarios/support.ts";

const one = scenarioFile("demos/overload-one-context.json");
const three = scenarioFile("demos/overload-three-contexts.json");

function scores(
  delivered: readonly [number, number],
  lost: readonly [number, number],
  wait: readonly [number, number],
): readonly Score[] {
  const ahead = (isB: boolean, same: boolean) => (same ? undefined : isB ? "B" : "A");
  return [
    {
      kind: "delivered",
      a: delivered[0],
      b: delivered[1],
      ahead: ahead(delivered[1] > delivered[0], delivered[0] === delivered[1]),
    },
    { kind: "lost", a: lost[0], b: lost[1], ahead: ahead(lost[1] < lost[0], lost[0] === lost[1]) },
    { kind: "wait", a: wait[0], b: wait[1], ahead: ahead(wait[1] < wait[0], wait[0] === wait[1]) },
  ];
}

describe("the result of a race", () => {
  it("names the contexts of B if they are the only difference", () => {
    expect(resultOf({ a: one, b: three }, "received", scores([20, 32], [18, 6], [50, 40]), 40)).toEqual({
      headline: "End of the run: B is ahead",
      sentence:
        "With three contexts 12 more of 40 packets were delivered; 12 fewer were lost; the mean latency is 20\u202f% shorter.",
    });
  });

  it("names B if B delivers fewer frames", () => {
    const { headline, sentence } = resultOf(
      { a: three, b: one },
      "received",
      scores([32, 20], [6, 18], [40, 50]),
      undefined,
    );
    expect(headline).toBe("End of the run: A is ahead");
    expect(sentence).toBe(
      "With one context 12 fewer packets were delivered; 12 more were lost; the mean latency is 25\u202f% longer.",
    );
  });

  it("names B without a cause for other differences, and calls equal numbers equal", () => {
    const clocked = { ...one, machine: { ...one.machine, clockHertz: one.machine.clockHertz * 2 } };
    expect(resultOf({ a: one, b: clocked }, "sent", scores([7, 7], [3, 1], [50, 60]), 10)).toEqual({
      headline: "End of the run: each is ahead in something",
      sentence:
        "In B the same number of packets were sent; 2 fewer were lost; the mean latency is 20\u202f% longer.",
    });
  });

  it("states missed events and handled interrupts, and omits a latency that neither has", () => {
    expect(
      resultOf({ a: one, b: one }, "interrupts", scores([4, 4], [2, 2], [Number.NaN, Number.NaN]), undefined),
    ).toMatchObject({
      sentence: "In B the same number of interrupts were handled; the same number of events were missed.",
    });
  });
});

/** Marks: files of several assistants merge, and points follow from computed points, marks and the rubric. */
import { describe, expect, test } from "vitest";
import {
  isDisputed,
  type Mark,
  type Marking,
  markingText,
  marksOf,
  mergedMarking,
  NO_MARKING,
  pointsWith,
  type RubricItem,
  readMarking,
  withMarks,
  withRubric,
} from "../../lib/marking/marks.ts";

const mark = (over: Partial<Mark> = {}): Mark => ({
  ...{ submission: "p1", part: "rings/chance/why", items: [], comment: "", by: "Ada", unixMilliseconds: 1 },
  ...over,
});
const item = (over: Partial<RubricItem> = {}): RubricItem => ({
  ...{ id: "a", part: "rings/chance/why", points: -1, text: "no reason", by: "Ada", unixMilliseconds: 1 },
  ...over,
});

/** A few values of each field, so that keys and times collide. */
function randomMarking(random: () => number): Marking {
  const of = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const time = () => Math.floor(random() * 4);
  const marks = Array.from({ length: 6 }, () =>
    mark({
      ...{
        submission: of(["p1", "p2"]),
        by: of(["Ada", "Ben"]),
        unixMilliseconds: time(),
        points: of([0, 1, 2]),
      },
      ...(random() < 0.3 ? { isGone: true } : {}),
    }),
  );
  const rubric = Array.from({ length: 3 }, () =>
    item({ id: of(["a", "b"]), points: time(), unixMilliseconds: time() }),
  );
  return withRubric(withMarks(NO_MARKING, marks), rubric);
}

describe("two files of marks", () => {
  test("merge to the same file in any order, as often as one likes", () => {
    for (let seed = 1; seed <= 300; seed++) {
      let state = seed;
      const random = () => {
        state = (state * 48_271) % 2_147_483_647;
        return state / 2_147_483_647;
      };
      const [a, b, c] = [randomMarking(random), randomMarking(random), randomMarking(random)];
      const text = (one: Marking, other: Marking) => markingText(mergedMarking(one, other));
      expect(text(a, b), `seed ${seed}`).toBe(text(b, a));
      expect(text(mergedMarking(a, b), c), `seed ${seed}`).toBe(text(a, mergedMarking(b, c)));
      expect(text(mergedMarking(a, b), b), `seed ${seed}`).toBe(text(a, b));
      expect(text(a, a), `seed ${seed}`).toBe(markingText(a));
    }
  });

  test("keep the marks of both people, and the later one counts", () => {
    const merged = mergedMarking(
      withMarks(NO_MARKING, [mark({ points: 1, unixMilliseconds: 5 })]),
      withMarks(NO_MARKING, [mark({ points: 2, by: "Ben", unixMilliseconds: 4 })]),
    );
    const found = marksOf(merged)("p1", "rings/chance/why");
    expect(found.map(({ by, points }) => [by, points])).toEqual([
      ["Ada", 1],
      ["Ben", 2],
    ]);
    const points = ({ points: given = 0 }: Mark) => given;
    expect(isDisputed(found, points)).toBe(true);
    const decided = withMarks(merged, [mark({ points: 1, by: "Ben", unixMilliseconds: 6, isFinal: true })]);
    expect(isDisputed(marksOf(decided)("p1", "rings/chance/why"), points)).toBe(false);
  });

  test("do not bring back a mark that was taken back later", () => {
    const gone = withMarks(NO_MARKING, [mark({ unixMilliseconds: 9, isGone: true })]);
    const merged = mergedMarking(withMarks(NO_MARKING, [mark({ unixMilliseconds: 8 })]), gone);
    expect(marksOf(merged)("p1", "rings/chance/why")).toEqual([]);
  });
});

test("points are those of the mark or the computed ones, with the rubric, from 0 to the points of the question", () => {
  const rubric = new Map([
    ["a", item({ points: -0.5 })],
    ["b", item({ id: "b", points: 1 })],
    ["c", item({ id: "c", points: 5, isGone: true })],
  ]);
  const points = (given: Partial<Mark>) => pointsWith(mark(given), { computed: 1, of: 2 }, rubric);
  expect(points({})).toBe(1);
  expect(points({ points: 2 })).toBe(2);
  expect(points({ points: 2, items: ["a", "c", "unknown"] })).toBe(1.5);
  expect(points({ items: ["b"] })).toBe(2);
  expect(points({ points: 2, items: ["b"] })).toBe(2);
  expect(points({ points: 0, items: ["a"] })).toBe(0);
});

describe("a file of marks", () => {
  const marking = withRubric(withMarks(NO_MARKING, [mark({ comment: "line 1\nline 2" })]), [item()]);

  test("reads back as it was", () => {
    const read = readMarking(markingText(marking));
    expect(read.ok && markingText(read.marking)).toBe(markingText(marking));
    expect(
      markingText(marking)
        .split("\n")
        .filter((line) => line.includes('"submission"')),
    ).toHaveLength(1);
  });

  const file = (change: (file: { marks: object[]; rubric: object[] }) => void) => {
    const json = JSON.parse(markingText(marking));
    change(json);
    return JSON.stringify(json);
  };
  test.each([
    ["", /./],
    ["{", /./],
    ['{"format":"irqscope-submission","version":2}', /is not a marking file/],
    ['{"format":"irqscope-marking","version":9}', /format 9: a newer irqscope/],
    [
      file(({ marks: [one] }) => Object.assign(one ?? {}, { points: 101 })),
      /^marks\[0\]\.points must be at most 100/,
    ],
    [
      file(({ marks: [one] }) => Object.assign(one ?? {}, { comment: "x".repeat(2001) })),
      /^marks\[0\]\.comment must have at most 2000/,
    ],
    [
      file(({ marks: [one] }) => Object.assign(one ?? {}, { by: "\u202e" })),
      /^marks\[0\]\.by holds a control character/,
    ],
    [
      file(({ rubric: [one] }) => Object.assign(one ?? {}, { colour: 1 })),
      /^rubric\[0\]\.colour is not a known field/,
    ],
  ])("%#: is refused with the field and the reason", (text, reason) => {
    expect(readMarking(text)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
  });
});

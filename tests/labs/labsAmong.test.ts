/** Own labs that are dropped together with submissions to them. */
import { describe, expect, test } from "vitest";
import { markingText, NO_MARKING, withMarks } from "../../lib/marking/marks.ts";
import FIRST_LAB from "../../web/labs/firstLab.json" with { type: "json" };
import { type Handed, labsAmong } from "../../web/labs/useGrading.ts";

const handed = (name: string, text: string): Handed => ({ name, read: async () => ({ ok: true, text }) });
const LAB = handed("my-lab.lab.json", JSON.stringify(FIRST_LAB));

describe("labs among dropped files", () => {
  test("are recognised by their contents, and the other files keep their order", async () => {
    const others = [
      handed("a.json", '{ "format": "irqscope-submission", "lab": "irqscope-lab" }'),
      handed("b.lab.json", '{ "format": "irqscope-lab", "version": 99 }'),
      handed("c.json", "no JSON"),
      { name: "d", read: () => Promise.reject(new Error("a folder")) },
      { name: "e", read: async () => ({ ok: false, reason: "is larger" }) as const },
    ];
    const { labs, files } = await labsAmong([...others.slice(0, 2), LAB, ...others.slice(2)]);
    expect(labs.map(({ id }) => id)).toEqual([FIRST_LAB.id]);
    expect(files.map(({ name }) => name)).toEqual(others.map(({ name }) => name));
  });

  test("and files of the teacher: marks, a roster and a worksheet, or the reason why one is refused", async () => {
    const marks = markingText(
      withMarks(NO_MARKING, [
        { submission: "p", part: "a/b", items: [], comment: "", by: "", unixMilliseconds: 1 },
      ]),
    );
    const { teacher, files } = await labsAmong([
      handed("marks.json", marks),
      handed("students.csv", "id,number\n1,2\n"),
      handed("Grades.csv", '\ufeffIdentifier,Grade,"Last modified (grade)"\nParticipant 1,,-\n'),
      handed("broken.csv", "number\n1\n1\n"),
      handed("old-marks.json", marks.replace('"by": ""', '"by": 7')),
    ]);
    expect(teacher.marking.marks.size).toBe(1);
    expect(teacher.roster?.students).toHaveLength(1);
    expect(teacher.worksheet).toContain("Participant 1");
    expect(await Promise.all(files.map(async (one) => [one.name, await one.read()]))).toEqual([
      ["broken.csv", { ok: false, reason: 'line 3: number "1" is also that of line 2' }],
      ["old-marks.json", { ok: false, reason: expect.stringMatching(/^marks\[0\]\.by must be a text/) }],
    ]);
  });
});

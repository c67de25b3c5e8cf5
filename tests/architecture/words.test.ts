/** Words with one meaning, in the texts that users read (docs/words.md). */
import { describe, expect, it } from "vitest";
import { repositoryFiles, textOf } from "./repository.ts";

const TEXTS = [
  /^scenarios\/.*\.(json|md)$/,
  /^scenarios\/(machine|software|format|devices)\/.*\.ts$/,
  /^docs\/(guide|labs|model|micro|expressions|words)\.md$/,
  /^lib\/terms\//,
  /^web\/text\//,
];

/** A frame is on the wire; what is saved are registers, what is interrupted is an activity. */
const FRAME_OF_REGISTERS =
  /\b(stack|register|saved|live|resumed|preempted|interrupted|running) frames?\b|\bframes? (that is|is|are) (saved|restored|resumed)\b|\beverything of a frame\b|\b(saves?|restores?|resumes?|keeps?) (its|their) frames?\b|\b(Stapel|Register)rahmen\b|\bihren Rahmen\b/gi;

const found = (text: string): readonly string[] =>
  Array.from(text.matchAll(FRAME_OF_REGISTERS), ([match]) => match);

describe("frame", () => {
  it.each([
    ["A system call saves its frame.", 1],
    ["Nobody is resumed before a live frame.", 1],
    ["The frame is saved, and the stack frame behind it.", 2],
    ["Systemaufrufe behalten ihren Rahmen", 1],
    ["A frame is delivered; the ring has room for eight frames.", 0],
  ])("is looked for: %s", (text, count) => {
    expect(found(text)).toHaveLength(count);
  });

  it("is never what saved registers are called", () => {
    const texts = repositoryFiles().filter((path) => TEXTS.some((one) => one.test(path)));
    expect(texts.length).toBeGreaterThan(100);
    expect(texts.flatMap((path) => found(textOf(path)).map((match) => `${path}: ${match}`))).toEqual([]);
  });
});

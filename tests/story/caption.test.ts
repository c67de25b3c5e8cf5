/** Captions before their numbers are there. */
import { describe, expect, it } from "vitest";
import { sentencesWithoutGaps } from "../../lib/story/caption.ts";

describe("a caption whose numbers are not measured yet", () => {
  it.each([
    ["Packets are lost.", ["Packets are lost."]],
    ["The ring is full. So {receive.loss in %} are lost. Why?", ["The ring is full.", "Why?"]],
    ["{of one: nic.a} become {end: nic.b > 1 ? 2. : 3. }.", []],
    ["Three contexts cut losses from {a} to {b}. Open Compare.", ["Open Compare."]],
  ])("holds each sentence that has one: %s", (text, sentences) => {
    expect(sentencesWithoutGaps(text)).toEqual(sentences);
  });
});

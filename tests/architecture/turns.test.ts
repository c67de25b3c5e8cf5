/** Turns of phrase that are German order in English words, or a second word for a thing that has one. No text that the
 * page shows uses them (docs/style.md, docs/words.md). */
import { describe, expect, it } from "vitest";
import * as GERMAN from "../../web/text/de/index.ts";

const BANNED: readonly (readonly [turn: RegExp, better: string])[] = [
  [/(?<!than )\bbefore[.)!?]?$/, "previous, earlier"],
  [
    /\bthe (one|ones|press|packet|interrupt|loss|run|event|step|text|section|entry|picture) before\b(?! (this|the)\b)/i,
    "the previous one",
  ],
  [/\b(go|goes) before\b/i, "have precedence"],
  [/\bthe whole of\b/i, "all of, this period"],
  [/\bin vain\b/i, "for nothing"],
  [/\bas many\b(?!.* as\b)/i, "the same number of"],
  [/\b(comes?|came) true\b/i, "becomes true"],
  [/\bbecomes of\b/i, "happens to"],
  [/^Not “/, "unlike"],
  [/\bno more$/i, "stop"],
  [/\bat work\b/i, "working, handling"],
  [/\bby (itself|themselves)\b/i, "on its own, without the processor"],
  [/\bby turns\b/i, "take turns, alternately"],
  [/\bof which\b/i, "a sentence of its own"],
  [/^(Of|With which|In which|From which) /, "begin with the subject"],
  [/(^|[.;] )left out:/i, "Default:"],
  [/(^|[.:;,] )so (many|much|long)\b(?! (\w+ )?(as|that)\b)/i, "the number, this many"],
  [/\banew\b/i, "again"],
  [/\bonce more\b/i, "again"],
  [/\b(nobody|somebody|everybody|anybody|whoever)\b/i, "name the thread, the program or the user"],
  [/\bwhat there is not\b/i, "something that does not exist"],
  [/\bis there (already|twice)\b/i, "is already in the list, occurs twice"],
  [/\bone behind the other\b/i, "one after another"],
  [/\bbeside the page\b/i, "in the background"],
  [/\bin hand\b/i, "current"],
  [/\b(instruction|event|packet|step|cycle) on$/i, "forward"],
  [/(?<!^|you |\.)\bdropped\b|\bdrops\b/i, "lost"],
];

const turnsIn = (text: string): readonly string[] =>
  BANNED.flatMap(([turn, better]) => {
    const found = turn.exec(text)?.[0];
    return found === undefined ? [] : [`${found} (better: ${better})`];
  });

describe("banned turns of phrase", () => {
  it.each([
    ["Loss before", 1],
    ["Less than before", 0],
    ["The press before came earlier.", 1],
    ["Show the whole of it", 1],
    ["a condition comes true", 1],
    ["as many restores take time", 1],
    ["at least as many as before it", 0],
    ["Of each core.", 1],
    ["It runs before the handler.", 0],
    ["So many bytes. A frame so long that it does not fit.", 1],
  ])("are found in: %s", (text, count) => {
    expect(turnsIn(text)).toHaveLength(count);
  });

  it("occur in no text of the page", () => {
    const texts = Object.keys({ ...GERMAN.PAGE, ...GERMAN.DATA, ...GERMAN.MESSAGES });
    expect(texts.length).toBeGreaterThan(2500);
    const found = texts.flatMap((text) => turnsIn(text).map((turn) => `${text}: ${turn}`));
    expect(found).toEqual([]);
  });
});

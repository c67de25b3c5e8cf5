/** The texts of the stage's parts: each drawn part has its text in every demo, and the offered actions exist. */
import { describe, expect, it } from "vitest";
import { compileCondition } from "../../../lib/breakpoints/condition.ts";
import { readField } from "../../../scenarios/base/fieldPath.ts";
import { DEMOS } from "../../../scenarios/demos/index.ts";
import { partsOf, readPart } from "../../../scenarios/story/parts.ts";
import { partOfTrack, partWords, STAGE_WORDS } from "../../../web/simulate/parts/partWords.ts";
import { openedDemo } from "./openedDemo.ts";

/** Parts beside the stage, which have their own labels. */
const BESIDE_THE_STAGE = [
  "timeline",
  "metrics",
  "tries",
  "settings",
  "transport",
  "speed",
  "compare",
  "scenarios",
  "program",
  "share",
];

const sendsNothing = new Set(["txqueue"]);

describe.each(DEMOS.map(({ id, load, opening }) => ({ id, load, opening })))(
  "the texts about parts of $id",
  ({ load, opening }) => {
    it("exist for each part, with a field and a condition that exist", async () => {
      const { scenario, view, facts } = await openedDemo({ load, opening });
      for (const text of partsOf(scenario)) {
        const part = readPart(text);
        if (part === undefined) throw new Error(text);
        const words = partWords(part.kind, part.name, { view, facts });
        if (BESIDE_THE_STAGE.includes(part.kind)) {
          expect(words, text).toBeUndefined();
          continue;
        }
        if (words === undefined) throw new Error(`no words for ${text}`);
        expect(`${words.name} ${words.sentence} ${words.value ?? ""}`, text).not.toMatch(
          /[{}]|undefined|NaN/,
        );
        if (words.field !== undefined && !sendsNothing.has(part.kind))
          expect(readField(scenario, words.field), `${text}: ${words.field.join(".")}`).toBeDefined();
        if (words.stop !== undefined)
          expect(compileCondition(words.stop.condition, scenario), text).toMatchObject({ ok: true });
        const { track } = words;
        const back = track && partOfTrack(track.kind, track.index, facts);
        if (track !== undefined) {
          const of = readPart(back ?? "");
          expect(of && partWords(of.kind, of.name, { view, facts })?.track, text).toEqual(track);
        }
      }
    });
  },
);

it("the texts about parts cover exactly the kinds that the stage draws", () => {
  const drawn = new Set(Object.keys(STAGE_WORDS));
  for (const kind of BESIDE_THE_STAGE) expect(drawn.has(kind)).toBe(false);
  expect(drawn.size).toBe(20);
});

/** A story is made from bookmarks, and such a story is changed. */
import { expect, it } from "vitest";
import { moved, noteFault, notesOf, storyFromNotes } from "../../lib/story/fromNotes.ts";
import { type Story, storySchema } from "../../scenarios/story/story.ts";

const BOOKMARKS = [
  { cycle: 500, note: "The line rises." },
  { cycle: 900, note: "The handler begins." },
];

function made(): Story {
  const story = storyFromNotes("What happens?", notesOf(undefined, BOOKMARKS, "en"), 2_000, "en");
  if (story === undefined) throw new Error("no story");
  return story;
}

it("a story from notes has a step for each note with its caption, and is valid", () => {
  const story = made();
  expect(storySchema.parse(JSON.parse(JSON.stringify(story)))).toEqual(JSON.parse(JSON.stringify(story)));
  expect(story.steps.map(({ at, caption }) => [at, caption])).toEqual([
    [{ on: "cycle", cycle: 500 }, "The line rises."],
    [{ on: "cycle", cycle: 900 }, "The handler begins."],
  ]);
  expect(story.steps.map(({ visibleCycles }) => visibleCycles)).toEqual([2_000, undefined]);
});

it("a story from notes waits for captions of 1 to 25 words", () => {
  expect(noteFault("  ")).toBe("empty");
  expect(noteFault("word ".repeat(25))).toBeUndefined();
  expect(noteFault("word ".repeat(26))).toBe("long");
  expect(storyFromNotes("Title", [{ cycle: 1, caption: "" }], 100, "en")).toBeUndefined();
  expect(storyFromNotes(" ", [{ cycle: 1, caption: "a" }], 100, "en")).toBeUndefined();
  expect(storyFromNotes("Title", [], 100, "en")).toBeUndefined();
});

it("a story from notes keeps other settings of a step, and the other language if the caption stays", () => {
  const [first] = made().steps;
  if (first === undefined) throw new Error("no step");
  const both = { en: "The line rises.", de: "Die Leitung steigt." };
  const old: Story = { title: "What?", steps: [{ ...first, light: ["controller"], caption: both }] };
  const notes = notesOf(old, BOOKMARKS, "de");
  expect(notes.map(({ cycle, caption }) => [cycle, caption])).toEqual([
    [500, "Die Leitung steigt."],
    [900, "The handler begins."],
  ]);
  const again = storyFromNotes("What?", moved(notes, 1, -1), 2_000, "de");
  expect(again?.steps.map(({ light, caption }) => [light, caption])).toEqual([
    [[], "The handler begins."],
    [["controller"], both],
  ]);
});

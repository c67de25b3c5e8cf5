import { expect, test } from "vitest";
import {
  lectureAddress,
  lectureText,
  movedScene,
  readLecture,
  readLectureAddress,
  type Scene,
} from "../../../web/app/presenter/lecture.ts";

const SCENES: readonly Scene[] = [
  { link: "#ring-overflow@31536", note: "full" },
  { link: "#compare", note: "" },
  { link: "#sweep=contexts-ring-rate", note: "Fragen?" },
];

test("the scenes of a lecture come out of its file and its address as they went in", () => {
  expect(readLecture(lectureText(SCENES))).toEqual(SCENES);
  const address = lectureAddress(SCENES) ?? "";
  expect(address).toMatch(/^#lecture=1\./);
  expect(readLectureAddress(address)).toEqual(SCENES);
  expect(readLectureAddress(address.slice(0, -3))).toBeUndefined();
});

test("an address that was shared once opens for ever", () => {
  const shared =
    "#lecture=1.n-ftnT0AAMNW_-UAdQJbvGjVH6hWhBZewMSdDdSgXAQsQ3VhvScHY0NQ5wTeSE4rBbbDQH6DqU7Ozy0AFZtIzejYWgA";
  expect(readLectureAddress(shared)).toEqual(SCENES.slice(0, 2));
});

test.each([
  ["no JSON", "{"],
  ["another format", '{"format":"irqscope-study","version":1,"scenes":[{"link":"#compare"}]}'],
  ["a later version", '{"format":"irqscope-lecture","version":2,"scenes":[{"link":"#compare"}]}'],
  ["no scene", '{"format":"irqscope-lecture","version":1,"scenes":[]}'],
  [
    "another site",
    '{"format":"irqscope-lecture","version":1,"scenes":[{"link":"https://example.org/#compare"}]}',
  ],
  ["a script", '{"format":"irqscope-lecture","version":1,"scenes":[{"link":"javascript:alert(1)"}]}'],
  ["a lecture in itself", '{"format":"irqscope-lecture","version":1,"scenes":[{"link":"#lecture=1.x"}]}'],
])("a lecture with %s is refused", (_, text) => {
  expect(readLecture(text)).toBeUndefined();
});

test("a scene moves up and down, and stays at the ends", () => {
  const links = (scenes: readonly Scene[]) => scenes.map(({ link }) => link.slice(1, 6));
  expect(links(movedScene(SCENES, 2, -1))).toEqual(["ring-", "sweep", "compa"]);
  expect(links(movedScene(SCENES, 0, 1))).toEqual(["compa", "ring-", "sweep"]);
  expect(movedScene(SCENES, 0, -1)).toBe(SCENES);
  expect(movedScene(SCENES, 2, 1)).toBe(SCENES);
});

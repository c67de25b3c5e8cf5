// @vitest-environment happy-dom
/** The layer of arrows over the tracks. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { createFlowArrows } from "../../../web/timeline/flowArrows.ts";

it("the arrows of an interrupt lie over the tracks and leave them the pointer", () => {
  const style = document.createElement("style");
  style.textContent = readFileSync("web/timeline/flow/flowArrows.css", "utf8");
  document.head.append(style);
  const arrows = createFlowArrows(document.body);
  const layer = document.querySelector("body > svg");
  if (layer === null) throw new Error("no layer");
  expect(getComputedStyle(layer)).toMatchObject({ position: "absolute", pointerEvents: "none" });
  arrows.stop();
  expect(document.querySelector("svg")).toBeNull();
});

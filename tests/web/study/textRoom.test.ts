/** Names in the charts of a study. */
import { expect, test } from "vitest";
import { fitted, textWidthPx } from "../../../web/study/scale.ts";

test("a name that fits is shown in full, and a longer one loses its middle", () => {
  const name = "ring-overflow-three-contexts";
  expect(fitted(name, textWidthPx(name.length))).toBe(name);
  const cut = fitted(name, 100);
  expect(cut).toMatch(/^ring-o.*….*ontexts$/);
  expect(cut).not.toBe(fitted("ring-overflow-one-context", 100));
  expect(textWidthPx(cut.length)).toBeLessThanOrEqual(100);
  expect(fitted(name, 0)).toBe("…");
});

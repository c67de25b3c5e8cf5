import { expect, test } from "vitest";
import { parseFieldPath, readField, withField, withoutField } from "../../scenarios/base/fieldPath.ts";

test("a field is found by name and index, and changed in a copy", () => {
  const root = {
    a: [
      { name: "x y", n: 1 },
      { name: "z", n: 2 },
    ],
  };
  const path = parseFieldPath('a["x y"].n') ?? [];
  expect(readField(root, path)).toBe(1);
  expect(withField(root, path, 5)).toEqual({
    a: [
      { name: "x y", n: 5 },
      { name: "z", n: 2 },
    ],
  });
  expect(root.a[0]?.n).toBe(1);
  expect(readField(root, ["a", 1, "n"])).toBe(2);
  expect(readField(root, ["a", 9, "n"])).toBeUndefined();
  expect(withField(root, ["b", "c"], 1)).toBeUndefined();
  expect(readField(root, ["__proto__", "x"])).toBeUndefined();
  expect(parseFieldPath("a + b")).toBeUndefined();
});

test("a field or an entry of a list, by place or name, is removed", () => {
  const root = { a: [{ name: "x" }, { name: "y" }], b: { c: 1, d: 2 } };
  expect(withoutField(root, ["b", "c"])).toEqual({ ...root, b: { d: 2 } });
  expect(withoutField(root, ["a", 0])).toEqual({ ...root, a: [{ name: "y" }] });
  expect(withoutField(root, ["a", "y"])).toEqual({ ...root, a: [{ name: "x" }] });
  expect(withoutField(root, ["b"])).toEqual({ a: root.a });
  expect(withoutField(root, ["b", "e"])).toBeUndefined();
  expect(withoutField(root, ["a", 7])).toBeUndefined();
  expect(withoutField(root, ["q", "c"])).toBeUndefined();
  expect(withoutField(root, [])).toBeUndefined();
});

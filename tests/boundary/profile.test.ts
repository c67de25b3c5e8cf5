import { describe, expect, test } from "vitest";
import { checkedText } from "../../core-wasm/checkedText.mjs";
import { lostFunctions } from "../../core-wasm/lostFunctions.mjs";

const counted = (name: string) => `${name}\n# Func Hash:\n24\n# Num Counters:\n1\n# Counter Values:\n0\n`;

describe("a profile and the sources", () => {
  const sources = new Map([
    ["line.c", "static void latch(sim *sim) { clear(sim); }\nvoid line_drive(void) { latch(0); }"],
    ["nic.c", "/* what follows a latch */ void nic_send(void) {}"],
    ["line.h", "static inline int is_level(int line) { return line; }"],
  ]);

  test("what is counted and there is no fault", () => {
    const names = ["line.c:latch", "line_drive", "nic_send", "line.c:is_level", "nic.c:is_level"];
    expect(lostFunctions(names.map(counted).join("\n"), sources)).toEqual([]);
  });

  test("a function that is gone is named with where it was", () => {
    const names = ["line_drive", "line.c:unlatch", "line_init", "nic.c:latch"];
    expect(lostFunctions(names.map(counted).join("\n"), sources)).toEqual([
      "the profile counts unlatch, which is no longer in line.c",
      "the profile counts line_init, which is no longer in the sources",
      "the profile counts latch, which is no longer in nic.c",
    ]);
  });
});

describe("what the check of the cores says", () => {
  test("with emcc 3.1.6: a fresh build, too", () => {
    expect(checkedText("3.1.6")).toMatch(
      /; a fresh build gave the committed cores, and the profile counts every function$/,
    );
  });

  test.each([
    [undefined, "no emcc here"],
    ["3.1.69", "emcc 3.1.69 here"],
  ])("with emcc %s nothing that takes a build", (version, found) => {
    const text = checkedText(version);
    expect(text).toContain(
      `${found}: nothing was rebuilt, and whether the profile counts every function was not`,
    );
    expect(text).not.toContain("a fresh build");
  });
});

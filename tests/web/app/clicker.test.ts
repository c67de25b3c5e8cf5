/** The actions of a clicker's keys. */
import { describe, expect, it } from "vitest";
import { clickerDeed } from "../../../web/app/presenter/clicker.ts";
import { BIG_NUMBERS, nextNumber } from "../../../web/simulate/presenter/BigNumbers.tsx";

describe("clickerDeed", () => {
  const presenter = { isPresenter: true, isTold: false };
  const told = { isPresenter: false, isTold: true };
  it.each([
    ["PageDown", presenter, "next"],
    ["PageUp", presenter, "back"],
    [".", presenter, "blank"],
    ["PageDown", told, "next"],
    [".", told, undefined],
    ["PageDown", { isPresenter: false, isTold: false }, undefined],
    ["ArrowRight", presenter, undefined],
  ] as const)("gives the key %s in %o the action %s", (key, where, deed) => {
    expect(clickerDeed(key, where)).toBe(deed);
  });
});

describe("nextNumber", () => {
  it("goes through all numbers and omits the one that the other place shows", () => {
    const other = 3;
    const seen = [0];
    for (let at = nextNumber(0, other); at !== 0; at = nextNumber(at, other)) seen.push(at);
    expect(seen).toEqual(BIG_NUMBERS.map((_, index) => index).filter((index) => index !== other));
  });
});

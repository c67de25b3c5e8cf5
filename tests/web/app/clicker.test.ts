/** The actions of a clicker's keys. */
import { describe, expect, it } from "vitest";
import { clickerDeed } from "../../../web/app/presenter/PresenterTools.tsx";

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

import { describe, expect, it } from "vitest";
import { KEY_HELP, type KeyPress, keyCommand } from "../../web/pages/keyboard.ts";

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

describe("keyboard map", () => {
  it("steps by cycle, instruction and event, both ways", () => {
    expect(keyCommand(press("ArrowLeft"), "page")).toEqual({ do: "step", by: "cycle", direction: -1 });
    expect(keyCommand(press("ArrowRight", { shiftKey: true }), "page")).toEqual({
      do: "step",
      by: "instruction",
      direction: 1,
    });
    expect(keyCommand(press("["), "page")).toEqual({ do: "step", by: "event", direction: -1 });
  });

  it("takes letters in either case, and ? which needs Shift", () => {
    expect(keyCommand(press("i"), "page")).toEqual(keyCommand(press("I", { shiftKey: true }), "page"));
    expect(keyCommand(press("?", { shiftKey: true }), "page")).toEqual({ do: "help" });
  });

  it("leaves the browser's own shortcuts alone", () => {
    expect(keyCommand(press("c", { ctrlKey: true }), "page")).toBeUndefined();
    expect(keyCommand(press("ArrowLeft", { altKey: true }), "page")).toBeUndefined();
    expect(keyCommand(press("f", { metaKey: true }), "page")).toBeUndefined();
  });

  it("leaves typed text, a focused button's Space and a slider's arrows to them", () => {
    expect(keyCommand(press("g"), "text")).toBeUndefined();
    expect(keyCommand(press(" "), "button")).toBeUndefined();
    expect(keyCommand(press("ArrowLeft"), "button")).toMatchObject({ do: "step" });
    expect(keyCommand(press("ArrowLeft"), "arrows")).toBeUndefined();
    expect(keyCommand(press("i"), "arrows")).toMatchObject({ do: "run" });
  });

  it("gives no key two meanings where the focus is", () => {
    for (const { where, entries } of KEY_HELP) {
      const chords = entries.map(({ keys }) => keys.join("+"));
      expect(new Set(chords).size, where).toBe(chords.length);
    }
  });

  it("helps with every key that does something", () => {
    const named = new Set(KEY_HELP[0]?.entries.flatMap(({ keys }) => keys));
    for (const key of [",", ".", "0", "1", "2", "?", "[", "]"]) expect(named, key).toContain(key);
    for (const key of "icdfgxwst") expect(named, key).toContain(key.toUpperCase());
  });
});

import { describe, expect, it } from "vitest";
import { hasPlaceOn, type KeyPress, keyCommand } from "../../web/pages/keyboard.ts";
import { KEY_HELP } from "../../web/pages/keyHelp.ts";

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

  it("looks into a machine where one is shown, and opens panels where the transport is", () => {
    const works = (key: string, page: Parameters<typeof hasPlaceOn>[0]) => {
      const command = keyCommand(press(key), "page");
      return command !== undefined && hasPlaceOn(page, command);
    };
    for (const key of "jrlkmb") expect(works(key, "simulate"), key).toBe(true);
    expect([..."jrlkmb"].filter((key) => works(key, "compare"))).toEqual(["k", "m", "b"]);
    expect([..."jrlkmb"].filter((key) => works(key, "papers"))).toEqual(["b"]);
  });

  it("takes Shift with a letter for another meaning where there is one", () => {
    expect(keyCommand(press("B", { shiftKey: true }), "page")).toEqual({ do: "breakpoint", direction: -1 });
    expect(keyCommand(press("J", { shiftKey: true }), "page")).toEqual({ do: "follow", what: "interrupt" });
    expect(keyCommand(press("}", { shiftKey: true }), "page")).toEqual({
      do: "step",
      by: "packet",
      direction: 1,
    });
  });

  it("helps with every key that does something", () => {
    const named = new Set(KEY_HELP[0]?.entries.flatMap(({ keys }) => keys));
    for (const key of [",", ".", "0", "1", "2", "?", "[", "]"]) expect(named, key).toContain(key);
    for (const key of "icdfghjklrbnmxwst") expect(named, key).toContain(key.toUpperCase());
  });
});

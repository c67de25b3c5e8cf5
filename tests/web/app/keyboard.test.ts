import { describe, expect, it } from "vitest";
import { builtinScenario } from "../../../scenarios/index.ts";
import {
  bestOf,
  commandEntries,
  fieldEntries,
  found,
  metricEntries,
  runToEntries,
  SYNONYMS,
  scenarioEntries,
  termEntries,
} from "../../../web/app/commands/entries.ts";
import { hasPlaceOn, keyCommand, keyTarget } from "../../../web/app/useKeyboard.ts";
import {
  COMMAND_IDS,
  type CommandId,
  chordOf,
  chordText,
  commandOf,
  DEFAULT_KEYS,
  type KeyPress,
  type KeySettings,
  keyOf,
  keysOf,
  readKeys,
  takenBy,
  USUAL_KEYS,
  whyNot,
  withKey,
  withKeyText,
  withoutKeys,
  withUsualKeys,
} from "../../../web/state/keymap.ts";

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});
const onPage = (key: string, held: Partial<KeyPress> = {}, keys: KeySettings = USUAL_KEYS) =>
  keyCommand(keys, press(key, held), "page");

describe("the keyboard map", () => {
  it("steps by cycle, instruction and event, both ways", () => {
    expect(onPage("ArrowLeft")).toBe("cycle-back");
    expect(onPage("ArrowRight", { shiftKey: true })).toBe("instruction-on");
    expect(onPage("[")).toBe("event-back");
    expect(onPage("}", { shiftKey: true })).toBe("packet-on");
  });

  it("takes letters in either case, ? with Shift, and Shift with a letter that has a command", () => {
    expect(onPage("I")).toBe("to-interrupt");
    expect(onPage("O", { shiftKey: true })).toBe("scenarios");
    expect(onPage("I", { shiftKey: true })).toBe("interrupt-back");
    expect(onPage("H", { shiftKey: true })).toBe("handler-back");
    expect(onPage("?", { shiftKey: true })).toBe("keys");
    expect(onPage("B", { shiftKey: true })).toBe("breakpoint-back");
    expect(onPage("b")).toBe("breakpoint-on");
  });

  it("leaves all shortcuts of the browser alone except two", () => {
    expect(onPage("c", { ctrlKey: true })).toBeUndefined();
    expect(onPage("ArrowLeft", { altKey: true })).toBeUndefined();
    expect(onPage("f", { metaKey: true })).toBeUndefined();
    expect(onPage("k", { ctrlKey: true, shiftKey: true })).toBeUndefined();
    expect(onPage("k", { ctrlKey: true })).toBe("palette");
    expect(onPage("s", { metaKey: true })).toBe("save");
    expect(keyCommand(USUAL_KEYS, press("k", { ctrlKey: true }), "text")).toBe("palette");
  });

  it("leaves typing, Space on a button and arrows on a slider to the focused element", () => {
    expect(keyCommand(USUAL_KEYS, press("g"), "text")).toBeUndefined();
    expect(keyCommand(USUAL_KEYS, press(" "), "button")).toBeUndefined();
    expect(keyCommand(USUAL_KEYS, press("ArrowLeft"), "button")).toBe("cycle-back");
    expect(keyCommand(USUAL_KEYS, press("ArrowLeft"), "arrows")).toBeUndefined();
    expect(keyCommand(USUAL_KEYS, press("i"), "arrows")).toBe("to-interrupt");
  });

  it("plays by Space on a slider, which has no use for Space", () => {
    const element = (matching: string, type?: string): Element =>
      Object.assign(Object.create(null), {
        closest: (selectors: string) =>
          selectors.includes(matching) ? { getAttribute: () => type ?? null } : null,
      });
    expect(keyTarget(element("input", "range"))).toBe("slider");
    expect(keyTarget(element("[role=slider]"))).toBe("slider");
    expect(keyTarget(element("[role=tab]"))).toBe("arrows");
    expect(keyTarget(element("input", "text"))).toBe("text");
    expect(keyCommand(USUAL_KEYS, press(" "), "slider")).toBe("play");
    expect(keyCommand(USUAL_KEYS, press("ArrowRight"), "slider")).toBeUndefined();
    expect(keyCommand(USUAL_KEYS, press(" "), "arrows")).toBeUndefined();
  });

  it("gives no key two commands", () => {
    const chords = COMMAND_IDS.flatMap((id) => DEFAULT_KEYS[id]);
    expect(new Set(chords).size).toBe(chords.length);
    expect(commandOf(USUAL_KEYS, "d")).toBe("to-drop");
    expect(commandOf(USUAL_KEYS, "a")).toBe("pan-left");
    expect(onPage("A", { shiftKey: true })).toBe("pan-right");
  });

  it("opens a part of a machine on pages that show one, and panels on pages with the transport", () => {
    const works = (key: string, page: Parameters<typeof hasPlaceOn>[0]) => {
      const command = onPage(key);
      return command !== undefined && hasPlaceOn(page, command);
    };
    for (const key of "jrlkmb") expect(works(key, "simulate"), key).toBe(true);
    expect([..."jrlkmb"].filter((key) => works(key, "compare"))).toEqual(["k", "m", "b"]);
    expect([..."jrlkmb"].filter((key) => works(key, "papers"))).toEqual(["b"]);
    for (const key of "jrlkmb") expect(works(key, "lab"), key).toBe(true);
  });

  it("moves no playhead while a lab waits for a prediction", () => {
    const held = COMMAND_IDS.filter((id) => hasPlaceOn("lab", id, true));
    expect(held).toEqual([
      "simulate",
      "compare",
      "sweep",
      "papers",
      "labs",
      "theme",
      "language",
      "palette",
      "keys",
    ]);
    expect(commandEntries("lab", true).map(({ id }) => id)).not.toContain("command play");
  });
});

/** The event of the key at `code`, which has `key` on this layout. */
const at = (code: string, key: string, held: Partial<KeyPress> = {}) => onPage(key, { code, ...held });

describe("the keyboard map on other layouts", () => {
  it.each<[string, string, string, CommandId]>([
    ["Russian", "KeyI", "ш", "to-interrupt"],
    ["Russian, Caps Lock", "KeyD", "В", "to-drop"],
    ["Ukrainian", "KeyS", "і", "zoom-out"],
    ["Greek", "KeyI", "ι", "to-interrupt"],
    ["Hebrew", "KeyI", "ן", "to-interrupt"],
    ["Hebrew, a sign at a letter", "KeyW", "'", "zoom-in"],
    ["Greek, a sign at a letter", "KeyQ", ";", "palette"],
    ["Arabic, two characters a key", "KeyB", "لا", "breakpoint-on"],
    ["Arabic digits", "Digit1", "١", "metrics"],
    ["Thai, a combining mark", "KeyH", "้", "to-handler"],
    ["Thai, a letter at a digit", "Digit1", "ๅ", "metrics"],
    ["Hindi, a combining mark", "KeyD", "्", "to-drop"],
    ["Armenian", "KeyT", "տ", "theme"],
    ["Russian, where [ is", "BracketLeft", "х", "event-back"],
    ["Russian, where , is", "Comma", "б", "slower"],
  ])("takes letters by position: %s", (_, code, key, command) => {
    expect(at(code, key)).toBe(command);
  });

  it("takes Shift and Ctrl with letters by position", () => {
    expect(at("KeyD", "В", { shiftKey: true })).toBe("drop-back");
    expect(at("BracketRight", "Ъ", { shiftKey: true })).toBe("packet-on");
    expect(at("KeyK", "л", { ctrlKey: true })).toBe("palette");
    expect(at("KeyS", "ы", { metaKey: true })).toBe("save");
    expect(at("KeyK", "л", { ctrlKey: true, shiftKey: true })).toBeUndefined();
    expect(keyOf(press("я", { code: "KeyZ", ctrlKey: true }))).toBe("z");
  });

  it("takes the printed letter on Latin layouts", () => {
    expect(at("KeyQ", "a")).toBe("pan-left");
    expect(at("KeyY", "z")).toBe("to-start");
    expect(at("KeyM", ",")).toBe("slower");
    expect(at("Semicolon", "m")).toBe("bookmarks");
    expect(at("Semicolon", "ö")).toBeUndefined();
    expect(at("Digit2", "é")).toBeUndefined();
    expect(at("KeyM", "µ")).toBeUndefined();
    expect(at("KeyQ", "'")).toBeUndefined();
    expect(at("KeyK", "ķ", { ctrlKey: true, altKey: true })).toBeUndefined();
  });

  it.each<[string, string, string, Partial<KeyPress>, CommandId]>([
    ["German Mac", "Digit5", "[", { altKey: true }, "event-back"],
    ["German Mac", "Digit9", "}", { altKey: true }, "packet-on"],
    ["French Mac", "Digit5", "[", { altKey: true, shiftKey: true }, "event-back"],
    ["French Mac", "Minus", "]", { altKey: true, shiftKey: true }, "event-on"],
    ["German Windows, AltGr as Ctrl and Alt", "Digit9", "]", { ctrlKey: true, altKey: true }, "event-on"],
    ["German Linux, AltGr", "Digit7", "{", {}, "packet-back"],
  ])("takes signs typed with Option or AltGr: %s %s", (_, code, key, held, command) => {
    expect(at(code, key, held)).toBe(command);
  });

  it("leaves Alt to the system with a letter, or with a key that types the sign alone", () => {
    expect(at("BracketLeft", "[", { altKey: true })).toBeUndefined();
    expect(at("Comma", ",", { altKey: true })).toBeUndefined();
    expect(at("KeyD", "d", { altKey: true })).toBeUndefined();
    expect(at("KeyK", "k", { ctrlKey: true, altKey: true })).toBeUndefined();
  });

  it("has a plain letter for each sign that needs Option or AltGr, or that a platform may take", () => {
    for (const id of COMMAND_IDS) {
      const keys: readonly string[] = DEFAULT_KEYS[id];
      if (!keys.some((chord) => /[[\]{}]|mod\+k/.test(chord))) continue;
      expect(
        keys.some((chord) => /^(shift\+)?[a-z]$/.test(chord)),
        id,
      ).toBe(true);
    }
  });
});

describe("a user's own keys", () => {
  it("are moved from one command to another, and back", () => {
    expect(takenBy(USUAL_KEYS, "i", "play")).toBe("to-interrupt");
    expect(takenBy(USUAL_KEYS, "i", "to-interrupt")).toBeUndefined();
    expect(takenBy(USUAL_KEYS, "a", "play")).toBe("pan-left");
    const changed = withKey(USUAL_KEYS, "play", "i");
    expect(onPage("i", {}, changed)).toBe("play");
    expect(onPage(" ", {}, changed)).toBeUndefined();
    expect(keysOf(changed, "to-interrupt")).toEqual([]);
    expect(withKeyText(changed, "play", "Play")).toBe("Play (I)");
    expect(withKeyText(changed, "to-interrupt", "Next")).toBe("Next");
    const back = withUsualKeys(withUsualKeys(changed, "play"), "to-interrupt");
    expect(back).toEqual(USUAL_KEYS);
    expect(withUsualKeys(withKey(USUAL_KEYS, "event-on", "ö"), "event-on")).toEqual(USUAL_KEYS);
    expect(onPage("t", {}, withoutKeys(USUAL_KEYS, "theme"))).toBeUndefined();
  });

  it("can be switched off if they are a single character, while arrows, Space and Ctrl stay", () => {
    const off: KeySettings = { ...USUAL_KEYS, singleKeys: false };
    for (const id of COMMAND_IDS) {
      for (const chord of DEFAULT_KEYS[id]) {
        const isKept = chord === " " || chord.startsWith("mod+") || chord.includes("Arrow");
        expect(commandOf(off, chord), chord).toBe(isKept ? id : undefined);
      }
    }
    expect(withKeyText(off, "theme", "Theme")).toBe("Theme");
    expect(withKeyText(off, "palette", "All")).toBe("All (Ctrl K)");
    expect(withKeyText(off, "play", "Play")).toBe("Play (Space)");
  });

  it("may not be those that move the focus or belong to the browser", () => {
    expect(whyNot("Tab")).toMatch(/moves the focus/);
    expect(whyNot("shift+Tab")).toMatch(/moves the focus/);
    expect(whyNot("mod+j")).toMatch(/browser/);
    expect(whyNot("j")).toBeUndefined();
    expect(chordOf(press("Shift", { shiftKey: true }))).toBeUndefined();
    expect(chordOf(press("Dead"))).toBeUndefined();
    expect(chordText("shift+ArrowLeft")).toBe("Shift ←");
    expect(chordText("+")).toBe("+");
    expect(chordText("mod+k")).toBe("Ctrl K");
  });

  it.each([
    undefined,
    "",
    "null",
    "7",
    "{",
    '{"changed":7}',
    '{"changed":{"play":"i","nobody":["i"],"__proto__":["i"]}}',
    '{"changed":{"play":[7,"Tab","mod+w",""]}}',
    `{"changed":{"palette":["x"]}}`,
  ])("are read from the stored text %s without harm", (text) => {
    const keys = readKeys(text);
    expect(keys.singleKeys).toBe(true);
    for (const id of COMMAND_IDS) {
      const own: readonly string[] = keysOf(keys, id);
      if (id !== "play") expect(own, id).toEqual([...DEFAULT_KEYS[id]]);
      else expect(own.every((chord) => whyNot(chord) === undefined)).toBe(true);
    }
  });

  it("are read as they were written", () => {
    const keys = withKey({ singleKeys: false, changed: {} }, "theme", "shift+y");
    expect(readKeys(JSON.stringify(keys))).toEqual(keys);
  });
});

describe("the command palette", () => {
  const titles = (query: string) => bestOf(commandEntries("simulate"), query).map(({ title }) => title);

  it("has every command with its place and its texts", () => {
    const offered = commandEntries("simulate").flatMap(({ does }) =>
      does.kind === "command" ? [does.command] : [],
    );
    const left: readonly CommandId[] = ["pan-left", "pan-right", "palette"];
    expect(offered).toEqual(COMMAND_IDS.filter((id) => !left.includes(id)));
    const all = commandEntries("simulate").map(({ title }) => title);
    expect(new Set(all).size).toBe(all.length);
    expect(commandEntries("papers").map(({ id }) => id)).not.toContain("command tracks");
  });

  it("finds by the start of words, by synonyms and by initials, best match first", () => {
    expect(titles("next")[0]).toBe("Next interrupt");
    expect(titles("drop")).toEqual(["Next loss", "Previous loss", "Why lost, why late?"]);
    expect(titles("nl")).toContain("Next loss");
    expect(titles("qr")).toEqual(["Share…"]);
    expect(titles("shortcuts")).toEqual(["Keys…"]);
    expect(titles("zo")[0]).toBe("Zoom in");
    expect(titles("ext")).toEqual([]);
    expect(titles("(.*")).toEqual(commandEntries("simulate").map(({ title }) => title));
  });

  it("offers scenarios and the fields of the open one", async () => {
    const loaded = await builtinScenario("ring-overflow")?.load();
    if (!loaded?.ok) throw new Error("does not load");
    const fields = fieldEntries(loaded.scenario);
    const groups = found(
      { commands: commandEntries("simulate"), scenarios: scenarioEntries(), fields },
      "receive ring",
    );
    expect(groups.map(({ label }) => label)).toContain("Settings");
    const field = groups.find(({ label }) => label === "Settings")?.items[0];
    expect(field?.does).toEqual({ kind: "field", field: "machine.nics[0].rxRingFrames" });
    const [scenarios] = found({ commands: [], scenarios: scenarioEntries(), fields: [] }, "livelock");
    expect(scenarios?.items[0]?.does).toEqual({ kind: "scenario", scenario: "napi-livelock" });
  });

  describe("finds commands by common words", () => {
    async function offers() {
      const loaded = await builtinScenario("ring-overflow")?.load();
      if (!loaded?.ok) throw new Error("does not load");
      const { scenario } = loaded;
      return {
        commands: commandEntries("simulate"),
        scenarios: scenarioEntries(),
        fields: fieldEntries(scenario),
        runTo: runToEntries(scenario),
        metrics: metricEntries(),
        terms: termEntries(),
      };
    }

    it.each([
      ["full", "Run to", "full ring or queue"],
      ["ring size", "Settings", "Receive ring"],
      ["interrupt latency", "Results", "Interrupt latency"],
      ["interrupt latency", "Words", "interrupt latency"],
      ["explain", "Commands", "Why lost, why late?"],
      ["loss", "Commands", "Next loss"],
      ["protocol", "Run to", "start of protocol"],
      ["irq", "Commands", "Next interrupt"],
      ["moderation", "Scenarios", "Coalescing"],
      ["livelock", "Words", "livelock"],
    ])("%s: under %s, %s", async (query, label, title) => {
      const group = found(await offers(), query).find((one) => one.label === label);
      expect(group?.items.map((one) => one.title)).toContain(title);
    });

    it("has each synonym in one direction, to a word that some entry has", async () => {
      const known = Object.values(await offers())
        .flat()
        .map(({ title, also }) => `${title} ${also}`.toLowerCase())
        .join(" ");
      for (const word of Object.values(SYNONYMS).flat())
        expect(known, word).toMatch(new RegExp(`\\b${word}`));
    });
  });
});

/** Maps keys to commands. This is the only registry: buttons, the palette and the list of keys read it, and it handles
 * every key. A chord is KeyboardEvent.key after its modifiers: "b", "shift+b", "ArrowLeft", "mod+k". */
import { type Label, t } from "../text/t.ts";

/** Default chords, in the order of the list of keys. mod is Ctrl, or the command key of a Mac. If a platform may take
 * the chord (Ctrl), or some keyboards give it only with Option or AltGr, there is a second chord: a plain letter. */
export const DEFAULT_KEYS = {
  play: [" "],
  "cycle-back": ["ArrowLeft"],
  "cycle-on": ["ArrowRight"],
  "instruction-back": ["shift+ArrowLeft"],
  "instruction-on": ["shift+ArrowRight"],
  "event-back": ["[", "shift+v"],
  "event-on": ["]", "v"],
  "packet-back": ["{", "shift+u"],
  "packet-on": ["}", "u"],
  slower: [","],
  faster: ["."],
  rates: ["shift+r"],
  "to-interrupt": ["i"],
  "to-switch": ["c"],
  "to-drop": ["d"],
  "to-delivery": ["f"],
  "to-handler": ["h"],
  "interrupt-back": ["shift+i"],
  "switch-back": ["shift+c"],
  "drop-back": ["shift+d"],
  "delivery-back": ["shift+f"],
  "handler-back": ["shift+h"],
  "to-start": ["z"],
  "to-end": ["e"],
  "go-to": ["g"],
  breakpoints: ["k"],
  "breakpoint-on": ["b"],
  "breakpoint-back": ["shift+b"],
  bookmarks: ["m"],
  "bookmark-on": ["n"],
  "bookmark-back": ["shift+n"],
  "follow-packet": ["j"],
  "follow-interrupt": ["shift+j"],
  why: ["y"],
  tracks: ["l"],
  range: ["r"],
  instructions: ["x"],
  "zoom-in": ["w"],
  "zoom-out": ["s"],
  fit: ["0"],
  "pan-left": ["a"],
  "pan-right": ["shift+a"],
  scenarios: ["o"],
  save: ["mod+s"],
  share: [],
  download: [],
  metrics: ["1"],
  settings: ["2"],
  details: ["3"],
  simulate: [],
  compare: [],
  sweep: [],
  papers: [],
  labs: [],
  presenter: ["p"],
  theme: ["t"],
  language: [],
  palette: ["mod+k", "q"],
  keys: ["?"],
  tour: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type CommandId = keyof typeof DEFAULT_KEYS;

export const COMMAND_IDS = Object.keys(DEFAULT_KEYS) as readonly CommandId[];

export interface KeySettings {
  /** True if keys of a single letter, digit or sign work (WCAG 2.1.4). Arrows, Space and mod always work. */
  readonly singleKeys: boolean;
  readonly changed: Readonly<Partial<Record<CommandId, readonly string[]>>>;
}

export const USUAL_KEYS: KeySettings = { singleKeys: true, changed: {} };

export function keysOf(settings: KeySettings, id: CommandId): readonly string[] {
  return settings.changed[id] ?? DEFAULT_KEYS[id];
}

/** A character that a user may say or type by accident. */
export function isSingleKey(chord: string): boolean {
  const key = chord.replace("shift+", "");
  return key.length === 1 && key !== " ";
}

/** Chords with mod are reserved and cannot be changed. */
export function isFixed(id: CommandId): boolean {
  const keys: readonly string[] = DEFAULT_KEYS[id];
  return keys.some((chord) => chord.startsWith("mod+"));
}

/** The command of a chord. Each chord has one meaning, wherever the focus is. */
export function commandOf(settings: KeySettings, chord: string): CommandId | undefined {
  if (!settings.singleKeys && isSingleKey(chord)) return undefined;
  return COMMAND_IDS.find((id) => keysOf(settings, id).includes(chord));
}

export interface KeyPress {
  readonly key: string;
  readonly code?: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** Undefined for a modifier alone, or a combination that belongs to the browser or the system. */
export function chordOf(press: KeyPress): string | undefined {
  const { shiftKey } = press;
  const key = keyOf(press);
  if (["Shift", "Control", "Alt", "Meta", "AltGraph", "Dead", "Unidentified"].includes(key)) return undefined;
  if (press.altKey) return isComposedSign(press) ? key : undefined;
  const plain = key.length === 1 ? key.toLowerCase() : key;
  if (press.ctrlKey || press.metaKey) return shiftKey ? undefined : `mod+${plain}`;
  // A sign already includes Shift if it needs it.
  const isSign = plain.length === 1 && plain.toUpperCase() === plain;
  return shiftKey && (!isSign || plain === " ") ? `shift+${plain}` : plain;
}

/** True if Option of a Mac, or AltGr (reported as Ctrl and Alt), made a sign that the key does not give alone: "[" on a
 * German keyboard. Alt with a key that gives the sign by itself is a shortcut of the system. */
function isComposedSign({ key, code = "", metaKey }: KeyPress): boolean {
  return !metaKey && /^[!-/:-@[-`{-~]$/.test(key) && !hasPlaceOf(code, key);
}

/** Another command that has this chord. */
export function takenBy(settings: KeySettings, chord: string, id: CommandId): CommandId | undefined {
  return COMMAND_IDS.find((other) => other !== id && keysOf(settings, other).includes(chord));
}

const NOT_FOR_COMMANDS = ["Tab", "Escape", "Enter"];

/** Why a chord cannot be given to a command. */
export function whyNot(chord: string): string | undefined {
  if (NOT_FOR_COMMANDS.includes(chord.replace("shift+", "")))
    return t("{chord} moves the focus on the page", { chord: chordText(chord) });
  return chord.startsWith("mod+") ? t("combinations with Ctrl belong to the browser") : undefined;
}

/** Assigns the key to this command and removes it from any other command. */
export function withKey(settings: KeySettings, id: CommandId, chord: string): KeySettings {
  const loser = takenBy(settings, chord, id);
  const changed = { ...settings.changed, [id]: [chord] };
  if (loser !== undefined) changed[loser] = keysOf(settings, loser).filter((key) => key !== chord);
  return { ...settings, changed: withoutUsual(changed) };
}

export function withoutKeys(settings: KeySettings, id: CommandId): KeySettings {
  return { ...settings, changed: withoutUsual({ ...settings.changed, [id]: [] }) };
}

/** Restores the default keys. A command that has one of them now loses it. */
export function withUsualKeys(settings: KeySettings, id: CommandId): KeySettings {
  const usual: readonly string[] = DEFAULT_KEYS[id];
  const { [id]: _, ...changed } = usual.reduce((now, chord) => withKey(now, id, chord), settings).changed;
  return { ...settings, changed };
}

function withoutUsual(changed: KeySettings["changed"]): KeySettings["changed"] {
  const entries = Object.entries(changed) as readonly (readonly [CommandId, readonly string[]])[];
  return Object.fromEntries(
    entries.filter(([id, keys]) => keys.join(" ") !== [...DEFAULT_KEYS[id]].join(" ")),
  );
}

const KEY_TEXT: Readonly<Record<string, Label>> = {
  " ": "Space",
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  mod: "Ctrl",
  shift: "Shift",
};

/** Labels as on the keys: ["Shift", "B"]. */
export function chordParts(chord: string): readonly string[] {
  const parts = chord === "+" ? ["+"] : chord.split(/\+(?=.)/);
  return parts.map((part) => {
    const text = KEY_TEXT[part];
    return text === undefined ? (part.length === 1 ? part.toUpperCase() : part) : t(text);
  });
}

export function chordText(chord: string): string {
  return chordParts(chord).join(" ");
}

/** The first key of the command that is not disabled. */
export function workingKey(settings: KeySettings, id: CommandId): string | undefined {
  return keysOf(settings, id).find((chord) => settings.singleKeys || !isSingleKey(chord));
}

/** "Play (Space)": the text of a button. Without parentheses if no key works. */
export function withKeyText(settings: KeySettings, id: CommandId, text: string): string {
  const chord = workingKey(settings, id);
  return chord === undefined ? text : `${text} (${chordText(chord)})`;
}

const CHORD_CHARACTERS = 24;
const CHORD_LIMIT = 4;

/** Reads stored keys. Skips everything unknown. */
export function readKeys(text: string | undefined): KeySettings {
  if (text === undefined) return USUAL_KEYS;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return USUAL_KEYS;
    const given: unknown = Reflect.get(value, "changed");
    const changed: Partial<Record<CommandId, readonly string[]>> = {};
    for (const id of COMMAND_IDS) {
      const keys: unknown =
        typeof given === "object" && given !== null && Object.hasOwn(given, id)
          ? Reflect.get(given, id)
          : undefined;
      if (isFixed(id) || !Array.isArray(keys)) continue;
      changed[id] = keys.filter(isChord).slice(0, CHORD_LIMIT);
    }
    return { singleKeys: Reflect.get(value, "singleKeys") !== false, changed };
  } catch {
    return USUAL_KEYS;
  }
}

function isChord(value: unknown): value is string {
  return (
    typeof value === "string" &&
    /^(shift\+)?\S+$|^(shift\+)? $/.test(value) &&
    value.length <= CHORD_CHARACTERS &&
    whyNot(value) === undefined
  );
}

// ---- keyboards without Latin letters: a key counts as the character at its position on the US layout ----

interface KeyOfPlace {
  readonly key: string;
  /** KeyboardEvent.code: the position of the key, whatever its label. */
  readonly code?: string;
  readonly shiftKey: boolean;
}

/** By code: the sign without and with Shift. Letters and digits are computed. */
const SIGN_PLACES: Readonly<Record<string, readonly [string, string]>> = {
  BracketLeft: ["[", "{"],
  BracketRight: ["]", "}"],
  Comma: [",", "<"],
  Period: [".", ">"],
  Slash: ["/", "?"],
  Semicolon: [";", ":"],
  Quote: ["'", '"'],
  Minus: ["-", "_"],
  Equal: ["=", "+"],
  Backquote: ["`", "~"],
  Backslash: ["\\", "|"],
};

/** Signs that layouts without Latin letters have where the US layout has a letter or a digit, and that no Latin
 * layout has there: Hebrew W and Q, Greek Q, Thai 2. */
const SIGNS_AT_LETTERS: Readonly<Record<string, readonly string[]>> = {
  KeyW: ["'"],
  KeyQ: ["/", ";"],
  Digit2: ["/"],
};

const OTHER_SCRIPT = /[\p{L}\p{M}\p{Nd}]/u;
/** Common includes signs such as µ and ª, which Latin layouts have. */
const LATIN_OR_SHARED = /[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

/** The character that the key gives on this layout. Commands have Latin letters and ASCII signs. If a layout gives
 * another character (Cyrillic, Greek, Hebrew, Arabic, Thai, Indic), the one at this position of the US layout counts.
 */
export function keyOf({ key, code = "", shiftKey }: KeyOfPlace): string {
  const isNamed = key.length > 1 && /^[A-Z]/.test(key);
  if (isNamed || code === "") return key;
  const first = [...key][0] ?? "";
  const isOther = OTHER_SCRIPT.test(first) && !LATIN_OR_SHARED.test(first);
  if (!isOther && SIGNS_AT_LETTERS[code]?.includes(key) !== true) return key;
  return atPlace(code, shiftKey) ?? key;
}

/** True where the US layout has the character at the key. */
function hasPlaceOf(code: string, character: string): boolean {
  return SIGN_PLACES[code]?.includes(character) === true;
}

function atPlace(code: string, shiftKey: boolean): string | undefined {
  const letter = /^(?:Key|Digit|Numpad)([A-Z0-9])$/.exec(code)?.[1];
  return letter?.toLowerCase() ?? SIGN_PLACES[code]?.[shiftKey ? 1 : 0];
}

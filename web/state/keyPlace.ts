/** What a key says on a keyboard that has no Latin letters: the character at its place on the US layout.
 * Commands are named by Latin letters and ASCII signs, which Cyrillic, Greek, Hebrew, Arabic, Thai or Indic layouts
 * do not give. */

interface KeyOfPlace {
  readonly key: string;
  /** KeyboardEvent.code: where the key lies, whatever is printed on it. */
  readonly code?: string;
  readonly shiftKey: boolean;
}

/** By code: without and with Shift. Letters and digits are computed. */
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
/** Common: signs as µ and ª, which Latin layouts have. */
const LATIN_OR_SHARED = /[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

/** The character that the key gives on this layout; by place, where this is no Latin character. */
export function keyOf({ key, code = "", shiftKey }: KeyOfPlace): string {
  const isNamed = key.length > 1 && /^[A-Z]/.test(key);
  if (isNamed || code === "") return key;
  const first = [...key][0] ?? "";
  const isOther = OTHER_SCRIPT.test(first) && !LATIN_OR_SHARED.test(first);
  if (!isOther && SIGNS_AT_LETTERS[code]?.includes(key) !== true) return key;
  return atPlace(code, shiftKey) ?? key;
}

/** True where the US layout has the character at the key. */
export function hasPlaceOf(code: string, character: string): boolean {
  return SIGN_PLACES[code]?.includes(character) === true;
}

function atPlace(code: string, shiftKey: boolean): string | undefined {
  const letter = /^(?:Key|Digit|Numpad)([A-Z0-9])$/.exec(code)?.[1];
  return letter?.toLowerCase() ?? SIGN_PLACES[code]?.[shiftKey ? 1 : 0];
}

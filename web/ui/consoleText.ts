/** Text that consoles have sent. */
import type { ConsoleView } from "../engine/protocol.ts";

interface ShownConsole {
  readonly text: string;
  /** Number of characters sent before `text`, which are lost. */
  readonly lost: number;
}

const LAST_CONTROL = 0x1f;
const DELETE = 0x7f;
/** U+2400: SYMBOL FOR NULL. The symbols of the other control characters follow it. */
const SYMBOLS = 0x2400;
const DELETE_SYMBOL = "\u2421";

/** Decodes UTF-8. CR LF equals LF. Any other control character except a tab is shown as its symbol. */
export function shownConsole({ sent, bytes }: ConsoleView): ShownConsole {
  const text = new TextDecoder().decode(bytes).replaceAll("\r\n", "\n");
  return { text: Array.from(text, shown).join(""), lost: sent - bytes.length };
}

/** The last line that is not blank, whether it has ended or not. "" if there is none. */
export function lastLine(text: string): string {
  return text.trimEnd().split("\n").at(-1)?.trim() ?? "";
}

function shown(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (character === "\n" || character === "\t" || (code > LAST_CONTROL && code !== DELETE)) return character;
  return code === DELETE ? DELETE_SYMBOL : String.fromCodePoint(SYMBOLS + code);
}

/** What consoles have sent, as text. */
import type { ConsoleView } from "../engine/protocol.ts";

interface ShownConsole {
  readonly text: string;
  /** Characters that were sent before those in `text`, and are not kept. */
  readonly lost: number;
}

const LAST_CONTROL = 0x1f;
const DELETE = 0x7f;
/** U+2400: SYMBOL FOR NULL; those of the other control characters follow. */
const SYMBOLS = 0x2400;
const DELETE_SYMBOL = "\u2421";

/** UTF-8; CR LF is a new line as LF is, and each other control character but a tab is seen as its symbol. */
export function shownConsole({ sent, bytes }: ConsoleView): ShownConsole {
  const text = new TextDecoder().decode(bytes).replaceAll("\r\n", "\n");
  return { text: Array.from(text, shown).join(""), lost: sent - bytes.length };
}

/** The last line that is not blank, whether it has ended or not; "": there is none. */
export function lastLine(text: string): string {
  return text.trimEnd().split("\n").at(-1)?.trim() ?? "";
}

function shown(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (character === "\n" || character === "\t" || (code > LAST_CONTROL && code !== DELETE)) return character;
  return code === DELETE ? DELETE_SYMBOL : String.fromCodePoint(SYMBOLS + code);
}

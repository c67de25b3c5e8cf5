/** Messages that the machine, the schema and the readers of files make out of parts: "must be at most 64". The table has
 * their patterns with gaps. */
import { currentSpeech, type Table } from "./language.ts";

interface Pattern {
  readonly match: RegExp;
  readonly names: readonly string[];
  readonly text: string;
}

const GAP = /\{(\w+)\}/;
const patterns = new WeakMap<Table, readonly Pattern[]>();
/** Parts of messages are messages: a list of two, a reason in brackets. */
const DEPTH = 3;

export function translatedMessage(message: string): string {
  const table = currentSpeech().translation?.data;
  return table === undefined ? message : translate(table, message, DEPTH);
}

function translate(table: Table, message: string, depth: number): string {
  const whole = table[message];
  if (whole !== undefined || depth === 0) return whole ?? message;
  for (const { match, names, text } of patternsOf(table)) {
    const found = match.exec(message);
    if (found === null) continue;
    const parts = new Map(names.map((name, index) => [name, found[index + 1] ?? ""]));
    return text
      .split(GAP)
      .map((piece, index) => (index % 2 === 0 ? piece : translate(table, parts.get(piece) ?? "", depth - 1)))
      .join("");
  }
  return message;
}

/** Those that say the most first: "{a}; {b}" would take many a message that has a pattern of its own. */
function patternsOf(table: Table): readonly Pattern[] {
  const made = patterns.get(table);
  if (made !== undefined) return made;
  const found = Object.entries(table)
    .filter(([english]) => GAP.test(english))
    .sort(([a], [b]) => fixedLength(b) - fixedLength(a))
    .map(([english, text]) => {
      const pieces = english.split(GAP);
      const source = pieces.map((piece, index) => (index % 2 === 0 ? escaped(piece) : "(.+?)")).join("");
      return { match: new RegExp(`^${source}$`, "s"), names: pieces.filter((_, index) => index % 2), text };
    });
  patterns.set(table, found);
  return found;
}

function fixedLength(english: string): number {
  return english.replace(/\{\w+\}/g, "").length;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

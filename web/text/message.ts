/** Messages that the machine, the schema and the readers of files make out of parts: "must be at most 64". The table has
 * their patterns with gaps. */
import { currentSpeech, type Table } from "./language.ts";
import { plainText } from "./numbers.ts";

interface Pattern {
  /** What stands before, between and behind the gaps. */
  readonly fixed: readonly string[];
  readonly names: readonly string[];
  readonly joins: boolean;
  readonly text: string;
}

const GAP = /\{(\w+)\}/;
const JOINT = "; ";
const patterns = new WeakMap<Table, readonly Pattern[]>();
/** Parts of messages are messages: a list, a reason in brackets, a choice of several. */
const DEPTH = 8;
/** `machine.nics[0].name must …`: what is before the message is a field. */
const BEHIND_FIELD = /^(\w+(?:\.\w+|\[\d+\]|\["[^"]*"\])+)(:? )(.+)$/s;
/** `name must …`: only where nothing else fits. */
const BEHIND_NAME = /^([a-z]\w*)(:? )(.+)$/s;
/** 64, 0.5, 4,294,967,295. */
const NUMBER = /^(?:\d{1,15}(?:\.\d{1,6})?|\d{1,3}(?:,\d{3}){1,4})$/;
const QUOTED = /"(?:[^"\\]|\\.)*"/g;

export function translatedMessage(message: string): string {
  const table = currentSpeech().translation?.messages;
  return table === undefined ? message : (translationOf(table, message) ?? message);
}

/** Undefined: the table does not know it. */
export function translationOf(table: Table, message: string, depth = DEPTH): string | undefined {
  const whole = table[message];
  if (whole !== undefined || depth === 0) return whole;
  const behindField = translatedRest(table, message, BEHIND_FIELD, depth);
  if (behindField !== undefined) return behindField;
  /** Several messages: a pattern of one does not reach into the next. */
  const areSeveral = message.replace(QUOTED, "").includes(JOINT);
  for (const pattern of patternsOf(table)) {
    const found = areSeveral && !pattern.joins ? undefined : partsOf(pattern, message);
    if (found === undefined) continue;
    const parts = new Map(pattern.names.map((name, index) => [name, found[index] ?? ""]));
    return pattern.text
      .split(GAP)
      .map((piece, index) => (index % 2 === 0 ? piece : partText(table, parts.get(piece) ?? "", depth - 1)))
      .join("");
  }
  return translatedRest(table, message, BEHIND_NAME, depth);
}

function translatedRest(table: Table, message: string, behind: RegExp, depth: number): string | undefined {
  const [, field, between, rest = ""] = behind.exec(message) ?? [];
  const translated = rest === "" ? undefined : translationOf(table, rest, depth - 1);
  return translated === undefined ? undefined : `${field}${between}${translated}`;
}

/** What fills the gaps, each as short as it can be but the last. */
function partsOf({ fixed, names }: Pattern, message: string): readonly string[] | undefined {
  const [head = ""] = fixed;
  if (!message.startsWith(head)) return undefined;
  const parts: string[] = [];
  let from = head.length;
  for (let gap = 0; gap < names.length; gap++) {
    const next = fixed[gap + 1] ?? "";
    const isLast = gap === names.length - 1;
    const to = isLast ? message.length - next.length : message.indexOf(next, from + 1);
    if (to <= from || !message.startsWith(next, to)) return undefined;
    parts.push(message.slice(from, to));
    from = to + next.length;
  }
  return parts;
}

/** Numbers as the language writes them, messages in messages; names and values stay. */
function partText(table: Table, part: string, depth: number): string {
  if (NUMBER.test(part)) return plainText(Number(part.replaceAll(",", "")));
  return translationOf(table, part, depth) ?? part;
}

/** The most specific pattern comes first: "{one}; {other}" would take many a message that has a pattern of its own. */
function patternsOf(table: Table): readonly Pattern[] {
  const made = patterns.get(table);
  if (made !== undefined) return made;
  const found = Object.entries(table)
    .filter(([english]) => GAP.test(english))
    .map(([english, text]): Pattern => {
      const pieces = english.split(GAP);
      return {
        fixed: pieces.filter((_, index) => index % 2 === 0),
        names: pieces.filter((_, index) => index % 2 === 1),
        joins: english.includes(JOINT),
        text,
      };
    })
    .sort((a, b) => fixedLength(b) - fixedLength(a));
  patterns.set(table, found);
  return found;
}

function fixedLength({ fixed }: Pattern): number {
  return fixed.reduce((sum, piece) => sum + piece.length, 0);
}

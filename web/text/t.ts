/** Every text of the page goes through here. English is written where it is said; its translations are found by it
 * (docs/decisions/0015). `{name}` is a gap that the caller fills. */
import type { PAGE } from "./de/index.ts";
import { currentLanguage, currentSpeech, type Language } from "./language.ts";
import { fixedText } from "./numbers.ts";

/** An English text that has its translation. */
export type Text = keyof typeof PAGE;

type Gap<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Gap<Rest> : never;

/** A text without gaps: for tables of labels. */
export type Label = { [T in Text]: [Gap<T>] extends [never] ? T : never }[Text];

export type Gaps<T extends string, V> = Readonly<Record<Gap<T>, V>>;

/** What the compiler says of a text that is in no German table. */
export type NoGerman = "this text has no German in web/text/de";

/** The text itself where it has its translation; what a literal is compared with otherwise is the reason. */
export type Translated<T extends string> = T extends Text ? T : NoGerman;

type Filling<T extends string> = T extends Text
  ? [Gap<T>] extends [never]
    ? []
    : [gaps: Gaps<T, string | number>]
  : [gaps?: Readonly<Record<string, string | number>>];

const GAP = /\{(\w+)\}/;

/** In the language of the page. Whole numbers are written as it writes them. */
export function t<T extends string>(text: Translated<T>, ...[gaps]: Filling<T>): string {
  return gaps === undefined ? sentence(text) : filled(sentence(text), gaps);
}

/** One of two texts, by a number that both have as `{count}`. */
export function tCount<T extends string, U extends string>(
  count: number,
  one: Translated<T>,
  many: Translated<U>,
  ...[gaps]: [Exclude<Gap<T> | Gap<U>, "count">] extends [never]
    ? []
    : [gaps: Readonly<Record<Exclude<Gap<T> | Gap<U>, "count">, string | number>>]
): string {
  const text = pluralRules().select(count) === "one" ? one : many;
  return filled(sentence(text), { ...gaps, count });
}

/** The text as it stands in the table, in pieces: texts at even places, names of gaps at odd ones. */
export function piecesOf(text: string): readonly string[] {
  return sentence(text).split(GAP);
}

function sentence(text: string): string {
  return currentSpeech().translation?.page[text] ?? english(text);
}

/** What stands behind a bar says which meaning is meant: "open|state". */
function english(text: string): string {
  const bar = text.indexOf("|");
  return bar < 0 ? text : text.slice(0, bar);
}

function filled(text: string, gaps: Readonly<Record<string, string | number>>): string {
  return text
    .split(GAP)
    .map((piece, index) => (index % 2 === 0 ? piece : gapText(gaps[piece])))
    .join("");
}

function gapText(value: string | number | undefined): string {
  if (typeof value !== "number") return value ?? "";
  return Number.isInteger(value) ? fixedText(value, 0) : String(value);
}

let rules: { readonly of: Language; readonly plural: Intl.PluralRules } | undefined;

function pluralRules(): Intl.PluralRules {
  const language = currentLanguage();
  if (rules?.of !== language) rules = { of: language, plural: new Intl.PluralRules(language) };
  return rules.plural;
}

/** A text that comes with the data (a term, a metric, a field of the schema, a scenario's name); as it is where there
 * is not a translation: it may be a user's own. */
export function translated(text: string): string {
  return currentSpeech().translation?.data[text] ?? text;
}

interface Words {
  readonly [key: string]: string | ((...values: never) => string) | Readonly<Record<string, string>>;
}

/** The text itself where it is a label; else the reason why it is none. */
type LabelOrReason<T extends string> = T extends Label
  ? T
  : T extends Text
    ? "this text has gaps: no label"
    : NoGerman;

/** A table whose texts are labels. */
type Labelled<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? LabelOrReason<T[K]>
    : T[K] extends Readonly<Record<string, string>>
      ? { readonly [L in keyof T[K]]: LabelOrReason<T[K][L]> }
      : T[K];
};

type Spoken<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...values: never) => string
      ? T[K]
      : { readonly [L in keyof T[K]]: string };
};

/** A table of labels that is in the language of the moment in which it is read. */
export function labels<const T extends Words>(table: Labelled<T>): Spoken<T> {
  return spoken(table) as Spoken<T>;
}

function spoken(table: object): object {
  return new Proxy(table, {
    get: (target, key) => {
      const entry: unknown = Reflect.get(target, key);
      if (typeof entry === "string") return sentence(entry);
      return typeof entry === "object" && entry !== null ? spoken(entry) : entry;
    },
  });
}

/** Counts and nouns in running text. */
import { t } from "../text/t.ts";

const NUMBER_WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"] as const;

export function countWord(count: number): string {
  const word = NUMBER_WORDS[count];
  return word === undefined ? String(count) : t(word);
}

type Noun =
  | "descriptor"
  | "beat"
  | "bus clock"
  | "setting"
  | "change"
  | "error"
  | "cycle"
  | "frame"
  | "packet"
  | "way"
  | "core"
  | "CPU core"
  | "Network card";

export function plural(count: number, one: Noun): string {
  return t(count === 1 ? one : (`${one}s` as const));
}

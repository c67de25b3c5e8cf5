/** Counts and nouns in running text. */
import { say } from "../text/say.ts";

const NUMBER_WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"] as const;

export function countWord(count: number): string {
  const word = NUMBER_WORDS[count];
  return word === undefined ? String(count) : say(word);
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
  | "way"
  | "core"
  | "CPU core"
  | "Network card";

export function plural(count: number, one: Noun): string {
  return say(count === 1 ? one : (`${one}s` as const));
}

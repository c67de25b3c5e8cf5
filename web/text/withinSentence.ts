import { currentLanguage } from "./language.ts";

/** A title in the middle of a sentence: English ones begin small there ("NIC" stays), German nouns do not. */
export function withinSentence(title: string): string {
  if (currentLanguage() !== "en" || /^[A-Z]{2}/.test(title)) return title;
  return title.toLowerCase();
}

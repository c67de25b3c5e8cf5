import { useSyncExternalStore } from "react";
import { currentLanguage, type Language, onSpeech } from "./language.ts";

/** Renders again when the page speaks another language. The page's root does, and with it everything below; others
 * need it only to know that a text they keep is old. */
export function useLanguage(): Language {
  return useSyncExternalStore(onSpeech, currentLanguage);
}

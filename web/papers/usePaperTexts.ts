import { useEffect, useState } from "react";
import { loadPaperTexts } from "../text/papers/paperText.ts";
import { useLanguage } from "../text/useLanguage.ts";

/** Renders again when the texts of the papers are available in the language of the page. Without them the page stays
 * English. */
export function usePaperTexts(): void {
  const language = useLanguage();
  const [, setLoadedTimes] = useState(0);
  useEffect(() => {
    let isWanted = true;
    loadPaperTexts(language)
      .then(() => {
        if (isWanted) setLoadedTimes((times) => times + 1);
      })
      .catch(() => undefined); // offline: the papers stay English
    return () => {
      isWanted = false;
    };
  }, [language]);
}

import { useEffect, useState } from "react";
import type { Lab } from "../../lib/labs/lab.ts";
import { useLanguage } from "../text/useLanguage.ts";
import { loadLabTexts } from "./labText.ts";

/** Renders again when the texts of the lab are there in the language of the page. */
export function useLabTexts(lab: Lab | undefined): void {
  const language = useLanguage();
  const [, renderAgain] = useState({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language has other texts
  useEffect(() => {
    if (lab === undefined) return;
    let gone = false;
    loadLabTexts(lab).then(
      (isNew) => isNew && !gone && renderAgain({}),
      // Without them it is read in English.
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [lab, language]);
}

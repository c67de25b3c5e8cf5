import { currentLanguage } from "../text/language.ts";
import { translatedPaperText, withUnits } from "../text/papers/paperText.ts";

/** A text of a paper's file: in German if there is a translation, otherwise marked as English. */
export function Quoted({ text }: { readonly text: string }) {
  const said = translatedPaperText(text);
  if (said !== undefined || currentLanguage() === "en") return withUnits(said ?? text);
  return <span lang="en">{withUnits(text)}</span>;
}

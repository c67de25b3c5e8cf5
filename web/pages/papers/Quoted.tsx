import { currentLanguage } from "../../text/language.ts";
import { translatedPaperText } from "../../text/papers/paperText.ts";

/** A text of a paper's file: in German where there is German, else marked as the English that it is. */
export function Quoted({ text }: { readonly text: string }) {
  const said = translatedPaperText(text);
  if (said !== undefined || currentLanguage() === "en") return said ?? text;
  return <span lang="en">{text}</span>;
}

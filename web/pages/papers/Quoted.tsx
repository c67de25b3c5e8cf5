import { currentLanguage } from "../../text/language.ts";
import { translated } from "../../text/say.ts";

/** A text of a paper's file: in German where there is German, else marked as the English that it is. */
export function Quoted({ text }: { readonly text: string }) {
  const said = translated(text);
  if (said !== text || currentLanguage() === "en") return said;
  return <span lang="en">{text}</span>;
}

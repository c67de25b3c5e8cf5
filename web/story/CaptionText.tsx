import { currentLanguage } from "../text/language.ts";
import { Term } from "../ui/Term.tsx";
import { termPieces } from "./termsInText.ts";

/** A caption whose words of the trade are explained: under the pointer, with the focus, by touch. */
export function CaptionText({ text }: { readonly text: string }) {
  return termPieces(text, currentLanguage()).map(({ text: piece, term }) =>
    term === undefined ? (
      piece
    ) : (
      <Term key={piece} id={term}>
        {piece}
      </Term>
    ),
  );
}

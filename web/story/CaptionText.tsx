import { currentLanguage } from "../text/language.ts";
import { Term } from "../ui/Term.tsx";
import { type TextPiece, termPieces } from "./termsInText.ts";

/** A caption whose words of the trade are explained: under the pointer, with the focus, by touch. */
export function CaptionText({ text }: { readonly text: string }) {
  const pieces = termPieces(text, currentLanguage());
  return pieces.map((piece, index) => {
    if (piece.term === undefined) return piece.text.slice(endOf(pieces[index - 1], piece).length);
    return (
      <span key={piece.text} className="storybar__term nowrap">
        <Term id={piece.term}>{piece.text}</Term>
        {endOf(piece, pieces[index + 1])}
      </span>
    );
  });
}

/** A comma or what else stands right behind a term: it stays on the term's line. */
function endOf(before: TextPiece | undefined, piece: TextPiece | undefined): string {
  if (before?.term === undefined || piece === undefined) return "";
  return /^[^\s\p{L}\p{N}]+/u.exec(piece.text)?.[0] ?? "";
}

/** HTML as text: what comes from outside is escaped. */

export interface Html {
  readonly html: string;
}

type Piece = Html | string | number | readonly Html[];

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

/** Pieces are text unless they are HTML already. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return { html: strings.map((text, index) => `${text}${pieceText(pieces[index])}`).join("") };
}

function pieceText(piece: Piece | undefined): string {
  if (piece === undefined) return "";
  if (typeof piece === "string" || typeof piece === "number") return escaped(String(piece));
  return "html" in piece ? piece.html : piece.map((one) => one.html).join("");
}

/** The first row is the head; the first column names. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): Html {
  return html`<table><thead><tr>${head.map((cell) => html`<th>${cell}</th>`)}</tr></thead><tbody>${rows.map(
    ([name = "", ...cells]) => html`<tr><th>${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table>
`;
}

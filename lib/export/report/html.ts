/** Reports as HTML without external files. Text from outside is escaped. */

/** Colours on paper. */
export const PAPER_COLOURS = "--ink: #1c1c1c; --ground: #fff; --line: #d0d0d0; --a: #1f5fa8; --b: #b4530a;";

/** Style rules for all drawings in reports. */
export const FIGURE_STYLE = `
.figure { width: 100%; height: auto; font: 11px system-ui, sans-serif; fill: var(--ink); }
.grid { stroke: var(--line); stroke-width: 1; }
.curve { fill: none; stroke-width: 2; } .curve-0 { stroke: var(--a); } .curve-1 { stroke: var(--b); stroke-dasharray: 6 3; }
.series { stroke: var(--ink); fill: var(--ink); } .series path { fill: none; stroke-width: 1.5; }
.series-1 > path:first-child { stroke-dasharray: 7 3; } .series-2 > path:first-child { stroke-dasharray: 2 3; }
.series-3, .series-4, .series-5 { stroke: var(--a); fill: var(--a); }
.series-4 > path:first-child { stroke-dasharray: 7 3; } .series-5 > path:first-child { stroke-dasharray: 2 3; }
.series .interval { stroke-width: 1; opacity: .6; }
`;

/** Style of a report: light and dark, for screen and paper. It loads no other file. */
const REPORT_STYLE = `
:root { color-scheme: light dark; ${PAPER_COLOURS} }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e6e6; --ground: #161616; --line: #444; --a: #7db4f0; --b: #f0a35e; }
}
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.25rem; margin-top: 2rem; } h3 { font-size: 1rem; margin-bottom: .25rem; }
table { border-collapse: collapse; margin: .5rem 0; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid var(--line); padding: .2rem .8rem .2rem 0; text-align: left; vertical-align: top; }
td { overflow-wrap: anywhere; }
tbody th { font-weight: normal; }
pre { overflow: auto; border: 1px solid var(--line); padding: .5rem; font-size: .85rem; }
figure { margin: 1rem 0; } figcaption { font-size: .9rem; }
${FIGURE_STYLE}@media print { :root { color-scheme: light; } details { break-inside: avoid; } }
`;

interface PageStyle {
  readonly language?: string;
  /** Appended to the common rules. */
  readonly css?: string;
}

export function pageOf(
  title: string,
  program: string,
  body: Html,
  { language = "en", css = "" }: PageStyle = {},
): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="generator" content="irqscope ${program}">
<title>${title}</title>
<style>${{ html: REPORT_STYLE + css }}</style>
</head>
<body>
<h1>${title}</h1>
${body}
</body>
</html>
`.html;
}

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

/** Pieces are text unless they are already HTML. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return { html: strings.map((text, index) => `${text}${pieceText(pieces[index])}`).join("") };
}

function pieceText(piece: Piece | undefined): string {
  if (piece === undefined) return "";
  if (typeof piece === "string" || typeof piece === "number") return escaped(String(piece));
  return "html" in piece ? piece.html : piece.map((one) => one.html).join("");
}

/** The first row is the head. The first column contains the names of the rows. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): Html {
  return html`<table><thead><tr>${head.map((cell) => html`<th>${cell}</th>`)}</tr></thead><tbody>${rows.map(
    ([name = "", ...cells]) => html`<tr><th>${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table>
`;
}

/** Remarks about two files, with the texts of both beside each other, as one page of HTML. */
import { html, pageOf } from "../export/report/html.ts";
import type { Graded } from "../labs/graded.ts";
import { VERSION } from "../version.ts";

const PAIRS_CSS = `
body { max-width: 78rem; } td { width: 50%; white-space: pre-wrap; } .program td { font-family: monospace; font-size: .85rem; } section { break-inside: avoid; }
`;

/** Each pair once, although both files have the remark. */
export function pairsPage(graded: readonly Graded[]): string {
  const seen = new Set<string>();
  const sections = graded.flatMap(({ file, flags }) =>
    flags.flatMap(({ text, pair }) => {
      if (pair === undefined) return [];
      const places = pair.texts.map(({ place }) => place).join(" ");
      const key = [...[file, pair.file].toSorted(), places].join("\n");
      if (seen.has(key)) return [];
      seen.add(key);
      const rows = pair.texts.map(
        ({ place, isProgram = false, here, there }) =>
          html`<tr><th colspan="2">${place}</th></tr><tr class="${isProgram ? "program" : "text"}"><td>${here}</td><td>${there}</td></tr>`,
      );
      return [
        html`<section><h2>${file} · ${pair.file}</h2><p>${text}</p>
<table><thead><tr><th>${file}</th><th>${pair.file}</th></tr></thead><tbody>${rows}</tbody></table></section>
`,
      ];
    }),
  );
  return pageOf("Pairs of files", VERSION, html`<p>A remark is no proof.</p>${sections}`, { css: PAIRS_CSS });
}

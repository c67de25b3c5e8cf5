// The documentation that the page links to, as pages beside it: docs/guide.html and so on, in the page's own colours.
import { readFileSync } from "node:fs";
import { Marked } from "marked";

const PAGES = ["guide", "model", "expressions"];
/** Allows text with a style sheet, and the script that chooses the theme. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'";
const STYLES = ["../web/styles/tokens.css", "./docsPages.css"];

const read = (/** @type {string} */ path) => readFileSync(new URL(path, import.meta.url), "utf8");

/** As lib/terms/terms.ts writes them into links. @param {string} heading */
export function headingId(heading) {
  return heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** @param {string} href @returns {string | undefined} undefined: it leads to what is not built into the page */
function addressOf(href) {
  if (/^(https?:|#)/.test(href)) return href;
  const [, name, anchor = ""] = /^([a-z]+)\.md(#.*)?$/.exec(href) ?? [];
  return name !== undefined && PAGES.includes(name) ? `${name}.html${anchor}` : undefined;
}

/** @param {string} markdown @returns {string} */
export function docsBody(markdown) {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${headingId(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const address = addressOf(href);
        const text = this.parser.parseInline(tokens);
        return address === undefined ? text : `<a href="${address}">${text}</a>`;
      },
      image: ({ text }) => text,
    },
  });
  return String(marked.parse(markdown))
    .replaceAll("<pre>", '<pre tabindex="0">')
    .replaceAll("<table>", '<div class="wide" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>");
}

/** @param {string} name @returns {string} */
function pageOf(name) {
  const markdown = read(`../docs/${name}.md`);
  const title = /^# (.*)$/m.exec(markdown)?.[1] ?? name;
  const links = PAGES.map(
    (one) => `<a href="${one}.html"${one === name ? ' aria-current="page"' : ""}>${one}</a>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${DOCS_POLICY}">
<title>${title}, irqscope</title>
<script src="../theme.js"></script>
<link rel="icon" href="../favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="docs.css">
</head>
<body>
<nav aria-label="Documentation"><a href="../">irqscope</a>${links.join("")}</nav>
<main>
${docsBody(markdown)}</main>
<footer><a href="../LICENSE.txt">Licence</a> <a href="../THIRD-PARTY-LICENSES.txt">Licences of what is in it</a></footer>
</body>
</html>
`;
}

const styles = () => STYLES.map(read).join("\n");

/** @returns {import("vite").Plugin} */
export function docsPages() {
  return {
    name: "irqscope:docs-pages",
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [, name = "", ending] =
          /\/docs\/([a-z]+)\.(html|css)$/.exec(request.url?.split("?")[0] ?? "") ?? [];
        if (ending === "css") response.setHeader("Content-Type", "text/css").end(styles());
        else if (PAGES.includes(name)) response.setHeader("Content-Type", "text/html").end(pageOf(name));
        else next();
      });
    },
    generateBundle() {
      for (const name of PAGES)
        this.emitFile({ type: "asset", fileName: `docs/${name}.html`, source: pageOf(name) });
      this.emitFile({ type: "asset", fileName: "docs/docs.css", source: styles() });
    },
  };
}

import { DEFAULT_SCENARIO_ID } from "../scenarios/default.ts";

/** Lets the browser request files at once, together with the script that chooses the theme, that the page would
 * request later. */

/** Chunks that the page imports as soon as it runs, and the scenario that it opens first. */
const SCRIPTS = ["first", DEFAULT_SCENARIO_ID];
/** Fonts for the alphabet of the page's own texts. */
const FONTS = /(inter|jetbrains-mono)-latin-wght-normal-.*\.woff2$/;
/** This script blocks the parser, so the links stand before it; its own link is the first. */
const THEME = "theme.js";

/** @returns {import("vite").Plugin} */
export function preloads() {
  return {
    name: "irqscope:preloads",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (built, { bundle = {} }) => {
        // The links of Vite come too late, and would name some files twice.
        const html = built.replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, "");
        const files = Object.values(bundle);
        const chunks = files.filter((file) => file.type === "chunk");
        const scripts = SCRIPTS.flatMap((name) => chunks.filter((chunk) => chunk.name === name));
        const entries = chunks.filter(({ isEntry }) => isEntry);
        const fonts = files.map(({ fileName }) => fileName).filter((name) => FONTS.test(name));
        const styles = Array.from(
          html.matchAll(/<link rel="stylesheet"[^>]* href="\.\/([^"]+)"/g),
          ([, name = ""]) => name,
        );
        const themeAt = html.indexOf(`<script src="./${THEME}"`);
        if (scripts.length !== SCRIPTS.length || fonts.length !== 2 || styles.length !== 1 || themeAt < 0)
          throw new Error("what the first page loads is not in the build");
        const modules = [...entries, ...scripts].flatMap(({ fileName, imports }) => [fileName, ...imports]);
        const links = [
          `<link rel="preload" as="script" href="./${THEME}">`,
          ...styles.map((name) => link(name, 'rel="preload" as="style"')),
          ...[...new Set(modules)].map((name) => link(name, 'rel="modulepreload"')),
          ...fonts.map((name) => link(name, 'rel="preload" as="font" type="font/woff2"')),
        ];
        return `${html.slice(0, themeAt)}${links.join("\n    ")}\n    ${html.slice(themeAt)}`;
      },
    },
  };
}

/** @param {string} file @param {string} attributes */
function link(file, attributes) {
  return `<link ${attributes} crossorigin href="./${file}">`;
}

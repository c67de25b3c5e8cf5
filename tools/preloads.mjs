import { DEFAULT_SCENARIO_ID } from "../scenarios/default.ts";

/** Lets the browser ask at once, beside the script that chooses the theme, for what the page would ask for later. */

/** Chunks that the page imports as soon as it runs, and the scenario that it opens first. */
const SCRIPTS = ["first", DEFAULT_SCENARIO_ID];
/** Of the alphabet that the page itself is written in. */
const FONTS = /(inter|jetbrains-mono)-latin-wght-normal-.*\.woff2$/;
/** Holds up the parser, so that what stands before it is asked for, too; itself first. */
const THEME = "theme.js";

/** @returns {import("vite").Plugin} */
export function preloads() {
  return {
    name: "irqscope:preloads",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (built, { bundle = {} }) => {
        // Vite's own come too late, and would name some twice.
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

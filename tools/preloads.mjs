/** Lets the browser ask at once for what the first script would ask for later. */

/** Chunks that the page imports as soon as it runs. */
const SCRIPTS = ["first"];
/** Of the alphabet that the page itself is written in. */
const FONTS = /(inter|jetbrains-mono)-latin-wght-normal-.*\.woff2$/;

/** @returns {import("vite").Plugin} */
export function preloads() {
  return {
    name: "irqscope:preloads",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_, { bundle = {} }) => {
        const files = Object.values(bundle);
        const chunks = files.filter((file) => file.type === "chunk");
        const scripts = chunks.filter(({ name }) => SCRIPTS.includes(name));
        const imported = scripts.flatMap(({ imports }) => imports);
        const entries = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
        const fonts = files.map(({ fileName }) => fileName).filter((name) => FONTS.test(name));
        if (scripts.length !== SCRIPTS.length || fonts.length !== 2)
          throw new Error("what the first page loads is not in the build");
        return [
          ...fonts.map((name) => link("preload", name, { as: "font", type: "font/woff2" })),
          ...[...scripts.map(({ fileName }) => fileName), ...imported]
            .filter((name) => !entries.has(name))
            .map((name) => link("modulepreload", name, {})),
        ];
      },
    },
  };
}

/** @param {string} rel @param {string} file @param {Record<string, string>} attributes @returns {import("vite").HtmlTagDescriptor} */
function link(rel, file, attributes) {
  return {
    tag: "link",
    attrs: { rel, ...attributes, crossorigin: true, href: `./${file}` },
    injectTo: "head",
  };
}

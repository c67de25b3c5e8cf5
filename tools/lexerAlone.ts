import type { Plugin } from "vite";

/** Where marked begins to assign what it can do to its own function. */
const ASSIGNMENTS = /var \w+=new \w+;function \w+\(\w+,\w+\)\{return \w+\.parse\(/;

/** Of marked the page uses the lexer. What its module assigns at its end keeps the rest in the bundle: 3 kB. */
export function lexerAlone(): Plugin {
  return {
    name: "irqscope:lexer-alone",
    apply: "build",
    transform(code, id) {
      return id.endsWith("/marked.esm.js") ? { code: lexerModule(code), map: null } : undefined;
    },
  };
}

/** The module with that export alone. */
export function lexerModule(code: string): string {
  const end = code.search(ASSIGNMENTS);
  const name = /(\w+) as Lexer\b/.exec(code)?.[1];
  if (end < 0 || name === undefined)
    throw new Error("marked is built otherwise: look at tools/lexerAlone.ts");
  return `${code.slice(0, end)}export{${name} as Lexer};`;
}

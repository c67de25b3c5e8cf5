import type { Plugin } from "vite";

/** The place where marked begins to assign its other functions to its main function. */
const ASSIGNMENTS = /var \w+=new \w+;function \w+\(\w+,\w+\)\{return \w+\.parse\(/;

/** The page uses only the lexer of marked. The assignments at the end of its module would keep 3 kB of other code in
 * the bundle. */
export function lexerAlone(): Plugin {
  return {
    name: "irqscope:lexer-alone",
    apply: "build",
    transform(code, id) {
      return id.endsWith("/marked.esm.js") ? { code: lexerModule(code), map: null } : undefined;
    },
  };
}

/** The module with only that export. */
export function lexerModule(code: string): string {
  const end = code.search(ASSIGNMENTS);
  const name = /(\w+) as Lexer\b/.exec(code)?.[1];
  if (end < 0 || name === undefined)
    throw new Error("marked is built otherwise: look at tools/lexerAlone.ts");
  return `${code.slice(0, end)}export{${name} as Lexer};`;
}

import type { Plugin } from "vite";

/** English sentences of the schema library, 1.5 kB. No user reads them, because scenarios/base/messages.ts words all
 * errors (tests/scenarios/ownWords.test.ts). */
const SENTENCES = /\/zod\/v4\/locales\/en\.js$/;

/** Leaves these sentences out of the page. */
export function ownWords(): Plugin {
  return {
    name: "irqscope:own-words",
    apply: "build",
    transform(_, id) {
      const code = "export default () => ({ localeError: ({ code }) => code });";
      return SENTENCES.test(id) ? { code, map: null } : undefined;
    },
  };
}

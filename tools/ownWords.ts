import type { Plugin } from "vite";

/** English sentences of the schema library, 1.5 kB: scenarios/base/messages.ts says what is wrong in ours, so that no user
 * reads them (tests/scenarios/ownWords.test.ts). */
const SENTENCES = /\/zod\/v4\/locales\/en\.js$/;

/** The page does without them. */
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

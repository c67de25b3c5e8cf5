/** A JSON text that is not right yet, kept over a reload until it is, or is given up. One per tab: of the scenario that
 * was edited last. */
import type { KeyValueStore } from "../../ui/storage.ts";

const KEY = "irqscope.text";
/** As much as leaves room for the rest in a browser's storage. */
const CHARACTER_LIMIT = 1_000_000;

interface TextDrafts {
  /** Undefined: none of this scenario. */
  readonly find: (scenario: string) => string | undefined;
  readonly keep: (scenario: string, text: string) => void;
  readonly drop: () => void;
}

/** Scenarios are told apart by their own text. */
export function createTextDrafts(storage: KeyValueStore): TextDrafts {
  return {
    find: (scenario) => {
      const stored = storage.read(KEY) ?? "";
      const end = stored.indexOf("\n");
      return end > 0 && stored.slice(0, end) === markOf(scenario) ? stored.slice(end + 1) : undefined;
    },
    keep: (scenario, text) => {
      if (text.length <= CHARACTER_LIMIT) storage.write(KEY, `${markOf(scenario)}\n${text}`);
    },
    drop: () => storage.remove(KEY),
  };
}

/** Length and FNV-1a of the text: a wrong text would be seen, it is shown beside its scenario. */
function markOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return `${text.length} ${hash.toString(16)}`;
}

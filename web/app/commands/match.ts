/** Ranks entries for a query, best first. An entry matches if every word of the query starts a word of its title or of
 * its other words, or means the same as such a word. It also matches if the query consists of the initials of the title
 * ("nd": Next drop). */

export interface Matched {
  readonly title: string;
  readonly also: string;
}

export function bestOf<T extends Matched>(entries: readonly T[], query: string): readonly T[] {
  const wanted = wordsOf(query);
  if (wanted.length === 0) return entries;
  return entries
    .flatMap((entry, index) => {
      const rank = rankOf(entry, wanted, query.trim().toLowerCase());
      return rank === undefined ? [] : [{ entry, rank, index }];
    })
    .toSorted((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ entry }) => entry);
}

/** 0: the title starts with the query. 1: its words start with the words of the query, in this order. 2: in any order.
 * 3: with other words. 4: initials. 5: synonyms. */
function rankOf({ title, also }: Matched, wanted: readonly string[], query: string): number | undefined {
  if (title.toLowerCase().startsWith(query)) return 0;
  const own = wordsOf(title);
  const begins = (words: readonly string[]) => (want: string) => words.some((word) => word.startsWith(want));
  if (wanted.every(begins(own))) return inOrder(own, wanted) ? 1 : 2;
  const all = [...own, ...wordsOf(also)];
  if (wanted.every(begins(all))) return 3;
  const initials = own.map((word) => word.charAt(0)).join("");
  if (wanted.length === 1 && query.length > 1 && initials.startsWith(query)) return 4;
  const isMeant = (want: string) => [want, ...(SYNONYMS[want] ?? [])].some(begins(all));
  return wanted.every(isMeant) ? 5 : undefined;
}

function inOrder(words: readonly string[], wanted: readonly string[]): boolean {
  let from = 0;
  return wanted.every((want) => {
    const at = words.findIndex((word, index) => index >= from && word.startsWith(want));
    from = at + 1;
    return at >= 0;
  });
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** Words that users look for, and the words of the page that mean the same. English, as other words of entries are. */
export const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  size: ["frames", "capacity", "bytes", "words"],
  length: ["frames", "capacity", "cycles"],
  depth: ["frames", "capacity"],
  buffer: ["ring", "queue", "fifo"],
  full: ["overflow", "drop"],
  loss: ["drop", "lost"],
  lost: ["drop"],
  lose: ["drop", "lost"],
  explain: ["why", "tour"],
  explanation: ["why"],
  reason: ["why"],
  irq: ["interrupt"],
  isr: ["handler"],
  delay: ["latency"],
  frequency: ["clock"],
  mhz: ["clock"],
  cpu: ["processor", "core"],
  processor: ["core", "cpu"],
  load: ["rate", "throughput"],
  bandwidth: ["rate", "throughput"],
  batch: ["coalescing", "budget"],
  moderation: ["coalescing"],
  polling: ["livelock", "budget"],
  dark: ["theme"],
  undo: ["back"],
  zoom: ["fit"],
};

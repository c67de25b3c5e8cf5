/** Finds texts that are nearly the same. Two measures, because a copy is changed in two ways: a copy with moved parts keeps
 * pairs of neighbouring words, and a copy with words put in between keeps the order of its words. Independent answers to
 * one question share few pairs and less than half of the order. */

/** Shared pairs of words, twice, over the pairs of both (Dice). */
const PAIRS_FROM = 0.6;
/** Words in the same order (the longest common subsequence), twice, over the words of both. */
const ORDER_FROM = 0.66;
/** Shorter texts have too few words for a decision. */
const WORDS_AT_LEAST = 8;

interface Alike {
  /** Index of the other text. */
  readonly other: number;
  /** From 0 to 1: equal words. */
  readonly likeness: number;
}

export function wordsOf(text: string): readonly string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

interface Distinct {
  readonly words: Uint32Array;
  readonly pairs: ReadonlySet<number>;
  /** Indices of the texts with these words. */
  readonly texts: number[];
}

/** For each text the most similar other one, if it is nearly the same. */
export function mostAlike(texts: readonly string[]): readonly (Alike | undefined)[] {
  const best: (Alike | undefined)[] = texts.map(() => undefined);
  const distinct = distinctOf(texts);
  for (const { texts: same } of distinct)
    if (same.length > 1)
      for (const [at, text] of same.entries())
        best[text] = { other: same[at === 0 ? 1 : 0] ?? text, likeness: 1 };
  for (const { one, two, likeness } of alikePairs(distinct))
    for (const [from, to] of [
      [one, two],
      [two, one],
    ] as const)
      for (const text of from.texts) {
        const other = to.texts[0];
        if (other !== undefined && likeness > (best[text]?.likeness ?? 0)) best[text] = { other, likeness };
      }
  return best;
}

/** Groups of texts that are equal or nearly so, the largest first. Each text is in one group. */
export function alikeGroups(texts: readonly string[]): readonly (readonly number[])[] {
  const distinct = distinctOf(texts, 1).toSorted((a, b) => b.texts.length - a.texts.length);
  const groupOf = new Map<Distinct, Distinct>();
  const pairs = alikePairs(distinct.filter(({ words }) => words.length >= WORDS_AT_LEAST));
  // The more frequent of two texts comes first and leads the group.
  for (const { one, two } of pairs.toSorted((a, b) => b.likeness - a.likeness)) {
    const [leader, follower] = distinct.indexOf(one) < distinct.indexOf(two) ? [one, two] : [two, one];
    const isLeading = [...groupOf.values()].includes(follower);
    if (!groupOf.has(leader) && !groupOf.has(follower) && !isLeading) groupOf.set(follower, leader);
  }
  const groups = new Map<Distinct, number[]>();
  for (const one of distinct) {
    const leader = groupOf.get(one) ?? one;
    groups.set(leader, [...(groups.get(leader) ?? []), ...one.texts]);
  }
  const empty = texts.flatMap((text, at) => (wordsOf(text).length === 0 ? [at] : []));
  return [...groups.values(), ...(empty.length > 0 ? [empty] : [])].toSorted((a, b) => b.length - a.length);
}

function distinctOf(texts: readonly string[], wordsAtLeast = WORDS_AT_LEAST): readonly Distinct[] {
  const numbers = new Map<string, number>();
  const found = new Map<string, Distinct>();
  for (const [index, text] of texts.entries()) {
    const words = wordsOf(text);
    if (words.length < wordsAtLeast) continue;
    const key = words.join(" ");
    const known = found.get(key);
    if (known !== undefined) {
      known.texts.push(index);
      continue;
    }
    const coded = Uint32Array.from(words, (word) => {
      const number = numbers.get(word) ?? numbers.size;
      numbers.set(word, number);
      return number;
    });
    const pairs = new Set(Array.from(coded.subarray(1), (word, at) => (coded[at] ?? 0) * PAIR_BASE + word));
    found.set(key, { words: coded, pairs, texts: [index] });
  }
  return [...found.values()];
}

/** More than the number of words in all texts of a class. */
const PAIR_BASE = 2 ** 24;

interface AlikePair {
  readonly one: Distinct;
  readonly two: Distinct;
  readonly likeness: number;
}

function alikePairs(distinct: readonly Distinct[]): readonly AlikePair[] {
  const found: AlikePair[] = [];
  /** For each word, the texts that contain it and how often. */
  const holders = new Map<number, { readonly at: number; readonly count: number }[]>();
  for (const [at, one] of distinct.entries()) {
    const counts = new Map<number, number>();
    for (const word of one.words) counts.set(word, (counts.get(word) ?? 0) + 1);
    const shared = new Uint32Array(at);
    for (const [word, count] of counts) {
      const list = holders.get(word) ?? [];
      for (const other of list) shared[other.at] = (shared[other.at] ?? 0) + Math.min(count, other.count);
      list.push({ at, count });
      holders.set(word, list);
    }
    for (const [index, common] of shared.entries()) {
      const two = distinct[index];
      // No similarity exceeds the share of common words.
      if (two === undefined || (2 * common) / (one.words.length + two.words.length) < PAIRS_FROM) continue;
      const likeness = likenessOf(one, two);
      if (likeness !== undefined) found.push({ one, two, likeness });
    }
  }
  return found;
}

/** Undefined if they are not nearly the same. */
function likenessOf(one: Distinct, two: Distinct): number | undefined {
  let common = 0;
  for (const pair of one.pairs) if (two.pairs.has(pair)) common += 1;
  const pairs = (2 * common) / (one.pairs.size + two.pairs.size);
  const order = (2 * commonOrder(one.words, two.words)) / (one.words.length + two.words.length);
  return pairs >= PAIRS_FROM || order >= ORDER_FROM ? Math.max(pairs, order) : undefined;
}

/** Length of the longest common subsequence. */
function commonOrder(one: Uint32Array, two: Uint32Array): number {
  const lengths = new Uint16Array(two.length + 1);
  for (const word of one) {
    let diagonal = 0;
    for (const [at, other] of two.entries()) {
      const above = lengths[at + 1] ?? 0;
      lengths[at + 1] = word === other ? diagonal + 1 : Math.max(above, lengths[at] ?? 0);
      diagonal = above;
    }
  }
  return lengths[two.length] ?? 0;
}

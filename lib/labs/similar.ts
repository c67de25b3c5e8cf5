/** Texts that are nearly the same: many pairs of neighbouring words in common. Students who answer the same question by
 * themselves share few; a copy with some words changed keeps most. */

/** Shared pairs of words, twice, over the pairs of both (Dice). */
const SIMILAR_FROM = 0.6;
/** Shorter texts have too few pairs to tell. */
const WORDS_AT_LEAST = 8;
/** A pair of words in more texts than this tells nothing any more, and would make grading quadratic. */
const PAIR_LIMIT = 2000;

interface Known {
  readonly file: string;
  readonly pairs: ReadonlySet<string>;
}

export class SimilarTexts {
  /** By place; texts with the same pairs once, by their first file. */
  private readonly known = new Map<
    string,
    { readonly texts: Known[]; readonly withPair: Map<string, number[]> }
  >();

  /** The file of the text at the same place that is most like it, if one is nearly the same. */
  add(file: string, place: string, text: string): string | undefined {
    const words = wordsOf(text);
    if (words.length < WORDS_AT_LEAST) return undefined;
    const pairs = new Set(words.slice(1).map((word, at) => `${words[at]} ${word}`));
    const at = this.known.get(place) ?? { texts: [], withPair: new Map<string, number[]>() };
    this.known.set(place, at);
    const shared = new Map<number, number>();
    for (const pair of pairs)
      for (const index of at.withPair.get(pair) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1);
    let best: { readonly file: string; readonly likeness: number } | undefined;
    for (const [index, count] of shared) {
      const other = at.texts[index];
      if (other === undefined) continue;
      const likeness = (2 * count) / (pairs.size + other.pairs.size);
      if (likeness > (best?.likeness ?? 0)) best = { file: other.file, likeness };
    }
    if (best?.likeness !== 1) {
      const index = at.texts.push({ file, pairs }) - 1;
      for (const pair of pairs) {
        const list = at.withPair.get(pair);
        if (list === undefined) at.withPair.set(pair, [index]);
        else if (list.length < PAIR_LIMIT) list.push(index);
      }
    }
    return best !== undefined && best.likeness >= SIMILAR_FROM ? best.file : undefined;
  }
}

function wordsOf(text: string): readonly string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** Fields by what they are called, mean, are measured in, or where they stand. */
import { type FieldNode, walk } from "./node.ts";

export interface Found {
  readonly node: FieldNode;
  /** From the outermost in. */
  readonly above: readonly string[];
}

export interface SearchResult {
  readonly found: readonly Found[];
  /** Of all; `found` holds at most `limit` of them. */
  readonly count: number;
}

export function searchFields(root: FieldNode, query: string, limit: number): SearchResult {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found: (Found & { readonly rank: number })[] = [];
  if (words.length === 0) return { found, count: 0 };
  walk(root, (node, above) => {
    if (above.length === 1 && FOR_READERS.has(String(node.path[0]))) return false;
    const rank = rankOf(node, above, words);
    if (rank !== undefined && above.length > 0)
      found.push({ node, above: above.slice(1).map(({ title }) => title), rank });
    return true;
  });
  const best = found.toSorted((a, b) => a.rank - b.rank);
  return { found: best.slice(0, limit), count: found.length };
}

/** Lists that name settings and are none. */
const FOR_READERS: ReadonlySet<string> = new Set(["knobs", "story"]);

/** 0: all words stand in the title; 1: in what the field says of itself; 2: some only in what is around it. */
function rankOf(node: FieldNode, above: readonly FieldNode[], words: readonly string[]): number | undefined {
  const title = node.title.toLowerCase();
  const name = String(node.path.at(-1) ?? "").toLowerCase();
  if (words.every((word) => title.includes(word) || word === name)) return 0;
  // What holds fields is found by its title and its name alone (L1D): they are found themselves.
  if (["group", "alternatives", "list"].includes(node.form.control.kind)) return undefined;
  const own = [title, name, node.form.description, node.form.unit].join(" ").toLowerCase();
  if (words.every((word) => own.includes(word))) return 1;
  const around = [own, ...above.map((one) => one.title)].join(" ").toLowerCase();
  const ownWords = words.filter((word) => own.includes(word));
  return ownWords.length > 0 && words.every((word) => around.includes(word)) ? 2 : undefined;
}

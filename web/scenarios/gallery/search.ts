/** Which scenarios a search names: every word of it begins a word of theirs. */
export interface Searched {
  readonly name: string;
  readonly summary: string;
  /** Titles of the group, facts of the machine. */
  readonly about: string;
}

export function matches({ name, summary, about }: Searched, query: string): boolean {
  const wanted = wordsOf(query);
  const words = wordsOf(`${name} ${summary} ${about}`);
  return wanted.every((want) => words.some((word) => word.startsWith(want)));
}

/** Index of the name that a query means most: it whole, its begin, a part of it; else the first. */
export function bestName(names: readonly string[], query: string): number {
  const wanted = plain(query).trim();
  const tests = [
    (name: string) => name === wanted,
    (name: string) => name.startsWith(wanted),
    (name: string) => name.includes(wanted),
  ];
  for (const test of tests) {
    const found = names.findIndex((name) => test(plain(name)));
    if (found >= 0) return found;
  }
  return 0;
}

function wordsOf(text: string): readonly string[] {
  return plain(text)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "");
}

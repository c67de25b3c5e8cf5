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

/** Where the first text stands that stood before; -1: nowhere. */
export function firstRepeated(texts: readonly string[]): number {
  const before = new Set<string>();
  return texts.findIndex((text) => before.size === before.add(text).size);
}

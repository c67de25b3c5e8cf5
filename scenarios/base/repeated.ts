/** Index of the first text that occurred before, or -1. */
export function firstRepeated(texts: readonly string[]): number {
  const before = new Set<string>();
  return texts.findIndex((text) => before.size === before.add(text).size);
}

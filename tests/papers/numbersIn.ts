/** Numbers in a name: a level of cache, a core, a row, a page of the docs. */
const NAMES =
  /\bL[12][ID]?\b|\b(?:24|34)K\w*|\b(?:rows?|tables?|ratio|source|slides?) \d+(?: and \d+)?|docs\/papers\/\d+\.md/gi;

/** The numbers of a text, as it has them. Those of names are left out. */
export function numbersIn(text: string): string[] {
  return Array.from(text.replaceAll(NAMES, "").matchAll(/\d[\d,]*(?:\.\d+)?/g), ([number]) =>
    number.replace(/,$/, ""),
  );
}

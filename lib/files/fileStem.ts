/** Counted in UTF-8. File systems allow 255 bytes for a name; callers add text before and after the stem. */
const BYTE_LIMIT = 120;

/** A text as part of the name of a file: its letters and digits, of any alphabet, with dashes between them. Empty if it
 * has none. */
export function fileStem(text: string): string {
  const stem = text.normalize("NFC").replace(/[^\p{L}\p{M}\p{N}]+/gu, "-");
  const encoder = new TextEncoder();
  let kept = "";
  let bytes = 0;
  // A letter and the marks on it stay together.
  for (const [letter] of stem.matchAll(/\P{M}\p{M}*/gu)) {
    bytes += encoder.encode(letter).length;
    if (bytes > BYTE_LIMIT) break;
    kept += letter;
  }
  return kept.replace(/^-+|-+$/g, "");
}

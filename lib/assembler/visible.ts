/** Shows characters that have no shape or change the text direction as their codes. A zero-width space between
 * quotes is printed as \u200b. */

/** Controls, formats (zero width, directions, tags), fillers, variation selectors, and every blank but the common one. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

/** Quotes the text as JSON does. */
export function quotedVisibly(text: string): string {
  return JSON.stringify(text).replace(UNSEEN, byNumber);
}

function byNumber(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, "0")}`;
}

/** What mail, chats, trackers and sentences make of an address, taken back: the part behind `#` as it was written. Links
 * of this project hold no `%`, no `?` and no punctuation at their end, so nothing of their own is lost. */

const DECODE_ROUNDS = 4;
const INVISIBLE = /[\s\p{Cc}\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu;
/** What a sentence, brackets, quotes or Markdown put behind a link. Not `_`, `&` and `=`, which belong to links. */
const SENTENCE_END = /[.,;:!?…)\]}>"'`´*~^|\\«»‹›“”„‘’。、，）」』]+$/u;
/** Behind a payload's version a full stop belongs to the link, also where the rest is cut off. */
const CUT_VERSION = /(^|&)([so])=(\d{1,6})$/;

/** `ring-overflow?` and `ring-overflow@5?`, not a page and not a link that carries its scenario. */
const SHORT = /^(?!(?:simulate|compare|papers)\?)[a-z0-9-]+(?:@\d*)?\?/i;

/** `text`: what stands behind the `#`. */
export function plainFragment(text: string): string {
  let plain = text;
  for (let round = 0; round < DECODE_ROUNDS && /%[0-9a-f]{2}/i.test(plain); round++) plain = decoded(plain);
  plain = plain
    .replace(INVISIBLE, "")
    .replace(/&(?:amp;|#38;|#x26;)+/gi, "&")
    .replace(/^[#!/]+/, "")
    .replace(/["<>].*$/s, "");
  // Quoted-printable of mails: "=3D", and lines that end in "=".
  if (/(^|&)s=3D\d+\./i.test(plain)) plain = plain.replace(/=(?!3D)/gi, "").replace(/=3D/gi, "=");
  // Trackers put their own behind a question mark; the address of a lab takes it as its own, and a short address has its
  // own behind the first.
  if (plain.startsWith("lab")) plain = plain.replaceAll("?", "&");
  else if (!SHORT.test(plain)) plain = plain.replace(/\?.*$/s, "");
  const trimmed = plain.replace(SENTENCE_END, "");
  return CUT_VERSION.test(trimmed) && plain.charAt(trimmed.length) === "." ? `${trimmed}.` : trimmed;
}

/** A link whose `#` has become part of the path or the query: what stood behind it. Undefined: there is none. */
export function strayFragment(pathAndQuery: string): string | undefined {
  let plain = pathAndQuery;
  for (let round = 0; round < DECODE_ROUNDS && /%[0-9a-f]{2}/i.test(plain); round++) plain = decoded(plain);
  const at = plain.search(/#(?:[^#]*&)?s=\d/);
  if (at >= 0) return plain.slice(at + 1);
  // The sign alone was replaced: "?s=1.…", not the "?s=20" of a chat.
  return /[?&](s=\d{1,6}\.[\w-]{12}.*)$/s.exec(plain)?.[1];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(/%([2-7][0-9a-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  }
}

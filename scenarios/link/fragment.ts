/** Undoes changes that mail, chats, trackers and sentences make to an address: returns the part behind `#` as it was
 * written. Links of this project contain no `%`, no `?` and no punctuation at their end, so nothing of their own is
 * lost. */

const DECODE_ROUNDS = 4;
const INVISIBLE = /[\s\p{Cc}\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu;
/** Characters that a sentence, brackets, quotes or Markdown put behind a link. `_`, `&` and `=` are not included,
 * because links contain them. */
const SENTENCE_END = /[.,;:!?…)\]}>"'`´*~^|\\«»‹›“”„‘’。、，）」』]+$/u;
/** A full stop behind a payload's version belongs to the link, even if the rest is missing. */
const CUT_VERSION = /(^|&)([so])=(\d{1,6})$/;

/** Matches `ring-overflow?` and `ring-overflow@5?`, but not a page, nor a link that carries its scenario. */
const SHORT = /^(?!(?:simulate|compare|papers)\?)[a-z0-9-]+(?:@\d*)?\?/i;

/** `text` is the part behind the `#`. */
export function plainFragment(text: string): string {
  let plain = text;
  for (let round = 0; round < DECODE_ROUNDS && /%[0-9a-f]{2}/i.test(plain); round++) plain = decoded(plain);
  plain = plain
    .replace(INVISIBLE, "")
    .replace(/&(?:amp;|#38;|#x26;)+/gi, "&")
    .replace(/^[#!/]+/, "")
    .replace(/["<>].*$/s, "");
  // Quoted-printable encoding of mails: "=3D", and lines that end in "=".
  if (/(^|&)s=3D\d+\./i.test(plain)) plain = plain.replace(/=(?!3D)/gi, "").replace(/=3D/gi, "=");
  // Trackers append their parameters behind a question mark. The address of a lab accepts them as its own. A short
  // address has its own parameters behind the first question mark.
  if (plain.startsWith("lab")) plain = plain.replaceAll("?", "&");
  else if (!SHORT.test(plain)) plain = plain.replace(/\?.*$/s, "");
  const trimmed = plain.replace(SENTENCE_END, "");
  return CUT_VERSION.test(trimmed) && plain.charAt(trimmed.length) === "." ? `${trimmed}.` : trimmed;
}

/** The fragment of a link whose `#` has become part of the path or the query. Undefined if there is none. */
export function strayFragment(pathAndQuery: string): string | undefined {
  let plain = pathAndQuery;
  for (let round = 0; round < DECODE_ROUNDS && /%[0-9a-f]{2}/i.test(plain); round++) plain = decoded(plain);
  const at = plain.search(/#(?:[^#]*&)?s=\d/);
  if (at >= 0) return plain.slice(at + 1);
  // Only the `#` was replaced: "?s=1.…", unlike the "?s=20" of a chat.
  return /[?&](s=\d{1,6}\.[\w-]{12}.*)$/s.exec(plain)?.[1];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(/%([2-7][0-9a-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  }
}

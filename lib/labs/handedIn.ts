/** Files of a class: their text, and the kind (by name) of files that are not submissions. */

import { packingOf } from "../captures/readCapture.ts";
import { WEB_PAGE } from "../files/recognise.ts";
import { type Recognised, whatIs } from "../files/recognised.ts";

/** The text of a file: UTF-8, or UTF-16 with a byte order mark, as some editors save it. Names the kind of other files.
 * Never throws. */
export type FileText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string };

interface Kind {
  readonly begins: readonly number[];
  readonly encoding?: "utf-16le" | "utf-16be";
  readonly reason?: string;
}

const KINDS: readonly Kind[] = [
  { begins: [0xff, 0xfe], encoding: "utf-16le" },
  { begins: [0xfe, 0xff], encoding: "utf-16be" },
  {
    begins: [0x25, 0x50, 0x44, 0x46],
    reason: "is a PDF: the file to hand in is the one that the report saves",
  },
];

export function textOfFile(bytes: Uint8Array): FileText {
  const kind = KINDS.find(({ begins }) => begins.every((byte, at) => bytes[at] === byte));
  if (kind?.reason !== undefined) return { ok: false, reason: kind.reason };
  const packing = packingOf(bytes);
  if (packing !== undefined) return { ok: false, reason: `is compressed with ${packing}: unpack it first` };
  try {
    return { ok: true, text: new TextDecoder(kind?.encoding ?? "utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { ok: false, reason: "is not UTF-8 text" };
  }
}

/** `of-system`: made by an operating system, not a student. */
export type NotSubmission = {
  readonly status: "passed-over" | "of-system";
  readonly reason: string;
};

/** Decides by the path, whose folders are separated by /. `head` is the first bytes of the file. */
export function systemFile(path: string, head: Uint8Array): NotSubmission | undefined {
  const folders = path.split("/");
  const name = folders.pop() ?? "";
  const isMac = folders.includes("__MACOSX") || name === ".DS_Store" || name.startsWith("._");
  // A student may give a submission such a name.
  if (isMac && !beginsAsJson(head))
    return { status: "of-system", reason: "is a metadata file that macOS added" };
  if (/^(?:thumbs\.db|desktop\.ini)$/i.test(name))
    return { status: "of-system", reason: "is a metadata file that Windows added" };
  return undefined;
}

/** The character {, after blanks and a byte-order mark of UTF-8 or UTF-16. */
function beginsAsJson(head: Uint8Array): boolean {
  const first = head.find(
    (byte) => ![0, 0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf, 0xff, 0xfe].includes(byte),
  );
  return first === 0x7b;
}

export function isSubmissionName(path: string): boolean {
  return path.toLowerCase().endsWith(".json");
}

/** The reason why a file without the ending is not graded. `found` is the kind of its contents. */
export function passedOver(path: string, found: Recognised): NotSubmission {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return { status: "passed-over", reason: reasonOf(name, path, found) };
}

function reasonOf(name: string, path: string, found: Recognised): string {
  if (/\.json(?:\.[a-z0-9]+)+$/i.test(name) && found.kind !== "packed")
    return "has a second ending after .json, which Windows may hide: rename it so that it ends in .json";
  if (found.kind === "submission")
    return "is a submission without the ending .json: rename it so that it ends in .json";
  if (/onlinetext/i.test(path) && (found.kind === "text" || found === WEB_PAGE))
    return "is text that was typed online, not the file that the report saves";
  const what = whatIs(found);
  return found.kind === "packed" ? what : `${what} (a submission ends in .json)`;
}

/** Result for an empty folder. */
export const NOTHING_IN_IT: NotSubmission = { status: "passed-over", reason: "has no file in it" };

/** What stands in a folder that a class has handed in and is no submission by its name: nothing of it is passed over in
 * silence. */
import { type Recognised, whatIs } from "../files/recognised.ts";
import { WEB_PAGE } from "../files/textKinds.ts";

/** `of-system`: made by an operating system, not by a student. */
export type NotSubmission = {
  readonly status: "passed-over" | "of-system";
  readonly reason: string;
};

/** By its path, whose folders are parted by /; `head`: its first bytes. */
export function systemFile(path: string, head: Uint8Array): NotSubmission | undefined {
  const folders = path.split("/");
  const name = folders.pop() ?? "";
  const isMac = folders.includes("__MACOSX") || name === ".DS_Store" || name.startsWith("._");
  // A student may call a file so: then it holds what was handed in.
  if (isMac && !beginsAsJson(head))
    return { status: "of-system", reason: "was made by macOS beside the files" };
  if (/^(?:thumbs\.db|desktop\.ini)$/i.test(name))
    return { status: "of-system", reason: "was made by Windows beside the files" };
  return undefined;
}

/** {, behind blanks and a mark of UTF-8 or UTF-16. */
function beginsAsJson(head: Uint8Array): boolean {
  const first = head.find(
    (byte) => ![0, 0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf, 0xff, 0xfe].includes(byte),
  );
  return first === 0x7b;
}

export function isSubmissionName(path: string): boolean {
  return path.toLowerCase().endsWith(".json");
}

/** Why a file without the ending is not graded. `found`: what it holds. */
export function passedOver(path: string, found: Recognised): NotSubmission {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return { status: "passed-over", reason: reasonOf(name, path, found) };
}

function reasonOf(name: string, path: string, found: Recognised): string {
  if (/\.json(?:\.[a-z0-9]+)+$/i.test(name) && found.kind !== "packed")
    return "has a second ending behind .json, which Windows may hide: rename it so that it ends in .json";
  if (found.kind === "submission")
    return "is a submission without the ending .json: rename it so that it ends in .json";
  if (/onlinetext/i.test(path) && (found.kind === "text" || found === WEB_PAGE))
    return "is text that was typed online, not the file that the report saves";
  const what = whatIs(found);
  return found.kind === "packed" ? what : `${what} (a submission ends in .json)`;
}

/** Of a folder. */
export const NOTHING_IN_IT: NotSubmission = { status: "passed-over", reason: "has no file in it" };

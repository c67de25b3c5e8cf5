/** Labs that users have written, as files and links. Both are untrusted: their size is limited before they are read,
 * and they are checked before anything of them runs. */
import { pack, unpack } from "../../scenarios/link/codec.ts";
import { tellsRecordedBytes } from "../../scenarios/traffic/recording.ts";
import { checkLab } from "./check.ts";
import { digestOf } from "./digest.ts";
import { isLab, LAB_CHARACTER_LIMIT, type Lab, type LabResult, parseLab, refusedLab } from "./lab.ts";

/** Name in URLs of the lab that lies beside the page as a file. No lab of the course has this id. */
export const PACKED_LAB = "packed-lab";
export const PACKED_LAB_FILE = "lab.json";

/** Limit for a link that mail and chat programs pass on completely. */
export const LAB_LINK_CHARACTERS = 8000;

const OWN = /^own-[0-9a-f]{16}$/;

/** Name of a user's own lab in URLs: `own-` and a digest of the lab file. */
export function ownLabName(lab: Lab): string {
  return `own-${digestOf(labFileText(lab))}`;
}

export function isOwnLabName(name: string): boolean {
  return OWN.test(name);
}

/** One file with all its text. */
export function labFileText(lab: Lab): string {
  return `${JSON.stringify(lab, undefined, 2)}\n`;
}

/** Reads a file or a link, whatever it contains. Never throws. */
export async function readOwnLab(text: string): Promise<LabResult> {
  const read = parseLab(text);
  if (!read.ok) return isForeign(text) ? refusedLab([{ field: "file", message: "is not a lab" }]) : read;
  const errors = await checkLab(read.lab);
  return errors.length === 0 ? read : refusedLab(errors);
}

/** A different JSON file gets one message, not a list of everything that a lab would need. */
function isForeign(text: string): boolean {
  if (text.length > LAB_CHARACTER_LIMIT) return false;
  try {
    return !isLab(JSON.parse(text));
  } catch {
    return false;
  }
}

/** Undefined if the lab is too long for a link, or has bytes of recorded frames, which no link carries. */
export function labLinkPayload(lab: Lab): string | undefined {
  const text = JSON.stringify(lab);
  return tellsRecordedBytes(text) ? undefined : pack(text);
}

export async function readLabLink(payload: string): Promise<LabResult> {
  const unpacked = unpack(payload);
  if (!unpacked.ok) return refusedLab([{ field: "link", message: unpacked.message }]);
  return readOwnLab(unpacked.text);
}

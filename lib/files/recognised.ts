/** Kinds of files from outside, and the words for them. */
import type { Packing } from "../captures/readCapture.ts";

/** Format of the file in which the page saves the user's scenarios. */
export const LIBRARY_FORMAT = "irqscope-library";

/** Kinds that irqscope reads, each with its own reader. */
export type OwnKind =
  | "scenario"
  | "study"
  | "lab"
  | "submission"
  | "progress"
  | "library"
  | "bundle"
  | "capture"
  | "elf"
  | "assembly";

export type Recognised =
  | { readonly kind: OwnKind }
  /** A text without a mark of its kind. The reader that receives it reports errors. */
  | { readonly kind: "json" | "text" }
  | { readonly kind: "packed"; readonly packing: Packing; readonly inside: Recognised | undefined }
  /** `what` is a predicate such as "is a VCD file, …" that follows the name of the file. */
  | { readonly kind: "foreign"; readonly what: string };

const WHAT: Readonly<Record<OwnKind | "json" | "text", string>> = {
  scenario: "is a scenario",
  study: "is a study",
  lab: "is a lab",
  submission: "is a submission of a lab",
  progress: "is saved progress of a lab",
  library: "is a file of own scenarios",
  bundle: "is a bundle of a study",
  capture: "is a capture",
  elf: "is an ELF file",
  assembly: "is assembly",
  json: "is JSON, but of no irqscope format",
  text: "is text that irqscope does not read",
};

/** A predicate that follows the name of the file. */
export function whatIs(found: Recognised): string {
  if (found.kind === "foreign") return found.what;
  if (found.kind !== "packed") return WHAT[found.kind];
  const { packing, inside } = found;
  return inside === undefined
    ? `is compressed with ${packing}: unpack it first`
    : `is compressed with ${packing} and ${whatIs(inside)} once unpacked: unpack it first`;
}

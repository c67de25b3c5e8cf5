/** Kinds of files from outside, and the words for them. */
import type { Packing } from "../packed.ts";

/** Of the file in which the page saves own scenarios. */
export const LIBRARY_FORMAT = "irqscope-library";

/** What irqscope reads, each by its own reader. */
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
  /** Says nothing of itself: the reader that it is given to finds what is wrong. */
  | { readonly kind: "json" | "text" }
  | { readonly kind: "packed"; readonly packing: Packing; readonly inside: Recognised | undefined }
  /** `what`: "is a VCD file, …", to stand behind the name of the file. */
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
  json: "is JSON of no format of irqscope",
  text: "is text of no kind that irqscope reads",
};

/** Stands behind the name of the file. */
export function whatIs(found: Recognised): string {
  if (found.kind === "foreign") return found.what;
  if (found.kind !== "packed") return WHAT[found.kind];
  const { packing, inside } = found;
  return inside === undefined
    ? `is compressed with ${packing}: unpack it first`
    : `is compressed with ${packing}, and unpacked it ${whatIs(inside)}: unpack it first`;
}

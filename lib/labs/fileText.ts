/** The text of a file that was handed in: UTF-8, or UTF-16 with its mark as some editors save it. Other things that
 * students hand in are named; never throws. */
import { packingOf } from "../packed.ts";

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
    return { ok: false, reason: "is no UTF-8 text" };
  }
}

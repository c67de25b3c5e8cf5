/** A file of another kind than the command reads, named for what it is. */
import { recognise } from "../lib/files/recognise.ts";
import { type OwnKind, type Recognised, whatIs } from "../lib/files/recognised.ts";

/** What takes each kind. */
const COMMANDS: Readonly<Record<OwnKind, string>> = {
  scenario: "irqscope run runs it",
  study: "irqscope sweep runs it",
  lab: "irqscope validate checks it, and the page opens it",
  submission: "irqscope grade grades it",
  progress: "the page opens it",
  library: "the page opens it",
  bundle: "irqscope verify runs it again",
  capture: "irqscope trace --pcap makes a scenario of it",
  elf: 'a program of a scenario names it: "elf": "file:NAME"',
  assembly: "irqscope asm assembles it, and a program of a scenario has it as its source",
};

/** `json`: anything in JSON, of which the reader of its format says what is wrong. */
export type Wanted = "json" | "assembly" | "bundle" | "capture";

/** Undefined: it is what is wanted, it is compressed, or its reader finds what is wrong with it. */
export async function wrongKind(
  path: string,
  bytes: Uint8Array,
  wanted: Wanted,
): Promise<string | undefined> {
  const found = await recognise(new Blob([bytes as BlobPart]), path);
  if (["packed", "json", "text", wanted].includes(found.kind)) return undefined;
  if (wanted === "json" && isJson(found)) return undefined;
  // A text that looks like another one may still be assembly.
  if (wanted === "assembly" && found.kind === "foreign" && !bytes.includes(0)) return undefined;
  const command = new Map<string, string>(Object.entries(COMMANDS)).get(found.kind);
  return command === undefined ? whatIs(found) : `${whatIs(found)}: ${command}`;
}

function isJson({ kind }: Recognised): boolean {
  return ["scenario", "study", "lab", "submission", "progress", "library"].includes(kind);
}

/** Compressed files, which shells unpack on the way: `<(gzip -dc day.pcap.gz)`. */

import { type Packing, packingOf } from "../lib/packed.ts";
import { quoted } from "../lib/shellWord.ts";

/** Write what is in the file to their standard output, also where zcat wants names that end in .Z (macOS). */
const PROGRAMS: Readonly<Record<Packing, string>> = {
  gzip: "gzip -dc",
  zstd: "zstd -dc",
  xz: "xz -dc",
  bzip2: "bzip2 -dc",
  lz4: "lz4 -dc",
  zip: "unzip -p",
};

/** Undefined: it is not compressed. `before`: of the argument, such as `--pcap `; no `path`: it came through a pipe. */
export function packedReason(
  bytes: Uint8Array,
  before: string,
  path: string | undefined,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const name = packingOf(bytes);
  if (name === undefined) return undefined;
  const program = PROGRAMS[name];
  const says = (way: string) => `is compressed with ${name}: ${way}`;
  // The shells there have no <( ).
  if (platform === "win32") return says("unpack it first");
  if (path === undefined) return says(`unpack it in the pipe, as with ${program}`);
  return says(`${before}<(${program} ${quoted(path)}) unpacks it on the way`);
}

/** Compressed files, which shells unpack on the way: `<(gzip -dc day.pcap.gz)`. */

interface Packing {
  readonly name: string;
  readonly begins: readonly number[];
  /** Writes what is in the file to its standard output, also where zcat wants names that end in .Z (macOS). */
  readonly program: string;
}

const PACKINGS: readonly Packing[] = [
  { name: "gzip", begins: [0x1f, 0x8b], program: "gzip -dc" },
  { name: "zstd", begins: [0x28, 0xb5, 0x2f, 0xfd], program: "zstd -dc" },
  { name: "xz", begins: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0], program: "xz -dc" },
  { name: "bzip2", begins: [0x42, 0x5a, 0x68], program: "bzip2 -dc" },
  { name: "lz4", begins: [0x04, 0x22, 0x4d, 0x18], program: "lz4 -dc" },
  { name: "zip", begins: [0x50, 0x4b, 0x03, 0x04], program: "unzip -p" },
];

/** Undefined: it is not compressed. `before`: of the argument, such as `--pcap `; no `path`: it came through a pipe. */
export function packedReason(
  bytes: Uint8Array,
  before: string,
  path: string | undefined,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const packing = PACKINGS.find(({ begins }) => begins.every((byte, at) => bytes[at] === byte));
  if (packing === undefined) return undefined;
  const { name, program } = packing;
  const says = (way: string) => `is compressed with ${name}: ${way}`;
  // The shells there have no <( ).
  if (platform === "win32") return says("unpack it first");
  if (path === undefined) return says(`unpack it in the pipe, as with ${program}`);
  return says(`${before}<(${program} ${quoted(path)}) unpacks it on the way`);
}

/** As a word for shells. */
const quoted = (path: string): string =>
  /^[\w./+:@%=,-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;

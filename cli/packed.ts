/** Compressed files, which shells unpack on the way: `<(zcat day.pcap.gz)`. */

interface Packing {
  readonly name: string;
  readonly begins: readonly number[];
  /** Writes what is in the file to its standard output. */
  readonly program: string;
}

const PACKINGS: readonly Packing[] = [
  { name: "gzip", begins: [0x1f, 0x8b], program: "zcat" },
  { name: "zstd", begins: [0x28, 0xb5, 0x2f, 0xfd], program: "zstdcat" },
  { name: "xz", begins: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0], program: "xzcat" },
  { name: "bzip2", begins: [0x42, 0x5a, 0x68], program: "bzcat" },
  { name: "lz4", begins: [0x04, 0x22, 0x4d, 0x18], program: "lz4cat" },
  { name: "zip", begins: [0x50, 0x4b, 0x03, 0x04], program: "unzip -p" },
];

/** Undefined: it is not compressed. `before`: of the argument, such as `--pcap `; no `path`: it came through a pipe. */
export function packedReason(
  bytes: Uint8Array,
  before: string,
  path: string | undefined,
): string | undefined {
  const packing = PACKINGS.find(({ begins }) => begins.every((byte, at) => bytes[at] === byte));
  if (packing === undefined) return undefined;
  const { name, program } = packing;
  const way =
    path === undefined
      ? `unpack it in the pipe, as with ${program}`
      : `${before}<(${program} ${quoted(path)}) unpacks it on the way`;
  return `is compressed with ${name}: ${way}`;
}

/** As a word for shells. */
const quoted = (path: string): string =>
  /^[\w./+:@%=,-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;

const CAPTURE_BEGINS = new Set(["d4c3b2a1", "a1b2c3d4", "4d3cb2a1", "a1b23c4d", "0a0d0d0a"]);

export const beginsAsCapture = (bytes: Uint8Array): boolean =>
  CAPTURE_BEGINS.has(Buffer.from(bytes.subarray(0, 4)).toString("hex"));

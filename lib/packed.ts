/** Compressed files, by their first bytes. */

const PACKINGS = [
  { name: "gzip", begins: [0x1f, 0x8b] },
  { name: "zstd", begins: [0x28, 0xb5, 0x2f, 0xfd] },
  { name: "xz", begins: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0] },
  { name: "bzip2", begins: [0x42, 0x5a, 0x68] },
  { name: "lz4", begins: [0x04, 0x22, 0x4d, 0x18] },
  { name: "zip", begins: [0x50, 0x4b, 0x03, 0x04] },
] as const;

export type Packing = (typeof PACKINGS)[number]["name"];

/** Undefined if the bytes are not compressed. */
export const packingOf = (bytes: Uint8Array): Packing | undefined =>
  PACKINGS.find(({ begins }) => begins.every((byte, at) => bytes[at] === byte))?.name;

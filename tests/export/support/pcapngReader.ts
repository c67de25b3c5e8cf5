/** Reads the blocks of a pcapng file, little-endian, with their options. */

export interface PcapngBlock {
  readonly type: number;
  /** The body without type, length and options. */
  readonly fixed: DataView;
  /** The captured bytes of the packet. */
  readonly data: Uint8Array;
  /** Options by code, in their order. */
  readonly options: ReadonlyMap<number, readonly Uint8Array[]>;
}

export const PCAPNG = { interface: 1, statistics: 5, packet: 6, section: 0x0a0d0d0a } as const;
/** Bytes of the fields before a part with its own length. */
const FIXED_BYTES: Readonly<Record<number, number>> = {
  [PCAPNG.section]: 16,
  [PCAPNG.interface]: 8,
  [PCAPNG.statistics]: 12,
  [PCAPNG.packet]: 20,
};

export function readPcapng(bytes: Uint8Array): readonly PcapngBlock[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const blocks: PcapngBlock[] = [];
  for (let at = 0; at < bytes.length; ) {
    const [type, length] = [view.getUint32(at, true), view.getUint32(at + 4, true)];
    const end = at + length - 4;
    if (view.getUint32(end, true) !== length) throw new Error(`the block at ${at} has two lengths`);
    const fixedBytes = FIXED_BYTES[type];
    if (fixedBytes === undefined) throw new Error(`block ${type} at ${at}`);
    const body = at + 8;
    const dataBytes = type === PCAPNG.packet ? view.getUint32(body + 12, true) : 0;
    const data = bytes.subarray(body + fixedBytes, body + fixedBytes + dataBytes);
    const first = body + fixedBytes + padded(dataBytes);
    blocks.push({
      ...{ type, data, fixed: new DataView(bytes.buffer, bytes.byteOffset + body, fixedBytes) },
      options: optionsOf(bytes, first, end),
    });
    at += length;
  }
  return blocks;
}

function optionsOf(bytes: Uint8Array, from: number, end: number): PcapngBlock["options"] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const options = new Map<number, Uint8Array[]>();
  for (let at = from; at < end; ) {
    const [code, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    if (code === 0) return options;
    const values = options.get(code) ?? [];
    values.push(bytes.subarray(at + 4, at + 4 + length));
    options.set(code, values);
    at += 4 + padded(length);
  }
  throw new Error(`the options at ${from} do not end`);
}

const padded = (length: number): number => Math.ceil(length / 4) * 4;

export const textOf = (value: Uint8Array | undefined): string | undefined =>
  value && new TextDecoder("utf-8", { fatal: true }).decode(value);

/** Up to 64 bits, little-endian. */
export const numberOf = (value: Uint8Array | undefined): number | undefined =>
  value && Number(value.reduceRight((all, byte) => all * 256n + BigInt(byte), 0n));

/** A time in two halves, the upper half first. */
export const timeOf = (fixed: DataView, at: number): number =>
  fixed.getUint32(at, true) * 2 ** 32 + fixed.getUint32(at + 4, true);

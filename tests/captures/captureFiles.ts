/** The captures of tests/fixtures, and builders of small ones of any kind. */
import { readFileSync } from "node:fs";
import type { Capture } from "../../lib/captures/capture.ts";
import { nanosecondsOfRow } from "../../lib/captures/captureTimes.ts";

export function fixture(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`../fixtures/captures/${name}`, import.meta.url)));
}

/** Times of the packets in nanoseconds since the earliest one. */
export const timesOf = (capture: Capture): number[] =>
  Array.from({ length: capture.packetCount }, (_, row) => nanosecondsOfRow(capture, row));

export const OURS = "10.77.0.1";
export const PEER = "10.77.0.2";

/** Appends numbers and bytes in a byte order that is chosen once. */
export class FileWriter {
  readonly #parts: number[] = [];
  readonly #little: boolean;

  constructor(order: "little" | "big") {
    this.#little = order === "little";
  }

  get length(): number {
    return this.#parts.length;
  }

  uint(bytes: number, value: number | bigint): this {
    const all = BigInt.asUintN(8 * bytes, BigInt(value));
    for (let i = 0; i < bytes; i++) {
      const shift = 8 * (this.#little ? i : bytes - 1 - i);
      this.#parts.push(Number((all >> BigInt(shift)) & 0xffn));
    }
    return this;
  }

  bytes(data: Uint8Array | readonly number[]): this {
    for (const byte of data) this.#parts.push(byte);
    return this;
  }

  pad(): this {
    while (this.#parts.length % 4 !== 0) this.#parts.push(0);
    return this;
  }

  done(): Uint8Array {
    return Uint8Array.from(this.#parts);
  }
}

export interface SmallPacket {
  readonly seconds: number;
  /** The fraction of a second in microseconds or nanoseconds, as the file has it. */
  readonly fraction: number;
  readonly data: Uint8Array;
  readonly originalBytes?: number;
}

export interface PcapShape {
  readonly order: "little" | "big";
  readonly nanoseconds?: boolean;
  readonly snapshotBytes?: number;
  readonly linkType?: number;
}

export function pcapOf(shape: PcapShape, packets: readonly SmallPacket[]): Uint8Array {
  const file = new FileWriter(shape.order)
    .uint(4, shape.nanoseconds ? 0xa1b23c4d : 0xa1b2c3d4)
    .uint(2, 2)
    .uint(2, 4)
    .uint(8, 0)
    .uint(4, shape.snapshotBytes ?? 65535)
    .uint(4, shape.linkType ?? 1);
  for (const { seconds, fraction, data, originalBytes } of packets) {
    file
      .uint(4, seconds)
      .uint(4, fraction)
      .uint(4, data.length)
      .uint(4, originalBytes ?? data.length);
    file.bytes(data);
  }
  return file.done();
}

export type Option = readonly [code: number, value: Uint8Array];

/** One pcapng block with its two lengths. */
export function block(order: "little" | "big", type: number, body: Uint8Array): Uint8Array {
  const length = 12 + Math.ceil(body.length / 4) * 4;
  return new FileWriter(order).uint(4, type).uint(4, length).bytes(body).pad().uint(4, length).done();
}

export function optionBytes(order: "little" | "big", options: readonly Option[]): Uint8Array {
  const writer = new FileWriter(order);
  for (const [code, value] of options) writer.uint(2, code).uint(2, value.length).bytes(value).pad();
  return options.length === 0 ? writer.done() : writer.uint(4, 0).done();
}

export function sectionHeader(order: "little" | "big"): Uint8Array {
  const body = new FileWriter(order).uint(4, 0x1a2b3c4d).uint(2, 1).uint(2, 0).uint(8, -1n).done();
  return block(order, 0x0a0d0d0a, body);
}

export function interfaceBlock(
  order: "little" | "big",
  linkType: number,
  snapshotBytes: number,
  options: readonly Option[] = [],
): Uint8Array {
  const body = new FileWriter(order).uint(2, linkType).uint(2, 0).uint(4, snapshotBytes);
  return block(order, 1, body.bytes(optionBytes(order, options)).done());
}

export function enhancedPacket(
  order: "little" | "big",
  interfaceIndex: number,
  ticks: bigint,
  data: Uint8Array,
  options: readonly Option[] = [],
): Uint8Array {
  const body = new FileWriter(order)
    .uint(4, interfaceIndex)
    .uint(4, ticks >> 32n)
    .uint(4, ticks & 0xffff_ffffn)
    .uint(4, data.length)
    .uint(4, data.length)
    .bytes(data)
    .pad();
  return block(order, 6, body.bytes(optionBytes(order, options)).done());
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => Array.from(part)));
}

const STATIONS: Readonly<Record<string, readonly number[]>> = {
  [OURS]: [2, 0, 10, 77, 0, 1],
  [PEER]: [2, 0, 10, 77, 0, 2],
  "10.77.0.3": [2, 0, 10, 77, 0, 3],
};

export interface UdpShape {
  readonly from: string;
  readonly to: string;
  readonly sourcePort?: number;
  readonly destinationPort?: number;
  readonly payloadBytes?: number;
}

/** An IPv4 datagram with a UDP header. */
export function udpDatagram({ from, to, sourcePort, destinationPort, payloadBytes }: UdpShape): Uint8Array {
  const octets = (address: string) => address.split(".").map(Number);
  const length = 28 + (payloadBytes ?? 0);
  return new FileWriter("big")
    .bytes([0x45, 0])
    .uint(2, length)
    .bytes([0, 0, 0, 0, 64, 17, 0, 0, ...octets(from), ...octets(to)])
    .uint(2, sourcePort ?? 4000)
    .uint(2, destinationPort ?? 5000)
    .uint(2, length - 20)
    .uint(2, 0)
    .bytes(new Uint8Array(payloadBytes ?? 0))
    .done();
}

export function ethernetFrame(
  destination: readonly number[],
  source: readonly number[],
  ethertype: number,
  payload: Uint8Array,
): Uint8Array {
  return new FileWriter("big").bytes(destination).bytes(source).uint(2, ethertype).bytes(payload).done();
}

export function udpFrame(shape: UdpShape): Uint8Array {
  const station = (address: string) => STATIONS[address] ?? [0, 0, 0, 0, 0, 0];
  return ethernetFrame(station(shape.to), station(shape.from), 0x0800, udpDatagram(shape));
}

/** A copy with another 32-bit number at the offset. */
export function patched(
  bytes: Uint8Array,
  offset: number,
  value: number,
  order: "little" | "big",
): Uint8Array {
  const copy = bytes.slice();
  new DataView(copy.buffer).setUint32(offset, value, order === "little");
  return copy;
}

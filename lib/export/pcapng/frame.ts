/** The form of a simulated frame in a capture. The model has no contents, so a frame is a UDP datagram between our host
 * and one peer for each flow, and only its headers exist. */
import { ETHERNET_HEADER_BYTES, FCS_BYTES } from "../../captures/capture.ts";

const IP_BYTES = 20;
const UDP_BYTES = 8;
const HEADER_BYTES = ETHERNET_HEADER_BYTES + IP_BYTES + UDP_BYTES;
const IPV4 = [0x08, 0x00];
/** IEEE 802: reserved for experiments within an organization. */
const LOCAL_EXPERIMENT = [0x88, 0xb5];
const UDP = 17;
const OUR_PORT = 9;
const FIRST_PEER_PORT = 10_000;
/** Ports of a peer. The rest of a flow's number is in the peer's address. */
const PORTS = 50_000;
const LENGTH_LIMIT = 0xffff;

export interface Frame {
  /** The frame, which begins with the destination address. */
  readonly bytes: Uint8Array;
  /** Without check sequence. */
  readonly originalBytes: number;
  /** The part that is made and not recorded. */
  readonly made?: "headers" | "link-header";
}

/** Comment on the frame, so that a reader does not take a generated part for a recorded one. */
export function madeText({ made }: Frame): string | undefined {
  if (made === undefined) return undefined;
  return made === "headers"
    ? "headers made by irqscope, contents unknown"
    : "Ethernet header made by irqscope, the rest is recorded";
}

/** True for a recorded frame whose link had no Ethernet header: its stations are those that irqscope writes. */
export function hasMadeLink(bytes: Uint8Array): boolean {
  return [...station(1), ...station(2)].every((byte, at) => bytes[at] === byte);
}

/** `sizeBytes` includes the check sequence. */
export function frameOf(sizeBytes: number, direction: "receive" | "send", flow: number): Frame {
  const originalBytes = Math.max(HEADER_BYTES, sizeBytes - FCS_BYTES);
  const peer = Math.floor(flow / PORTS);
  const port = FIRST_PEER_PORT + (flow % PORTS);
  const ours = { station: station(1), address: [10, 0, 0, 1], port: OUR_PORT };
  const theirs = { station: station(2), address: [10, 1, peer >> 8, peer & 0xff], port };
  const [from, to] = direction === "receive" ? [theirs, ours] : [ours, theirs];
  const ipBytes = Math.min(LENGTH_LIMIT, originalBytes - ETHERNET_HEADER_BYTES);
  const ip = [0x45, 0, ...u16(ipBytes), 0, 0, 0x40, 0, 64, UDP, 0, 0, ...from.address, ...to.address];
  ip.splice(10, 2, ...u16(checksum(ip)));
  const udp = [...u16(from.port), ...u16(to.port), ...u16(ipBytes - IP_BYTES), 0, 0];
  const bytes = Uint8Array.from([...to.station, ...from.station, ...IPV4, ...ip, ...udp]);
  return { bytes, originalBytes, made: "headers" };
}

/** A frame between others that only marks a time. */
export function markFrame(): Frame {
  const bytes = new Uint8Array(60);
  bytes.set([...station(3), ...station(4), ...LOCAL_EXPERIMENT]);
  return { bytes, originalBytes: bytes.length };
}

/** An address that is locally administered. */
const station = (last: number): readonly number[] => [0x02, 0, 0, 0, 0, last];
const u16 = (value: number): readonly number[] => [value >> 8, value & 0xff];

/** RFC 1071, for whole words. */
function checksum(bytes: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 2) sum += ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >> 16);
  return ~sum & 0xffff;
}

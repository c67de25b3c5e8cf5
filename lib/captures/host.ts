/** Decides which host is "ours" and, from that, whether a packet was received or sent. */
import { canonicalAddress, NO_ADDRESS } from "./addressTable.ts";
import { type Capture, CaptureError, RECORDED_RECEIVED, RECORDED_SENT, RECORDED_UNKNOWN } from "./capture.ts";

export type Direction = "receive" | "send";

export interface HostChoice {
  readonly addresses: readonly string[];
  /** given: the user named it. everything: all packets are received. recorded: the capture says what its machine sent
   * and received. most-packets: the address in most packets; of several with equal counts, the one that received
   * more, then the one that came first. station: the station in most packets, if no address is in many. */
  readonly how: "given" | "everything" | "recorded" | "most-packets" | "station";
  /** Undefined if the packet is neither to nor from our host. */
  readonly directionOf: (row: number) => Direction | undefined;
}

/** Every packet is received, as at a mirror port. */
export const EVERYTHING = "everything";

/** `given` are the addresses of our host (IPv4, IPv6 or MAC) as typed. If empty, the host is chosen as HostChoice.how
 * says. */
export function chooseHost(capture: Capture, given: readonly string[] | typeof EVERYTHING): HostChoice {
  if (given === EVERYTHING) return { addresses: [], how: "everything", directionOf: () => "receive" };
  if (given.length > 0) {
    const ids = given.map((text) => findAddress(capture, text));
    return {
      addresses: ids.map((id) => textOf(capture, id)),
      how: "given",
      directionOf: byAddress(capture, ids),
    };
  }
  const recorded = capture.recordedDirection.some((direction) => direction !== RECORDED_UNKNOWN);
  const { id, isInsteadOfAddress } = busiest(capture, recorded);
  const ofAddress = byAddress(capture, id === undefined ? [] : [id]);
  return {
    addresses: id === undefined ? [] : [textOf(capture, id)],
    how: recorded ? "recorded" : isInsteadOfAddress ? "station" : "most-packets",
    directionOf: (row) => {
      const direction = capture.recordedDirection[row];
      if (direction === RECORDED_UNKNOWN) return ofAddress(row);
      if (direction === RECORDED_SENT) return "send";
      return direction === RECORDED_RECEIVED ? "receive" : undefined;
    },
  };
}

function textOf(capture: Capture, id: number): string {
  return capture.addresses[id]?.text ?? "unknown";
}

function findAddress(capture: Capture, text: string): number {
  const wanted = canonicalAddress(text);
  if (wanted === undefined) throw new CaptureError(`"${text}" is not an IPv4, IPv6 or MAC address`);
  const id = capture.addresses.findIndex((address) => address.text === wanted);
  if (id >= 0) return id;
  const { id: best } = busiest(capture, false);
  const hint = best === undefined ? "" : `; the busiest address is ${textOf(capture, best)}`;
  throw new CaptureError(`no packet is to or from ${wanted}${hint}`);
}

interface Ranked {
  readonly id: number;
  readonly packets: number;
  readonly received: number;
}

/** The recording host has an address in at least this share of the packets. */
const FEW_SHARE = 1 / 4;

/** Station addresses count only if no packet has network addresses, or if no address is in many packets. In that case
 * the station that is in more than twice as many packets is chosen. */
function busiest(
  capture: Capture,
  recorded: boolean,
): { readonly id: number | undefined; readonly isInsteadOfAddress: boolean } {
  const [address] = rankedAddresses(capture, "network", recorded);
  const [station] = rankedAddresses(capture, "station", recorded);
  const isFew = address !== undefined && address.packets < capture.packetCount * FEW_SHARE;
  if (!recorded && isFew && station !== undefined && station.packets > 2 * address.packets)
    return { id: station.id, isInsteadOfAddress: true };
  return { id: (address ?? station)?.id, isInsteadOfAddress: false };
}

/** Addresses in descending order of their packets, without groups. */
function rankedAddresses(
  capture: Capture,
  kind: "network" | "station",
  recorded: boolean,
): readonly Ranked[] {
  const sources = kind === "network" ? capture.sourceAddress : capture.sourceStation;
  const destinations = kind === "network" ? capture.destinationAddress : capture.destinationStation;
  const sent = new Uint32Array(capture.addresses.length);
  const received = new Uint32Array(capture.addresses.length);
  for (let row = 0; row < capture.packetCount; row++) {
    const direction = capture.recordedDirection[row];
    if (!recorded || direction === RECORDED_SENT) increment(sent, sources[row]);
    if (!recorded || direction === RECORDED_RECEIVED) increment(received, destinations[row]);
  }
  return capture.addresses
    .flatMap(({ group, kind: found }, id) => {
      const packets = (received[id] ?? 0) + (sent[id] ?? 0);
      const isOfKind = (found === "station") === (kind === "station");
      return group || !isOfKind || packets === 0 ? [] : [{ id, packets, received: received[id] ?? 0 }];
    })
    .sort((a, b) => b.packets - a.packets || b.received - a.received || a.id - b.id);
}

interface HostCandidate {
  readonly address: string;
  readonly packets: number;
}

/** Addresses that may be our host, in descending order of their packets; at most `limit` of each kind. */
export function hostCandidates(capture: Capture, limit: number): readonly HostCandidate[] {
  return (["network", "station"] as const).flatMap((kind) =>
    rankedAddresses(capture, kind, false)
      .slice(0, limit)
      .map(({ id, packets }) => ({ address: textOf(capture, id), packets })),
  );
}

function increment(counts: Uint32Array, id: number | undefined): void {
  if (id !== undefined && id !== NO_ADDRESS) counts[id] = (counts[id] ?? 0) + 1;
}

function byAddress(capture: Capture, ids: readonly number[]): (row: number) => Direction | undefined {
  const { addresses, sourceAddress, sourceStation, destinationAddress, destinationStation } = capture;
  const ours = new Uint8Array(addresses.length);
  for (const id of ids) ours[id] = 1;
  const ourStations = stationsOf(capture, ours);
  const at = (flags: Uint8Array, id: number | undefined) => flags[id ?? NO_ADDRESS] === 1;
  const isGroup = (id: number | undefined) => addresses[id ?? NO_ADDRESS]?.group === true;
  /** For a packet without network addresses (ARP), its station decides. */
  const isOurs = (network: number | undefined, station: number | undefined) =>
    network === NO_ADDRESS ? at(ourStations, station) : at(ours, network) || at(ours, station);
  return (row) => {
    const from = isOurs(sourceAddress[row], sourceStation[row]);
    const to = isOurs(destinationAddress[row], destinationStation[row]);
    if (from && to) return betweenOurselves(capture, row);
    if (from) return "send";
    return to || isGroup(destinationAddress[row]) || isGroup(destinationStation[row]) ? "receive" : undefined;
  };
}

/** Both ends of a loopback interface have one address, so the lower port is taken as our server. */
function betweenOurselves(capture: Capture, row: number): Direction {
  return (capture.sourcePort[row] ?? 0) < (capture.destinationPort[row] ?? 0) ? "send" : "receive";
}

/** `ours`, and the stations that sent packets from it. */
function stationsOf(capture: Capture, ours: Uint8Array): Uint8Array {
  const stations = ours.slice();
  for (let row = 0; row < capture.packetCount; row++) {
    const station = capture.sourceStation[row] ?? NO_ADDRESS;
    if (ours[capture.sourceAddress[row] ?? NO_ADDRESS] === 1 && station !== NO_ADDRESS) stations[station] = 1;
  }
  return stations;
}

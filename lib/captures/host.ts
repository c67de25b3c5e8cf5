/** Which host is "ours", and from that whether a packet was received or sent. */
import { canonicalAddress, NO_ADDRESS } from "./addressTable.ts";
import { type Capture, RECORDED_RECEIVED, RECORDED_SENT, RECORDED_UNKNOWN } from "./capture.ts";
import { CaptureError } from "./captureError.ts";

export type Direction = "receive" | "send";

export interface HostChoice {
  readonly addresses: readonly string[];
  /** given: by the user. recorded: the capture says what its machine sent and received. most-packets: the
   * address in most packets; among equals the one that received more, then the one seen first. */
  readonly how: "given" | "recorded" | "most-packets";
  /** undefined: neither to nor from our host. */
  readonly directionOf: (row: number) => Direction | undefined;
}

/** `given`: addresses of our host (IPv4, IPv6 or MAC) as typed; none: it is chosen as HostChoice.how says. */
export function chooseHost(capture: Capture, given: readonly string[]): HostChoice {
  if (given.length > 0) {
    const ids = given.map((text) => findAddress(capture, text));
    return {
      addresses: ids.map((id) => textOf(capture, id)),
      how: "given",
      directionOf: byAddress(capture, ids),
    };
  }
  const recorded = capture.recordedDirection.some((direction) => direction !== RECORDED_UNKNOWN);
  const id = busiestAddress(capture, recorded);
  const ofAddress = byAddress(capture, id === undefined ? [] : [id]);
  return {
    addresses: id === undefined ? [] : [textOf(capture, id)],
    how: recorded ? "recorded" : "most-packets",
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
  if (wanted === undefined) throw new CaptureError(`"${text}" is no IPv4, IPv6 or MAC address`);
  const id = capture.addresses.findIndex((address) => address.text === wanted);
  if (id >= 0) return id;
  const busiest = busiestAddress(capture, false);
  const hint = busiest === undefined ? "" : `; the busiest address is ${textOf(capture, busiest)}`;
  throw new CaptureError(`no packet is to or from ${wanted}${hint}`);
}

/** Station addresses count only where no packet has network addresses. */
function busiestAddress(capture: Capture, recorded: boolean): number | undefined {
  const byNetwork = capture.addresses.some(({ kind }) => kind !== "station");
  const sources = byNetwork ? capture.sourceAddress : capture.sourceStation;
  const destinations = byNetwork ? capture.destinationAddress : capture.destinationStation;
  const sent = new Uint32Array(capture.addresses.length);
  const received = new Uint32Array(capture.addresses.length);
  for (let row = 0; row < capture.packetCount; row++) {
    const direction = capture.recordedDirection[row];
    if (!recorded || direction === RECORDED_SENT) increment(sent, sources[row]);
    if (!recorded || direction === RECORDED_RECEIVED) increment(received, destinations[row]);
  }
  let best: number | undefined;
  let bestScore: readonly [number, number] = [0, 0];
  capture.addresses.forEach(({ group }, id) => {
    const arrived = received[id] ?? 0;
    const all = arrived + (sent[id] ?? 0);
    if (group || all < bestScore[0] || (all === bestScore[0] && arrived <= bestScore[1])) return;
    best = id;
    bestScore = [all, arrived];
  });
  return best;
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
  /** A packet without network addresses (ARP) is ours by its station. */
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

/** On a loopback interface both ends have one address: the lower port is taken as our server. */
function betweenOurselves(capture: Capture, row: number): Direction {
  return (capture.sourcePort[row] ?? 0) < (capture.destinationPort[row] ?? 0) ? "send" : "receive";
}

/** `ours` and the stations that sent packets from it. */
function stationsOf(capture: Capture, ours: Uint8Array): Uint8Array {
  const stations = ours.slice();
  for (let row = 0; row < capture.packetCount; row++) {
    const station = capture.sourceStation[row] ?? NO_ADDRESS;
    if (ours[capture.sourceAddress[row] ?? NO_ADDRESS] === 1 && station !== NO_ADDRESS) stations[station] = 1;
  }
  return stations;
}

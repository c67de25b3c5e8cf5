/** Which connection a packet belongs to: protocol, addresses and ports, the same for both directions. */
import { NO_ADDRESS } from "./addressTable.ts";
import type { Capture } from "./capture.ts";

/** Numbers that a trace entry can hold. */
export const FLOW_LIMIT = 65_536;

export interface Flows {
  /** Of each row, numbered in the order of their first packets; they begin again at 0 after FLOW_LIMIT. */
  readonly flows: number[];
  readonly flowCount: number;
}

/** Packets without an IP address are parted by their stations; later fragments have no ports. */
export function flowsOf(capture: Capture, rows: Uint32Array): Flows {
  const numbers = new Map<string, number>();
  const flows: number[] = [];
  for (const row of rows) {
    const key = keyOf(capture, row);
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    flows.push(number % FLOW_LIMIT);
  }
  return { flows, flowCount: numbers.size };
}

function keyOf(capture: Capture, row: number): string {
  const hasAddress = capture.sourceAddress[row] !== NO_ADDRESS;
  const [from, to] = hasAddress
    ? [capture.sourceAddress, capture.destinationAddress]
    : [capture.sourceStation, capture.destinationStation];
  const ends = [`${from[row]}:${capture.sourcePort[row]}`, `${to[row]}:${capture.destinationPort[row]}`];
  return `${hasAddress ? capture.protocol[row] : "station"} ${ends.sort().join(" ")}`;
}

/** Aligns two machines at the same packet. Packets have the same numbers in both, if the traffic is equal and no packet
 * is copied. */
import type { EngineClient } from "../engine/client.ts";
import type { FollowRequest, Journey } from "../engine/protocol.ts";

/** The common point: the moment, or the start or end of a packet's life. */
export type AlignOn = "moment" | "begin" | "end";

/** Number of questions for finding one packet: bisection of a run of 10^12 cycles, then a few neighbours. */
const ASK_LIMIT = 64;
/** Within this distance, packets are requested one by one. */
const NEAR = 6;

/** Undefined if the other machine has no packet with this number in its known part. */
export async function findPacket(
  client: Pick<EngineClient, "follow">,
  number: number,
  guessCycle: number,
  endCycle: number,
): Promise<Journey | undefined> {
  let [low, high] = [0, endCycle];
  let request: FollowRequest = { what: "packet", cycle: Math.min(Math.max(guessCycle, low), high), move: 0 };
  for (let asked = 0; asked < ASK_LIMIT; asked++) {
    const outcome = await client.follow(request);
    if (outcome.status !== "ok") return undefined;
    const { journey } = outcome.value;
    if (journey?.number === number) return journey;
    const isBefore = journey !== undefined && journey.number < number;
    const away = journey === undefined ? Number.POSITIVE_INFINITY : Math.abs(number - journey.number);
    if (journey !== undefined && away <= NEAR) {
      request = { what: "packet", cycle: journey.stop, move: isBefore ? 1 : -1, number: journey.number };
      continue;
    }
    // A packet that has not started yet has no successor either.
    if (request.move !== 0) return undefined;
    if (isBefore) low = Math.max(low, request.cycle);
    else high = Math.min(high, journey === undefined ? request.cycle : journey.stop);
    const middle = Math.floor((low + high) / 2);
    if (high - low <= 1 || middle === request.cycle) return undefined;
    request = { what: "packet", cycle: middle, move: 0 };
  }
  return undefined;
}

/** Number of cycles by which the second machine must be shown later. Undefined if the packet has not ended in both. */
export function offsetFor(
  on: AlignOn,
  a: Pick<Journey, "beginCycle" | "endCycle">,
  b: Pick<Journey, "beginCycle" | "endCycle">,
  cyclesOfBInOneOfA: number,
): number | undefined {
  if (on === "moment") return 0;
  const [ofA, ofB] = on === "begin" ? [a.beginCycle, b.beginCycle] : [a.endCycle, b.endCycle];
  return ofA === undefined || ofB === undefined ? undefined : ofB - Math.floor(ofA * cyclesOfBInOneOfA);
}

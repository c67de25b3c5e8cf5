/** Puts two machines where the same packet is: packets have the same number in both, as long as the traffic is the
 * same and none is copied. */
import type { EngineClient } from "../engine/client.ts";
import type { FollowRequest, Journey } from "../engine/protocol.ts";

/** What falls together: the moment, or the begin or the end of a packet's life. */
export type AlignOn = "moment" | "begin" | "end";

/** Questions that finding one packet may take: halving a run of 10^12 cycles, then a few beside each other. */
const ASK_LIMIT = 64;
/** As near as this the next ones are asked for one by one. */
const NEAR = 6;

/** Undefined: the other machine has no packet of this number where it is known. */
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
    // One that did not begin yet there is none behind, either.
    if (request.move !== 0) return undefined;
    if (isBefore) low = Math.max(low, request.cycle);
    else high = Math.min(high, journey === undefined ? request.cycle : journey.stop);
    const middle = Math.floor((low + high) / 2);
    if (high - low <= 1 || middle === request.cycle) return undefined;
    request = { what: "packet", cycle: middle, move: 0 };
  }
  return undefined;
}

/** How much later than at the same moment the second machine has to be shown; undefined: it did not end in both. */
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

/** Contents of frames that come from a capture: the bytes if the scenario has them, otherwise made headers of the
 * frame's flow. */
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { hasPrograms } from "../../../scenarios/software/steps.ts";
import {
  arrivalsOf,
  bytesOfFrame,
  type Recording,
  recordedBytesOf,
} from "../../../scenarios/traffic/recording.ts";
import type { PacketEnd } from "../packetEnds.ts";
import { type Frame, frameOf, hasMadeLink } from "./frame.ts";

type Direction = "receive" | "send";

export const directionOf = ({ events }: Recording, event: number): Direction =>
  events.directions[event] === "s" ? "send" : "receive";

/** `event` is the index in the columns of the capture. */
export function recordedFrameOf(traffic: Recording): (event: number) => Frame {
  const { sizesBytes, flows } = traffic.events;
  const recorded = recordedBytesOf(traffic);
  return (event) => {
    const sizeBytes = sizesBytes[event] ?? 0;
    const [first = 0, count = 0] = [recorded?.firsts[event], recorded?.counts[event]];
    if (recorded === undefined || count === 0)
      return frameOf(sizeBytes, directionOf(traffic, event), flows?.[event] ?? 0);
    const bytes = recorded.bytes.subarray(first, first + count);
    return {
      ...{ bytes, originalBytes: bytesOfFrame(sizeBytes) },
      ...(hasMadeLink(bytes) && { made: "link-header" as const }),
    };
  };
}

/** Finds the recorded frame of each frame of a run. */
export interface RecordedFrames {
  /** Called for every frame in the order in which they were offered. Undefined if the frame was not recorded, or if its
   * record is not known. `isCopy`: software has made the frame from another one. */
  readonly next: (end: PacketEnd, isCopy: boolean) => Frame | undefined;
  /** Called if a frame was skipped. From then on, recorded frames can no longer be identified. */
  readonly lose: () => void;
}

/** If the only traffic is one open-loop recording, the frames of each direction come in the order of their arrivals,
 * with answers of a host between them. */
export function recordedFrames(scenario: Scenario): RecordedFrames {
  const [only, ...others] = scenario.traffic;
  const hasHost = scenario.machine.nics.some(({ host }) => host !== undefined);
  if (only?.kind !== "trace" || only.loop === "closed" || others.length > 0 || hasHost)
    return { next: () => undefined, lose: () => undefined };
  const frameOfEvent = recordedFrameOf(only);
  const arrivals = { receive: eventsOf(only, "receive", scenario), send: eventsOf(only, "send", scenario) };
  const directions = new Set(only.events.sizesBytes.map((_, event) => directionOf(only, event)));
  const mayBeMade = hasPrograms(scenario);
  let isInStep = true;

  /** "software" if a program has made the frame. Undefined if the origin is not known. */
  function originOf({ direction, fate }: PacketEnd): Direction | "software" | undefined {
    // A copy that finds no room is reported like other frames without room.
    if (fate.kind === "dropped" && fate.cause === "packet-table-full") return undefined;
    if (direction === "receive" || fate.kind === "merged") return "receive";
    if (mayBeMade) return direction === "send" && !directions.has("send") ? "software" : undefined;
    return direction ?? (directions.size === 1 ? [...directions][0] : undefined);
  }

  return {
    next: (end, isCopy) => {
      if (!isInStep || isCopy) return undefined;
      const origin = originOf(end);
      if (origin === "software") return undefined;
      const event = origin && arrivals[origin].next().value;
      isInStep = event !== undefined && only.events.sizesBytes[event] === end.sizeBytes;
      return event !== undefined && isInStep ? frameOfEvent(event) : undefined;
    },
    lose: () => {
      isInStep = false;
    },
  };
}

/** In their order. */
function* eventsOf(
  traffic: Recording,
  direction: Direction,
  { seed, machine }: Scenario,
): Generator<number, undefined> {
  for (const { event } of arrivalsOf(traffic, { seed, index: 0, clockHertz: machine.clockHertz }))
    if (directionOf(traffic, event) === direction) yield event;
}

/** Contents of frames that come from a capture: its bytes where the scenario has them, else headers of the frame's flow. */
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { bytesOfFrame, recordedBytesOf } from "../../../scenarios/traffic/recordedBytes.ts";
import { arrivalsOf, type Recording } from "../../../scenarios/traffic/recording.ts";
import { type Frame, frameOf } from "./frame.ts";

type Direction = "receive" | "send";

export const directionOf = ({ events }: Recording, event: number): Direction =>
  events.directions[event] === "s" ? "send" : "receive";

/** `event`: index in the columns of the capture. */
export function recordedFrameOf(traffic: Recording): (event: number) => Frame {
  const { sizesBytes, flows } = traffic.events;
  const recorded = recordedBytesOf(traffic);
  return (event) => {
    const sizeBytes = sizesBytes[event] ?? 0;
    const [first = 0, count = 0] = [recorded?.firsts[event], recorded?.counts[event]];
    return recorded === undefined || count === 0
      ? frameOf(sizeBytes, directionOf(traffic, event), flows?.[event] ?? 0)
      : { bytes: recorded.bytes.subarray(first, first + count), originalBytes: bytesOfFrame(sizeBytes) };
  };
}

/** The next frame of so many bytes that a machine receives; undefined: it is not known which one that was. */
export type NextReceived = (sizeBytes: number) => Frame | undefined;

/** Where all that comes is one recording on one card, frames are received in the order of its arrivals. */
export function receivedFrames({ traffic: [only, ...others], seed, machine }: Scenario): NextReceived {
  const unknown = () => undefined;
  if (only?.kind !== "trace" || only.loop === "closed" || others.length > 0) return unknown;
  if (only.events.directions.includes("s")) return unknown;
  const frameOfEvent = recordedFrameOf(only);
  const arrivals = arrivalsOf(only, { seed, index: 0, clockHertz: machine.clockHertz });
  let isInStep = true;
  return (sizeBytes) => {
    const { value } = arrivals.next();
    isInStep &&= value !== undefined && only.events.sizesBytes[value.event] === sizeBytes;
    return isInStep && value !== undefined ? frameOfEvent(value.event) : undefined;
  };
}

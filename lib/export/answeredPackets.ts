/**
 * Connects packets that are requests with the answers of programs
 * (docs/decisions/0048-a-host-behind-a-card.md).
 */
import type { Machine } from "../../core-wasm/binding/index.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { REQUEST_STOPS, type RequestAnswer, requestAnswers } from "../events/requestAnswers.ts";
import type { PacketEnd } from "./packetEnds.ts";
import { EVENTS, type Pace } from "./walk.ts";

export interface AnsweredPacket extends PacketEnd {
  readonly answer?: RequestAnswer | undefined;
}

export const ANSWERS: Pace = { ...EVENTS, stopMask: REQUEST_STOPS };

/** Number of later waiting frames after which a frame is reported without an answer. The core keeps 1,024 requests. */
const WAITING_LIMIT = 4096;

/** A packet, or the answer to an unfinished packet. */
type Half = AnsweredPacket | { readonly answer: RequestAnswer };
const isPacket = (half: Half): half is AnsweredPacket => "fate" in half;

/** A program may answer a frame before or after it returns the frame's slot, which ends the packet. */
export function answeredPackets({ machine: { nics } }: Scenario) {
  let answers: () => readonly RequestAnswer[] = () => [];
  /** Keyed by card and the first cycle after the last bit. Only one frame of a card ends in a cycle. */
  const halves = new Map<string, Half>();

  function joined(nic: number, beginCycle: number, half: Half): readonly AnsweredPacket[] {
    const key = `${nic} ${beginCycle}`;
    const both = { ...halves.get(key), ...half };
    if (halves.delete(key)) return isPacket(both) ? [both] : [];
    halves.set(key, half);
    const [oldest] = halves.size > WAITING_LIMIT ? halves : [];
    if (oldest === undefined) return [];
    halves.delete(oldest[0]);
    return isPacket(oldest[1]) ? [oldest[1]] : [];
  }

  function passedOn(end: PacketEnd): readonly AnsweredPacket[] {
    const { fate, direction, nic = -1, offeredCycle } = end;
    const mayAsk = fate.kind === "delivered" && direction === "receive" && nics[nic]?.host !== undefined;
    return mayAsk && offeredCycle !== undefined ? joined(nic, offeredCycle + 1, end) : [end];
  }

  return {
    begin: (machine: Machine) => {
      answers = requestAnswers(machine);
    },
    take: (ended: readonly PacketEnd[]): readonly AnsweredPacket[] => [
      ...ended.flatMap(passedOn),
      ...answers().flatMap((answer) =>
        joined(answer.nic, answer.endCycle - answer.latencyCycles, { answer }),
      ),
    ],
    rest: () => [...halves.values()].filter(isPacket),
  };
}

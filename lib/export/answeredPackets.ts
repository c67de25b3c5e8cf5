/** Joins packets with the answers of programs to the requests that they are (docs/decisions/0048-a-host-behind-a-card.md). */
import type { Machine } from "../../core-wasm/binding/index.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { REQUEST_STOPS, type RequestAnswer, requestAnswers } from "../events/requestAnswers.ts";
import type { PacketEnd } from "./packetEnds.ts";
import { EVENTS, type Pace } from "./walk.ts";

export interface AnsweredPacket extends PacketEnd {
  readonly answer?: RequestAnswer | undefined;
}

export const ANSWERS: Pace = { ...EVENTS, stopMask: REQUEST_STOPS };

/** A frame is passed on without an answer when so many later ones wait. The core keeps 1,024 requests. */
const WAITING_LIMIT = 4096;

/** A program may answer a frame before or after it gives the frame's slot again, which ends the packet. */
export function answeredPackets({ machine: { nics } }: Scenario) {
  let answers: () => readonly RequestAnswer[] = () => [];
  const early = new Map<string, RequestAnswer>();
  const waiting = new Map<string, PacketEnd>();
  /** The first cycle behind its last bit. Only one frame of a card ends in a cycle. */
  const keyOf = (nic: number, beginCycle: number) => `${nic} ${beginCycle}`;

  function taken<T>(from: Map<string, T>, key: string): T | undefined {
    const found = from.get(key);
    from.delete(key);
    return found;
  }

  function passedOn(end: PacketEnd): readonly AnsweredPacket[] {
    const { fate, direction, nic = -1, offeredCycle } = end;
    const mayAsk = fate.kind === "delivered" && direction === "receive" && nics[nic]?.host !== undefined;
    if (!mayAsk || offeredCycle === undefined) return [end];
    const key = keyOf(nic, offeredCycle + 1);
    const answer = taken(early, key);
    if (answer !== undefined) return [{ ...end, answer }];
    waiting.set(key, end);
    const [oldest] = waiting.keys();
    const given = waiting.size > WAITING_LIMIT ? taken(waiting, oldest ?? "") : undefined;
    return given === undefined ? [] : [given];
  }

  return {
    begin: (machine: Machine) => {
      answers = requestAnswers(machine);
    },
    take: (ended: readonly PacketEnd[]): readonly AnsweredPacket[] => [
      ...ended.flatMap(passedOn),
      ...answers().flatMap((answer) => {
        const key = keyOf(answer.nic, answer.endCycle - answer.latencyCycles);
        const end = taken(waiting, key);
        if (end === undefined) early.set(key, answer);
        return end === undefined ? [] : [{ ...end, answer }];
      }),
    ],
    rest: () => [...waiting.values()],
  };
}

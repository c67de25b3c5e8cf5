/** The answers of programs to the requests of hosts. Answers have no event: the core counts them for each card, with
 * their latencies. So the machine must stop at REQUEST_STOPS, and each stop has at most one answer for each card. */
import { type Machine, sim_event_kind } from "../../core-wasm/binding/index.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";

/** Answers occur only in cycles with such an event. */
export const REQUEST_STOPS = 1 << sim_event_kind["frame-sent"];

export interface RequestAnswer {
  readonly nic: number;
  /** The first cycle after the last bit of the answer. */
  readonly endCycle: number;
  readonly latencyCycles: number;
}

export const hasHosts = ({ machine }: Scenario): boolean =>
  machine.nics.some(({ host }) => host !== undefined);

/** Answers since the last call. */
export function requestAnswers(machine: Machine): () => readonly RequestAnswer[] {
  const counted = () => machine.tallies("request").map(({ count, sum }) => ({ count, sum }));
  let before = counted();
  return () => {
    const last = before;
    before = counted();
    return before.flatMap(({ count, sum }, nic) => {
      const { count: known, sum: summed } = last[nic] ?? { count: 0, sum: 0 };
      return count > known ? [{ nic, endCycle: machine.cycle, latencyCycles: sum - summed }] : [];
    });
  };
}

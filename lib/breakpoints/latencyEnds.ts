/** Ends of latencies for which the core logs no event: of interrupts that harts answer, and of requests of hosts. */
import { type Machine, sim_interrupt_source } from "../../core-wasm/binding/index.ts";
import { requestAnswers } from "../events/requestAnswers.ts";

export type LatencyKind = "interrupt" | "request";

export interface LatencyEnd {
  readonly of: LatencyKind;
  /** The card of a request. */
  readonly nic: number;
  /** The first cycle after the latency. */
  readonly endCycle: number;
  readonly cycles: number;
}

interface LatencyEnds {
  /** Ends since the last call or skip. Undefined if the log of latencies has lost some. */
  readonly take: () => readonly LatencyEnd[] | undefined;
  /** Skips latencies that have ended, for example before a restored state. */
  readonly skip: () => void;
}

/** Interrupts of lines that start threads are left out, because their latency ends with the entry of the handler. The others need a
 * machine with a log of latencies; requests need a machine that stops at REQUEST_STOPS. */
export function latencyEnds(
  machine: Machine,
  kinds: readonly LatencyKind[],
  lineOfThread: ReadonlyMap<number, number>,
): LatencyEnds {
  const lines = new Set(lineOfThread.values());
  let logged = 0;
  const answers = kinds.includes("request") ? requestAnswers(machine) : () => [];

  function interrupts(): readonly LatencyEnd[] | undefined {
    const log = machine.readLatencies(logged);
    logged = log.next;
    if (log.lost > 0) return undefined;
    return [...log.number].flatMap((_, at) => {
      const [beginCycle = 0, endCycle = 0] = [log.beginCycle[at], log.endCycle[at]];
      const startsThread = log.direction[at] === sim_interrupt_source.line && lines.has(log.nic[at] ?? -1);
      return log.isPacket[at] === 1 || startsThread
        ? []
        : [{ of: "interrupt" as const, nic: 0, endCycle, cycles: endCycle - beginCycle }];
    });
  }

  function skip(): void {
    if (kinds.includes("interrupt")) logged = machine.readLatencies(Number.MAX_SAFE_INTEGER).next;
    answers();
  }
  skip();

  return {
    skip,
    take: () => {
      const ofHosts = answers().map(({ nic, endCycle, latencyCycles }) => ({
        ...{ of: "request" as const, nic, endCycle, cycles: latencyCycles },
      }));
      const ofHarts = kinds.includes("interrupt") ? interrupts() : [];
      return ofHarts && [...ofHarts, ...ofHosts];
    },
  };
}

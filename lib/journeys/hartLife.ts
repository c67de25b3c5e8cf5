/** How an interrupt ends that a hart takes: with the MRET of its trap and with its answer, which may come later, or by a
 * claim at the PLIC in the handler of another trap. */
import type { Scenario } from "../../scenarios/format/schema.ts";
import { contextsOf } from "../../scenarios/software/contexts.ts";
import type { MachineEvent } from "../events/events.ts";
import { trapMoment } from "../events/traps.ts";

interface HartLife {
  /** Takes an event of the machine; `context`: where the interrupt was recognised, undefined: it was not; `endCycle`: of
   * its latency, where that is known. Returns whether it is over. */
  readonly see: (event: MachineEvent, context: number | undefined, endCycle: number | undefined) => boolean;
  /** The hart that has claimed it without a recognition, and its context. */
  readonly claimer: (endCycle: number | undefined) => { thread: number; context: number } | undefined;
  /** Behind its MRET. */
  readonly returned: () => number | undefined;
}

export function hartLife(scenario: Scenario): HartLife {
  /** Traps that have not returned, from that of this interrupt on. */
  let depth = 0;
  let returned: number | undefined;
  let plicAccess: MachineEvent | undefined;

  function noteTrap(event: MachineEvent, context: number | undefined): boolean {
    if (event.context !== context) return false;
    const moment = trapMoment(event);
    if (moment?.kind === "taken") depth += 1;
    if (moment?.kind === "returned") depth -= 1;
    const isOver = moment?.kind === "ended" || (moment?.kind === "returned" && depth <= 0);
    if (isOver) returned ??= event.cycle + 1;
    return isOver;
  }

  return {
    see: (event, context, endCycle) => {
      const isPlic = trapMoment(event)?.kind === "plic";
      if (isPlic && (endCycle === undefined || event.cycle + 1 === endCycle)) plicAccess = event;
      const isAnswered = endCycle !== undefined && event.cycle >= endCycle;
      if (isAnswered && (returned !== undefined || context === undefined)) return true;
      return noteTrap(event, context) && endCycle !== undefined;
    },
    claimer: (endCycle) => {
      if (plicAccess === undefined || plicAccess.cycle + 1 !== endCycle) return undefined;
      const { context } = plicAccess;
      const thread = hartOn(scenario, context);
      return thread === undefined ? undefined : { thread, context };
    },
    returned: () => returned,
  };
}

function hartOn(scenario: Scenario, context: number): number | undefined {
  const found = scenario.software.threads.findIndex(
    (of) => of.machineMode && contextsOf(scenario, of).includes(context),
  );
  return found < 0 ? undefined : found;
}

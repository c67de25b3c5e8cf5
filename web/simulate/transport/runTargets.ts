/** Input of the "Run to" menu, and conditions with names of the scenario that the user can run to in addition to events
 * of the core. */
import type { ReactNode } from "react";
import { ringFramesOf } from "../../../scenarios/devices/nic.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import type { StopKind } from "../../engine/protocol.ts";

export interface RunToProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Opened to type a cycle (key G): the field gets the focus. */
  readonly toField: boolean;
  readonly cycle: () => number;
  readonly endCycle: number;
  readonly disabled: boolean;
  /** If there is no room, the cycle counter opens the popup, which then contains the speed. */
  readonly folded?: { readonly face: ReactNode; readonly controls: ReactNode } | undefined;
  readonly scenario: Scenario | undefined;
  readonly onRunTo: (stop: StopKind, direction: 1 | -1) => void;
  readonly onRunToCondition: (condition: string, what: string, direction: 1 | -1) => void;
  readonly onSeek: (cycle: number) => void;
}

/** Greatest length of an expression. */
const CHARACTER_LIMIT = 1000;

/** True if a receive ring or queue has no room after all of them had some. Undefined: there are too many to name. */
export function fullCondition({ machine, software }: Scenario): string | undefined {
  const full = [
    ...machine.nics.map((nic) => `nic[${JSON.stringify(nic.name)}].ring.fill >= ${ringFramesOf(nic)}`),
    ...software.queues.map(({ name, capacity }) => `queue[${JSON.stringify(name)}].fill >= ${capacity}`),
  ];
  const text = full.join(" or ");
  return full.length === 0 || text.length > CHARACTER_LIMIT ? undefined : text;
}

export function threadCondition(thread: string): string {
  return `thread[${JSON.stringify(thread)}].running == 1`;
}

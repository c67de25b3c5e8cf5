/** Converts cycles between the following and the leading machine: to the same moment, or to a number of cycles
 * later or earlier. */
import type { Session } from "../state/session.ts";
import type { AppStore } from "../state/store.ts";

export interface CycleScale {
  /** Own cycles in one cycle of the leader. */
  readonly ratio: () => number;
  /** Number of own cycles by which the follower is later. */
  readonly offset: () => number;
  readonly toOwn: (leaderCycle: number) => number;
  /** The first cycle of the leader at or after this time. */
  readonly toLeader: (ownCycle: number) => number;
  /** Between two cycles. */
  readonly toLeaderExactly: (ownCycle: number) => number;
}

export function createCycleScale(own: AppStore, leader: Session): CycleScale {
  function ratio(): number {
    const ownHertz = own.getState().scenario?.machine.clockHertz;
    const leadingHertz = leader.store.getState().scenario?.machine.clockHertz;
    return ownHertz === undefined || leadingHertz === undefined ? 1 : ownHertz / leadingHertz;
  }
  const offset = (): number => leader.store.getState().pair.offsetCycles;
  const toLeaderExactly = (cycle: number): number => (cycle - offset()) / ratio();
  return {
    ratio,
    offset,
    toOwn: (cycle) => Math.floor(cycle * ratio()) + offset(),
    toLeader: (cycle) => Math.ceil(toLeaderExactly(cycle)),
    toLeaderExactly,
  };
}

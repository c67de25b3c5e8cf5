/** The metrics of the whole run, as soon as it is over. */
import type { EngineClient } from "../engine/client.ts";
import type { WritableLive } from "./live.ts";
import type { AppStore } from "./store.ts";

export interface EndKeeper {
  /** The run has grown. */
  readonly refresh: () => void;
}

interface EndKeeperOptions {
  readonly store: AppStore;
  readonly live: WritableLive;
  readonly client: Pick<EngineClient, "end">;
}

export function createEndKeeper({ store, live, client }: EndKeeperOptions): EndKeeper {
  /** Machine that was asked for them. */
  let askedOf: unknown;

  store.subscribe((now, before) => {
    if (now.frontier < before.frontier) askedOf = undefined;
  });

  async function refresh(): Promise<void> {
    const { frontier, endCycle, scenario } = store.getState();
    if (endCycle <= 0 || frontier < endCycle || askedOf === scenario) return;
    askedOf = scenario;
    const outcome = await client.end();
    if (store.getState().scenario !== scenario) return;
    if (outcome.status === "ok") live.end.set(outcome.value);
    else askedOf = undefined;
  }

  return { refresh: () => void refresh() };
}

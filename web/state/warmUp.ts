/** The first counted cycle. Loaded when the user chooses another one. */
import type { EngineClient } from "../engine/client.ts";
import type { EngineError } from "../engine/protocol.ts";
import type { Breakpoints } from "./breakpoints.ts";
import type { Feed } from "./feed.ts";
import type { Live } from "./live.ts";
import type { Navigation } from "./navigation.ts";
import { warmUpOf } from "./replaceMachine.ts";
import type { AppStore } from "./store.ts";

interface WarmUpPorts {
  readonly store: AppStore;
  readonly live: Live;
  readonly client: EngineClient;
  readonly feed: Feed;
  readonly navigation: Navigation;
  readonly breakpoints: Breakpoints;
  readonly reportFault: (error: EngineError) => void;
}

/** Builds the running machine again and excludes its first cycles from the counts. It is the same machine, so views of
 * it stay valid. Waits for another machine that is loading. */
export async function setWarmUp(ports: WarmUpPorts, cycles: number): Promise<void> {
  const { store, client, navigation, breakpoints, reportFault } = ports;
  const { scenario: open, warmUpWanted: before } = store.getState();
  if (open === undefined || cycles === before) return;
  store.setState({ warmUpWanted: cycles });
  for (;;) {
    await untilLoaded(store);
    const { scenario, warmUpCycles, warmUpWanted } = store.getState();
    if (scenario === undefined || warmUpWanted !== cycles) return;
    const counted = warmUpOf(cycles, scenario);
    if (counted === warmUpCycles) return;
    navigation.abandonSearch();
    breakpoints.abandon();
    const outcome = await client.load(scenario, counted);
    if (outcome.status === "ok") {
      countFrom(ports, counted);
      return;
    }
    if (outcome.status === "failed") {
      if (store.getState().warmUpWanted === cycles) store.setState({ warmUpWanted: before });
      reportFault(outcome.error);
      return;
    }
    // The new machine includes this warm-up, unless it is refused. A later choice replaces this one.
    if (store.getState().status !== "loading") return;
  }
}

function countFrom(
  { store, live, client, feed, navigation, breakpoints }: WarmUpPorts,
  cycles: number,
): void {
  feed.reset();
  store.setState({ warmUpCycles: cycles, loadError: undefined, frontier: 0, cyclesPerSecond: 0 });
  breakpoints.restart();
  client.runAhead(true);
  const cycle = live.playhead.get();
  // A seek of the previous machine has been or will be cancelled, so it is requested again, as after any other load.
  if (live.view.get()?.cycle !== cycle) navigation.jumpTo(cycle);
}

function untilLoaded(store: AppStore): Promise<void> {
  if (store.getState().status !== "loading") return Promise.resolve();
  return new Promise((resolve) => {
    const stop = store.subscribe(({ status }) => {
      if (status === "loading") return;
      stop();
      resolve();
    });
  });
}

/** From where on the page counts. Loaded when another cycle is chosen. */
import type { EngineClient } from "../engine/client.ts";
import type { EngineError } from "../engine/protocol.ts";
import type { Breakpoints } from "./breakpoints.ts";
import type { Feed } from "./feed.ts";
import type { Live } from "./live.ts";
import type { Navigation } from "./navigation.ts";
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

/** Builds the machine that runs once more, and leaves its first cycles out of what is counted. The same machine: what is
 * shown of it stays right. */
export async function setWarmUp(
  { store, live, client, feed, navigation, breakpoints, reportFault }: WarmUpPorts,
  cycles: number,
): Promise<void> {
  const { scenario, status, warmUpCycles } = store.getState();
  if (scenario === undefined || status !== "ready" || cycles === warmUpCycles) return;
  navigation.abandonSearch();
  breakpoints.abandon();
  const outcome = await client.load(scenario, cycles);
  if (outcome.status === "failed") reportFault(outcome.error);
  if (outcome.status !== "ok") return;
  feed.reset();
  store.setState({ warmUpCycles: cycles, loadError: undefined, frontier: 0, cyclesPerSecond: 0 });
  breakpoints.restart();
  client.runAhead(true);
  const cycle = live.playhead.get();
  // A seek of the machine before has been given up, or will be: it is asked anew, as after any other load.
  if (live.view.get()?.cycle !== cycle) navigation.jumpTo(cycle);
}

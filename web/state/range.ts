/** The stretch of the run that the user has chosen for statistics of its own. */
import type { EngineClient } from "../engine/client.ts";
import type { EngineError } from "../engine/protocol.ts";
import type { WritableLive } from "./live.ts";
import type { AppActions, AppStore } from "./store.ts";
import { endCycleOf } from "./viewport.ts";

interface RangeOptions {
  readonly store: AppStore;
  readonly live: WritableLive;
  readonly client: EngineClient;
  readonly onFailure: (error: EngineError) => void;
}

export function rangeActions({
  store,
  live,
  client,
  onFailure,
}: RangeOptions): Pick<AppActions, "setRange" | "rangeOfView"> {
  async function measure(from: number, to: number): Promise<void> {
    const outcome = await client.range(from, to);
    if (outcome.status === "failed") onFailure(outcome.error);
    const { range } = store.getState();
    if (outcome.status === "ok" && range?.from === from && range.to === to) live.range.set(outcome.value);
  }

  function setRange(chosen: { readonly from: number; readonly to: number } | undefined): void {
    const { endCycle } = store.getState();
    const inside = (cycle: number) => Math.min(Math.max(Math.round(cycle), 0), endCycle);
    if (chosen === undefined || inside(chosen.from) === inside(chosen.to)) {
      store.setState({ range: undefined });
      live.range.set(undefined);
      return;
    }
    const [from, to] = [inside(chosen.from), inside(chosen.to)];
    const range = { from: Math.min(from, to), to: Math.max(from, to) };
    store.setState({ range });
    void measure(range.from, range.to);
  }

  return {
    setRange,
    rangeOfView: () => {
      const { viewport } = store.getState();
      setRange({ from: viewport.startCycle, to: endCycleOf(viewport) });
    },
  };
}

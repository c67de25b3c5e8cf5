/** Why something was lost or late: the question, and the engine's answer. */

import type { WhyTarget } from "../../lib/why/why.ts";
import { LOSS_KINDS } from "../../lib/why/why.ts";
import type { EngineClient } from "../engine/client.ts";
import type { EngineError } from "../engine/protocol.ts";
import type { WritableLive } from "./live.ts";
import type { Companion } from "./navigation.ts";
import type { AppActions, AppStore } from "./store.ts";

interface WhyOptions {
  readonly store: AppStore;
  readonly live: WritableLive;
  readonly client: Pick<EngineClient, "why">;
  /** Undefined if the playhead follows another machine. */
  readonly seek?: (cycle: number) => void;
  readonly onFailure: (error: EngineError) => void;
  readonly companion?: () => Pick<Companion, "takesWhy"> | undefined;
}

export function whyActions({
  store,
  live,
  client,
  seek,
  onFailure,
  companion = () => undefined,
}: WhyOptions): Pick<AppActions, "askWhy" | "askWhyHere"> {
  async function ask(target: WhyTarget, goesThere = false): Promise<void> {
    const { scenario } = store.getState();
    if (scenario === undefined) return;
    store.setState({ why: { status: "asked", target } });
    const outcome = await client.why(target);
    const { why: now, scenario: still } = store.getState();
    if (now?.target !== target || still !== scenario) return;
    if (outcome.status === "ok") {
      const { why } = outcome.value;
      if (goesThere && why !== undefined) seek?.(why.cycle + 1);
      store.setState({
        why: why === undefined ? { status: "none", target } : { status: "known", target, why },
      });
    } else {
      store.setState({ why: undefined });
      if (outcome.status === "failed") onFailure(outcome.error);
    }
  }

  // Another machine has another chain.
  store.subscribe(({ scenario, why }, before) => {
    if (scenario !== before.scenario && why !== undefined) store.setState({ why: undefined, lit: [] });
  });

  function hereTarget(): WhyTarget {
    const journey = live.journey.get();
    if (journey !== undefined) {
      const { what, stop, number } = journey;
      return { what, cycle: stop, number };
    }
    const cycle = Math.max(0, live.playhead.get() - 1);
    const { scenario } = store.getState();
    const isPress =
      scenario?.traffic.length === 0 && LOSS_KINDS.some(({ list }) => scenario.machine[list].length > 0);
    return { what: isPress ? "press" : "drop", cycle };
  }

  return {
    askWhy: (target, goesThere) => {
      if (target === undefined) store.setState({ why: undefined, lit: [] });
      else void ask(target, goesThere);
    },
    askWhyHere: () => {
      if (companion()?.takesWhy() !== true) void ask(hereTarget());
    },
  };
}

/** Sends the conditions of breakpoints to the engine and reports where the machine stops. */

import type { Breakpoint } from "../../scenarios/link/marks.ts";
import type { EngineClient } from "../engine/client.ts";
import { t } from "../text/t.ts";
import {
  beginWatch,
  clearTo,
  extendWatch,
  NOTHING_WATCHED,
  type Stop,
  stopAfter,
  stopBefore,
} from "./breakpointHits.ts";
import type { WritableLive } from "./live.ts";
import type { AppStore } from "./store.ts";

export interface Breakpoints {
  readonly set: (breakpoints: readonly Breakpoint[]) => void;
  /** Sends the conditions of the breakpoints to the engine again, after another machine has been loaded. */
  readonly restart: () => void;
  /** The last cycle that the playhead may reach so far. */
  readonly clearTo: () => number;
  readonly after: (cycle: number) => Stop | undefined;
  /** Moves from the playhead to the next or previous stop, as soon as it is known. */
  readonly runTo: (direction: 1 | -1) => void;
  /** Stops waiting for the stop. */
  readonly abandon: () => void;
}

interface BreakpointsOptions {
  readonly store: AppStore;
  readonly live: WritableLive;
  readonly client: EngineClient;
  readonly onStop: (stop: Stop) => void;
  readonly notify: (tone: "info", text: string) => void;
}

export function createBreakpoints({ store, live, client, onStop, notify }: BreakpointsOptions): Breakpoints {
  let revision = 0;
  let asked: readonly string[] = [];
  /** Set while the user waits for the next stop from this cycle. */
  let awaited: { readonly from: number; readonly direction: 1 | -1 } | undefined;
  const now = () => store.getState().breakpoints;

  function ask(conditions: readonly string[]): void {
    if (conditions.length === 0 && asked.length === 0) return;
    asked = conditions;
    revision += 1;
    live.watch.set(conditions.length === 0 ? NOTHING_WATCHED : beginWatch(conditions));
    client.watch(revision, conditions);
  }

  client.onWatched((ofRevision, report) => {
    if (ofRevision !== revision) return;
    live.watch.set(extendWatch(live.watch.get(), report));
    goOn();
  });

  const isClearTo = () => clearTo(now(), live.watch.get());

  function goOn(): void {
    if (awaited === undefined) return;
    const { from, direction } = awaited;
    const isKnown = isClearTo() >= (direction > 0 ? store.getState().endCycle : from);
    const watched = live.watch.get();
    const stop =
      direction > 0
        ? stopAfter(now(), watched, from)
        : isKnown
          ? stopBefore(now(), watched, from)
          : undefined;
    if (stop === undefined && !isKnown) return;
    abandon();
    if (stop !== undefined) onStop(stop);
    else
      notify(
        "info",
        direction > 0
          ? t("No breakpoint stops the run after this cycle.")
          : t("No breakpoint stops the run before this cycle."),
      );
  }

  function abandon(): void {
    if (awaited === undefined) return;
    awaited = undefined;
    store.setState({ seeking: false });
  }

  return {
    set: (breakpoints) => {
      store.setState({ breakpoints });
      const conditions = conditionsOf(breakpoints);
      if (conditions.length !== asked.length || conditions.some((text, index) => text !== asked[index]))
        ask(conditions);
    },
    restart: () => {
      asked = [];
      ask(conditionsOf(now()));
    },
    clearTo: isClearTo,
    after: (cycle) => stopAfter(now(), live.watch.get(), cycle),
    runTo: (direction) => {
      if (!now().some((one) => one.enabled)) {
        notify("info", t("There is no breakpoint to stop at. Add one with K."));
        return;
      }
      awaited = { from: live.playhead.get(), direction };
      store.setState({ seeking: true });
      goOn();
    },
    abandon,
  };
}

/** Disabled breakpoints are watched, too, because their hits are counted. */
function conditionsOf(breakpoints: readonly Breakpoint[]): readonly string[] {
  return [...new Set(breakpoints.map(({ condition }) => condition))].sort();
}

/** What each context does, as slices: the thread, and within it the layer or what the hardware does for it. */
import { sim_layer_names, sim_run_state, sim_run_state_names } from "../../../core-wasm/binding/index.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { contextTotal } from "../../../scenarios/software/contexts.ts";
import type { LaneLevel } from "../../breakpoints/lane.ts";
import type { Trace, Track } from "./trace.ts";

export interface Lanes {
  readonly track: (context: number) => Track;
  readonly change: (context: number, nanoseconds: number, lane: LaneLevel) => void;
  readonly close: (nanoseconds: number) => void;
}

interface Open {
  readonly thread: string;
  readonly inner: string;
}

export function lanes({ machine, software }: Scenario, trace: Trace): Lanes {
  const parent = trace.track("contexts");
  const { contexts } = machine.core;
  const tracks = Array.from({ length: contextTotal(machine) }, (_, context) =>
    trace.track(`core ${Math.floor(context / contexts) + 1}, context ${(context % contexts) + 1}`, {
      parent,
    }),
  );
  const open: (Open | undefined)[] = tracks.map(() => undefined);
  const track = (context: number): Track => tracks[context] ?? parent;

  function sliceOf({ layer, runState, thread }: LaneLevel): Open | undefined {
    const name = software.threads[thread]?.name;
    if (name === undefined || runState === sim_run_state.waiting) return undefined;
    const inner = runState === sim_run_state.running ? sim_layer_names[layer] : sim_run_state_names[runState];
    return { thread: name, inner: inner ?? "running" };
  }

  function change(context: number, nanoseconds: number, lane: LaneLevel): void {
    move(context, nanoseconds, sliceOf(lane));
  }

  function move(context: number, nanoseconds: number, next: Open | undefined): void {
    const before = open[context];
    if (before?.thread === next?.thread && before?.inner === next?.inner) return;
    const own = track(context);
    const isSameThread = before?.thread === next?.thread;
    if (before !== undefined) {
      trace.end(own, nanoseconds);
      if (!isSameThread) trace.end(own, nanoseconds);
    }
    if (next !== undefined) {
      if (!isSameThread) trace.begin({ track: own, nanoseconds, name: next.thread, category: "thread" });
      trace.begin({ track: own, nanoseconds, name: next.inner, category: "layer" });
    }
    open[context] = next;
  }

  return {
    track,
    change,
    close: (nanoseconds) => {
      for (const context of open.keys()) move(context, nanoseconds, undefined);
    },
  };
}

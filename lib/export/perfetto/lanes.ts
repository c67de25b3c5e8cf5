/** Writes the activity of each context as slices: the thread, and inside it the layer or the work of the hardware.
 * Harts also have tracks for their traps and for the interrupts of the CLINT. */

import { sim_layer_names, sim_run_state, sim_run_state_names } from "../../../core-wasm/binding/index.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { contextTotal } from "../../../scenarios/software/contexts.ts";
import type { LaneLevel } from "../../breakpoints/lane.ts";
import type { MachineEvent } from "../../events/events.ts";
import { type NestedTrap, trapNests } from "../../events/trapNests.ts";
import { causeWord } from "../../events/traps.ts";
import { type Slots, slots, type Trace, type Track } from "./trace.ts";

export interface TrapTracks {
  /** `flow` gives the number of an interrupt's arrow. */
  readonly note: (event: MachineEvent, isWithin: boolean, flow: (interrupt: number) => number) => void;
  readonly open: (nanoseconds: number) => void;
  readonly close: (nanoseconds: number) => void;
  /** Tracks for the interrupts of a hart. Undefined if the thread is not a hart. */
  readonly interrupts: (thread: number, source: "timer" | "software") => Slots | undefined;
}

export function trapTracks(scenario: Scenario, trace: Trace, at: (cycle: number) => number): TrapTracks {
  const nests = trapNests(scenario);
  const tracks = new Map(
    nests.harts.map((thread) => {
      const parent = trace.track(`hart ${scenario.software.threads[thread]?.name}`);
      const own = {
        traps: trace.track("traps", { parent }),
        timer: slots(trace, "timer interrupts", parent),
        software: slots(trace, "software interrupts", parent),
      };
      return [thread, own] as const;
    }),
  );

  function begin(track: Track, nanoseconds: number, trap: NestedTrap, flow?: number): void {
    const { mcause, mepc, interrupt } = trap;
    trace.begin({
      ...{ track, nanoseconds, name: causeWord(mcause), category: "trap" },
      notes: { mcause, mepc, ...(interrupt === undefined ? {} : { interrupt }) },
      ...(flow === undefined ? {} : { flow, isFlowEnd: true }),
    });
  }

  return {
    note: (event, isWithin, flow) => {
      const change = nests.note(event);
      const track = tracks.get(change?.thread ?? -1)?.traps;
      if (change === undefined || track === undefined || !isWithin) return;
      const nanoseconds = at(event.cycle + 1);
      const { taken, forgotten } = change;
      for (let one = 0; one < forgotten; one += 1) trace.end(track, nanoseconds);
      if (taken === undefined) trace.end(track, nanoseconds);
      else
        begin(track, nanoseconds, taken, taken.interrupt === undefined ? undefined : flow(taken.interrupt));
    },
    open: (nanoseconds) => {
      for (const [thread, { traps }] of tracks)
        for (const trap of nests.now(thread)) begin(traps, nanoseconds, trap);
    },
    close: (nanoseconds) => {
      for (const [thread, { traps }] of tracks)
        for (const _ of nests.now(thread)) trace.end(traps, nanoseconds);
    },
    interrupts: (thread, source) => tracks.get(thread)?.[source],
  };
}

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

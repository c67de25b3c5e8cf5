/** What harts do beside their programs: a track of their traps, one within the other, and the interrupts of the CLINT. */
import type { Scenario } from "../../../scenarios/format/schema.ts";
import type { MachineEvent } from "../../events/events.ts";
import { type NestedTrap, trapNests } from "../../events/trapNests.ts";
import { causeWord } from "../../events/traps.ts";
import { type Slots, slots } from "./slots.ts";
import type { Trace, Track } from "./trace.ts";

export interface TrapTracks {
  /** `flow`: number of the arrow of an interrupt. */
  readonly note: (event: MachineEvent, isWithin: boolean, flow: (interrupt: number) => number) => void;
  readonly open: (nanoseconds: number) => void;
  readonly close: (nanoseconds: number) => void;
  /** Of the interrupts of a hart; undefined: the thread is none. */
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

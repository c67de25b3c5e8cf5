/** One cycle of a machine as a breakpoint sees it: the state at its end, and the events in it. */

import {
  sim_drop_cause,
  sim_drop_cause_names,
  sim_event_kind,
  sim_run_state,
} from "../../core-wasm/binding/index.ts";
import type { MachineEvent } from "../events/events.ts";
import { causeOf, type TrapCause, trapMoment } from "../events/traps.ts";
import { AT_QUEUE } from "../metrics/registry/dropCauses.ts";
import { unpackLoss } from "../metrics/registry/frames.ts";
import { type LaneLevel, unpackLane } from "./lane.ts";
import type { LatencyEnd } from "./latencyEnds.ts";

/** State at the start of a watch, which applies to the first watched cycle. */
export interface Levels {
  /** By card. */
  readonly rxFill: readonly number[];
  readonly txFill: readonly number[];
  readonly queueFill: readonly number[];
  /** By context. */
  readonly lanes: readonly LaneLevel[];
  /** Cycle of the assertion, by line. Undefined if the line is not asserted. */
  readonly assertedSinceCycle: readonly (number | undefined)[];
}

export interface Happening {
  readonly cycle: number;
  /** sim_event_kind */
  readonly kind: number;
  readonly context: number;
  readonly subject: number;
  readonly value: number;
}

export interface Moment {
  readonly rxFill: number[];
  readonly txFill: number[];
  readonly queueFill: number[];
  readonly lanes: LaneLevel[];
  /** Events of the cycle by kind. */
  readonly count: Uint32Array;
  /** Frames dropped in the cycle, by cause. Drops at full queues are counted by queue. */
  readonly dropped: Uint32Array;
  readonly queueDropped: Uint32Array;
  /** Handlers entered in the cycle, by thread. */
  readonly entered: Map<number, number>;
  /** Traps of threads in machine mode. */
  readonly traps: Traps;
  /** Longest latency of the frames delivered in the cycle. */
  frameLatencyCycles: number | undefined;
  /** Longest latency of two kinds of interrupts: those whose handler was entered in the cycle (counted from the
   * line), and those that a hart answered in the cycle (counted from pending). */
  interruptLatencyCycles: number | undefined;
  /** Latency of a request answered in the cycle, by card. */
  readonly requestLatencyCycles: Map<number, number>;
  /** State at the end of the cycle. Undefined if the machine has no programs. */
  readonly programs: ProgramReader | undefined;
  /** The thread for which conditions about programs are evaluated. */
  programThread: number;
}

/** Reads registers and memory of programs at the machine's current cycle. */
export interface ProgramReader {
  /** That run programs. */
  readonly threads: readonly number[];
  readonly pc: (thread: number) => number;
  readonly executed: (thread: number) => number;
  readonly x: (thread: number, register: number) => number;
  /** Undefined if there is no memory at the address. */
  readonly memory: (address: number, bytes: 1 | 2 | 4) => number | undefined;
}

interface MomentKeeper {
  readonly moment: Moment;
  readonly happened: (event: Happening) => void;
  readonly ended: (latency: LatencyEnd) => void;
  /** Called between two cycles: there are no events, and levels stay. */
  readonly still: () => void;
}

/** Numbers of kinds are also bits of masks. */
const KINDS = 32;

export function createMoment(
  start: Levels,
  lineOfThread: ReadonlyMap<number, number>,
  programs?: ProgramReader,
): MomentKeeper {
  const ofHarts = createTraps();
  const moment: Moment = {
    traps: ofHarts.traps,
    rxFill: [...start.rxFill],
    txFill: [...start.txFill],
    queueFill: [...start.queueFill],
    lanes: [...start.lanes],
    count: new Uint32Array(KINDS),
    dropped: new Uint32Array(sim_drop_cause_names.length),
    queueDropped: new Uint32Array(start.queueFill.length),
    entered: new Map(),
    frameLatencyCycles: undefined,
    interruptLatencyCycles: undefined,
    requestLatencyCycles: new Map(),
    programs,
    programThread: 0,
  };
  const raised = createRaised(start.assertedSinceCycle);
  const interruptTook = (cycles: number) => {
    moment.interruptLatencyCycles = Math.max(moment.interruptLatencyCycles ?? 0, cycles);
  };

  return {
    moment,
    still: () => {
      moment.count.fill(0);
      moment.dropped.fill(0);
      moment.queueDropped.fill(0);
      moment.entered.clear();
      ofHarts.still();
      moment.frameLatencyCycles = undefined;
      moment.interruptLatencyCycles = undefined;
      moment.requestLatencyCycles.clear();
    },
    ended: ({ of, nic, cycles }) => {
      if (of === "interrupt") interruptTook(cycles);
      else moment.requestLatencyCycles.set(nic, cycles);
    },
    happened: ({ cycle, kind, context, subject, value }) => {
      moment.count[kind] = (moment.count[kind] ?? 0) + 1;
      switch (kind) {
        case sim_event_kind["rx-fill"]:
          moment.rxFill[subject] = value;
          break;
        case sim_event_kind["tx-fill"]:
          moment.txFill[subject] = value;
          break;
        case sim_event_kind["queue-fill"]:
          moment.queueFill[subject] = value;
          break;
        case sim_event_kind.layer:
          moment.lanes[context] = unpackLane(subject);
          break;
        case sim_event_kind["frame-dropped"]: {
          const { cause, place, frames } = unpackLoss(value);
          moment.dropped[sim_drop_cause[cause]] = (moment.dropped[sim_drop_cause[cause]] ?? 0) + frames;
          if (cause === AT_QUEUE) moment.queueDropped[place] = (moment.queueDropped[place] ?? 0) + frames;
          break;
        }
        case sim_event_kind["frame-delivered"]:
          moment.frameLatencyCycles = Math.max(moment.frameLatencyCycles ?? 0, value);
          break;
        case sim_event_kind.trap:
          ofHarts.happened({ cycle, context, subject, value });
          break;
        case sim_event_kind["line-asserted"]:
          raised.asserted(subject, value, cycle);
          break;
        case sim_event_kind["handler-entered"]: {
          moment.entered.set(subject, (moment.entered.get(subject) ?? 0) + 1);
          const since = raised.entered(lineOfThread.get(subject), value);
          if (since !== undefined) interruptTook(cycle - since);
          break;
        }
      }
    },
  };
}

export function isRunning({ runState }: LaneLevel): boolean {
  return runState === sim_run_state.running;
}

/**
 * When the line of each interrupt was asserted. A level line that stays asserted interrupts again under its
 * number.
 */
function createRaised(before: readonly (number | undefined)[]) {
  const lines = before.map((since) => ({ since, byNumber: new Map<number, number>() }));
  return {
    asserted: (line: number, number: number, cycle: number) => lines[line]?.byNumber.set(number, cycle),
    entered: (line: number | undefined, number: number): number | undefined => {
      const of = line === undefined ? undefined : lines[line];
      if (of === undefined) return undefined;
      const since = of.byNumber.get(number) ?? of.since;
      for (const older of of.byNumber.keys()) if (older !== number) of.byNumber.delete(older);
      if (of.byNumber.has(number)) of.since = undefined;
      return since;
    },
  };
}

/** The traps of one cycle, and the harts that have interrupts enabled. */
export type TrapCauseKind = TrapCause["kind"];
export const TRAP_CAUSES = [
  "external",
  "timer",
  "software",
  "line",
  "exception",
] as const satisfies readonly TrapCauseKind[];

export interface Traps {
  /** In the cycle. */
  readonly count: Readonly<Record<TrapCauseKind | "returned", number>>;
  readonly taken: (context: number) => number;
  /** Cause of the last trap in the cycle. Undefined if there was none. */
  readonly mcause: (context: number) => number | undefined;
  readonly hasEnded: (context: number) => boolean;
  /** True if MIE is 1 at the end of the cycle. A run starts with 0. */
  readonly isOpen: (context: number) => boolean;
}

interface TrapsKeeper {
  readonly traps: Traps;
  readonly happened: (event: Omit<MachineEvent, "kind">) => void;
  /** Called for a cycle without events. Enabled interrupts stay enabled. */
  readonly still: () => void;
}

function createTraps(): TrapsKeeper {
  const none = { external: 0, timer: 0, software: 0, line: 0, exception: 0, returned: 0 };
  const count = { ...none };
  const causes = new Map<number, number[]>();
  const ended = new Set<number>();
  const open = new Set<number>();
  return {
    traps: {
      count,
      taken: (context) => causes.get(context)?.length ?? 0,
      mcause: (context) => causes.get(context)?.at(-1),
      hasEnded: (context) => ended.has(context),
      isOpen: (context) => open.has(context),
    },
    still: () => {
      Object.assign(count, none);
      causes.clear();
      ended.clear();
    },
    happened: (event) => {
      const { context } = event;
      const moment = trapMoment({ ...event, kind: "trap" });
      switch (moment?.kind) {
        case "taken":
          count[causeOf(moment.cause).kind] += 1;
          causes.set(context, [...(causes.get(context) ?? []), moment.cause]);
          open.delete(context);
          break;
        case "returned":
          count.returned += 1;
          open.delete(context); // the next event says whether MIE is set
          break;
        case "ended":
          ended.add(context);
          break;
        case "on":
          open.add(context);
          break;
        case "off":
          open.delete(context);
          break;
      }
    },
  };
}

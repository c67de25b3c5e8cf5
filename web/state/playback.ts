/** Where the playhead goes in one frame. Pure: the session owns the clock. */
import { SPEEDS } from "./store.ts";

interface PlaybackInput {
  readonly playhead: number;
  /** Part of a cycle left over from the frames before, 0..1. */
  readonly carry: number;
  /** Milliseconds since the last frame. */
  readonly elapsedMs: number;
  readonly speed: number | "max";
  readonly frontier: number;
  readonly endCycle: number;
}

interface PlaybackStep {
  readonly playhead: number;
  readonly carry: number;
  readonly ended: boolean;
}

/** A frame that took longer (a hidden tab, a breakpoint) does not make the playhead leap. */
export const LONGEST_FRAME_MS = 100;

/** At full speed a run that is already known is swept over in this time, so that it can be seen. */
export const SWEEP_MS = 2000;

/** The playhead never passes the frontier: what has not been simulated cannot be shown. */
export function advancePlayhead(input: PlaybackInput): PlaybackStep {
  const limit = Math.min(input.frontier, input.endCycle);
  const elapsedMs = Math.min(Math.max(input.elapsedMs, 0), LONGEST_FRAME_MS);
  if (input.speed === "max") {
    const swept = input.playhead + Math.ceil((elapsedMs / SWEEP_MS) * input.endCycle);
    return at(Math.max(Math.min(limit, swept), input.playhead), 0, input.endCycle);
  }
  const cycles = (elapsedMs / 1000) * input.speed + input.carry;
  const whole = Math.floor(cycles);
  const wanted = input.playhead + whole;
  if (wanted > limit) return at(Math.max(limit, input.playhead), 0, input.endCycle);
  return at(wanted, cycles - whole, input.endCycle);
}

function at(playhead: number, carry: number, endCycle: number): PlaybackStep {
  return { playhead, carry, ended: playhead >= endCycle };
}

/** The next step of the ladder above or below, also from a speed between two steps. */
export function faster(speed: number | "max"): number | "max" {
  return SPEEDS.find((step) => size(step) > size(speed)) ?? speed;
}

export function slower(speed: number | "max"): number | "max" {
  return SPEEDS.findLast((step) => size(step) < size(speed)) ?? speed;
}

function size(speed: number | "max"): number {
  return speed === "max" ? Number.POSITIVE_INFINITY : speed;
}

/** Speeds of playback: the distance of the playhead in one frame, and what is visible at a speed. Pure functions;
 * playLoop.ts has the clock. */
import { linesOf } from "../../scenarios/devices/lines.ts";
import type { Metrics } from "../engine/protocol.ts";
import { type AppState, SPEEDS, type Speed } from "./store.ts";

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

/** A frame that took longer (a hidden tab, a breakpoint) does not make the playhead jump. */
export const LONGEST_FRAME_MS = 100;

/** Time for playing a known run at full speed, so that the user can see it. */
export const SWEEP_MS = 2000;

/** The playhead never passes the frontier, because cycles that are not simulated cannot be shown. */
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

/** Visible detail at a speed: single cycles, single packets, or only rates. */
export type Pace = "cycles" | "packets" | "rates";

/** Above this many cycles per second, boxes show the last state and instructions do not move. */
export const CYCLES_LIMIT = 30;
/** Above this many cycles per second, there are too many packets to distinguish. */
const PACKETS_LIMIT = 20_000;

/** Packets and interrupts a second at packet speed. */
const EVENTS_PER_SECOND = 2;

type Played = AppState["scenario"];

/** Speed in cycles a second at which about two packets or interrupts a second occur. The speed rises until the first
 * one occurs. Without an interrupt line, single cycles are shown. */
export function packetSpeed(scenario: Played, metrics: Metrics | undefined): number {
  if (metrics === undefined || isQuiet(scenario)) return CYCLES_LIMIT;
  const { receive, send, interruptLatency } = metrics;
  const events = receive.offered + receive.delivered + send.delivered + interruptLatency.count;
  const speed = (EVENTS_PER_SECOND * metrics.cycle) / Math.max(events, 1);
  return Math.min(Math.max(Math.round(speed), CYCLES_LIMIT), PACKETS_LIMIT);
}

/** Speed in cycles per second, if it has a number. */
export function speedNow(
  { speed, scenario }: Pick<AppState, "speed" | "scenario">,
  metrics: Metrics | undefined,
): number | "max" {
  return speed === "packet" ? packetSpeed(scenario, metrics) : speed;
}

export function paceOf(speed: Speed): Pace {
  if (speed === "max") return "rates";
  if (speed === "packet") return "packets";
  if (speed <= CYCLES_LIMIT) return "cycles";
  return speed <= PACKETS_LIMIT ? "packets" : "rates";
}

type Shown = Pick<AppState, "playing" | "speed" | "showsRates" | "scenario">;

/** Pace of the stage. It shows single cycles while the machine is paused, and if there is no outside event. */
export function shownPace({ playing, speed, showsRates, scenario }: Shown): Pace {
  if (!playing) return "cycles";
  if (showsRates) return "rates";
  return speed === "packet" && isQuiet(scenario) ? "cycles" : paceOf(speed);
}

function isQuiet(scenario: Played): boolean {
  return scenario !== undefined && linesOf(scenario.machine).length === 0;
}

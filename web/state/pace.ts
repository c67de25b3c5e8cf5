/** What can be seen at a speed: single cycles, single packets, or rates alone. */

import { linesOf } from "../../scenarios/devices/lines.ts";
import type { Metrics } from "../engine/protocol.ts";
import type { AppState, Speed } from "./store.ts";

export type Pace = "cycles" | "packets" | "rates";

/** Above this many cycles a second boxes show the last state and instructions do not travel. */
export const CYCLES_LIMIT = 30;
/** Above this one packets are too many to be told apart. */
const PACKETS_LIMIT = 20_000;

/** Of packets and interrupts. */
const EVENTS_PER_SECOND = 2;
const WITHOUT_PACKETS = 30;

/** Cycles a second at which about two packets or interrupts a second happen. */
export function packetSpeed(metrics: Metrics | undefined): number {
  if (metrics === undefined || metrics.cycle === 0) return WITHOUT_PACKETS;
  const { receive, send, interruptLatency } = metrics;
  const events = receive.offered + receive.delivered + send.delivered + interruptLatency.count;
  if (events === 0) return WITHOUT_PACKETS;
  const speed = (EVENTS_PER_SECOND * metrics.cycle) / events;
  return Math.min(Math.max(Math.round(speed), CYCLES_LIMIT), PACKETS_LIMIT);
}

/** In cycles a second, where a speed has one. */
export function speedNow(speed: Speed, metrics: Metrics | undefined): number | "max" {
  return speed === "packet" ? packetSpeed(metrics) : speed;
}

export function paceOf(speed: Speed): Pace {
  if (speed === "max") return "rates";
  if (speed === "packet") return "packets";
  if (speed <= CYCLES_LIMIT) return "cycles";
  return speed <= PACKETS_LIMIT ? "packets" : "rates";
}

type Shown = Pick<AppState, "playing" | "speed" | "showsRates" | "scenario">;

/** What the stage shows: single cycles while it stands, and where nothing comes from outside. */
export function shownPace({ playing, speed, showsRates, scenario }: Shown): Pace {
  if (!playing) return "cycles";
  if (showsRates) return "rates";
  const isQuiet = scenario !== undefined && linesOf(scenario.machine).length === 0;
  return speed === "packet" && isQuiet ? "cycles" : paceOf(speed);
}

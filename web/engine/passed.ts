/** What happened on the way of the playhead, for motion: a short way alone, and only what moves. */
import type { SimEventKind } from "../../core-wasm/binding/index.ts";
import { type MachineEvent, namedEvents } from "../../lib/events/events.ts";
import type { Run } from "./run.ts";
import type { Steps } from "./scrub.ts";

/** Longer ways are jumps. */
const PASSED_CYCLES = 100_000;
const PASSED_EVENTS = 400;

const MOVING: ReadonlySet<SimEventKind> = new Set<SimEventKind>([
  "frame-offered",
  "frame-dropped",
  "frame-delivered",
  "line-asserted",
  "entry-step",
  "handler-entered",
  "context-switch",
  "layer",
  "rx-fill",
  "tx-fill",
  "dma-begin",
  "dma-end",
  "frame-sent",
  "queue-fill",
]);

/** Events of the cycles between two places, in their order; the machine stands at the later one. Undefined: too far. */
export function* passedEvents(run: Run, a: number, b: number): Steps<readonly MachineEvent[] | undefined> {
  const [from, to] = [Math.min(a, b), Math.max(a, b)];
  const { scrub, frontier } = run;
  if (from === to || to - from > PASSED_CYCLES || to > frontier.machine.cycle) return undefined;
  yield* scrub.goTo(from);
  const since = scrub.machine.nextEvent;
  yield* scrub.walk(to);
  const events = namedEvents(scrub.machine.readEvents(since)).filter(({ kind }) => MOVING.has(kind));
  return events.length > PASSED_EVENTS ? undefined : events;
}

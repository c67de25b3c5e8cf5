/** The next or previous cycle in which a condition comes true: the same as a breakpoint's, found from where the user
 * stands. */
import type { Condition } from "../../lib/breakpoints/condition.ts";
import { createWatcher } from "../../lib/breakpoints/watcher.ts";
import type { Run } from "./run.ts";
import type { Steps } from "./scrub.ts";
import { windowStart } from "./timeline.ts";
import { compileIn, levelsOf, NOTHING, readerOf, STOP_EXECUTED } from "./watch.ts";

/** In (from, knownTo]; undefined: it does not come true there, or cannot be looked for. */
export function* searchCondition(
  run: Run,
  text: string,
  from: number,
  knownTo: number,
): Steps<number | undefined> {
  const compiled = compileIn(run, text);
  return compiled.ok ? yield* hitIn(run, compiled.condition, from, knownTo, "first") : undefined;
}

/** In (0, from), where the run is known. */
export function* searchConditionBack(run: Run, text: string, from: number): Steps<number | undefined> {
  const compiled = compileIn(run, text);
  const end = from - 1;
  if (!compiled.ok || end <= 0) return undefined;
  const { condition } = compiled;
  if (condition.remembers) return yield* hitIn(run, condition, 0, end, "last");
  const { intervalsBack } = run.frontier.keyframes;
  for (const { from: begin, to, kinds } of intervalsBack(end - 1)) {
    // What changed at the end of the interval before is an event of this one.
    const [before] = begin > 0 ? intervalsBack(begin - 1) : [];
    if (((kinds | (before?.kinds ?? 0) | STOP_EXECUTED) & condition.kinds) === 0) continue;
    const found = yield* hitIn(run, condition, begin, Math.min(to, end), "last");
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The first or last hit in (from, to]. */
function* hitIn(
  run: Run,
  condition: Condition,
  from: number,
  to: number,
  which: "first" | "last",
): Steps<number | undefined> {
  const { scenario, scrub, frontier } = run;
  const { machine } = scrub;
  // What changed at the end of the cycle before is an event of this one, and has been logged already.
  const begin = condition.remembers ? 0 : Math.max(0, from - 1);
  yield* scrub.goTo(begin);
  const start = windowStart(machine, scenario);
  let found: number | undefined;
  const watcher = createWatcher(
    [condition],
    levelsOf(start),
    start.lineOfThread,
    (_, cycle) => {
      if (cycle > from && cycle <= to && (found === undefined || which === "last")) found = cycle;
    },
    readerOf(run, machine),
  );
  const isDone = () => found !== undefined && which === "first";
  for (const interval of frontier.keyframes.intervalsFrom(begin)) {
    if (interval.from >= to) break;
    const until = Math.min(interval.to, to);
    if (((interval.kinds | STOP_EXECUTED) & condition.kinds) === 0) watcher.feed(NOTHING, until);
    else {
      yield* scrub.goTo(Math.max(begin, interval.from));
      let readFrom = machine.nextEvent;
      while (machine.cycle < until && !isDone()) {
        const stopped = scrub.step(until, condition.kinds);
        const events = machine.readEvents(readFrom);
        readFrom = events.next;
        watcher.feed(events, machine.cycle, (stopped & STOP_EXECUTED) !== 0);
        yield;
      }
    }
    if (isDone()) break;
  }
  return found;
}

/** The next cycle in which a condition comes true: the same as a breakpoint's, found from where somebody stands. */
import { compileCondition } from "../../lib/breakpoints/condition.ts";
import { createWatcher } from "../../lib/breakpoints/watcher.ts";
import type { Run } from "./run.ts";
import type { Steps } from "./scrub.ts";
import { windowStart } from "./timeline.ts";
import { levelsOf, NOTHING } from "./watch.ts";

/** In (from, knownTo]; undefined: it does not come true there, or cannot be looked for. */
export function* searchCondition(
  { scenario, scrub, frontier }: Run,
  text: string,
  from: number,
  knownTo: number,
): Steps<number | undefined> {
  const compiled = compileCondition(text, scenario);
  if (!compiled.ok) return undefined;
  const { condition } = compiled;
  const { machine } = scrub;
  // What changed at the end of the cycle before is an event of this one, and has been logged already.
  const begin = condition.remembers ? 0 : Math.max(0, from - 1);
  yield* scrub.goTo(begin);
  const start = windowStart(machine, scenario);
  let found: number | undefined;
  const watcher = createWatcher([condition], levelsOf(start), start.lineOfThread, (_, cycle) => {
    if (cycle > from) found ??= cycle;
  });
  for (const interval of frontier.keyframes.intervalsFrom(begin)) {
    if (interval.from >= knownTo) return undefined;
    const until = Math.min(interval.to, knownTo);
    if ((interval.kinds & condition.kinds) === 0) watcher.feed(NOTHING, until);
    else {
      yield* scrub.goTo(Math.max(begin, interval.from));
      let readFrom = machine.nextEvent;
      while (machine.cycle < until && found === undefined) {
        scrub.step(until, condition.kinds);
        const events = machine.readEvents(readFrom);
        readFrom = events.next;
        watcher.feed(events, machine.cycle);
        yield;
      }
    }
    if (found !== undefined) return found;
  }
  return undefined;
}

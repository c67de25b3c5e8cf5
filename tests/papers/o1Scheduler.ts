/** Linux 2.6's O(1) scheduler (kernel/sched.c, 2.6.8 to 2.6.16) with two processes at 100 Hz: one never sleeps, one works
 * and waits for the disk in turn. No caches: a millisecond of the processor is a millisecond of work. */

const MAX_SLEEP = 1000;
const MAX_BONUS = 10;
const STARVATION_LIMIT = 1000;
const TICK = 10;
const STEP = 0.1;

interface Process {
  readonly nice: number;
  slice: number;
  sleepAverage: number;
  priority: number;
  isExpired: boolean;
  ran: number;
}

/** task_timeslice, in milliseconds. */
export const timeSlice = (nice: number) => Math.max(5, ((nice < 0 ? 400 : 100) * (20 - nice)) / 20);

const staticPriority = ({ nice }: Process) => 120 + nice;
const bonusOf = ({ sleepAverage }: Process) => Math.floor((sleepAverage * MAX_BONUS) / MAX_SLEEP);
const effective = (one: Process) =>
  Math.max(100, Math.min(139, staticPriority(one) - (bonusOf(one) - MAX_BONUS / 2)));
const delta = ({ nice }: Process) => Math.trunc((nice * MAX_BONUS) / 40) + 2;
/** TASK_INTERACTIVE: it goes back into the active array when its slice is over. */
const isInteractive = (one: Process) => one.priority <= staticPriority(one) - delta(one);
/** INTERACTIVE_SLEEP: an uninterruptible sleep raises the average no higher. */
const interactiveSleep = (one: Process) => (MAX_SLEEP * (MAX_BONUS / 2 + delta(one) + 1)) / MAX_BONUS - TICK;

const processOf = (nice: number): Process => ({
  nice,
  slice: timeSlice(nice),
  sleepAverage: 0,
  priority: 120 + nice,
  isExpired: false,
  ran: 0,
});

export interface Shares {
  /** Share of the processor that goes to the process without sleep. */
  readonly busy: number;
  /** Rounds of the file copy, divided by its rounds on a processor of its own. */
  readonly copy: number;
  /** Bonus of the file copy at the end, 0 to 10. */
  readonly bonus: number;
}

/** Milliseconds of work and of waiting in a round, and the nice value of the process that never sleeps. */
export function sharesOf(work: number, wait: number, nice = 0, milliseconds = 30_000): Shares {
  const busy = processOf(nice);
  const copy = processOf(0);
  const both = [copy, busy];
  let running: Process | undefined;
  let since = 0;
  let left = work;
  let rounds = 0;
  let sleptAt: number | undefined;
  let expiredAt: number | undefined;
  const isReady = (one: Process) => one === busy || sleptAt === undefined;
  const charge = (one: Process, now: number) => {
    one.sleepAverage = Math.max(0, one.sleepAverage - (now - since) / (bonusOf(one) || 1));
  };
  for (let step = 0; step * STEP < milliseconds; step++) {
    const now = step * STEP;
    if (sleptAt !== undefined && now >= sleptAt + wait) {
      const slept = (now - sleptAt) * (MAX_BONUS - bonusOf(copy) || 1);
      const limit = interactiveSleep(copy);
      if (copy.sleepAverage < limit) copy.sleepAverage = Math.min(limit, copy.sleepAverage + slept);
      copy.priority = effective(copy);
      copy.isExpired = false;
      sleptAt = undefined;
      if (running && copy.priority < running.priority) {
        charge(running, now);
        running = undefined;
      }
    }
    if (running === undefined) {
      if (!both.some((one) => isReady(one) && !one.isExpired)) {
        for (const one of both) one.isExpired = false;
        expiredAt = undefined;
      }
      running = both
        .filter((one) => isReady(one) && !one.isExpired)
        .reduce((first, one) => (one.priority < first.priority ? one : first));
      since = now;
    }
    running.ran += STEP;
    if (running === copy) {
      left -= STEP;
      if (left <= 1e-9) {
        rounds++;
        left = work;
        charge(copy, now + STEP);
        running = undefined;
        sleptAt = now + STEP;
      }
    }
    if ((step + 1) % (TICK / STEP) !== 0 || running === undefined) continue;
    running.slice -= TICK;
    if (running.slice > 0) continue;
    const end = now + STEP;
    running.slice = timeSlice(running.nice);
    expiredAt ??= end;
    const isStarving = end - expiredAt >= STARVATION_LIMIT * both.filter(isReady).length + TICK;
    charge(running, end);
    since = end;
    running.priority = effective(running);
    running.isExpired = !isInteractive(running) || isStarving;
    running = undefined;
  }
  return {
    busy: busy.ran / milliseconds,
    copy: (rounds * (work + wait)) / milliseconds,
    bonus: bonusOf(copy),
  };
}

/** The sentences of a chain. */
import { deadlineCycles } from "../../scenarios/base/deadline.ts";
import type { LossName } from "../../scenarios/devices/kinds.ts";
import { linesOf } from "../../scenarios/devices/lines.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { programThreads } from "../programs/programNames.ts";
import { answerSentences, holdSentences } from "./hartSentences.ts";
import { type Sentence, say, type WhyPattern } from "./patterns.ts";
import type { Clause, FullStore, Reason, Why, Work } from "./why.ts";
import { LOSS_KINDS } from "./why.ts";

export interface Said {
  readonly headline: readonly Sentence[];
  readonly clauses: readonly { readonly clause: Clause; readonly sentences: readonly Sentence[] }[];
}

export function sentencesOf(scenario: Scenario, why: Why): Said {
  return {
    headline: [title(scenario, why), ...causeOf(scenario, why), ...beginOf(why), ...endOf(scenario, why)],
    clauses: why.clauses.map((clause, index) => ({
      clause,
      sentences: clauseSentences(scenario, clause, patternOf(why, clause, index === 0)),
    })),
  };
}

/**
 * The log names no thread for a packet that a program takes. The sentence names it if only one thread runs a
 * program.
 */
function threadName(scenario: Scenario, thread: number | undefined): string {
  const programs = programThreads(scenario);
  const [only] = programs.length === 1 ? programs : [];
  return scenario.software.threads[thread ?? only ?? -1]?.name ?? "?";
}
const nicName = ({ machine }: Scenario, nic: number | undefined): string =>
  machine.nics[nic ?? -1]?.name ?? "?";

function title(scenario: Scenario, why: Why): Sentence {
  const { number, cycle, fromCycle, toCycle } = why;
  const length = toCycle - fromCycle;
  switch (why.what) {
    case "lost-packet":
      return say("Packet {number} was lost in cycle {cycle}.", { number, cycle });
    case "late-packet":
      return say("Packet {number} took {length} from its arrival to its delivery.", {
        number,
        length,
      });
    case "late-interrupt": {
      if (why.unanswered !== undefined) return unansweredTitle(scenario, why);
      if (why.isAnswered === true) return answeredTitle(scenario, why);
      const line = linesOf(scenario.machine)[why.place ?? -1]?.name ?? "?";
      const thread = threadName(scenario, why.thread);
      return say("Interrupt {number} ({line}) waited {length} for the first instruction of {thread}.", {
        number,
        line,
        length,
        thread,
      });
    }
    case "pending-interrupt": {
      const gaps = { thread: threadName(scenario, why.thread), length, cycle };
      return why.source === "timer"
        ? say("The timer interrupt of {thread} waited {length} up to cycle {cycle}, and was not taken.", gaps)
        : say(
            "The software interrupt of {thread} waited {length} up to cycle {cycle}, and was not taken.",
            gaps,
          );
    }
    case "waiting-thread":
      return say("{thread} could have run from cycle {from} on, but hardly did.", {
        thread: threadName(scenario, why.thread),
        from: cycle,
      });
    case "lost-press": {
      const lost = LOSS_KINDS.find(({ kind }) => kind === why.device);
      if (lost === undefined) throw new Error("no kind of devices loses anything");
      const name = scenario.machine[lost.list][number]?.name ?? "?";
      return say(DEVICE_WORDS[lost.kind].lost, { [lost.kind]: name, cycle });
    }
  }
}

function answeredTitle(scenario: Scenario, { number, place, thread: of, source, ...why }: Why): Sentence {
  const length = why.toCycle - why.fromCycle;
  const thread = threadName(scenario, of);
  const gaps = { number, length, thread };
  if (source === "timer")
    return say("Timer interrupt {number} took {length} until {thread} had answered it.", gaps);
  if (source === "software")
    return say("Software interrupt {number} took {length} until {thread} had answered it.", gaps);
  const line = linesOf(scenario.machine)[place ?? -1]?.name ?? "?";
  return say("Interrupt {number} ({line}) took {length} until {thread} had answered it.", { ...gaps, line });
}

function unansweredTitle(scenario: Scenario, { number, cycle, place, source, ...why }: Why): Sentence {
  const length = why.toCycle - why.fromCycle;
  const line = linesOf(scenario.machine)[place ?? -1]?.name ?? "?";
  if (why.unanswered === "line-down")
    return say("Interrupt {number} ({line}) waited {length}. Then its line went down, without an answer.", {
      ...{ number, line, length },
    });
  if (why.unanswered === "handler")
    return say(
      "Interrupt {number} ({line}) waited {length} for its handler {thread}, which had not acknowledged it by cycle {cycle}.",
      { number, line, length, thread: threadName(scenario, why.thread), cycle },
    );
  const gaps = { number, length, cycle };
  if (source === "timer")
    return say(
      "Timer interrupt {number} was taken, and had no answer for {length} up to cycle {cycle}.",
      gaps,
    );
  if (source === "software")
    return say(
      "Software interrupt {number} was taken, and had no answer for {length} up to cycle {cycle}.",
      gaps,
    );
  return say("Interrupt {number} ({line}) waited {length} up to cycle {cycle}, without an answer.", {
    ...gaps,
    line,
  });
}

/**
 * How it was answered if no handler of its own did, and the deadline that an interrupt without an answer has
 * exceeded.
 */
function endOf(scenario: Scenario, why: Why): readonly Sentence[] {
  if (why.isClaimedOnly === true)
    return [
      say("{thread} claimed it at the PLIC without a trap of its own.", {
        thread: threadName(scenario, why.thread),
      }),
    ];
  const line = why.unanswered === undefined ? undefined : linesOf(scenario.machine)[why.place ?? -1];
  const length = deadlineCycles(line?.deadlineNanoseconds ?? 0, scenario.machine.clockHertz);
  if (length === 0 || why.toCycle - why.fromCycle <= length) return [];
  return [
    say(
      "Its deadline of {length} has passed. Misses count answered interrupts only, so this is not counted as a miss.",
      { length },
    ),
  ];
}

/** Words for device kinds whose losses have events. */
const DEVICE_WORDS: Readonly<Record<LossName, { readonly lost: WhyPattern; readonly before: WhyPattern }>> = {
  button: {
    lost: "A press of {button} was lost in cycle {cycle}: the previous press had not been acknowledged.",
    before: "The previous press came {length} earlier.",
  },
};

const FULL: Readonly<Record<FullStore["kind"], WhyPattern>> = {
  ring: "The receive ring of {name} had been full ({held} of {capacity}) for {length}.",
  queue: "The queue {name} had been full ({held} of {capacity}) for {length}.",
  tx: "The transmit queue of {name} had been full ({held} of {capacity}) for {length}.",
};

const CAUSES: Readonly<Record<string, WhyPattern>> = {
  "rx-ring-full": "The receive ring of {name} was full.",
  "queue-full": "The queue {name} was full.",
  "tx-queue-full": "The transmit queue of {name} was full.",
  "fifo-full": "The FIFO of {name} had no room.",
  "packet-table-full": "The machine's packet table was full.",
  filtered: "Software discarded it on purpose.",
  abandoned: "A thread took another packet before it passed this one on.",
  fault: "An exception ended the program that held it.",
  "tx-underrun": "The card had to send the next byte before that byte had arrived.",
};

function causeOf(scenario: Scenario, { full, cause, place, queue, cycle }: Why): readonly Sentence[] {
  if (full !== undefined && full.sinceCycle !== undefined) {
    const { kind, held, capacity, sinceCycle } = full;
    const queueName = scenario.software.queues[full.place]?.name ?? "?";
    const name = kind === "queue" ? queueName : nicName(scenario, full.place);
    return [say(FULL[kind], { name, held, capacity, length: cycle - sinceCycle })];
  }
  const pattern = CAUSES[cause ?? ""];
  if (pattern === undefined) return [];
  const name =
    cause === "queue-full" ? (scenario.software.queues[queue ?? -1]?.name ?? "?") : nicName(scenario, place);
  return [say(pattern, pattern.includes("{name}") ? { name } : {})];
}

function beginOf(why: Why): readonly Sentence[] {
  const { begins, fromCycle, toCycle, what, device } = why;
  const length = toCycle - fromCycle;
  if (begins === "cut" && (what === "waiting-thread" || what === "lost-press"))
    return [say("Only the last {length} are shown.", { length })];
  if (begins === "cut")
    return [say("It had not been empty for a long time. Only the last {length} are shown.", { length })];
  if (begins === "empty") return [say("It was last empty {length} earlier.", { length })];
  if (begins === "pressed" && device !== undefined) return [say(DEVICE_WORDS[device].before, { length })];
  if (begins !== "asked" || what !== "lost-packet") return [];
  return [say("The card had requested an interrupt {length} earlier.", { length })];
}

const CLAUSES: Readonly<Record<Clause["kind"], WhyPattern>> = {
  blocked: "{thread} ran for {length}.",
  turns: "{threads} took turns for {length}.",
  own: "{thread} itself ran for {length}.",
  idle: "Nothing ran for {length}.",
  wire: "The frame was on the wire for {length}.",
  card: "The frame waited in the card for {length}.",
  coalescing: "The card held its interrupt back for {length} (coalescing).",
  drain: "The pipeline drained for {length}.",
  entry: "The entry steps took {length}.",
  save: "Registers were saved for {length}.",
  "first-instruction": "The first instruction of the handler took {length}.",
  handler: "{thread} reached this packet after {length}.",
  dma: "The packet took {length} to cross the bus into memory.",
  bus: "The card spent {length} moving its frames over the bus into memory.",
  sending: "The card was sending at its line rate, for {length}.",
  delivery: "{thread} worked on this packet for {length}.",
  sent: "The packet spent {length} waiting in the card and going out over the wire.",
  software: "Software held the packet for {length}.",
  held: "The current instruction had to finish first, which took {length}.",
  answer: "The handler ran for {length} until it had answered.",
};

/** The requested thread itself runs. The sentence names the request, because otherwise the chain would contradict
 * itself. */
function patternOf({ what, begins }: Why, { kind }: Clause, isFirst: boolean): WhyPattern {
  if (kind !== "own") return CLAUSES[kind];
  switch (what) {
    case "late-interrupt":
    case "pending-interrupt":
      return "{thread} was still handling the previous interrupt for {length}.";
    case "lost-packet":
      // The thread was running when its line was asserted. Later it may run for this request.
      return isFirst && begins === "asked"
        ? "{thread} was still handling the previous interrupt for {length}."
        : CLAUSES.own;
    case "late-packet":
      return "{thread} spent {length} on earlier work.";
    case "lost-press":
      return "{thread} spent {length} on the previous press.";
    case "waiting-thread":
      return CLAUSES.own;
  }
}

function clauseSentences(scenario: Scenario, clause: Clause, pattern: WhyPattern): readonly Sentence[] {
  const length = clause.toCycle - clause.fromCycle;
  if (clause.kind === "answer") return answerSentences(clause, length);
  const thread = threadName(scenario, clause.thread);
  if (clause.hold !== undefined) return holdSentences(scenario, thread, clause.hold, length);
  const threads = (clause.ran ?? [])
    .filter((one) => one.thread !== undefined)
    .map((one) => threadName(scenario, one.thread))
    .join(", ");
  const gaps = {
    length,
    ...(pattern.includes("{thread}") ? { thread } : {}),
    ...(pattern.includes("{threads}") ? { threads } : {}),
  };
  return [
    say(pattern, gaps),
    ...clause.reasons.map((reason) => reasonSentence(scenario, reason, clause.waiting)),
    ...clause.work.flatMap((work) => workSentence(scenario, work, clause.kind === "turns")),
  ];
}

function reasonSentence(scenario: Scenario, reason: Reason, waiting: number | undefined): Sentence {
  switch (reason.kind) {
    case "priority": {
      const { own } = reason;
      const waitingThread = threadName(scenario, waiting);
      return own < reason.waiting
        ? say(
            "Its priority {own} outranks priority {waiting} of {waitingThread} (a lower number is more urgent).",
            {
              own,
              waiting: reason.waiting,
              waitingThread,
            },
          )
        : say("Its priority {own} is the same as that of {waitingThread}.", { own, waitingThread });
    }
    case "interrupts-off":
      return say("It runs with interrupts off.");
    case "masked":
      return say("The interrupt was masked.");
    case "switching":
      return say(
        "For {length} of that time, the core saved or restored registers or ran the entry steps, and could not recognise an interrupt.",
        { length: reason.cycles },
      );
    case "returned":
      return say("After a return, one instruction executes first.");
  }
}

/** `areMany`: several threads did the work. */
function workSentence(scenario: Scenario, work: Work, areMany: boolean): readonly Sentence[] {
  switch (work.kind) {
    case "delivered": {
      const count = work.packets;
      if (count === 0) return [];
      if (count === 1) return [say(areMany ? "They delivered one packet." : "It delivered one packet.")];
      return [say(areMany ? "They delivered {count} packets." : "It delivered {count} packets.", { count })];
    }
    case "taken":
      return framesSentence(
        areMany
          ? [
              "They took one frame from the ring of {name}.",
              "They took {count} frames from the ring of {name}.",
            ]
          : ["It took one frame from the ring of {name}.", "It took {count} frames from the ring of {name}."],
        work.frames,
        nicName(scenario, work.nic),
      );
    case "arrived":
      return framesSentence(
        [
          "Meanwhile one frame entered the ring of {name}.",
          "Meanwhile {count} frames entered the ring of {name}.",
        ],
        work.frames,
        nicName(scenario, work.nic),
      );
    case "queued": {
      const name = scenario.software.queues[work.queue]?.name ?? "?";
      const { fromFill: from, toFill: to } = work;
      if (from === to && to === 0) return [];
      return from === to
        ? [say("The queue {name} held {to} packets before and after.", { name, to })]
        : [say("The queue {name} went from {from} to {to} packets.", { name, from, to })];
    }
  }
}

function framesSentence(
  [one, many]: readonly [WhyPattern, WhyPattern],
  count: number,
  name: string,
): readonly Sentence[] {
  if (count === 0) return [];
  return [count === 1 ? say(one, { name }) : say(many, { count, name })];
}

/** Sentences of the chain: English patterns with gaps, and the contents of the gaps. The page has the German patterns. */

export interface Sentence {
  readonly pattern: WhyPattern;
  readonly gaps: Readonly<Record<string, string | number>>;
}

const WHY_PATTERNS = [
  "Packet {number} was lost in cycle {cycle}.",
  "Packet {number} took {length} from its arrival to its delivery.",
  "Packet {number} took {length} until it was sent.",
  "The packet spent {length} waiting in the card and going out over the wire.",
  "Interrupt {number} ({line}) waited {length} for the first instruction of {thread}.",
  "Interrupt {number} ({line}) took {length} until {thread} had answered it.",
  "Timer interrupt {number} took {length} until {thread} had answered it.",
  "Software interrupt {number} took {length} until {thread} had answered it.",
  "Interrupt {number} ({line}) waited {length} up to cycle {cycle}, without an answer.",
  "Timer interrupt {number} was taken, and had no answer for {length} up to cycle {cycle}.",
  "Software interrupt {number} was taken, and had no answer for {length} up to cycle {cycle}.",
  "Interrupt {number} ({line}) waited {length}. Then its line went down, without an answer.",
  "Interrupt {number} ({line}) waited {length} for its handler {thread}, which had not acknowledged it by cycle {cycle}.",
  "The timer interrupt of {thread} waited {length} up to cycle {cycle}, and was not taken.",
  "The software interrupt of {thread} waited {length} up to cycle {cycle}, and was not taken.",
  "{thread} claimed it at the PLIC without a trap of its own.",
  "Its deadline of {length} has passed. Misses count answered interrupts only, so this is not counted as a miss.",
  "A press of {button} was lost in cycle {cycle}: the previous press had not been acknowledged.",
  "{thread} could have run from cycle {from} on, but hardly did.",
  "Only the last {length} are shown.",
  "The receive ring of {name} had been full ({held} of {capacity}) for {length}.",
  "The queue {name} had been full ({held} of {capacity}) for {length}.",
  "The transmit queue of {name} had been full ({held} of {capacity}) for {length}.",
  "The receive ring of {name} was full.",
  "The queue {name} was full.",
  "The transmit queue of {name} was full.",
  "The FIFO of {name} had no room.",
  "The machine's packet table was full.",
  "Software discarded it on purpose.",
  "A thread took another packet before it passed this one on.",
  "An exception ended the program that held it.",
  "The card had to send the next byte before that byte had arrived.",
  "The card had requested an interrupt {length} earlier.",
  "It was last empty {length} earlier.",
  "It had not been empty for a long time. Only the last {length} are shown.",
  "The previous press came {length} earlier.",
  "{thread} ran for {length}.",
  "{threads} took turns for {length}.",
  "{thread} itself ran for {length}.",
  "{thread} was still handling the previous interrupt for {length}.",
  "{thread} spent {length} on earlier work.",
  "{thread} spent {length} on the previous press.",
  "Nothing ran for {length}.",
  "The frame was on the wire for {length}.",
  "The frame waited in the card for {length}.",
  "The card held its interrupt back for {length} (coalescing).",
  "The pipeline drained for {length}.",
  "The entry steps took {length}.",
  "Registers were saved for {length}.",
  "The first instruction of the handler took {length}.",
  "{thread} reached this packet after {length}.",
  "The packet took {length} to cross the bus into memory.",
  "The card spent {length} moving its frames over the bus into memory.",
  "The card was sending at its line rate, for {length}.",
  "{thread} worked on this packet for {length}.",
  "Software held the packet for {length}.",
  "Interrupts were off for {length}: MIE was 0, since {instruction} at {where}.",
  "Interrupts were off for {length}: MIE was 0, since an MRET with MPIE 0 returned to {where}.",
  "Interrupts were off for {length}: MIE was 0, since the start of the run.",
  "Interrupts were off for {length}: MIE was 0.",
  "The handler of the timer interrupt ran for {length}, with interrupts off.",
  "The handler of the software interrupt ran for {length}, with interrupts off.",
  "The handler of an external interrupt ran for {length}, with interrupts off.",
  "The handler of {line} ran for {length}, with interrupts off.",
  "The handler of an exception (mcause {code}) ran for {length}, with interrupts off.",
  "Bit {bit} of mie was 0 for {length}, since {instruction} at {where}.",
  "Bit {bit} of mie was 0 for {length}, since the start of the run.",
  "Bit {bit} of mie was 0 for {length}.",
  "For {length}, {line} did not reach {thread}: mline did not bind it, and source {source} was not enabled in the PLIC.",
  "For {length}, {line} was masked in the controller.",
  "For {length}, {line} was masked in the controller, since the start of the run.",
  "For {length}, {line} was masked in the controller, since step {step} of {thread}.",
  "Source {source} was claimed at the PLIC, but not completed, for {length}.",
  "For {length}, priority {priority} of source {source} was not above the PLIC's threshold {threshold}.",
  "The current instruction had to finish first, which took {length}.",
  "{thread} had stopped for {length}: its program had ended, or a trap had no handler.",
  "For {length}, {count} reasons followed each other, mainly these.",
  "The handler ran for {length} until it had answered.",
  "The handler ran for {length} and returned without an answer.",
  "The handler ran for {length}.",
  "By function, in cycles: {functions}.",
  "Its priority {own} outranks priority {waiting} of {waitingThread} (a lower number is more urgent).",
  "Its priority {own} is the same as that of {waitingThread}.",
  "It runs with interrupts off.",
  "The interrupt was masked.",
  "For {length} of that time, the core saved or restored registers or ran the entry steps, and could not recognise an interrupt.",
  "After a return, one instruction executes first.",
  "It delivered one packet.",
  "It delivered {count} packets.",
  "It took one frame from the ring of {name}.",
  "It took {count} frames from the ring of {name}.",
  "They delivered one packet.",
  "They delivered {count} packets.",
  "They took one frame from the ring of {name}.",
  "They took {count} frames from the ring of {name}.",
  "Meanwhile one frame entered the ring of {name}.",
  "Meanwhile {count} frames entered the ring of {name}.",
  "The queue {name} went from {from} to {to} packets.",
  "The queue {name} held {to} packets before and after.",
] as const;

export type WhyPattern = (typeof WHY_PATTERNS)[number];

export const say = (pattern: WhyPattern, gaps: Sentence["gaps"] = {}): Sentence => ({ pattern, gaps });

/** English text. `whole` formats a number. */
export function sentenceText({ pattern, gaps }: Sentence, whole: (value: number) => string): string {
  return pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = gaps[name];
    if (typeof value !== "number") return value ?? "";
    if (name !== LENGTH_GAP) return whole(value);
    return `${whole(value)} ${value === 1 ? "cycle" : "cycles"}`;
  });
}

/** The gap for a length in cycles, with its unit. */
export const LENGTH_GAP = "length";

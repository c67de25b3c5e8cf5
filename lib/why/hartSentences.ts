/** Sentences about a hart: what blocked an interrupt, and what its handler did. */
import { linesOf } from "../../scenarios/devices/lines.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { TrapCause } from "../events/traps.ts";
import type { FunctionCycles, Hold } from "./hartHolds.ts";
import { type Sentence, say, type WhyPattern } from "./patterns.ts";
import type { Clause } from "./why.ts";

const HANDLER_ENDS: Readonly<Record<NonNullable<Clause["handler"]>, WhyPattern>> = {
  answered: "The handler ran for {length} until it had answered.",
  left: "The handler ran for {length} and returned without an answer.",
  running: "The handler ran for {length}.",
};

/** The clause describes an answer. */
export function answerSentences(
  { handler = "answered", functions }: Clause,
  length: number,
): readonly Sentence[] {
  return [say(HANDLER_ENDS[handler], { length }), ...inFunctions(functions)];
}

/** `thread`: the name of the hart. */
export function holdSentences(
  scenario: Scenario,
  thread: string,
  hold: Hold,
  length: number,
): readonly Sentence[] {
  switch (hold.kind) {
    case "off":
      return [offSentence(hold.since, length)];
    case "handler":
      return [handlerSentence(scenario, hold.cause, length), ...inFunctions(hold.functions)];
    case "mie":
      return [mieSentence(hold, length)];
    case "nowhere": {
      const line = linesOf(scenario.machine)[hold.line]?.name ?? "?";
      return [
        say(
          "For {length}, {line} did not reach {thread}: mline did not bind it, and source {source} was not enabled in the PLIC.",
          { length, line, thread, source: hold.source },
        ),
      ];
    }
    case "stopped":
      return [
        say("{thread} had stopped for {length}: its program had ended, or a trap had no handler.", {
          length,
          thread,
        }),
      ];
    case "claimed":
      return [
        say("Source {source} was claimed at the PLIC, but not completed, for {length}.", {
          source: hold.source,
          length,
        }),
      ];
    case "priority": {
      const { source, priority, threshold } = hold;
      return [
        say(
          "For {length}, priority {priority} of source {source} was not above the PLIC's threshold {threshold}.",
          { source, priority, threshold, length },
        ),
      ];
    }
    case "masked":
      return [maskedSentence(scenario, hold, length)];
    case "instruction":
      return [say("The current instruction had to finish first, which took {length}.", { length })];
    case "several":
      return [
        say("For {length}, {count} reasons followed each other, mainly these.", {
          length,
          count: hold.count,
        }),
        ...hold.main.flatMap((one) => holdSentences(scenario, thread, one.hold, one.cycles)),
      ];
  }
}

function mieSentence({ bit, since }: Extract<Hold, { readonly kind: "mie" }>, length: number): Sentence {
  if (since === undefined) return say("Bit {bit} of mie was 0 for {length}.", { bit, length });
  if (since.kind === "start")
    return say("Bit {bit} of mie was 0 for {length}, since the start of the run.", { bit, length });
  const { instruction, where } = since;
  return say("Bit {bit} of mie was 0 for {length}, since {instruction} at {where}.", {
    ...{ bit, length, instruction, where },
  });
}

function maskedSentence(
  { machine, software }: Scenario,
  { line: of, since }: Extract<Hold, { readonly kind: "masked" }>,
  length: number,
): Sentence {
  const line = linesOf(machine)[of]?.name ?? "?";
  if (since === undefined) return say("For {length}, {line} was masked in the controller.", { length, line });
  if (since.kind === "start")
    return say("For {length}, {line} was masked in the controller, since the start of the run.", {
      length,
      line,
    });
  const thread = software.threads[since.thread]?.name ?? "?";
  return say("For {length}, {line} was masked in the controller, since step {step} of {thread}.", {
    ...{ length, line, step: since.step, thread },
  });
}

function offSentence(since: Extract<Hold, { readonly kind: "off" }>["since"], length: number): Sentence {
  switch (since?.kind) {
    case undefined:
      return say("Interrupts were off for {length}: MIE was 0.", { length });
    case "start":
      return say("Interrupts were off for {length}: MIE was 0, since the start of the run.", { length });
    case "return":
      return say(
        "Interrupts were off for {length}: MIE was 0, since an MRET with MPIE 0 returned to {where}.",
        { length, where: since.where },
      );
    case "instruction": {
      const { instruction, where } = since;
      return say("Interrupts were off for {length}: MIE was 0, since {instruction} at {where}.", {
        length,
        instruction,
        where,
      });
    }
  }
}

function handlerSentence({ machine }: Scenario, cause: TrapCause, length: number): Sentence {
  switch (cause.kind) {
    case "timer":
      return say("The handler of the timer interrupt ran for {length}, with interrupts off.", { length });
    case "software":
      return say("The handler of the software interrupt ran for {length}, with interrupts off.", { length });
    case "external":
      return say("The handler of an external interrupt ran for {length}, with interrupts off.", { length });
    case "line": {
      const line = linesOf(machine)[cause.line]?.name ?? "?";
      return say("The handler of {line} ran for {length}, with interrupts off.", { line, length });
    }
    case "exception":
      return say("The handler of an exception (mcause {code}) ran for {length}, with interrupts off.", {
        code: cause.code,
        length,
      });
  }
}

function inFunctions(functions: readonly FunctionCycles[] = []): readonly Sentence[] {
  if (functions.length === 0) return [];
  const told = functions.map(({ name, cycles }) => `${name} (${cycles})`).join(", ");
  return [say("By function, in cycles: {functions}.", { functions: told })];
}

/** Answers to what is asked rarely; loaded with the engine's studies. */
import type { Machine } from "../../core-wasm/binding/index.ts";
import { follow } from "../../lib/journeys/follow.ts";
import { explain } from "../../lib/why/explain.ts";
import { type Answer, clampCycle, metricsOf, quietly, readAt } from "./answers.ts";
import type { QueryEnvelope } from "./protocol.ts";
import type { Run } from "./run.ts";
import { travellerOf } from "./traveller.ts";

type LateEnvelope = Extract<QueryEnvelope, { readonly kind: "follow" | "range" | "why" }>;

export function* answerLate(envelope: LateEnvelope, run: Run): Answer {
  const { frontier, scrub } = run;
  switch (envelope.kind) {
    case "range":
      return yield* range(run, envelope.from, envelope.to);
    case "why": {
      const { target } = envelope;
      const known = clampCycle(run, target.what === "thread" ? target.toCycle : target.cycle);
      if (frontier.machine.cycle < known) yield known;
      const steps = explain(travellerOf(run), target);
      return { kind: "why", why: yield* quietly(scrub.excursion(steps)) };
    }
    case "follow":
      // What began there is known once the frontier has passed it; what became of it since is asked again.
      if (frontier.machine.cycle < clampCycle(run, envelope.cycle)) yield clampCycle(run, envelope.cycle);
      return {
        kind: "journey",
        journey: yield* quietly(scrub.excursion(follow(travellerOf(run), envelope))),
      };
  }
}

function* range(run: Run, wantedFrom: number, wantedTo: number): Answer {
  const to = clampCycle(run, wantedTo);
  const from = Math.min(clampCycle(run, wantedFrom), to);
  if (run.frontier.machine.cycle < to) yield to;
  const read = (machine: Machine) => metricsOf(run, machine);
  const before = yield* quietly(run.scrub.excursion(readAt(run, from, read)));
  const after = yield* quietly(run.scrub.excursion(readAt(run, to, read)));
  return { kind: "range", before, after };
}

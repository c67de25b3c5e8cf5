/** Explains the time of a packet or an interrupt: the parts of its latency, and the threads that ran during its waits.
 */
import { sim_entry_step } from "../../core-wasm/binding/index.ts";
import { lineIndex } from "../../scenarios/devices/lines.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { partText } from "../../scenarios/story/parts.ts";
import type { MachineEvent } from "../events/events.ts";
import type { Journey, JourneyPart, Steps, Traveller } from "../journeys/journey.ts";
import { askedOf, hartAnswerClauses, hartWaitClauses, isHart } from "./hartWait.ts";
import { delivererIn, type Records, takerOfRing } from "./records.ts";
import { waitClauses } from "./wait.ts";
import type { Clause, ClauseKind, Why } from "./why.ts";
import { workIn } from "./work.ts";

export function* latePacket(run: Traveller, records: Records, journey: Journey): Steps<Why> {
  const { scenario } = run;
  const { parts, place, number } = journey;
  const nic = scenario.machine.nics[place ?? -1]?.name ?? "";
  const handler = recognisedAt(records, parts) ?? takerOfRing(scenario, place ?? 0);
  const isSent = journey.waypoints.some(({ kind }) => kind === "frame-sent");
  const deliverer = isSent ? undefined : delivererIn(scenario);
  const clauses: Clause[] = [];
  for (const part of parts) {
    const waits = part.part === "masked" ? handler : part.part === "protocol" ? deliverer : undefined;
    if (part.part === "masked" && isHart(scenario, handler)) {
      const line = lineOfCard(scenario, place);
      const asked = askedOf("line", line);
      clauses.push(...(yield* hartWaitClauses(run, records, { ...part, thread: handler }, asked)));
    } else if (waits !== undefined) clauses.push(...waitOf(scenario, records, part, waits, place));
    else {
      const thread = part.part === "handler" ? handler : part.part === "delivery" ? deliverer : undefined;
      const plain = plainClause(scenario, records, part, { nic, thread });
      clauses.push(
        ...(part.part === "delivery" && deliverer === undefined
          ? plain.map((clause): Clause => ({ ...clause, kind: "sent", part: partText("wire", nic) }))
          : plain),
      );
    }
  }
  return {
    what: "late-packet",
    number,
    ...ends(parts),
    place,
    thread: deliverer,
    isSent,
    begins: "offered",
    part: partText("card", nic),
    clauses,
  };
}

/** Covers the time up to the first instruction of its handler. For a hart, up to the answer. */
export function* lateInterrupt(run: Traveller, records: Records, journey: Journey): Steps<Why> {
  const { scenario } = run;
  const { number, place, thread, source } = journey;
  const ofHart = isHart(scenario, thread);
  const parts = journey.parts.filter(({ part }) => part !== "return" && (ofHart || part !== "acknowledge"));
  const clauses: Clause[] = [];
  const asked = askedOf(source ?? "line", place);
  /** A claim may come long after the handler that ran when the interrupt came (docs/model.md, M-226). */
  const isTrap = parts.some(({ part, fromCycle, toCycle }) => part !== "acknowledge" && toCycle > fromCycle);
  for (const part of parts) {
    if (!ofHart)
      clauses.push(
        ...(part.part === "masked" && thread !== undefined
          ? waitOf(scenario, records, part, thread, undefined)
          : plainClause(scenario, records, part, { nic: "", thread })),
      );
    else if (part.part === "masked" || (part.part === "acknowledge" && !isTrap))
      clauses.push(...(yield* hartWaitClauses(run, records, { ...part, thread }, asked)));
    else if (part.part === "acknowledge")
      clauses.push(...(yield* hartAnswerClauses(run, records, { ...part, thread }, asked, true)));
    else clauses.push(...plainClause(scenario, records, part, { nic: "", thread }));
  }
  return {
    what: "late-interrupt",
    number,
    ...ends(parts),
    place,
    thread,
    source,
    isAnswered: ofHart,
    isClaimedOnly: ofHart && !journey.waypoints.some(({ kind }) => kind === "recognised"),
    begins: "asked",
    part: "controller",
    clauses,
  };
}

/** An interrupt whose handler has not acknowledged it within the records. Covers the time up to the handler. */
export function unacknowledged(
  scenario: Scenario,
  records: Records,
  { number, place, source }: Journey,
  { thread, fromCycle, toCycle: cycle }: Span,
): Why {
  const events = records.events.filter((one) => one.cycle >= fromCycle && one.cycle < cycle);
  const isOwn = (one: MachineEvent) => one.value === number;
  const begun = events.find((one) => one.kind === "handler-entered" && isOwn(one))?.cycle;
  const toCycle = begun ?? cycle;
  const taken = events.findLast((one) => one.kind === "recognised" && isOwn(one) && one.cycle < toCycle);
  const entry = events.filter(
    ({ kind, context, cycle: at }) =>
      kind === "entry-step" && context === taken?.context && at > taken.cycle && at < toCycle,
  );
  const parts = [{ part: "masked", fromCycle, toCycle: taken === undefined ? toCycle : taken.cycle + 1 }];
  const add = (part: string, end: number) =>
    parts.push({ part, fromCycle: parts.at(-1)?.toCycle ?? fromCycle, toCycle: end });
  for (const step of entry) add(step.subject === sim_entry_step.drain ? "drain" : "entry", step.cycle + 1);
  const last = entry.at(-1)?.subject;
  const rest = last === undefined ? "drain" : last === LAST_ENTRY_STEP ? "save" : "entry";
  add(begun === undefined ? rest : "save", toCycle);
  return {
    what: "late-interrupt",
    number,
    cycle,
    place,
    thread,
    source,
    unanswered: begun === undefined ? "waiting" : "handler",
    begins: "asked",
    fromCycle,
    toCycle,
    part: "controller",
    clauses: joined(parts).flatMap((part) =>
      part.part === "masked"
        ? waitOf(scenario, records, part, thread, undefined)
        : plainClause(scenario, records, part, { nic: "", thread }),
    ),
  };
}

interface Span {
  readonly thread: number;
  readonly fromCycle: number;
  readonly toCycle: number;
}

const LAST_ENTRY_STEP = Math.max(...Object.values(sim_entry_step));

/** Neighbours of one kind together. */
function joined(parts: readonly JourneyPart[]): readonly JourneyPart[] {
  const found: JourneyPart[] = [];
  for (const part of parts) {
    const last = found.at(-1);
    if (last?.part === part.part) found[found.length - 1] = { ...last, toCycle: part.toCycle };
    else found.push(part);
  }
  return found;
}

function lineOfCard({ machine }: Scenario, nic: number | undefined): number | undefined {
  const name = machine.nics[nic ?? -1]?.name;
  const line = name === undefined ? -1 : lineIndex(machine, { nic: name });
  return line < 0 ? undefined : line;
}

function ends(parts: readonly JourneyPart[]): Pick<Why, "cycle" | "fromCycle" | "toCycle"> {
  const toCycle = parts.at(-1)?.toCycle ?? 0;
  return { cycle: toCycle, fromCycle: parts[0]?.fromCycle ?? toCycle, toCycle };
}

/** The thread of the interrupt that a packet waited for. */
function recognisedAt({ events }: Records, parts: readonly JourneyPart[]): number | undefined {
  const cycle = parts.find(({ part }) => part === "masked")?.toCycle;
  return events.find((one) => one.kind === "recognised" && one.cycle + 1 === cycle)?.subject;
}

function waitOf(
  scenario: Scenario,
  records: Records,
  { fromCycle, toCycle }: JourneyPart,
  thread: number,
  nic: number | undefined,
): readonly Clause[] {
  return toCycle > fromCycle ? waitClauses(scenario, records, { thread, fromCycle, toCycle, nic }) : [];
}

const KINDS: Readonly<Record<string, ClauseKind>> = {
  coalescing: "coalescing",
  masked: "idle",
  drain: "drain",
  entry: "entry",
  save: "save",
  "first-instruction": "first-instruction",
  handler: "handler",
  dma: "dma",
  protocol: "idle",
  delivery: "delivery",
};

function plainClause(
  scenario: Scenario,
  records: Records,
  { part, fromCycle, toCycle }: JourneyPart,
  { nic, thread }: { readonly nic: string; readonly thread: number | undefined },
): readonly Clause[] {
  if (toCycle <= fromCycle) return [];
  const name = scenario.software.threads[thread ?? -1]?.name;
  const places: Readonly<Record<string, string>> = {
    coalescing: partText("card", nic),
    dma: "bus",
    save: "saved",
    handler: name === undefined ? "controller" : partText("thread", name),
    delivery: name === undefined ? "controller" : partText("thread", name),
  };
  const work =
    part === "handler" && thread !== undefined
      ? workIn(scenario, records, { fromCycle, toCycle, threads: [thread], nic: undefined })
      : [];
  return [
    {
      kind: KINDS[part] ?? "idle",
      fromCycle,
      toCycle,
      part: places[part] ?? "entry",
      thread,
      reasons: [],
      work,
    },
  ];
}

/** Explains why a device lost something, such as a press of a button: the previous one had not been acknowledged. */

import { hartRegisters } from "../../core-wasm/binding/registers.ts";
import { lineIndex } from "../../scenarios/devices/lines.ts";
import { partText } from "../../scenarios/story/parts.ts";
import type { MachineEvent } from "../events/events.ts";
import type { Steps, Traveller } from "../journeys/journey.ts";
import { kindOfLoss } from "./deviceLoss.ts";
import { askedOf, type HartSpan, hartAnswerClauses, hartWaitClauses, isBound } from "./hartWait.ts";
import { handlerOfLine, type Records } from "./records.ts";
import { waitClauses } from "./wait.ts";
import type { Clause, Why } from "./why.ts";

export function* lostPress(run: Traveller, records: Records, event: MachineEvent): Steps<Why | undefined> {
  const { scenario } = run;
  const { machine } = scenario;
  const { cycle, subject: number } = event;
  const lost = kindOfLoss(event);
  if (lost === undefined) return undefined;
  const name = machine[lost.list][number]?.name ?? "";
  const line = lineIndex(machine, { [lost.kind]: name });
  const handler = line < 0 ? undefined : handlerOfLine(scenario, line);
  const before = records.events.findLast(
    (one) => one.kind === event.kind && one.subject === number && one.value === 0 && one.cycle < cycle,
  );
  const fromCycle = before?.cycle ?? records.fromCycle;
  const thread = handler ?? (line < 0 ? undefined : yield* hartOfLine(run, line, cycle));
  const span = { fromCycle, toCycle: cycle };
  return {
    what: "lost-press",
    device: lost.kind,
    number,
    cycle,
    place: line < 0 ? undefined : line,
    thread,
    begins: before === undefined ? "cut" : "pressed",
    fromCycle,
    toCycle: cycle,
    part: partText("device", name),
    clauses:
      thread === undefined
        ? []
        : thread === handler
          ? waitClauses(scenario, records, { thread, ...span })
          : yield* hartClauses(run, records, line, { thread, ...span }),
  };
}

/** The hart that takes interrupts of the line: by mline, or enabled in the PLIC. */
function* hartOfLine(run: Traveller, line: number, cycle: number): Steps<number | undefined> {
  const { machine, scenario } = run;
  yield* run.goTo(cycle);
  const found = scenario.software.threads.findIndex((_, thread) => {
    const hart = hartRegisters(machine, thread);
    if (hart === undefined) return false;
    return ((hart.mline >>> line) & 1) === 1 || ((hart.plic.enabled >> BigInt(line + 1)) & 1n) === 1n;
  });
  return found < 0 ? undefined : found;
}

/** Until the hart took the interrupt of the previous press, and from then on. */
function* hartClauses(
  run: Traveller,
  records: Records,
  line: number,
  { thread, fromCycle, toCycle }: HartSpan,
): Steps<readonly Clause[]> {
  const within = records.events.filter(({ cycle }) => cycle >= fromCycle && cycle < toCycle);
  const asked = within.find((one) => one.kind === "line-asserted" && one.subject === line);
  const taken = within.find((one) => one.kind === "recognised" && one.value === asked?.value);
  const until = taken === undefined ? toCycle : taken.cycle + 1;
  const interrupt = askedOf("line", line, yield* isBound(run, thread, line, fromCycle));
  return [
    ...(yield* hartWaitClauses(run, records, { thread, fromCycle, toCycle: until }, interrupt)),
    ...(yield* hartAnswerClauses(run, { thread, fromCycle: until, toCycle })),
  ];
}

/** Why something was lost at a device, as a press of a button: what came before it had not been acknowledged. */

import { lineIndex } from "../../scenarios/devices/lines.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { partText } from "../../scenarios/story/parts.ts";
import type { MachineEvent } from "../events/events.ts";
import { kindOfLoss } from "./deviceLoss.ts";
import { handlerOfLine } from "./lookUp.ts";
import type { Records } from "./records.ts";
import { waitClauses } from "./wait.ts";
import type { Why } from "./why.ts";

export function lostPress(scenario: Scenario, records: Records, event: MachineEvent): Why | undefined {
  const { machine } = scenario;
  const { cycle, subject: number } = event;
  const lost = kindOfLoss(event);
  if (lost === undefined) return undefined;
  const name = machine[lost.list][number]?.name ?? "";
  const line = lineIndex(machine, { [lost.kind]: name });
  const thread = line < 0 ? undefined : handlerOfLine(scenario, line);
  const before = records.events.findLast(
    (one) => one.kind === event.kind && one.subject === number && one.value === 0 && one.cycle < cycle,
  );
  const fromCycle = before?.cycle ?? records.fromCycle;
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
      thread === undefined ? [] : waitClauses(scenario, records, { thread, fromCycle, toCycle: cycle }),
  };
}

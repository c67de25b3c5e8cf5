/** Why a press was lost: the press before it had not been acknowledged. */

import { lineIndex } from "../../scenarios/devices/lines.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { partText } from "../../scenarios/story/parts.ts";
import type { MachineEvent } from "../events/events.ts";
import { handlerOfLine } from "./lookUp.ts";
import type { Records } from "./records.ts";
import { waitClauses } from "./wait.ts";
import type { Why } from "./why.ts";

export function lostPress(scenario: Scenario, records: Records, event: MachineEvent): Why | undefined {
  const { machine } = scenario;
  const { cycle, subject: button } = event;
  const name = machine.buttons[button]?.name ?? "";
  const line = lineIndex(machine, { button: name });
  const thread = line < 0 ? undefined : handlerOfLine(scenario, line);
  const before = records.events.findLast(
    (one) => one.kind === "button-pressed" && one.subject === button && one.value === 0 && one.cycle < cycle,
  );
  const fromCycle = before?.cycle ?? records.fromCycle;
  return {
    what: "lost-press",
    number: button,
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

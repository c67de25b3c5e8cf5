/** `irqscope profile --irqs-off`: the longest stretches in which harts let no interrupt in. */
import type { CoreModule } from "../core-wasm/binding/index.ts";
import type { TrapCause } from "../lib/events/traps.ts";
import { walkRun } from "../lib/export/walk.ts";
import { type ProgramCode, placeOfCode, programCodeOf } from "../lib/programs/codePlace.ts";
import { type OffBegin, type OffPlace, offSections } from "../lib/programs/irqsOff.ts";
import { linesOf } from "../scenarios/devices/lines.ts";
import type { Scenario } from "../scenarios/format/schema.ts";
import { percent, table, whole } from "./table.ts";

interface IrqsOff {
  readonly cycles: number;
  readonly stateHash: string;
  readonly places: readonly OffPlace[];
}

export function irqsOffOf(core: CoreModule, scenario: Scenario, cycles: number): IrqsOff {
  const sections = offSections(scenario);
  const walk = walkRun(core, scenario, { from: 0, to: cycles }, {});
  for (;;) {
    const { done, value } = walk.next();
    if (done) return { cycles, stateHash: value.stateHash(), places: sections.result(cycles) };
    sections.take(value.events);
  }
}

/** With `count` places at most. */
export function irqsOffText(scenario: Scenario, { cycles, places }: IrqsOff, count: number): string {
  const code = programCodeOf(scenario);
  const head = `${scenario.name}\ninterrupts off (MIE is 0), by what closed them, in cycles 0 to ${whole(cycles)}`;
  const rows = places.slice(0, count).map((place) => {
    const { thread, longest } = place;
    return [
      scenario.software.threads[thread]?.name ?? "",
      beginText(scenario, code, place.begin),
      whole(longest.toCycle - longest.fromCycle),
      whole(longest.fromCycle),
      longest.end === undefined ? "end of the run" : whereText(code, longest.end),
      whole(place.count),
      percent(place.cycles, cycles),
    ];
  });
  if (rows.length === 0) return `${head}\n\nno thread is in machine mode, or interrupts were never off`;
  const columns = ["hart", "off since", "longest", "from cycle", "until", "times", "of the run"];
  return `${head}\n\n${table([columns, ...rows], "", 2)}`;
}

export function irqsOffJson(scenario: Scenario, { cycles, stateHash, places }: IrqsOff) {
  const code = programCodeOf(scenario);
  return {
    scenario: scenario.name,
    stateHash,
    cycles,
    places: places.map(({ begin, thread, count, cycles: all, longest }) => ({
      hart: scenario.software.threads[thread]?.name,
      begin: { ...begin, text: beginText(scenario, code, begin) },
      count,
      cycles: all,
      longestCycles: longest.toCycle - longest.fromCycle,
      longestFromCycle: longest.fromCycle,
      until: longest.end === undefined ? undefined : whereText(code, longest.end),
    })),
  };
}

function beginText(scenario: Scenario, code: ProgramCode, begin: OffBegin): string {
  switch (begin.kind) {
    case "start":
      return "the begin of the run";
    case "instruction": {
      const place = placeOfCode(code, begin.address);
      return place === undefined
        ? `0x${begin.address.toString(16)}`
        : `${place.instruction}  ${place.function} (${place.where})`;
    }
    case "trap":
      return `handler of ${causeText(scenario, begin.cause)}`;
  }
}

function causeText({ machine }: Scenario, cause: TrapCause): string {
  switch (cause.kind) {
    case "line":
      return linesOf(machine)[cause.line]?.name ?? `line ${cause.line}`;
    case "exception":
      return `exceptions (mcause ${cause.code})`;
    case "external":
      return "external interrupts";
    case "timer":
      return "the timer interrupt";
    case "software":
      return "software interrupts";
  }
}

function whereText(code: ProgramCode, address: number): string {
  const place = placeOfCode(code, address);
  return place === undefined ? `0x${address.toString(16)}` : `${place.function} (${place.where})`;
}

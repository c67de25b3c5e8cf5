/** `irqscope profile`: the cycles of programs by function and by line. */
import { type CoreModule, sim_cause_names } from "../../core-wasm/binding/index.ts";
import type { TrapCause } from "../../lib/events/traps.ts";
import { walkRun } from "../../lib/export/walk.ts";
import { originJson, originOf } from "../../lib/origin.ts";
import { type OffBegin, type OffPlace, offSections } from "../../lib/programs/irqsOff.ts";
import type { InstructionProfile, ProfileCounts } from "../../lib/programs/profile.ts";
import { profileWithState } from "../../lib/programs/profile.ts";
import { byFunction, byLine, totalOf } from "../../lib/programs/profileViews.ts";
import {
  type ProgramCode,
  placeOfCode,
  programCodeOf,
  programMapsOf,
} from "../../lib/programs/programMap.ts";
import { RUN_CYCLE_LIMIT } from "../../scenarios/base/limits.ts";
import { assembleProgram } from "../../scenarios/compile/assembleProgram.ts";
import { placeRoutines } from "../../scenarios/compile/programs.ts";
import { linesOf } from "../../scenarios/devices/lines.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { commandText, onlyPositional, readArguments, wholeNumber } from "../arguments.ts";
import { type Command, DONE, type ExitCode, InputError } from "../command.ts";
import { openCore } from "../core.ts";
import { loadScenario, SCENARIO_ARGUMENT } from "../load.ts";
import { print, printJson } from "../output.ts";
import { withSettings } from "../settings.ts";
import { fixed, percent, table, whole } from "../table.ts";

const HELP = `usage: irqscope profile SCENARIO [--thread NAME] [--lines N] [--from CYCLE] [--cycles N]
       [--set FIELD=VALUE] [--irqs-off] [--json]

Shows where the cycles of programs (routines of kind "program") went: cycles, instructions and stalls of each function
and each line. Every instruction is counted; there is no sampling.

  SCENARIO         a file or the id of a built-in scenario
  --thread NAME    only this thread
  --lines N        greatest number of lines; default: 20; 0: only functions
  --from CYCLE     count from this cycle on, for example when the caches have filled
  --cycles N       end the run at this cycle instead of the scenario's runCycles
  --set FIELD=VALUE
                   another value of a field; may be repeated
  --irqs-off       instead: the longest periods in which a thread in machine mode had interrupts off, by their cause,
                   from cycle 0 on; --lines N limits their number
  --json           { irqscope, model, command, scenario, stateHash, fromCycle, toCycle, total, functions, lines }: all lines, stalls by cause

A cycle belongs to the instruction that is accounted next. If a context has its core to itself, that is the instruction
that reaches the last stage next. If contexts share a core, it is the instruction that issues next; cycles in which another
context was chosen count as ready, and of two causes in one stage the last is shown. So a load that misses has the cycles
of its miss, and the target of a taken branch has those of the flush. In assembly, a label is a function if it is called
or if its address is taken, as for a handler.
`;

const LINES = 20;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    thread: { type: "string" },
    lines: { type: "string" },
    from: { type: "string" },
    cycles: { type: "string" },
    set: { type: "string", multiple: true, default: [] },
    "irqs-off": { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  });
  const subject = onlyPositional(positionals, SCENARIO_ARGUMENT);
  const lineCount = wholeNumber(values.lines, "--lines", 0, Number.MAX_SAFE_INTEGER) ?? LINES;
  const scenario = withSettings(await loadScenario(subject, true), values.set, new Map());
  if (!scenario.software.routines.some(({ kind }) => kind === "program"))
    throw new InputError({ subject, field: "software.routines", reason: 'has no routine of kind "program"' });
  const to = wholeNumber(values.cycles, "--cycles", 1, RUN_CYCLE_LIMIT) ?? scenario.runCycles;
  const from = wholeNumber(values.from, "--from", 0, to - 1) ?? 0;
  const isMeant = threadFilter(scenario, values.thread);
  const core = await openCore();
  const origin = originJson(originOf(core, commandText("profile", [subject], values)));
  if (values["irqs-off"]) {
    const found = irqsOffOf(core, scenario, to);
    if (values.json) await printJson({ ...origin, ...irqsOffJson(scenario, found) });
    else await print(irqsOffText(scenario, found, lineCount));
    return DONE;
  }
  const { profile: whole, stateHash } = profileWithState(core, scenario, { from, to });
  const profile = whole.filter(isMeant);
  const placed = placeRoutines(scenario, assembleProgram);
  const maps = programMapsOf(scenario, placed);
  const views = { functions: byFunction(profile, maps), lines: byLine(profile, maps) };
  if (values.json)
    await printJson({ ...origin, ...jsonOf(scenario, stateHash, { from, to }, profile, views) });
  else await print(textOf(scenario, { from, to }, profile, views, lineCount));
  return DONE;
}

function threadFilter(
  { software }: Scenario,
  name: string | undefined,
): (one: InstructionProfile) => boolean {
  if (name === undefined) return () => true;
  const thread = software.threads.findIndex((one) => one.name === name);
  if (thread >= 0) return (one) => one.thread === thread;
  const names = software.threads.map((one) => JSON.stringify(one.name)).join(", ");
  throw new InputError({ subject: "--thread", reason: `"${name}" is none of ${names}` });
}

interface Span {
  readonly from: number;
  readonly to: number;
}

interface Views {
  readonly functions: ReturnType<typeof byFunction>;
  readonly lines: ReturnType<typeof byLine>;
}

const stallsOf = ({ stalls }: ProfileCounts): readonly (readonly [string, number])[] =>
  stalls
    .flatMap((cycles, cause) => (cycles > 0 ? [[sim_cause_names[cause] ?? "", cycles] as const] : []))
    .sort(([, a], [, b]) => b - a);

const countsOf = (one: ProfileCounts) => ({
  cycles: one.cycles,
  instructions: one.instructions,
  stalls: Object.fromEntries(stallsOf(one)),
});

function jsonOf(
  scenario: Scenario,
  stateHash: string,
  { from, to }: Span,
  profile: readonly InstructionProfile[],
  views: Views,
) {
  const nameOf = (routine: number) => scenario.software.routines[routine]?.name;
  return {
    scenario: scenario.name,
    stateHash,
    fromCycle: from,
    toCycle: to,
    total: countsOf(totalOf(profile)),
    functions: views.functions.map((one) => ({
      routine: nameOf(one.routine),
      function: one.function,
      ...countsOf(one),
    })),
    lines: views.lines.map((one) => ({
      routine: nameOf(one.routine),
      function: one.function,
      ...(one.file === undefined ? {} : { file: one.file }),
      line: one.line,
      ...(one.text === undefined ? {} : { text: one.text.trim() }),
      ...countsOf(one),
    })),
  };
}

const TEXT_COLUMNS = 48;

function textOf(
  scenario: Scenario,
  { from, to }: Span,
  profile: readonly InstructionProfile[],
  { functions, lines }: Views,
  lineCount: number,
): string {
  const total = totalOf(profile);
  const head = `${scenario.name}\nprograms: ${whole(total.cycles)} cycles, ${whole(total.instructions)} instructions in cycles ${whole(from)} to ${whole(to)}`;
  const nameOf = (routine: number) => scenario.software.routines[routine]?.name ?? "";
  const columns = ["cycles", "of all", "instructions", "CPI", "stalls", "causes"];
  const cells = (one: ProfileCounts) => [
    whole(one.cycles),
    percent(one.cycles, total.cycles),
    whole(one.instructions),
    fixed(one.cycles / one.instructions, 2),
    whole(one.cycles - one.instructions),
    stallsOf(one)
      .slice(0, 3)
      .map(([cause, cycles]) => `${cause} ${whole(cycles)}`)
      .join(", "),
  ];
  const functionRows = functions.map((one) => [one.function, nameOf(one.routine), ...cells(one)]);
  const blocks = [head, table([["function", "routine", ...columns], ...functionRows], "", 2)];
  const shown = lines.slice(0, lineCount).map((one) => {
    const text = (one.text ?? "").trim().replace(/\s+/g, " ").slice(0, TEXT_COLUMNS);
    return [`${one.file ?? nameOf(one.routine)}:${one.line}`, text, ...cells(one)];
  });
  if (shown.length > 0) blocks.push(table([["line", "", ...columns], ...shown], "", 2));
  return blocks.join("\n\n");
}

export const command: Command = {
  summary: "cycles, instructions and stalls of programs by function and line",
  help: HELP,
  run,
};

// ---- `--irqs-off`: the longest times in which harts had interrupts disabled ----

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

/** Lists at most `count` places. */
function irqsOffText(scenario: Scenario, { cycles, places }: IrqsOff, count: number): string {
  const code = programCodeOf(scenario);
  const head = `${scenario.name}\ninterrupts off (MIE is 0), by their cause, in cycles 0 to ${whole(cycles)}`;
  const rows = places.slice(0, count).map((place) => {
    const { thread, longest } = place;
    return [
      scenario.software.threads[thread]?.name ?? "",
      beginText(scenario, code, place.begin),
      whole(longest.toCycle - longest.fromCycle),
      whole(longest.fromCycle),
      endText(code, longest) ?? "end of the run",
      whole(place.count),
      percent(place.cycles, cycles),
    ];
  });
  if (rows.length === 0) return `${head}\n\nno thread is in machine mode, or interrupts were never off`;
  const columns = ["hart", "off since", "longest", "from cycle", "until", "times", "of the run"];
  return `${head}\n\n${table([columns, ...rows], "", 2)}`;
}

function irqsOffJson(scenario: Scenario, { cycles, stateHash, places }: IrqsOff) {
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
      until: endText(code, longest),
    })),
  };
}

function beginText(scenario: Scenario, code: ProgramCode, begin: OffBegin): string {
  switch (begin.kind) {
    case "start":
      return "the start of the run";
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

/** Undefined if the section lasts until the end of the run. */
function endText(code: ProgramCode, { end }: OffPlace["longest"]): string | undefined {
  if (end === undefined) return undefined;
  return end === "stopped" ? "the hart stopped" : whereText(code, end);
}

function whereText(code: ProgramCode, address: number): string {
  const place = placeOfCode(code, address);
  return place === undefined ? `0x${address.toString(16)}` : `${place.function} (${place.where})`;
}

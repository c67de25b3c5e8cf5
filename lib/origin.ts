/** The origin of results. Every file of results contains it (docs/decisions/0027). */
import type { CoreModule } from "../core-wasm/binding/index.ts";
import packageFile from "../package.json" with { type: "json" };
import type { Scenario } from "../scenarios/format/schema.ts";
import { canonicalText, digestOf } from "./labs/digest.ts";

export interface Origin {
  /** Version of irqscope. */
  readonly program: string;
  /** Version of the machine's rules. The same version gives the same results. */
  readonly model: string;
  /** Command that gives the same results. It names files without their folders, and omits output files and formats. */
  readonly command: string;
}

export interface RunOrigin extends Origin {
  readonly scenarioHash: string;
}

export const originOf = ({ version }: Pick<CoreModule, "version">, command: string): Origin => ({
  program: VERSION,
  model: version,
  command,
});

/** The form in the JSON of a command. */
export const originJson = ({ program, model, command }: Origin) => ({ irqscope: program, model, command });

/** Columns after the other columns of a table. */
export const ORIGIN_COLUMNS = ["program", "model", "command"] as const;

export const originCells = ({ program, model, command }: Origin): readonly string[] => [
  program,
  model,
  command,
];

/** State of the machine at the end of the cycles that the file covers. */
export interface StateAtEnd {
  readonly cycle: number;
  readonly stateHash: string;
}

/** Notes by name, for formats that hold notes. `end` is set if the run goes to its end. */
export function originNotes(
  { program, model, command, scenarioHash: hash }: RunOrigin,
  end?: StateAtEnd,
): Readonly<Record<string, string>> {
  return {
    program,
    model,
    command,
    scenarioHash: hash,
    ...(end === undefined ? {} : { stateHash: end.stateHash, cycle: String(end.cycle) }),
  };
}

/** Lines, for formats that hold only text. */
export const originLines = (origin: RunOrigin): readonly string[] => [
  `irqscope ${origin.program}, model ${origin.model}`,
  `command: ${origin.command}`,
  `scenario hash ${origin.scenarioHash}`,
];

export const endLine = ({ stateHash, cycle }: StateAtEnd): string =>
  `state hash ${stateHash} at cycle ${cycle}`;

/** The origin of the results of one run. */
export const runOrigin = (
  core: Pick<CoreModule, "version">,
  scenario: Scenario,
  command: string,
): RunOrigin => ({
  ...originOf(core, command),
  scenarioHash: scenarioHash(scenario),
});

/** Hash of everything that decides the result of a run, including seed and length. The same machine with another name
 * or description has the same hash. */
export function scenarioHash(scenario: Scenario): string {
  const { name: _, description, source, story, knobs, ...machine } = scenario;
  return digestOf(canonicalText(machine));
}

/** Version of irqscope from package.json, for the page, the command and their files. The model has a version of its
 * own, which changes when results do. */
export const VERSION: string = packageFile.version;

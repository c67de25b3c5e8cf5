/** What results came of: every file of them says it (docs/decisions/0027). */
import type { CoreModule } from "../core-wasm/binding/index.ts";
import { VERSION } from "./version.ts";

export interface Origin {
  /** Version of irqscope. */
  readonly program: string;
  /** Version of the rules of the machine: the same gives the same results. */
  readonly model: string;
  /** What gives the same results again: files without their folders, and not where or as what they are written. */
  readonly command: string;
}

/** Of one run. */
export interface RunOrigin extends Origin {
  readonly scenarioHash: string;
}

export const originOf = ({ version }: Pick<CoreModule, "version">, command: string): Origin => ({
  program: VERSION,
  model: version,
  command,
});

/** As the JSON of a command has it. */
export const originJson = ({ program, model, command }: Origin) => ({ irqscope: program, model, command });

/** Behind the other columns of a table. */
export const ORIGIN_COLUMNS = ["program", "model", "command"] as const;

export const originCells = ({ program, model, command }: Origin): readonly string[] => [
  program,
  model,
  command,
];

/** How the machine stood when what is in the file was over. */
export interface StateAtEnd {
  readonly cycle: number;
  readonly stateHash: string;
}

/** By name, for formats that hold notes; `end` where the run goes to its end. */
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

/** As lines, for formats that hold text alone. */
export const originLines = (origin: RunOrigin): readonly string[] => [
  `irqscope ${origin.program}, model ${origin.model}`,
  `command: ${origin.command}`,
  `scenario hash ${origin.scenarioHash}`,
];

export const endLine = ({ stateHash, cycle }: StateAtEnd): string =>
  `state hash ${stateHash} at cycle ${cycle}`;

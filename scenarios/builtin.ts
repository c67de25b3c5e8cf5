/** Built-in scenarios. Each is loaded when it is needed. */
import { isObject } from "./base/values.ts";
import type { Scenario } from "./format/schema.ts";
import type { ParseResult } from "./read/parse.ts";

/** A built-in scenario that the build has validated, with everything filled in: the page runs it without the
 * validator. */
export interface WholeScenario {
  readonly whole: Scenario;
}

/** No file can claim this, because the format has no such field. */
export function isWhole(value: unknown): value is WholeScenario {
  return isObject(value) && Object.keys(value).join() === "whole";
}

export type ScenarioGroup =
  | "rings"
  | "polling"
  | "contexts"
  | "code"
  | "cores"
  | "devices"
  /** Sources, by id. */
  | "000"
  | "001"
  | "002"
  | "003"
  | "004"
  | "005"
  | "006"
  | "007";

export interface BuiltinScenario {
  readonly id: string;
  readonly group: ScenarioGroup;
  readonly name: string;
  /** One line for a list. */
  readonly summary: string;
  /** A variant of a sweep: only its paper opens it, and no list shows it. */
  readonly isVariant?: boolean;
  /** The value in its file, on top of its base. Fields with a default may be missing. */
  readonly written: () => Promise<unknown>;
  readonly load: () => Promise<ParseResult>;
  /** The cycle and view with which the page opens it: during an interrupt's entry if there is one. */
  readonly opening: Opening;
}

export interface Opening {
  readonly cycle: number;
  readonly fromCycle: number;
  readonly toCycle: number;
}

interface JsonModule {
  readonly default: unknown;
}

type Loaders = Pick<BuiltinScenario, "written" | "load">;

/** The validator is only loaded for files as written. The build has already validated the scenarios that the page opens
 * first (vite.config.ts). `base` is the scenario that the file names. */
export function from(module: () => Promise<JsonModule>, base?: Loaders): Loaders {
  const written = async () => {
    const value = (await module()).default;
    if (isWhole(value)) return value.whole;
    if (base === undefined) return value;
    const { onBase } = await import("./read/onBase.ts");
    const made = onBase(value, await base.written());
    if (!made.ok) throw new Error(`${made.error.field}: ${made.error.message}`);
    return made.value;
  };
  const load = async (): Promise<ParseResult> => {
    const value = (await module()).default;
    if (isWhole(value)) return { ok: true, scenario: value.whole };
    const { parseScenario } = await import("./read/parse.ts");
    return parseScenario(await written());
  };
  return { written, load };
}

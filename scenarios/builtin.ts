/** What a built-in scenario is. Each is loaded when it is asked for. */
import { isObject } from "./base/values.ts";
import type { Scenario } from "./format/schema.ts";
import type { ParseResult } from "./read/parse.ts";

/** A built-in scenario that the build has validated, with everything filled in: the page runs it without the
 * validator. */
export interface WholeScenario {
  readonly whole: Scenario;
}

/** No file may say so of itself: the format has no such field. */
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
  | "004";

export interface BuiltinScenario {
  readonly id: string;
  readonly group: ScenarioGroup;
  readonly name: string;
  /** One line for a list. */
  readonly summary: string;
  /** Of a sweep: opened from its paper, in no list. */
  readonly isVariant?: boolean;
  /** As in its file, on its base: what has a default may be left out. */
  readonly written: () => Promise<unknown>;
  readonly load: () => Promise<ParseResult>;
  /** Where a page opens it: amid an interrupt's entry if it has one, with the cycles around it in view. */
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

/** The validator is loaded for files as they are written; the build has been through those that the page opens
 * first (vite.config.ts). `base`: the scenario that the file names. */
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

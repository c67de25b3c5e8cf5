/** Scenarios from outside. A worker reads their large linked files, and the page responds meanwhile. */
import { builtinBase } from "../../../scenarios/index.ts";
import { readJson } from "../../../scenarios/read/json.ts";
import { type ParseResult, readScenario } from "../../../scenarios/read/parse.ts";
import { readLinkedFiles } from "../../engine/linkedReader.ts";
import { beginOpening } from "./opening.ts";

/** The same for a scenario with a built-in base. Undefined: another opening started meanwhile. */
export async function parseApart(input: unknown): Promise<ParseResult | undefined> {
  return (await readApart(input)) ? readScenario(input, builtinBase) : undefined;
}

/** `inputs` are JSON texts or their values. False if another opening started meanwhile. */
export async function readApart(...inputs: readonly unknown[]): Promise<boolean> {
  return readLinkedFiles(inputs.map(jsonOf), beginOpening());
}

function jsonOf(input: unknown): unknown {
  if (typeof input !== "string") return input;
  const json = readJson(input);
  return json.ok ? json.value : undefined;
}

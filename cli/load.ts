/** Scenarios for commands: built-in ones by id, files by path. */
import { open } from "node:fs/promises";
import { BUILTIN_SCENARIOS, builtinScenario } from "../scenarios/index.ts";
import { JSON_BYTE_LIMIT } from "../scenarios/schema/limits.ts";
import { nearest } from "../scenarios/schema/messages.ts";
import { type ParseResult, parseScenario } from "../scenarios/schema/parse.ts";
import type { Scenario } from "../scenarios/schema/schema.ts";
import { InputError } from "./command.ts";

export const SCENARIO_ARGUMENT = "SCENARIO (a file or the id of a built-in one)";

export function builtinList(): string {
  const width = Math.max(...BUILTIN_SCENARIOS.map(({ id }) => id.length));
  return BUILTIN_SCENARIOS.map(({ id, summary }) => `  ${id.padEnd(width)}  ${summary}`).join("\n");
}

/** A path is anything with a slash, a dot or an existing file; else it is an id. */
export async function loadScenario(subject: string): Promise<Scenario> {
  const builtin = builtinScenario(subject);
  const result = builtin === undefined ? await parseFile(subject) : await builtin.load();
  if (result.ok) return result.scenario;
  throw new InputError(...result.errors.map(({ field, message }) => ({ subject, field, reason: message })));
}

export async function parseFile(path: string): Promise<ParseResult> {
  return parseScenario(await readText(path));
}

async function readText(path: string): Promise<string> {
  const file = await open(path).catch((error: unknown) => {
    throw new InputError({ subject: path, reason: openReason(path, error) });
  });
  try {
    const { size } = await file.stat();
    if (size > JSON_BYTE_LIMIT) {
      throw new InputError({ subject: path, reason: `is larger than ${JSON_BYTE_LIMIT / 1024 / 1024} MB` });
    }
    return await file.readFile("utf8");
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError({ subject: path, reason: openReason(path, error) });
  } finally {
    await file.close();
  }
}

function openReason(path: string, error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EISDIR") return "is a folder";
  if (code !== "ENOENT") return `cannot be read (${code ?? String(error)})`;
  const guess = nearest(
    path,
    BUILTIN_SCENARIOS.map(({ id }) => id),
  );
  return `no such file, and no built-in scenario${guess === undefined ? "" : `; did you mean ${guess}?`}`;
}

/** Command lines: known flags only, each value checked. */
import { type ParseArgsConfig, parseArgs } from "node:util";
import { InputError } from "./command.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;

/** `--help` is handled by the dispatcher. */
export function readArguments<const O extends Options>(args: readonly string[], options: O) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new InputError({ subject: "arguments", reason: firstSentence(error) });
  }
}

/** Node adds advice about positional arguments that does not help here. */
function firstSentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const ambiguous = /^Option '(--[a-z-]+)\b.*' argument is ambiguous/.exec(message);
  if (ambiguous !== null) return `${ambiguous[1]} is followed by another option instead of its value`;
  return (message.split(/\. |\n/, 1)[0] ?? message).replace(/\.$/, "");
}

/** Exactly one positional argument. */
export function onlyPositional(positionals: readonly string[], meaning: string): string {
  const [only, ...more] = positionals;
  if (only === undefined) throw new InputError({ subject: "arguments", reason: `${meaning} is missing` });
  if (more.length > 0) {
    throw new InputError({ subject: "arguments", reason: `one ${meaning} only, not also "${more[0]}"` });
  }
  return only;
}

const SUFFIXES: Readonly<Record<string, number>> = { "": 1, k: 1e3, M: 1e6, G: 1e9 };

/** `200000000`, `200_000_000` or `200M`. */
export function wholeNumber(
  text: string | undefined,
  flag: string,
  minimum: number,
  maximum: number,
): number | undefined {
  if (text === undefined) return undefined;
  const [, digits, suffix = ""] = /^(\d+(?:_\d+)*)([kMG]?)$/.exec(text) ?? [];
  const value =
    digits === undefined ? Number.NaN : Number(digits.replaceAll("_", "")) * (SUFFIXES[suffix] ?? 1);
  if (Number.isSafeInteger(value) && value >= minimum && value <= maximum) return value;
  throw new InputError({
    subject: flag,
    reason: `must be a whole number from ${minimum} to ${maximum}, not "${text}"`,
  });
}

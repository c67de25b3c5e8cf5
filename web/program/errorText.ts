import type { CheckedSource } from "../../lib/programs/checkSource.ts";
import { translatedMessage } from "../text/message.ts";
import { tCount } from "../text/t.ts";

/** The number of errors in the source, and the first one. Undefined if it has none. */
export function errorText({ errors: [first], errorCount }: CheckedSource): string | undefined {
  if (first === undefined) return undefined;
  const gaps = { line: first.line, message: translatedMessage(first.message) };
  return tCount(
    errorCount,
    "{count} error, line {line}: {message}",
    "{count} errors, line {line}: {message}",
    gaps,
  );
}

import { useEffect, useRef, useState } from "react";
import { type CheckedSource, checkSource } from "../../lib/programs/checkSource.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { translatedMessage } from "../text/message.ts";
import { tCount } from "../text/t.ts";

const TYPING_RESTS_MS = 250;
/** A source that takes long to assemble is checked less often: checks may take at most a tenth of the time. */
const REST_PER_WORK = 10;

/** The result of the assembler, after the user has stopped typing. */
export function useChecked(scenario: Scenario, routine: number, source: string): CheckedSource | undefined {
  const [checked, setChecked] = useState<CheckedSource>();
  const tookMs = useRef(0);
  const isFirst = checked === undefined;
  useEffect(() => {
    const rest = isFirst ? 0 : Math.max(TYPING_RESTS_MS, REST_PER_WORK * tookMs.current);
    const timer = setTimeout(() => {
      const beganMs = performance.now();
      setChecked(checkSource(scenario, routine, source));
      tookMs.current = performance.now() - beganMs;
    }, rest);
    return () => clearTimeout(timer);
  }, [scenario, routine, source, isFirst]);
  return checked;
}

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

/** `--show METRIC` of the command line. */
import { type Column, columnName, readColumn } from "../lib/sweep/column.ts";
import type { Scenario } from "../scenarios/format/schema.ts";
import { InputError, shortened } from "./command.ts";

const SHOWN_CHARACTERS = 200;

/** Throws where one is no metric of the scenario, or is there twice. */
export function askedColumns(scenario: Scenario, texts: readonly string[]): readonly Column[] {
  const asked = new Map<string, string>();
  return texts.map((text) => {
    const refused = (reason: string) =>
      new InputError({
        ...{ subject: "--show", field: shortened(text, SHOWN_CHARACTERS) },
        reason: shortened(reason, SHOWN_CHARACTERS),
      });
    const read = readColumn(scenario, text);
    if (!read.ok) throw refused(read.message);
    const name = columnName(read.column);
    const before = asked.get(name);
    if (before !== undefined)
      throw refused(before === text ? "is there twice" : `is there twice, as "${before}", too`);
    asked.set(name, text);
    return read.column;
  });
}

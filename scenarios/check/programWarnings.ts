/** What the sources of programs say in another way than other assemblers understand it. */
import { remarksOf } from "../../lib/assembler/remarks.ts";
import type { ScenarioError } from "../base/messages.ts";
import type { Scenario } from "../format/schema.ts";

export function programWarnings({ software }: Scenario): ScenarioError[] {
  return software.routines.flatMap((routine, index) => {
    if (routine.kind !== "program" || routine.program.source === undefined) return [];
    return remarksOf(routine.program.source).map(({ line, column, message }) => ({
      field: `software.routines[${index}].program.source`,
      message: `line ${line}, column ${column}: ${message}`,
    }));
  });
}

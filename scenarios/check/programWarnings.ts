/** What the sources of programs say in another way than other assemblers understand it, and sources that no linked file
 * comes from. */
import { remarksOf } from "../../lib/assembler/remarks.ts";
import { filesOf } from "../../lib/elf/lineTable.ts";
import type { ScenarioError } from "../base/messages.ts";
import { elfProgram } from "../compile/elfProgram.ts";
import type { Scenario } from "../format/schema.ts";

export function programWarnings({ software }: Scenario): ScenarioError[] {
  return software.routines.flatMap((routine, index) => {
    if (routine.kind !== "program") return [];
    const { source, elf } = routine.program;
    const field = `software.routines[${index}]`;
    const remarks = source === undefined ? [] : remarksOf(source);
    return [
      ...remarks.map(({ line, column, message }) => ({
        field: `${field}.program.source`,
        message: `line ${line}, column ${column}: ${message}`,
      })),
      ...strangeSources(elf, routine.sources ?? [], `${field}.sources`),
    ];
  });
}

/** Of the names of a line table. */
const LISTED = 20;

/** Of another name than the line table has: no line of them is found. */
function strangeSources(
  elf: string | undefined,
  sources: readonly { readonly file: string }[],
  field: string,
): ScenarioError[] {
  const read = elf === undefined || sources.length === 0 ? undefined : elfProgram(elf);
  if (read?.ok !== true) return [];
  const files = filesOf(read.program.lines);
  const shown = files.slice(0, LISTED).map((file) => JSON.stringify(file));
  const named =
    files.length === 0 ? "no file" : [...shown, ...(files.length > LISTED ? ["…"] : [])].join(", ");
  const known = new Set(files);
  return sources.flatMap(({ file }, index) =>
    known.has(file)
      ? []
      : [
          {
            field: `${field}[${index}].file`,
            message: `no line comes from it: the line table of the linked file names ${named}`,
          },
        ],
  );
}

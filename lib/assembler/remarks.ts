/** Remarks about text that GNU as reads differently. The assembler accepts it all the same. */
import type { AssemblyError } from "./text.ts";

const REMARK_LIMIT = 20;
const ZERO_CHARACTER = /"(?:\\.|[^"\\\n])*"|#.*|\/\/.*|\/\*[\s\S]*?\*\/|'\\0'/g;

/** At most 20, in the order of the source. */
export function remarksOf(source: string): readonly AssemblyError[] {
  if (!source.includes("'\\0'")) return [];
  const remarks: AssemblyError[] = [];
  for (const { 0: text, index } of source.matchAll(ZERO_CHARACTER)) {
    if (text !== "'\\0'") continue;
    const before = source.slice(0, index).split(/\r\n|\n|\r/);
    const column = (before.at(-1) ?? "").length + 1;
    const message = "'\\0' is 0 here and the digit, 48, in GNU as: 0 is the same in both";
    remarks.push({ line: before.length, column, message });
    if (remarks.length === REMARK_LIMIT) break;
  }
  return remarks;
}

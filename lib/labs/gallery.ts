/** The labs that come with irqscope. */
import { builtinLab } from "../../scenarios/labs/index.ts";
import { type LabResult, parseLab, refusedLab } from "./lab.ts";
import { withText } from "./sections.ts";

/** Undefined if there is no lab with this id. */
export async function loadLab(id: string): Promise<LabResult | undefined> {
  const builtin = builtinLab(id);
  if (builtin === undefined) return undefined;
  const { lab, text } = await builtin.load();
  return joinLab(lab, text);
}

/** Reads a lab whose text stands in a file beside it. */
export function joinLab(lab: unknown, text: string): LabResult {
  const joined = withText(lab, text);
  if (joined.unused.length === 0) return parseLab(joined.lab);
  const errors = joined.unused.map((name) => ({
    field: "text.md",
    message: `no place for the part "${name}"`,
  }));
  return refusedLab(errors);
}

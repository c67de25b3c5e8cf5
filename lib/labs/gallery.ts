/** The labs that come with irqscope. */
import { builtinLab } from "../../scenarios/labs/index.ts";
import { labDigest } from "./digest.ts";
import { type Lab, type LabResult, parseLab, refusedLab } from "./lab.ts";
import { withText } from "./sections.ts";

/** Undefined if there is no lab with this id. */
export async function loadLab(id: string): Promise<LabResult | undefined> {
  const builtin = builtinLab(id);
  if (builtin === undefined) return undefined;
  const { lab, text } = await builtin.load();
  return joinLab(lab, text);
}

/** Finds a lab by id and edition (labDigest) in `own` and among the built-in labs. If the edition is missing, the last
 * lab of `own` with the id is taken, otherwise the built-in one. */
export function labAmong(own: readonly Lab[]): (id: string, edition?: string) => Promise<Lab | undefined> {
  return async (id, edition) => {
    const mine = own.filter((lab) => lab.id === id);
    const exact = mine.find((lab) => labDigest(lab) === edition);
    if (exact !== undefined) return exact;
    const found = await loadLab(id);
    const course = found?.ok ? found.lab : undefined;
    const isExact = course !== undefined && labDigest(course) === edition;
    return isExact ? course : (mine.at(-1) ?? course);
  };
}

/** Joins a lab with its text, which is a separate file. */
export function joinLab(lab: unknown, text: string): LabResult {
  const joined = withText(lab, text);
  if (joined.unused.length === 0) return parseLab(joined.lab);
  const errors = joined.unused.map((name) => ({
    field: "text.md",
    message: `no place for the part "${name}"`,
  }));
  return refusedLab(errors);
}

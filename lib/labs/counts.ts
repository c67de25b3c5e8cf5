/** How many of the files of a class were graded, and what became of the others. */
import type { Result } from "./grade.ts";

export interface Counts {
  readonly graded: number;
  readonly refused: number;
  readonly passedOver: number;
  /** Files that a student has handed in: all of the above. */
  readonly of: number;
  /** Not in `of`. */
  readonly ofSystem: number;
}

export function countsOf(results: readonly Pick<Result, "status">[]): Counts {
  const count = (status: Result["status"]) => results.filter((one) => one.status === status).length;
  const ofSystem = count("of-system");
  return {
    ...{ graded: count("graded"), refused: count("refused"), passedOver: count("passed-over") },
    ...{ of: results.length - ofSystem, ofSystem },
  };
}

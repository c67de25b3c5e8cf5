/** Counts the files of a class: graded, and each other result. */
import type { Result } from "./grade.ts";

export interface Counts {
  readonly graded: number;
  readonly refused: number;
  readonly passedOver: number;
  /** Files that students have handed in: the sum of the counts above. */
  readonly of: number;
  /** Files of the operating system, not counted in `of`. */
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

/** What comes together in a step. */
import { type LabStep, pointsOf } from "./lab.ts";

/** A machine counts words, it does not read: texts have their points once something else of the step has earned some,
 * where there is anything else to earn. */
export function textsCount(step: LabStep, earnedElsewhere: number): boolean {
  const texts = step.questions.reduce((sum, { kind, points }) => sum + (kind === "text" ? points : 0), 0);
  return earnedElsewhere > 0 || pointsOf(step) === texts;
}

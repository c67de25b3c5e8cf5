/** The worker's fifth job: reads linked files. */
import { type ElfProgramResult, elfProgram } from "../../scenarios/compile/elfProgram.ts";
import type { TaskAnswer } from "./tasks.ts";

export interface LinkedTask {
  /** In base64. */
  readonly files: readonly string[];
}

export interface LinkedPart {
  /** Index of the task. */
  readonly index: number;
  /** Field and reason of a file that is refused. */
  readonly result: ElfProgramResult;
}

export function* answerLinked({ files }: LinkedTask): Generator<TaskAnswer<LinkedPart>> {
  for (const [index, file] of files.entries()) yield { kind: "part", index, result: elfProgram(file) };
  yield { kind: "done" };
}

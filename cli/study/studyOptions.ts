/** Options of the commands that run studies. */
import type { readArguments } from "../arguments.ts";
import { InputError } from "../command.ts";
import { formatOf, jobsOf, type StudyOptions, shardOf } from "./sweepStudy.ts";

export const STUDY_OPTIONS = {
  "skip-invalid": { type: "boolean", default: false },
  force: { type: "boolean", default: false },
  jobs: { type: "string" },
  out: { type: "string" },
  format: { type: "string" },
  shard: { type: "string" },
  resume: { type: "boolean", default: false },
  elsewhere: { type: "boolean", default: false },
  summary: { type: "string" },
} as const;

type Values = ReturnType<typeof readArguments<typeof STUDY_OPTIONS>>["values"];

export function readStudyOptions(values: Values): Omit<StudyOptions, "isSearch" | "command"> {
  const { out, force, resume, summary, elsewhere } = values;
  if (elsewhere && values.jobs !== undefined)
    throw new InputError({
      subject: "--jobs",
      reason: "is about machines here, and --elsewhere runs them elsewhere",
    });
  if (force && out === undefined && summary === undefined)
    throw new InputError({ subject: "--force", reason: "is about --out or --summary, which are missing" });
  if (force && resume)
    throw new InputError({ subject: "--force", reason: "begins anew, and --resume goes on: one of both" });
  return {
    jobs: jobsOf(values.jobs),
    shard: shardOf(values.shard),
    format: formatOf(values.format, out),
    skipsInvalid: values["skip-invalid"],
    resume,
    elsewhere,
    out,
    summary,
    force,
  };
}

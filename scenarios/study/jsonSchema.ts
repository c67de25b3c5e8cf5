/** The study format as JSON Schema, for editors and other programs. */
import { z } from "zod";
import { studySchema } from "./study.ts";

export function studyJsonSchema(): unknown {
  return z.toJSONSchema(studySchema, { io: "input" });
}

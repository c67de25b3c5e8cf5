/** The scenario format as JSON Schema, for editors and for the settings form. */
import { z } from "zod";
import { scenarioSchema } from "./schema.ts";

export function scenarioJsonSchema(): unknown {
  // A loop checks columns, which JSON Schema cannot express. Their meta data describe them.
  return z.toJSONSchema(scenarioSchema, { io: "input", unrepresentable: "any" });
}

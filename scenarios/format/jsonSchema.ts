/** The scenario format as JSON Schema, for editors and for the settings form. */
import { z } from "zod";
import { scenarioSchema } from "./schema.ts";

export function scenarioJsonSchema(): unknown {
  // Columns are checked by a loop that JSON Schema cannot see; their meta data says what they hold.
  return z.toJSONSchema(scenarioSchema, { io: "input", unrepresentable: "any" });
}

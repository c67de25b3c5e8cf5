/** The scenario format for the settings: scenario.schema.json, which a test compares with the schema of the code. It is
 * a file, so that a form needs no validator. */
import scenarioJson from "../../scenarios/format/scenario.schema.json" with { type: "json" };

/** The keywords of the formats, including our own: `unit`, `refersTo`, `source`, `powersOfTwo`, `words`. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly unit?: string;
  readonly refersTo?: string;
  readonly source?: string;
  readonly powersOfTwo?: boolean;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly words?: Readonly<Record<string, string>>;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly propertyNames?: JsonSchema;
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
}

export const SCENARIO_JSON_SCHEMA: JsonSchema = scenarioJson as JsonSchema;

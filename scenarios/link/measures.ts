/** Measures that a user has added to the metrics panel, in the language of docs/expressions.md. Read as untrusted. */
import { isText, readList } from "./marks.ts";

export const MEASURE_LIMIT = 16;
export const MEASURE_CHARACTER_LIMIT = 200;

export function writeMeasures(measures: readonly string[]): string {
  return JSON.stringify(measures.map((measure) => [measure]));
}

/** Each measure once. Undefined if the text is not a list of measures. Whether a measure fits the scenario is checked
 * where it is computed. */
export function readMeasures(text: string): readonly string[] | undefined {
  const read = readList(text, MEASURE_LIMIT, ([measure]) =>
    isText(measure, MEASURE_CHARACTER_LIMIT) && measure.trim() !== "" ? measure : undefined,
  );
  return read && [...new Set(read)];
}

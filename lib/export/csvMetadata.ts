/** The description file of a CSV table: its columns and its origin, in the form of "CSV on the Web" (W3C, Metadata
 * Vocabulary for Tabular Data, 2015). The table can be read without it (docs/decisions/0027). */
import type { Column } from "./rows.ts";

interface CsvTable {
  /** Name of the CSV file that this describes. */
  readonly name: string;
  readonly title: string;
  readonly columns: readonly Column[];
  readonly notes: Readonly<Record<string, string>>;
}

/** The file name at which programs for CSV on the Web look. */
export const CSV_METADATA_ENDING = "-metadata.json";

const DATATYPES = { text: "string", whole: "integer", real: "number" } as const;

export function csvMetadata({ name, title, columns, notes }: CsvTable): string {
  const value = {
    "@context": "http://www.w3.org/ns/csvw",
    url: encodeURIComponent(name),
    "dc:title": title,
    notes: [notes],
    tableSchema: {
      columns: columns.map(({ name, type }) => ({ titles: name, datatype: DATATYPES[type], null: "" })),
    },
  };
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

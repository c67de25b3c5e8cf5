/** What stands beside a table as CSV: its columns and what it is of, as "CSV on the Web" has it (W3C, Metadata Vocabulary for
 * Tabular Data, 2015): readers of tables need not know of it (docs/decisions/0027). */
import type { Column } from "./rows.ts";

interface CsvTable {
  /** Name of the file beside which it stands. */
  readonly name: string;
  readonly title: string;
  readonly columns: readonly Column[];
  readonly notes: Readonly<Record<string, string>>;
}

/** Where such a program looks for it. */
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

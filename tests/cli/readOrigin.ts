/** Reads the origin from an output of the command, as a user of its format would. */
import { readFileSync } from "node:fs";
import { strFromU8, unzipSync } from "fflate";
import { parquetMetadata } from "hyparquet";
import { readTrace } from "../export/support/perfettoReader.ts";

export type Reader =
  | "json"
  | "jsonl"
  | "csv"
  | "csvw"
  | "parquet"
  | "perfetto"
  | "svg"
  | "bundle"
  | "grades"
  | "text";

export interface ReadOrigin {
  readonly program: unknown;
  readonly model: unknown;
  readonly command: unknown;
  readonly stateHash: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

const originIn = ({ program, irqscope, model, command, stateHash }: Fields): ReadOrigin => ({
  program: program ?? irqscope,
  ...{ model, command, stateHash },
});

/** Cells of a line. Quoted cells may contain commas. */
function cellsOf(line: string): readonly string[] {
  return Array.from(line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g), ([, quoted, plain = ""]) =>
    (quoted ?? plain).replaceAll('""', '"'),
  );
}

function csvFields(text: string): Fields {
  const [head = "", first = ""] = text.replace(/^\ufeff/, "").split(/\r?\n/);
  const names = cellsOf(head).map((name) => name.replace(/^state hash$/, "stateHash"));
  const cells = cellsOf(first);
  return Object.fromEntries(names.map((name, index) => [name, cells[index]]));
}

function parquetFields(bytes: Uint8Array): Fields {
  const { key_value_metadata: notes = [] } = parquetMetadata(new Uint8Array(bytes).buffer);
  return Object.fromEntries(notes.map(({ key, value }) => [key.replace("irqscope.", ""), value]));
}

/** Readers for formats of text lines. */
function textFields(text: string): Fields {
  return {
    program: /irqscope (\d[\w.-]*)/.exec(text)?.[1],
    model: /model (\d+)/.exec(text)?.[1],
    command: /(?:command: |<td>)(irqscope [\w .-]*\w)/.exec(text)?.[1],
    stateHash: /state hash(?: |<\/th><td>)([0-9a-f]{16})/.exec(text)?.[1],
  };
}

function perfettoFields(bytes: Uint8Array): Fields {
  const notes = readTrace(bytes)
    .happenings.filter(({ category }) => category === "about")
    .map((one) => one.notes);
  return Object.assign({}, ...notes) as Fields;
}

/** `path`: path of the output file. */
export function readOrigin(reader: Reader, bytes: Uint8Array, path: string): ReadOrigin {
  const text = () => strFromU8(bytes);
  const json = (of: string): Fields => JSON.parse(of);
  switch (reader) {
    case "json": {
      const { here, states, ...rest } = json(text());
      const [state] = (states ?? []) as readonly Fields[];
      return originIn({ stateHash: state?.stateHash, ...(here as object | undefined), ...rest });
    }
    case "jsonl":
      return originIn(json(text().split("\n")[0] ?? ""));
    case "grades":
      return originIn(JSON.parse(text())[0].origin);
    case "csv":
      return originIn(csvFields(text()));
    case "csvw":
      return originIn(JSON.parse(readFileSync(`${path}-metadata.json`, "utf8")).notes[0]);
    case "parquet":
      return originIn(parquetFields(bytes));
    case "perfetto":
      return originIn(perfettoFields(bytes));
    case "svg":
      return originIn(
        json((/<metadata>(.*)<\/metadata>/s.exec(text())?.[1] ?? "").replaceAll("&quot;", '"')),
      );
    case "bundle":
      return originIn(json(strFromU8(unzipSync(bytes)["manifest.json"] ?? new Uint8Array())));
    case "text":
      return originIn(textFields(text()));
  }
}

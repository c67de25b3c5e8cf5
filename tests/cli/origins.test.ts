/** Every output with results says what it came of: versions, command, state hash (docs/decisions/0040). */
import { copyFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { EXPORT_NAMES } from "../../lib/export/formats.ts";
import { PICTURE_NAMES } from "../../lib/export/picture.ts";
import { VERSION } from "../../lib/version.ts";
import { openCore } from "../boundary/support.ts";
import { testCommand } from "../support/command.ts";
import { OUTPUTS } from "./outputs.ts";
import { readOrigin } from "./readOrigin.ts";

const command = testCommand();
const { version: model } = await openCore();

/** Of options whose argument is written to. */
const OPTIONS = ["--json", "--csv", "--parquet", "--summary", "--out", "-o"];

const EXPORTED = [...EXPORT_NAMES, ...PICTURE_NAMES];

function done(...words: readonly string[]): void {
  const { exitCode, errors } = command.run(...words);
  expect(exitCode, errors).toBe(0);
}

beforeAll(() => {
  const study = {
    ...{ format: "irqscope-study", version: 1, name: "small", scenarios: ["ring-overflow"] },
    ...{ set: { runCycles: 50_000 }, axes: [{ kind: "field", field: "rxRingFrames", values: [4, 8] }] },
    ...{ seeds: { count: 1 }, metrics: ["receive.delivered"] },
  };
  command.file("small.study.json", JSON.stringify(study));
  done("sweep", "small.study.json", "--out", "rows.jsonl");
  done("bundle", "small.study.json", "--rows", "rows.jsonl", "-o", "small.zip");
  done("export", "traffic", "ring-overflow", "--cycles", "100k", "-o", "traffic.pcapng");
  const submissions = fileURLToPath(new URL("../fixtures/submissions/", import.meta.url));
  const [first = ""] = readdirSync(submissions).filter((name) => name.endsWith(".json"));
  copyFileSync(join(submissions, first), join(command.folder, "submission.json"));
}, 60_000);

const written = Object.entries(OUTPUTS).flatMap(([name, output]) =>
  output.kind === "written" ? [[name, output] as const] : [],
);

test.each(written)(
  "%s says versions and command, and the state where the run ends",
  (name, output) => {
    const file = `${name.replaceAll(/[^a-z]+/g, "-")}${output.ending ?? ""}`;
    const isFile = output.line.includes("@");
    const { exitCode, output: printed, errors } = command.run(...output.line.replace("@", file).split(" "));
    // 1: a check failed, as of a submission of another version.
    expect([0, 1], errors).toContain(exitCode);
    const path = join(command.folder, file);
    const read = readOrigin(output.reader, isFile ? readFileSync(path) : Buffer.from(printed), path);
    expect({ ...read, stateHash: undefined }).toEqual({
      ...{ program: VERSION, model, command: output.command, stateHash: undefined },
    });
    if (output.hasState) expect(read.stateHash).toMatch(/^[0-9a-f]{16}$/);
  },
  60_000,
);

test("the state hash of an exported run is that of run", () => {
  const { stateHash } = command.json("run", "ring-overflow", "--cycles", "100k") as {
    readonly stateHash: string;
  };
  const { errors } = command.run("export", "vcd", "ring-overflow", "--cycles", "100k", "-o", "same.vcd");
  expect(errors).toContain(stateHash);
  const dump = readFileSync(join(command.folder, "same.vcd"));
  expect(readOrigin("text", dump, "").stateHash).toBe(stateHash);
});

test("the command that an output names gives the same results", () => {
  const line = "sweep ring-overflow --skip-invalid --warm-up 10k --set rxRingFrames=4,8 --set runCycles=50k";
  const first = command.run(...line.split(" "), "--csv", "-").output;
  const [head = "", row = ""] = first.split("\n");
  expect(head).toMatch(/,command,left out$/);
  // A value holds a comma: so it is quoted.
  const named = /"(irqscope sweep [^"]*)"/.exec(row)?.[1];
  const again = command.shell(`irqscope() { "$NODE" "$IRQSCOPE" "$@"; }; ${named} --csv -`);
  expect(again.output).toBe(first);
});

test("a file beside a table as CSV has its columns; there is none beside a pipe, and none is replaced", () => {
  const line = "export series ring-overflow --cycles 50k --csv beside.csv";
  done(...line.split(" "));
  const metadata = JSON.parse(readFileSync(join(command.folder, "beside.csv-metadata.json"), "utf8"));
  const [head = "", ...rows] = readFileSync(join(command.folder, "beside.csv"), "utf8").trim().split("\n");
  expect([metadata["@context"], metadata.url]).toEqual(["http://www.w3.org/ns/csvw", "beside.csv"]);
  expect(metadata.tableSchema.columns.map(({ titles }: { titles: string }) => titles)).toEqual(
    head.split(","),
  );
  expect(metadata["dc:title"]).toContain(`${rows.length} stretches`);
  command.file("other.csv-metadata.json", "mine");
  const refused = command.run(...line.replace("beside", "other").split(" "));
  expect([refused.exitCode, refused.errors]).toEqual([
    2,
    expect.stringContaining("other.csv-metadata.json: is there already; --force replaces it"),
  ]);
  expect(() => readFileSync(join(command.folder, "other.csv"))).toThrow();
  done("export", "packets", "ring-overflow", "--cycles", "50k", "--csv", "/dev/null");
  expect(() => readFileSync("/dev/null-metadata.json")).toThrow();
});

test("no output of any command is missing in the list", () => {
  const commands = Array.from(
    command.run("--help").output.matchAll(/^ {2}([a-z]+) +\S/gm),
    ([, name = ""]) => name,
  );
  expect(commands.length).toBeGreaterThan(20);
  const known = Object.keys(OUTPUTS);
  const missing = commands.flatMap((name) => {
    const [usage = ""] = command.run(name, "--help").output.split("\n\n");
    const given = OPTIONS.filter((option) => new RegExp(`[\\s|[]${option}(?![\\w-])`).test(usage));
    if (given.length === 0) return known.some((key) => key.split(" ")[0] === name) ? [] : [name];
    if (name === "export")
      return EXPORTED.filter((one) => !known.some((key) => key.startsWith(`export ${one} `)));
    return given.flatMap((option) =>
      known.some((key) => key === `${name} ${option}` || key.startsWith(`${name} ${option} .`))
        ? []
        : [`${name} ${option}`],
    );
  });
  expect(missing).toEqual([]);
  const gone = known.filter((key) => !commands.includes(key.split(" ")[0] ?? ""));
  expect(gone).toEqual([]);
}, 180_000);

/** Every output with results states its origin: versions, command, state hash (docs/decisions/0027). */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { EXPORT_NAMES } from "../../lib/export/formats.ts";
import { PICTURE_NAMES } from "../../lib/export/picture.ts";
import { VERSION } from "../../lib/origin.ts";
import { openCore } from "../boundary/support.ts";
import { testCommand } from "../support/command.ts";
import { long, someOf } from "../support/long.ts";
import { OUTPUTS } from "./outputs.ts";
import { readOrigin } from "./readOrigin.ts";

const command = testCommand();
const { version: model } = await openCore();

/** Options whose argument is the file to write. */
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

const STATES = "%s states versions, the command, and the state hash at the end of the run";
const expectOrigin = (name: string, output: (typeof written)[number][1]): void => {
  const file = `${name.replaceAll(/[^a-z]+/g, "-")}${output.ending ?? ""}`;
  const isFile = output.line.includes("@");
  const { exitCode, output: printed, errors } = command.run(...output.line.replace("@", file).split(" "));
  // Exit code 1 means that a check failed, as for a submission of another version.
  expect([0, 1], errors).toContain(exitCode);
  const path = join(command.folder, file);
  const read = readOrigin(output.reader, isFile ? readFileSync(path) : Buffer.from(printed), path);
  expect({ ...read, stateHash: undefined }).toEqual({
    ...{ program: VERSION, model, command: output.command, stateHash: undefined },
  });
  if (output.hasState) expect(read.stateHash).toMatch(/^[0-9a-f]{16}$/);
};
const { some, others } = someOf(written, 2);
test.each(some)(STATES, expectOrigin);
test.each(others)(
  STATES,
  long("Every second output is in the short list; the others take 8 s of CPU."),
  expectOrigin,
);

test("an exported run states the state hash that irqscope run prints", () => {
  const { stateHash } = command.json("run", "ring-overflow", "--cycles", "100k") as {
    readonly stateHash: string;
  };
  const { errors } = command.run("export", "vcd", "ring-overflow", "--cycles", "100k", "-o", "same.vcd");
  expect(errors).toContain(stateHash);
  const dump = readFileSync(join(command.folder, "same.vcd"));
  expect(readOrigin("text", dump, "").stateHash).toBe(stateHash);
});

const inShell = (named: string, more = "") =>
  command.shell(`irqscope() { "$NODE" "$IRQSCOPE" "$@"; }; ${named} ${more}`);

describe("the command stated in an output gives the same output again", () => {
  beforeAll(() => {
    const { output } = command.run("link", "ring-overflow", "--set", "rxRingFrames=4");
    const scenario = command.run("open", output.trim()).output;
    for (const name of ["my ring's.json", "-x.json", "ring-overflow"]) command.file(name, scenario);
  }, 60_000);

  test.each([
    ["a measure that begins with a sign", ["run", "ring-overflow", "--show=-receive.delivered"]],
    ["a file with a space and a quote", ["run", "my ring's.json"]],
    ["a file that begins with a sign", ["run", "./-x.json"]],
    ["a file with the name of a built-in scenario", ["run", "./ring-overflow"]],
  ])(
    "%s",
    (_, words) => {
      const line = [...words, ...["--cycles", "50k", "--json"]];
      const { command: named, shown, stateHash } = JSON.parse(command.run(...line).output);
      const again = inShell(named, "--json");
      expect(again.errors).not.toContain("error:");
      const read = JSON.parse(again.output);
      expect([read.command, read.shown, read.stateHash]).toEqual([named, shown, stateHash]);
    },
    60_000,
  );

  test("for a search", () => {
    const line = "search ring-overflow --over rxRingFrames=2..4 --minimize rxRingFrames --seeds 1";
    const options = ["--set", "runCycles=50k", "--where", "receive.loss < 50 %", "--show=-receive.delivered"];
    done(...line.split(" "), ...options, "--out", "search.jsonl");
    const rows = readFileSync(join(command.folder, "search.jsonl"), "utf8");
    const again = inShell(JSON.parse(rows.split("\n")[0] ?? "").command, "--out again.jsonl");
    expect(again.exitCode, again.errors).toBe(0);
    expect(readFileSync(join(command.folder, "again.jsonl"), "utf8")).toBe(rows);
  }, 60_000);

  test("for a submission in a shared folder", () => {
    const text = readFileSync(join(command.folder, "submission.json"));
    for (const student of ["A", "B"]) {
      mkdirSync(join(command.folder, "class", student), { recursive: true });
      command.file(`class/${student}/submission.json`, text);
    }
    const graded = JSON.parse(command.run("grade", "class", "--draw", "x", "--json").output);
    expect(graded.map(({ origin }: { origin: { command: string } }) => origin.command)).toEqual([
      "irqscope grade A/submission.json --draw x",
      "irqscope grade B/submission.json --draw x",
    ]);
  });
});

test("the stated command of a sweep gives the same results", () => {
  const line = "sweep ring-overflow --skip-invalid --warm-up 10k --set rxRingFrames=4,8 --set runCycles=50k";
  const first = command.run(...line.split(" "), "--csv", "-").output;
  const [head = "", row = ""] = first.split("\n");
  expect(head).toMatch(/,command,left out$/);
  // The value contains a comma, so it is quoted.
  const named = /"(irqscope sweep [^"]*)"/.exec(row)?.[1];
  const again = inShell(named ?? "", "--csv -");
  expect(again.output).toBe(first);
});

test("the metadata file of a CSV table describes its columns, is absent for a pipe, and replaces no file", () => {
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
    expect.stringContaining("other.csv-metadata.json: already exists; --force replaces it"),
  ]);
  expect(() => readFileSync(join(command.folder, "other.csv"))).toThrow();
  done("export", "packets", "ring-overflow", "--cycles", "50k", "--csv", "/dev/null");
  expect(() => readFileSync("/dev/null-metadata.json")).toThrow();
});

test("an export that fails midway leaves no metadata file of the table that it replaced", () => {
  const line = "export packets ring-overflow --cycles 2M --csv cut.csv".split(" ");
  done(...line);
  const beside = join(command.folder, "cut.csv-metadata.json");
  expect(existsSync(beside)).toBe(true);
  const whole = readFileSync(join(command.folder, "cut.csv")).length;
  // `ulimit -f` limits each file in blocks of 512 bytes.
  const cut = command.shell(`ulimit -f 8; "$NODE" "$IRQSCOPE" ${line.join(" ")} --force`);
  expect(cut.exitCode).not.toBe(0);
  expect(readFileSync(join(command.folder, "cut.csv")).length).toBeLessThan(whole);
  expect(existsSync(beside)).toBe(false);
});

test("the metadata file names its table as a URL, and is not written if the table exists", () => {
  const line = ["export", "series", "ring-overflow", "--cycles", "50k", "--csv", "my file#1.csv"];
  done(...line);
  const beside = readFileSync(join(command.folder, "my file#1.csv-metadata.json"), "utf8");
  expect(JSON.parse(beside).url).toBe("my%20file%231.csv");
  expect(command.run(...line).errors).toContain("my file#1.csv: already exists");
});

test("the list of outputs covers every command", () => {
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

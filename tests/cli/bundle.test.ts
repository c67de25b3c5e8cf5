/** `irqscope bundle` and `irqscope verify`: a bundle contains what ran, and verify names every difference. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { parquetReadObjects } from "hyparquet";
import { beforeAll, expect, test } from "vitest";
import { sha256Of } from "../../lib/labs/digest.ts";
import { testCommand } from "../support/command.ts";

const command = testCommand();

const STUDY = {
  format: "irqscope-study",
  version: 1,
  name: "packed",
  scenarios: [{ name: "mine", from: "mine.json" }],
  set: { runCycles: 40_000 },
  axes: [{ kind: "field", field: "contexts", values: [1, 3] }],
  seeds: { count: 3 },
  metrics: ["receive.delivered", "receive.latency.mean in us"],
};

const bytesOf = (name: string) => new Uint8Array(readFileSync(join(command.folder, name)));
const filesOf = (name: string) =>
  Object.fromEntries(
    Object.entries(unzipSync(bytesOf(name))).map(([file, bytes]) => [file, strFromU8(bytes)]),
  );

/** The bundle with one file changed. `isHidden`: the manifest's hash is changed too. */
function changed(name: string, file: string, change: (text: string) => string, isHidden: boolean): string {
  const files = filesOf("b.zip");
  const text = change(files[file] ?? "");
  expect(text).not.toBe(files[file]);
  files[file] = text;
  if (isHidden) {
    const manifest = JSON.parse(files["manifest.json"] ?? "");
    manifest.sha256[file] = sha256Of(strToU8(text));
    files["manifest.json"] = JSON.stringify(manifest);
  }
  const entries = Object.entries(files).map(([one, content]) => [one, strToU8(content)] as const);
  writeFileSync(join(command.folder, name), zipSync(Object.fromEntries(entries)));
  return name;
}

beforeAll(() => {
  const ring = readFileSync(new URL("../../scenarios/demos/ring-overflow.json", import.meta.url), "utf8");
  command.file("mine.json", ring);
  command.file("p.study.json", JSON.stringify(STUDY));
  for (const args of [
    ["sweep", "p.study.json", "--out", "r.jsonl"],
    ["sweep", "p.study.json", "--out", "r.csv"],
    ["sweep", "p.study.json", "--out", "r.parquet"],
    ["bundle", "p.study.json", "--rows", "r.jsonl", "-o", "b.zip"],
    ["bundle", "p.study.json", "--rows", "r.parquet", "--parquet", "-o", "p.zip"],
    ["bundle", "p.study.json", "--rows", "r.parquet", "-o", "d.zip"],
    ["bundle", "p.study.json", "--rows", "r.csv", "-o", "c.zip"],
  ]) {
    const { exitCode, errors } = command.run(...args);
    if (exitCode !== 0) throw new Error(errors);
  }
}, 60_000);

test("a bundle holds study, scenarios, rows, summary and their hashes, and is the same from rows as CSV", () => {
  expect(bytesOf("c.zip")).toEqual(bytesOf("b.zip"));
  const files = filesOf("b.zip");
  expect(Object.keys(files).toSorted()).toEqual([
    "README.txt",
    "manifest.json",
    "results.jsonl",
    "study.json",
    "summary.json",
  ]);
  expect(files["results.jsonl"]).toBe(readFileSync(join(command.folder, "r.jsonl"), "utf8"));
  expect(JSON.parse(files["study.json"] ?? "").scenarios[0]).toMatchObject({
    name: "mine",
    scenario: { format: "irqscope-scenario" },
  });
  expect(JSON.parse(files["manifest.json"] ?? "")).toMatchObject({
    format: "irqscope-bundle",
    runs: 6,
    command: "irqscope sweep p.study.json",
  });
});

test("a bundle from Parquet rows is the same, and holds Parquet on request", async () => {
  expect(bytesOf("d.zip")).toEqual(bytesOf("b.zip"));
  const { "results.parquet": parquet = new Uint8Array(), ...files } = unzipSync(bytesOf("p.zip"));
  expect(strFromU8(files["results.jsonl"] ?? new Uint8Array())).toBe(filesOf("b.zip")["results.jsonl"]);
  expect(strFromU8(files["README.txt"] ?? new Uint8Array())).toContain("results.parquet  the same rows");
  const rows = await parquetReadObjects({ file: new Uint8Array(parquet).buffer });
  const told = (filesOf("b.zip")["results.jsonl"] ?? "")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  expect(
    rows.map((row) => [Number(row.contexts), Number(row.seed), row.stateHash, row["receive.delivered"]]),
  ).toEqual(
    told.map(({ point, seed, stateHash, metrics }) => [
      ...[point.contexts, seed, stateHash, metrics["receive.delivered"]],
    ]),
  );
  const { exitCode, output } = command.run("verify", "p.zip");
  expect([exitCode, output]).toEqual([
    0,
    expect.stringContaining("the rows, and Parquet rows match (irqscope"),
  ]);
  expect(command.json("verify", "b.zip", "--sample", "1")).toMatchObject({ parquet: null });
});

test("verify detects Parquet with other rows or other bytes than the manifest states", () => {
  const files = unzipSync(bytesOf("p.zip"));
  const packed = (name: string, parquet: Uint8Array, isHidden: boolean) => {
    const manifest = JSON.parse(strFromU8(files["manifest.json"] ?? new Uint8Array()));
    if (isHidden) manifest.sha256["results.parquet"] = sha256Of(parquet);
    const changed = { "results.parquet": parquet, "manifest.json": strToU8(JSON.stringify(manifest)) };
    writeFileSync(join(command.folder, name), zipSync({ ...files, ...changed }));
    return command.run("verify", name, "--sample", "1");
  };
  command.file("q.study.json", JSON.stringify({ ...STUDY, seeds: { first: 2, count: 3 } }));
  expect(command.run("sweep", "q.study.json", "--out", "q.parquet").exitCode).toBe(0);
  const other = bytesOf("q.parquet");
  expect(packed("q.zip", other, true)).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining("but Parquet rows differ"),
  });
  expect(packed("q2.zip", other, false).errors).toContain("results.parquet: is not what the manifest says");
  expect(packed("q3.zip", strToU8("not Parquet"), true)).toMatchObject({
    exitCode: 2,
    errors:
      "error: q3.zip: results.parquet: is not a Parquet file, or a damaged one: parquet file invalid (footer != PAR1)\n",
  });
  const { "results.parquet": _, ...without } = files;
  writeFileSync(join(command.folder, "q4.zip"), zipSync(without));
  expect(command.run("verify", "q4.zip").errors).toContain("results.parquet: is missing in this bundle");
  expect(command.run("bundle", "p.study.json", "--rows", "q.parquet", "-o", "x.zip").errors).toContain(
    "q.parquet: row 3: is of a seed that the study does not have",
  );
  command.file("no.parquet", "no Parquet");
  expect(command.run("bundle", "p.study.json", "--rows", "no.parquet", "-o", "x.zip").errors).toContain(
    "no.parquet: is not a Parquet file, or a damaged one",
  );
});

test("verify runs a bundle again without the files that it was made from", () => {
  const { exitCode, output } = command.shell(
    'mkdir -p away && cp b.zip away && cd away && "$NODE" "$IRQSCOPE" verify b.zip',
  );
  expect(exitCode).toBe(0);
  expect(output).toMatch(
    /^b\.zip: packed: all 6 runs that the study asks for are present; 6 of 6 runs run again: all have the same state hash and numbers; the summary matches the rows \(irqscope \d/,
  );
  expect(command.json("verify", "b.zip", "--sample", "2")).toMatchObject({
    compared: 2,
    runs: 6,
    different: [],
  });
});

test("verify refuses a file that differs from the manifest", () => {
  const bad = changed("bad.zip", "results.jsonl", (text) => text.replace('"seed":1', '"seed":9'), false);
  expect(command.run("verify", bad)).toMatchObject({
    exitCode: 2,
    errors: "error: bad.zip: results.jsonl: is not what the manifest says: its SHA-256 differs\n",
  });
  command.file("no.zip", "no ZIP file");
  expect(command.run("verify", "no.zip").errors).toContain(
    "is not a bundle: is not a ZIP file, or a damaged one",
  );
});

test("verify detects a changed number with a changed hash by its runs and by its summary", () => {
  const bad = changed(
    "lie.zip",
    "results.jsonl",
    (text) => text.replace(/"receive.delivered":\d+/, '"receive.delivered":1'),
    true,
  );
  const { exitCode, output } = command.run("verify", bad);
  expect(exitCode).toBe(1);
  expect(output).toMatch(/6 of 6 runs run again: 1 differ; the summary does not match the rows/);
  expect(output).toMatch(/\n {2}contexts=1 seed=1: receive\.delivered: 1 in the bundle, \d+ here\n/);
  const other = changed(
    "other.zip",
    "study.json",
    (text) => text.replace('"rxRingFrames": 8', '"rxRingFrames": 4'),
    true,
  );
  expect(command.run("verify", other).errors).toMatch(/study\.json: is another study: its hash is/);
  const summary = changed(
    "sum.zip",
    "summary.json",
    (text) => text.replace(/"mean": \d+/, '"mean": 7'),
    true,
  );
  expect(command.run("verify", summary)).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining("the summary does not match"),
  });
});

test("a bundle needs all rows of the study and no others", () => {
  const lines = readFileSync(join(command.folder, "r.jsonl"), "utf8").split("\n");
  const bundleOf = (content: string) => {
    command.file("x.jsonl", content);
    return command.run("bundle", "p.study.json", "--rows", "x.jsonl", "-o", "x.zip").errors;
  };
  expect(bundleOf(`${lines.slice(1, 6).join("\n")}\n`)).toBe(
    "error: x.jsonl: has 5 of the 6 runs that the study asks for; missing: contexts=1 seed=1; irqscope sweep --resume runs the rest\n",
  );
  expect(bundleOf(lines.join("\n").replace('"seed":3', '"seed":33'))).toContain(
    "x.jsonl: line 3: is of a seed that the study does not have",
  );
  expect(bundleOf([...lines.slice(0, 2), ...lines].join("\n"))).toContain(
    "x.jsonl: line 3: is a run that occurred earlier\n",
  );
  expect(bundleOf(lines.join("\n").replace('"contexts":3', '"contexts":2'))).toContain(
    "line 4: belongs to a point that the study does not have: contexts=2",
  );
  expect(bundleOf(lines.join("\n").replaceAll(/"studyHash":"./g, '"studyHash":"x'))).toContain(
    "is of another study",
  );
  expect(bundleOf(lines.join("\n").replace('"model":"', '"model":"0'))).toContain(
    "is of another version or command",
  );
  expect(command.run("bundle", "ring-overflow", "--rows", "r.jsonl", "-o", "x.zip").errors).toContain(
    "is not a study",
  );
  expect(command.run("bundle", "p.study.json", "-o", "x.zip").errors).toContain("--rows: F is missing");
});

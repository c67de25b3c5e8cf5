/** `irqscope sweep STUDY`: rows, shards, resuming, and being killed. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { expect, test } from "vitest";
import { command as sweepCommand } from "../../cli/commands/sweep.ts";
import { testCommand } from "../support/command.ts";
import { long } from "../support/long.ts";
import { createRandom } from "../support/random.ts";

const command = testCommand();

const STUDY = {
  format: "irqscope-study",
  version: 1,
  name: "small",
  scenarios: ["ring-overflow"],
  set: { runCycles: 60_000 },
  axes: [
    { kind: "field", field: "contexts", values: [1, 3] },
    { kind: "field", field: "rxRingFrames", name: "ring", values: [4, 8], labels: ["a, b", '"c"'] },
  ],
  seeds: { count: 4 },
  metrics: ["receive.delivered", "receive.loss in %", "send.latency.mean in us", "receive.loss < 5 %"],
};
const STOPPED = {
  ...STUDY,
  stop: { metric: "receive.loss in %", halfWidth: 3, batch: 2, maximumSeeds: 12 },
};

const studyFile = (name: string, content: object) => command.file(name, JSON.stringify(content));
const small = () => studyFile("small.study.json", STUDY);
const stopped = () => studyFile("stopped.study.json", STOPPED);
const textOf = (name: string) => readFileSync(join(command.folder, name), "utf8");
const sorted = (...names: readonly string[]) =>
  names
    .flatMap((name) => textOf(name).split("\n"))
    .toSorted()
    .join("\n")
    .trim();

function sweep(...args: readonly string[]) {
  const outcome = command.run("sweep", ...args);
  if (outcome.exitCode !== 0) throw new Error(outcome.errors);
  return outcome.output;
}

test("rows cover all points and seeds in order, with versions, hashes and the command", () => {
  const output = sweep(small(), "--out", "a.jsonl");
  expect(output).toMatch(/^contexts +ring +seeds +receive\.delivered/);
  expect(output).toContain("Differences by contexts, seed by seed");
  const rows = textOf("a.jsonl")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(rows.map(({ point, seed }) => [point.contexts, point.ring, seed])).toEqual(
    [1, 3].flatMap((contexts) =>
      ["a, b", '"c"'].flatMap((ring) => [1, 2, 3, 4].map((seed) => [contexts, ring, seed])),
    ),
  );
  for (const row of rows) {
    expect(row).toMatchObject({ study: "small", cycles: 60_000, command: "irqscope sweep small.study.json" });
    expect(row.stateHash).toMatch(/^[0-9a-f]{16}$/);
    expect([row.program, row.model].join(" ")).toMatch(/^\d+\.\d+\.\d+ \d+$/);
    expect(row.metrics["send.latency.mean in us"]).toBeNull();
  }
  const one = command.json(
    "run",
    "ring-overflow",
    "--set",
    "rxRingFrames=4",
    "--set",
    "runCycles=60000",
    "--set",
    "seed=2",
  );
  expect(rows[1].stateHash).toBe((one as { stateHash: string }).stateHash);
});

test("CSV and Parquet have the rows of the JSON lines, for any number of parallel machines", async () => {
  sweep(small(), "--out", "one.jsonl", "--jobs", "1");
  sweep(small(), "--out", "b.csv", "--jobs", "2");
  sweep(small(), "--out", "b.parquet", "--jobs", "3");
  const rows = textOf("one.jsonl")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const [head = "", ...lines] = textOf("b.csv").trim().split("\n");
  expect(head.split(",").slice(0, 6)).toEqual([
    "study",
    "studyHash",
    "contexts",
    "ring",
    "seed",
    "receive.delivered",
  ]);
  expect(lines).toHaveLength(16);
  for (const [at, line] of lines.entries()) {
    const { metrics, stateHash } = rows[at];
    expect(line).toContain(
      `,${metrics["receive.delivered"]},${metrics["receive.loss in %"]},,${metrics["receive.loss < 5 %"]},`,
    );
    expect(line).toContain(stateHash);
  }
  const bytes = readFileSync(join(command.folder, "b.parquet"));
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
  const read = await parquetReadObjects({ file });
  expect(read).toHaveLength(16);
  for (const [at, row] of read.entries()) {
    const { point, metrics, ...rest } = rows[at];
    expect(row).toEqual({
      ...rest,
      ...point,
      contexts: BigInt(point.contexts),
      ...metrics,
      seed: BigInt(rest.seed),
      cycles: BigInt(rest.cycles),
    });
  }
  const { key_value_metadata: facts } = await parquetMetadataAsync(file);
  expect(facts).toContainEqual({ key: "irqscope.command", value: "irqscope sweep small.study.json" });
  expect(existsSync(join(command.folder, "b.parquet.rows.jsonl"))).toBe(false);
});

const SHARDS_TITLE = "%s shards together equal the whole";
const SHARDS_LONG = long("It adds lines of JSON to those of CSV, for 5 s of CPU.");
const expectShards = (format: "csv" | "jsonl", file: () => string) => {
  const of = file();
  const whole = `whole.${format}`;
  sweep(of, "--out", whole);
  const parts = [1, 2, 3].map((part) => `part${part}.${format}`);
  for (const [at, part] of parts.entries()) sweep(of, "--out", part, "--shard", `${at + 1}/3`);
  const all = command.file(`all.${format}`, parts.toReversed().map(textOf).join(""));
  const lines = (...names: readonly string[]) => [...new Set(sorted(...names).split("\n"))].join("\n");
  expect(lines(all)).toBe(lines(whole));
  sweep(of, "--out", all, "--resume");
  expect(textOf(all)).toBe(textOf(whole));
};
test.each([["csv", stopped]] as const)(SHARDS_TITLE, expectShards, 60_000);
test.each([["jsonl", small]] as const)(SHARDS_TITLE, { ...SHARDS_LONG, timeout: 60_000 }, expectShards);

test("a stop rule gives points with narrow intervals fewer seeds", () => {
  const { errors } = command.run("sweep", stopped(), "--out", "s.jsonl", "--summary", "s.json");
  const { points } = JSON.parse(textOf("s.json"));
  const found = points.map(
    ({ seeds, metrics }: { seeds: number; metrics: Record<string, { halfWidth: number }> }) => ({
      seeds,
      isNarrow: (metrics["receive.loss in %"]?.halfWidth ?? 9) <= 3,
    }),
  );
  for (const { seeds, isNarrow } of found) expect(isNarrow || seeds === 12).toBe(true);
  expect(new Set(found.map(({ seeds }: { seeds: number }) => seeds)).size).toBeGreaterThan(1);
  const wide = found.filter(({ isNarrow }: { isNarrow: boolean }) => !isNarrow).length;
  expect(wide).toBeGreaterThan(0);
  expect(errors).toContain(
    `warning: ${wide} of ${found.length} points have all 12 seeds, and an interval of`,
  );
});

/** Kills the command at moments that the seed chooses until it ends by itself. Returns the number of kills. */
async function killedUntilDone(args: readonly string[], seed: number, most: number): Promise<number> {
  const random = createRandom(seed);
  for (let killed = 0; ; killed++) {
    const child = spawn(process.execPath, [command.bundle, "sweep", ...args], {
      cwd: command.folder,
      stdio: "ignore",
    });
    const ended = new Promise<number | null>((resolve) => {
      child.on("exit", resolve);
    });
    const after = killed < most ? random.integer(150, 1500) : 60_000;
    const first = await Promise.race([ended, setTimeout(after, "late" as const, { ref: false })]);
    if (first === 0) return killed;
    if (first !== "late") throw new Error(`exit code ${first}`);
    child.kill("SIGKILL");
    await ended;
  }
}

type Killed = readonly [format: "jsonl" | "csv" | "parquet", of: typeof STUDY | typeof STOPPED];
const KILLED_TITLE = "killed at any moment, then gone on with: %s is the same byte for byte";
const expectSameBytes = async (...[format, of]: Killed) => {
  const longer = { ...of, name: "long", set: { runCycles: 5_000_000 } };
  const file = studyFile(`long-${format}.study.json`, longer);
  sweep(file, "--out", `undisturbed.${format}`);
  const killed = await killedUntilDone([file, "--out", `killed.${format}`, "--resume"], 20_261_127, 6);
  expect(killed).toBeGreaterThan(1);
  const bytes = (name: string) => readFileSync(join(command.folder, `${name}.${format}`));
  expect(bytes("killed").equals(bytes("undisturbed"))).toBe(true);
};
const KILLED_LONG = long(
  "It adds the moment: sweeps are killed again and again, which takes some 25 s of CPU. Tests below go on with a row that is cut and with a Parquet file that is whole.",
);
test.each<Killed>([
  ["jsonl", STUDY],
  ["csv", STOPPED],
  ["parquet", STUDY],
])(KILLED_TITLE, { ...KILLED_LONG, timeout: 120_000 }, expectSameBytes);

test("a truncated row is run again, and more seeds extend the existing rows", () => {
  sweep(small(), "--out", "entire.jsonl");
  const whole = textOf("entire.jsonl");
  command.file("cut.jsonl", whole.slice(0, Math.floor(whole.length / 2)));
  sweep(small(), "--out", "cut.jsonl", "--resume");
  expect(textOf("cut.jsonl")).toBe(whole);
  const more = studyFile("small.study.json", { ...STUDY, seeds: { count: 6 } });
  sweep(more, "--out", "cut.jsonl", "--resume");
  const lines = textOf("cut.jsonl").trim().split("\n");
  expect(lines).toHaveLength(24);
  for (const line of whole.trim().split("\n")) expect(lines).toContain(line);
});

test("rows whose command has an older wording are extended and keep it", () => {
  sweep(small(), "--out", "words.jsonl");
  const whole = textOf("words.jsonl");
  const [first = "", second = ""] = whole.split("\n");
  const before = `${first.replace("irqscope sweep small.study.json", "irqscope sweep STUDY")}\n`;
  expect(before).not.toBe(`${first}\n`);
  command.file("words.jsonl", before);
  sweep(small(), "--out", "words.jsonl", "--resume");
  expect(textOf("words.jsonl").split("\n").slice(0, 2)).toEqual([before.trim(), second]);
});

const EXTENDED = long("It adds Parquet to JSON lines that are extended above, for 3 s of CPU.");
test("a complete Parquet file is extended by more seeds without running the others again", EXTENDED, () => {
  sweep(small(), "--out", "whole.parquet");
  const bytes = () => readFileSync(join(command.folder, "whole.parquet"));
  const whole = bytes();
  sweep(small(), "--out", "whole.parquet", "--resume");
  expect(bytes().equals(whole)).toBe(true);
  const again = command.run("sweep", small(), "--out", "whole.parquet", "--resume", "--elsewhere");
  expect(again.output).not.toContain('"run"');
  const more = studyFile("small.study.json", { ...STUDY, seeds: { count: 6 } });
  sweep(more, "--out", "whole.parquet", "--resume");
  sweep(more, "--out", "fresh.parquet");
  expect(bytes().equals(readFileSync(join(command.folder, "fresh.parquet")))).toBe(true);
  expect(existsSync(join(command.folder, "whole.parquet.rows.jsonl"))).toBe(false);
});

test("a Parquet file of another study is refused and stays unchanged", () => {
  sweep(small(), "--out", "other.parquet");
  const other = readFileSync(join(command.folder, "other.parquet"));
  const refusal = (of: object) => {
    const file = studyFile("small.study.json", of);
    const { exitCode, errors } = command.run("sweep", file, "--out", "other.parquet", "--resume");
    expect(readFileSync(join(command.folder, "other.parquet")).equals(other)).toBe(true);
    expect(existsSync(join(command.folder, "other.parquet.rows.jsonl"))).toBe(false);
    return `${exitCode} ${errors}`;
  };
  expect(refusal({ ...STUDY, metrics: ["interrupts"] })).toMatch(
    /^2 error: other\.parquet: row 1: is not a row of this study/,
  );
  expect(refusal({ ...STUDY, set: { runCycles: 7000 } })).toMatch(
    /^2 error: other\.parquet: row 1: is of another study/,
  );
  expect(refusal({ ...STUDY, seeds: { count: 3 } })).toMatch(
    /^2 error: other\.parquet: row 4: is of a seed that the study does not have/,
  );
  command.file("text.parquet", "precious\n");
  const { exitCode, errors } = command.run("sweep", small(), "--out", "text.parquet", "--resume");
  expect([exitCode, errors]).toEqual([
    2,
    expect.stringMatching(/^error: text\.parquet: is not a Parquet file/),
  ]);
  expect(textOf("text.parquet")).toBe("precious\n");
});

test("a file of another study is refused and stays unchanged", () => {
  sweep(small(), "--out", "mine.jsonl");
  const mine = textOf("mine.jsonl");
  const refusal = (name: string, content: string, of: object = STUDY) => {
    command.file(name, content);
    const file = studyFile("small.study.json", of);
    const { exitCode, errors } = command.run("sweep", file, "--out", name, "--resume");
    expect(textOf(name)).toBe(content);
    return `${exitCode} ${errors}`;
  };
  expect(refusal("1.jsonl", mine, { ...STUDY, metrics: ["interrupts"] })).toMatch(
    /^2 error: 1\.jsonl: line 1: is of another study, or of this one before it was changed/,
  );
  expect(refusal("2.jsonl", mine, { ...STUDY, seeds: { count: 3 } })).toMatch(
    /^2 error: 2\.jsonl: line 4: is of a seed that the study does not have/,
  );
  expect(refusal("3.jsonl", `${mine}{}\n`)).toMatch(
    /^2 error: 3\.jsonl: line 17: is not a row of this study/,
  );
  expect(refusal("4.jsonl", mine.replace(/"program":"[^"]*"/, '"program":"0.0.1"'))).toMatch(
    /is of irqscope 0\.0\.1/,
  );
  const changed = mine.split("\n")[0]?.replace(/"cycles":\d+/, '"cycles":1') ?? "";
  expect(refusal("5.jsonl", `${mine}${changed}\n`)).toMatch(
    /line 17: is a run that occurred earlier with another result/,
  );
  const { exitCode, errors } = command.run("sweep", small(), "--out", "mine.jsonl");
  expect([exitCode, errors]).toEqual([2, "error: mine.jsonl: already exists; --force replaces it\n"]);
  expect(textOf("mine.jsonl")).toBe(mine);
});

test.each<[readonly string[], RegExp]>([
  [["--shard", "0/3"], /--shard: must be I\/N/],
  [["--shard", "4/3"], /--shard: must be I\/N/],
  [["--jobs", "0"], /--jobs: must be a whole number from 1 to 256/],
  [["--out", "x.txt"], /--out: "x.txt" must end with/],
  [["--out", "-", "--format", "parquet"], /Parquet is written into a file/],
  [["--format", "xml"], /--format: must be one of/],
  [["--resume"], /--resume: continues the file of --out/],
  [["--force"], /--force: needs --out or --summary/],
  [["--summary", "x.txt"], /--summary: "x.txt" must end with/],
  [["--csv", "x.csv"], /--csv: is an option of the short form/],
  [["--out", "no/x.csv"], /no\/x.csv: its folder does not exist/],
])("a study refuses %j", async (args, message) => {
  await expect(sweepCommand.run([join(command.folder, small()), ...args])).rejects.toThrow(message);
});

test("invalid points are named, or skipped on request", () => {
  const file = studyFile("bad.study.json", {
    ...STUDY,
    axes: [{ kind: "field", field: "machine.core.contexts", values: [1, 2] }],
  });
  const refused = command.run("sweep", file, "--out", "bad.jsonl");
  expect(refused.exitCode).toBe(2);
  expect(refused.errors).toContain(
    "bad.study.json: machine.core.contexts=2: machine.core.contexts: must be 1 with policy",
  );
  expect(refused.errors).toContain("1 of 2 points is not valid; --skip-invalid runs the rest");
  expect(existsSync(join(command.folder, "bad.jsonl"))).toBe(false);
  sweep(file, "--out", "bad.jsonl", "--skip-invalid");
  expect(textOf("bad.jsonl").trim().split("\n")).toHaveLength(4);
  expect(textOf("bad.jsonl")).toContain('"command":"irqscope sweep bad.study.json --skip-invalid"');
});

test("Ctrl-C keeps the finished rows and prints how to resume", async () => {
  const file = studyFile("endless.study.json", { ...STUDY, set: { runCycles: 20_000_000 } });
  const child = spawn(process.execPath, [command.bundle, "sweep", file, "--out", "endless.jsonl"], {
    cwd: command.folder,
  });
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  const ended = new Promise<number | null>((resolve) => {
    child.on("close", resolve);
  });
  while (!existsSync(join(command.folder, "endless.jsonl")) || textOf("endless.jsonl") === "")
    await setTimeout(20);
  child.kill("SIGINT");
  expect(await ended).toBe(130);
  expect(errors).toMatch(
    /^interrupted: \d+ of 16 runs are done; the same command with --resume runs the rest\n$/,
  );
  expect(textOf("endless.jsonl")).toMatch(/\}\n$/);
});

test("scenario files are found beside the study, and each line of a summary names its origin", () => {
  const ring = readFileSync(new URL("../../scenarios/demos/ring-overflow.json", import.meta.url), "utf8");
  command.shell("mkdir -p deep");
  writeFileSync(join(command.folder, "deep/one.json"), ring);
  writeFileSync(
    join(command.folder, "deep/own.study.json"),
    JSON.stringify({ ...STUDY, scenarios: [{ name: "mine", from: "one.json" }], axes: [] }),
  );
  sweep("deep/own.study.json", "--out", "own.csv", "--summary", "own-summary.csv");
  const [head, ...lines] = textOf("own-summary.csv").trim().split("\n");
  expect(head).toBe(
    "kind,less,metric,count,mean,low,high,halfWidth,simulationError,deviation,greatest,greatestSeed,noneOf,adjusted,basis,verdict,greatestCycle,greatestLink,study,studyHash,program,model,command",
  );
  // The summary also has the number of frames that a loss is a share of.
  expect(lines).toHaveLength(5);
  for (const line of lines)
    expect(line).toMatch(/,small,[0-9a-f]{16},\d+\.\d+\.\d+,\d+,irqscope sweep own\.study\.json$/);
});

test("validate counts the runs of a study and estimates their time", () => {
  const [verdict] = JSON.parse(command.alone("validate", stopped(), "--json").output);
  expect(verdict?.estimate).toMatchObject({ points: 4, refused: 0, leastRuns: 16, mostRuns: 48 });
  const { startSeconds = 0, leastSeconds = 0, mostSeconds = 0 } = verdict?.estimate ?? {};
  expect(startSeconds).toBeGreaterThan(0);
  expect(leastSeconds).toBeGreaterThan(startSeconds);
  expect(mostSeconds - startSeconds).toBeCloseTo(3 * (leastSeconds - startSeconds), 9);
  // Without its cycles a run would take some milliseconds.
  const longer = studyFile("longer.study.json", { ...STUDY, axes: [], set: { runCycles: 200_000_000 } });
  const [{ estimate }] = JSON.parse(command.alone("validate", longer, "--json").output);
  expect(estimate.leastSeconds - estimate.startSeconds).toBeGreaterThan(0.5);
  const { output } = command.run("validate", small(), stopped());
  expect(output).toMatch(
    /^small\.study\.json: ok: small: 4 points, 16 runs, about \d+ (s|min) with \d+ jobs?\n[^\n]+: ok/,
  );
  const bad = studyFile("bad.study.json", {
    ...STUDY,
    axes: [{ kind: "field", field: "ringg", values: [1] }],
  });
  expect(command.run("validate", bad)).toMatchObject({
    exitCode: 2,
    errors: expect.stringContaining("axes[0]: ringg"),
  });
});

test("validate and both forms of sweep warn if seeds do not change a capture", () => {
  const capture = {
    ...STUDY,
    scenarios: ["capture"],
    axes: [],
    set: { runCycles: 3000 },
    metrics: ["interrupts"],
  };
  const study = studyFile("captured.study.json", capture);
  for (const args of [
    ["validate", study],
    ["sweep", study],
    ["sweep", "capture", "--set", "seed=1..3", "--set", "runCycles=3000", "--show", "interrupts"],
  ]) {
    const { errors, exitCode } = command.run(...args);
    expect(exitCode).toBe(0);
    expect(errors).toContain("traffic[0]: is the same capture with every seed");
    expect(errors).toContain("after the run's end, cycle 3000");
  }
  expect(command.run("sweep", "capture", "--set", "rxRingFrames=4,8", "--show", "interrupts").errors).toBe(
    "",
  );
});

/** Rows of `irqscope sweep` while it runs and after an interruption, and invalid combinations. */
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testCommand } from "../support/command.ts";
import { long } from "../support/long.ts";

const command = testCommand();

/** Two short runs, and one that does not end within the test. */
const ENDLESS = [
  "ring-overflow",
  "--set",
  "runCycles=1000,2000,1000000000000",
  "--show",
  "interrupts",
] as const;
const CORNERS = [
  "sweep",
  "ring-overflow",
  "--set",
  "contexts=1..2",
  "--set",
  "machine.core.policy=single,on-event",
  "--set",
  "runCycles=1000",
  "--show",
  "cycles",
] as const;
const WHY = 'machine.core.contexts: must be 1 with policy "single" (Context selection)';
const BAD = `--set: machine.core.contexts=2 machine.core.policy=single runCycles=1000: ${WHY}\n`;
const GO_ON = "; --skip 2 with another file for --csv runs the rest\n";
const HASH = "[0-9a-f]{16}";

/** Sends the signal, twice as npx does, when `isTime` accepts the printed text. */
async function interrupted(
  args: readonly string[],
  isTime: (output: string) => boolean,
  signal: NodeJS.Signals = "SIGINT",
) {
  const child = spawn(process.execPath, [command.bundle, "sweep", ...args], { cwd: command.folder });
  let output = "";
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  let isSent = false;
  child.stdout.on("data", (chunk) => {
    output += chunk;
    if (isSent || !isTime(output)) return;
    isSent = true;
    child.kill(signal);
    child.kill(signal);
  });
  const exitCode = await new Promise<number | null>((resolve) => {
    child.on("close", resolve);
  });
  return { exitCode, output, errors };
}

/** Cells after the state hash. */
const ORIGIN = '[\\d.]+,\\d+,(?:irqscope sweep [^,\n]+|"irqscope sweep [^"]+")';

const hasLines = (count: number) => (output: string) => output.split("\n").length > count;

const expectKept = async (signal: NodeJS.Signals, exitCode: number) => {
  const file = `${signal}.csv`;
  const ended = await interrupted([...ENDLESS, "--csv", file], hasLines(3), signal);
  expect(ended).toEqual({
    exitCode,
    output: expect.stringMatching(
      new RegExp(`^ +runCycles +interrupts +state hash\n +1000 +1 +${HASH}\n +2000 +1 +${HASH}\n$`),
    ),
    errors: `interrupted: 2 of 3 runs are done${GO_ON}`,
  });
  expect(readFileSync(join(command.folder, file), "utf8")).toMatch(
    new RegExp(
      `^runCycles in cycles,interrupts,cycles,state hash,program,model,command\n1000,1,1000,${HASH},${ORIGIN}\n2000,1,2000,${HASH},${ORIGIN}\n$`,
    ),
  );
  expect(readdirSync(command.folder).filter((name) => name.endsWith(".part"))).toEqual([]);
};
const KEPT = "%s keeps the finished rows complete, in table and file";
test.each([["SIGTERM", 143]] as const)(KEPT, expectKept);
test.each([
  ["SIGINT", 130],
  ["SIGHUP", 129],
  ["SIGQUIT", 131],
] as const)(
  KEPT,
  long("The other signals end a sweep by the same code; a test below has SIGINT."),
  expectKept,
);

test("SIGINT closes the JSON, which states that it is incomplete", async () => {
  const { exitCode, output, errors } = await interrupted([...ENDLESS, "--json"], (text) =>
    text.includes('"values":[2000]'),
  );
  expect({ exitCode, errors }).toEqual({
    exitCode: 130,
    errors: `interrupted: 2 of 3 runs are done${GO_ON}`,
  });
  expect(JSON.parse(output)).toMatchObject({
    combinations: 3,
    leftOut: [],
    runs: [{ values: [1000] }, { values: [2000] }],
    complete: false,
  });
});

test("SIGINT before the first row leaves only the table's head", async () => {
  const { exitCode, output, errors } = await interrupted(
    ["ring-overflow", "--set", "runCycles=1000000000000", "--csv", "-", "--show", "interrupts"],
    hasLines(1),
  );
  expect({ exitCode, output, errors }).toEqual({
    exitCode: 130,
    output: "runCycles in cycles,interrupts,cycles,state hash,program,model,command\n",
    errors: "interrupted: 0 of 1 runs are done\n",
  });
});

test("Ctrl-C ends a sweep whose --csv pipe waits for its reader", async () => {
  command.shell("mkfifo nobody-reads");
  const sweep = [...CORNERS, "--skip-invalid", "--csv", "nobody-reads"];
  const child = spawn(process.execPath, [command.bundle, ...sweep], { cwd: command.folder });
  const ended = new Promise((resolve) => {
    child.on("exit", (_, signal) => resolve(signal));
  });
  await new Promise<void>((resolve) => {
    child.stderr.on("data", (text) => {
      if (String(text).includes("left out: 1 of 4")) setTimeout(resolve, 300);
    });
  });
  child.kill("SIGINT");
  const late = setTimeout(() => child.kill("SIGKILL"), 5000);
  expect(await ended).toBe("SIGINT");
  clearTimeout(late);
});

test("a reader that goes away ends the table, but not the file", () => {
  const args = ["sweep", "ring-overflow", "--set", "runCycles=1000..50000+1000", "--csv", "whole.csv"];
  const { exitCode, errors } = command.shell(`"$NODE" "$IRQSCOPE" ${args.join(" ")} | head -1`);
  expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: "" });
  expect(readFileSync(join(command.folder, "whole.csv"), "utf8").trimEnd().split("\n")).toHaveLength(51);
});

test("a full disk leaves complete lines in the file, and the command fails", () => {
  const sweep = "sweep ring-overflow --set runCycles=1000..80000+1000 --show interrupts --csv limited.csv";
  const { exitCode, errors } = command.shell(`ulimit -f 2; "$NODE" "$IRQSCOPE" ${sweep}`);
  expect({ exitCode, errors }).toEqual({
    exitCode: 2,
    errors:
      "error: limited.csv: cannot be written: the file is too large for the file system; earlier lines are complete\n",
  });
  const text = readFileSync(join(command.folder, "limited.csv"), "utf8");
  expect(text).toMatch(new RegExp(`^runCycles in cycles,.*\n(\\d+,\\d+,\\d+,${HASH},${ORIGIN}\n)+$`));
});

test("an invalid combination is named, and nothing runs", () => {
  expect(command.run(...CORNERS, "--csv", "corners.csv")).toEqual({
    exitCode: 2,
    output: "",
    errors: `error: ${BAD}error: --set: 1 of 4 combinations is not valid; --skip-invalid runs the rest\n`,
  });
  expect(existsSync(join(command.folder, "corners.csv"))).toBe(false);
});

test("--skip-invalid runs the rest, and each output form names the skipped combinations", () => {
  const warnings = `warning: ${BAD}warning: --set: left out: 1 of 4 combinations is not valid\n`;
  const table = command.run(...CORNERS, "--skip-invalid", "--csv", "rest.csv");
  expect(table).toMatchObject({ exitCode: 0, errors: warnings });
  expect(table.output).toMatch(/\nleft out: 1 of 4 combinations is not valid\n$/);
  expect(table.output.split("\n")).toHaveLength(6);
  const [head, ...rows] = readFileSync(join(command.folder, "rest.csv"), "utf8").split("\n");
  expect(head).toMatch(/,state hash,program,model,command,left out$/);
  const shortened = (row: string) =>
    row.replace(new RegExp(HASH), "HASH").replace(new RegExp(ORIGIN), "ORIGIN");
  expect(rows.map(shortened)).toEqual([
    "1,single,1000,1000,1000,HASH,ORIGIN,",
    "1,on-event,1000,1000,1000,HASH,ORIGIN,",
    '2,single,1000,,,,ORIGIN,"machine.core.contexts: must be 1 with policy ""single"" (Context selection)"',
    "2,on-event,1000,1000,1000,HASH,ORIGIN,",
    "",
  ]);
  const json = command.json(...CORNERS, "--skip-invalid") as { readonly runs: readonly unknown[] };
  expect(json).toMatchObject({
    combinations: 4,
    leftOut: [
      {
        values: [2, "single", 1000],
        field: "machine.core.contexts",
        message: 'must be 1 with policy "single" (Context selection)',
      },
    ],
    complete: true,
  });
  expect(json.runs).toHaveLength(3);
});

test("--skip-invalid without invalid combinations changes only the last column and the command", () => {
  const args = ["sweep", "ring-overflow", "--set", "runCycles=1000", "--show", "cycles", "--csv", "-"];
  const plain = command
    .run(...args)
    .output.trimEnd()
    .split("\n");
  expect(command.run(...args, "--skip-invalid")).toEqual({
    exitCode: 0,
    output: `${plain[0]},left out\n${plain[1]} --skip-invalid,\n`,
    errors: "",
  });
});

test("a sweep without a valid combination is refused even with --skip-invalid, and lists one screenful", () => {
  const { exitCode, output, errors } = command.run(
    "sweep",
    "ring-overflow",
    "--set",
    "machine.core.contexts=2..16",
    "--set",
    "seed=1..2",
    "--skip-invalid",
  );
  expect({ exitCode, output }).toEqual({ exitCode: 2, output: "" });
  const lines = errors.trimEnd().split("\n");
  expect(lines).toHaveLength(22);
  expect(lines[0]).toBe(`error: --set: machine.core.contexts=2 seed=1: ${WHY}`);
  expect(lines.slice(-2)).toEqual([
    "error: --set: and 10 more",
    "error: --set: 30 of 30 combinations are not valid",
  ]);
});

test("--skip N resumes an ended sweep, and both files together equal the whole", () => {
  const sweep = [...CORNERS, "--skip-invalid"];
  const whole = command.run(...sweep, "--csv", "-").output.split("\n");
  for (const skip of [1, 2]) {
    const rest = command.run(...sweep, "--skip", String(skip), "--csv", "-");
    expect(rest.exitCode).toBe(0);
    const runs = (lines: readonly string[]) => lines.filter((line) => line.endsWith(","));
    const [head, ...lines] = rest.output.split("\n");
    expect(head).toBe(whole[0]);
    const behind = whole.indexOf(runs(whole)[skip - 1] ?? "") + 1;
    expect(lines).toEqual(whole.slice(behind));
  }
  for (const skip of ["3", "x", "1e9", "0x1"])
    expect(command.run(...sweep, "--skip", skip)).toMatchObject({
      exitCode: 2,
      errors: expect.stringContaining("error: --skip: must be a whole number below 3"),
    });
});

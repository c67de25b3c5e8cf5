/** Command lines with impossible arguments: each is refused with the name of the argument, and nothing is written. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testCommand } from "../support/command.ts";

const command = testCommand();
command.file("nop.s", "nop\n");
command.file("powershell.json", Buffer.from("\ufeff{}", "utf16le"));

test.each([
  ["--version extra", '--version: stands alone, without "extra"'],
  ["--version --json", '--version: stands alone, without "--json"'],
  ["help run sweep", 'arguments: one COMMAND only, not also "sweep"'],
  ["--help run sweep", 'arguments: one COMMAND only, not also "sweep"'],
  ["--help runn", "runn: is not a command; did you mean run?"],
  ["run powershell.json", "powershell.json: is UTF-16 text: save it as UTF-8"],
  ["trace --pcap x --force", "--force: needs -o"],
  ["asm nop.s --force", "--force: needs -o"],
  ["open x --force", "--force: needs -o"],
  ["papers --only 000 --force", "--force: needs --csv"],
  ["grade x --force", "--force: needs --csv"],
  ["sweep figure-4 --set seed=1 --force", "--force: needs --csv"],
  ["sweep figure-4 --set seed=1 --show interrupts --show interrupts", "--show: interrupts: is listed twice"],
  [
    "run figure-4 --pcap day.pcap",
    "--pcap: is an option of irqscope trace, which turns a capture into a scenario",
  ],
  [
    "run figure-4 --set traffic=5",
    "--set: traffic: is not a field of this scenario; irqscope sweep SCENARIO --list lists them",
  ],
  ["run figure-4 --cycles 1.5", '--cycles: must be a whole number from 1 to 1000000000000, not "1.5"'],
  [
    "run figure-4 --cycles 1.0005k",
    '--cycles: must be a whole number from 1 to 1000000000000, not "1.0005k"',
  ],
  ...["1234567890123456.7", "999999999999999.5", "123456789012.3456k", "9007199254740993", ".5k", "1.k"].map(
    (text) => [
      `run figure-4 --seed ${text}`,
      `--seed: must be a whole number from 0 to 9007199254740991, not "${text}"`,
    ],
  ),
])("irqscope refuses %s", (line, error) => {
  expect(command.run(...line.split(" "))).toEqual({ exitCode: 2, output: "", errors: `error: ${error}\n` });
});

test.each([
  ["1.1k", 1100],
  ["1_000", 1000],
  ["0.002M", 2000],
  ["1.2500k", 1250],
  ["1000.0", 1000],
])("--cycles takes %s", (text, cycle) => {
  expect(command.json("run", "figure-4", "--cycles", text)).toMatchObject({ cycle });
});

test.each([
  ["9007199254740991", 9007199254740991],
  ["9007199254740.991k", 9007199254740991],
])("--seed takes %s", (text, seed) => {
  expect(command.run("run", "figure-4", "--seed", text).output).toContain(`, seed ${seed}\n`);
});

test("a metric by name and in its usual unit counts as named twice", () => {
  const shown = ["--show", "receive.latency.p99", "--show", "receive.latency.p99 in us"];
  expect(command.run("sweep", "ring-overflow", "--set", "seed=1", ...shown)).toEqual({
    exitCode: 2,
    output: "",
    errors: 'error: --show: receive.latency.p99 in us: is listed twice, as "receive.latency.p99", too\n',
  });
});

test("a refused sweep creates no file", () => {
  command.run("sweep", "figure-4", "--set", "seed=1..", "--csv", "x.csv");
  expect(existsSync(join(command.folder, "x.csv"))).toBe(false);
});

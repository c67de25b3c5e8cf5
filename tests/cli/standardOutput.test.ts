/** `-` as the name of an output file: the command writes only the file to standard output. */
import { copyFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { testCommand } from "../support/command.ts";

const command = testCommand();
const CAPTURE = fileURLToPath(new URL("../fixtures/captures/two-hosts-200.pcapng", import.meta.url));

afterEach(() => {
  expect(readdirSync(command.folder)).not.toContain("-");
});

test.each([
  ["trace", ["trace", "--pcap", CAPTURE]],
  ["open", ["open", "LINK"]],
])("%s -o - prints the same as without -o", (_, args) => {
  const link = command.run("link", "figure-4").output.trim();
  const line = args.map((arg) => (arg === "LINK" ? link : arg));
  const { exitCode, output } = command.run(...line, "-o", "-");
  expect(exitCode).toBe(0);
  expect(JSON.parse(output)).toMatchObject({ format: "irqscope-scenario" });
  expect(output).toBe(command.run(...line).output);
});

test("asm -o - prints the machine code", () => {
  command.file("two.s", "nop\nret\n");
  const { output } = command.shell('"$NODE" "$IRQSCOPE" asm two.s -o - | od -An -tx1');
  expect(output.trim()).toBe("13 00 00 00 67 80 00 00");
});

test.each([
  ["papers", ["papers", "--only", "000-entry"]],
  ["grade", ["grade", "submission.json", "--draw", "x"]],
])("%s --csv - prints the same as --csv writes to a file", (_, args) => {
  const submissions = fileURLToPath(new URL("../fixtures/submissions/", import.meta.url));
  const [first = ""] = readdirSync(submissions).filter((name) => name.endsWith(".json"));
  copyFileSync(join(submissions, first), join(command.folder, "submission.json"));
  const { output } = command.run(...args, "--csv", "-");
  command.run(...args, "--csv", "whole.csv", "--force");
  expect(output).toBe(readFileSync(join(command.folder, "whole.csv"), "utf8"));
});

test.each([
  ["asm x.s -o - --json", "-o"],
  ["scorm rings -o - --json", "-o"],
  ["questions rings --base https://e.org -o - --json", "-o"],
  ["papers --csv - --json", "--csv"],
  ["grade x --csv - --json", "--csv"],
  ["sweep figure-4 --set seed=1 --csv - --json", "--csv"],
])("%s is refused", (line, flag) => {
  const errors = `error: --json: cannot be combined with ${flag} -\n`;
  expect(command.run(...line.split(" "))).toEqual({ exitCode: 2, output: "", errors });
});

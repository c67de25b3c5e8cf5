/** `irqscope report`: what it writes, and what it refuses. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { testCommand } from "../support/command.ts";

const command = testCommand();

test("a run as a page, with the command and the state hash that it gives", () => {
  const { exitCode } = command.run(
    "report",
    "ring-overflow",
    "--cycles",
    "200k",
    "--set",
    "rxRingFrames=4",
    "-o",
    "run.html",
  );
  expect(exitCode).toBe(0);
  const page = readFileSync(join(command.folder, "run.html"), "utf8");
  expect(page).toContain("irqscope run ring-overflow --set rxRingFrames=4 --cycles 200000");
  const { stateHash } = command.json(
    "run",
    "ring-overflow",
    "--set",
    "rxRingFrames=4",
    "--cycles",
    "200000",
  ) as {
    readonly stateHash: string;
  };
  expect(page).toContain(stateHash);
});

test("two runs side by side, on standard output", () => {
  const { output, exitCode } = command.run(
    "report",
    "ring-overflow",
    "ring-overflow-three-contexts",
    "--cycles",
    "200k",
  );
  expect(exitCode).toBe(0);
  expect(output).toMatch(/^<!doctype html>/);
  expect(output).toContain("In what they differ");
});

describe("is refused", () => {
  test.each([
    ["", "SCENARIO (a file or the id of a built-in one) is missing"],
    ["ring-overflow napi-budget coalescing", '"coalescing" is one too many'],
    ["ring-overflow --cycles 0", "--cycles: must be a whole number from 1"],
  ])("%s", (line, message) => {
    const { errors, exitCode } = command.run("report", ...line.split(" ").filter((word) => word !== ""));
    expect(exitCode).toBe(2);
    expect(errors).toContain(message);
  });
});

/** Scenarios whose base is a file. */
import { expect, test } from "vitest";
import { testCommand } from "../support/command.ts";

const command = testCommand();

function based(name: string, base: string, set: object): string {
  return command.file(name, JSON.stringify({ format: "irqscope-scenario", version: 1, base, name, set }));
}

based("deep.json", "figure-4", { runCycles: 500, "machine.clockHertz": 1_000_000 });
const deeper = based("deeper.json", "deep.json", { runCycles: 700 });

test("every command reads a scenario with its base and the base of that", () => {
  expect(command.json("run", deeper)).toMatchObject({ scenario: "deeper.json", cycle: 700 });
  expect(command.run("validate", deeper)).toMatchObject({ exitCode: 0, errors: "" });
  const whole = JSON.parse(command.run("embed", deeper).output);
  expect(whole).toMatchObject({ name: "deeper.json", runCycles: 700, machine: { clockHertz: 1_000_000 } });
  expect(whole).not.toHaveProperty("base");
  const link = (path: string) => command.run("link", path).output;
  expect(link(deeper)).toBe(link(command.file("whole.json", JSON.stringify(whole))));
});

test.each([
  ["lost.json", "nothing.json", /nothing\.json: no such file/],
  ["far.json", "/etc/passwd.json", /far\.json: base: must be a path relative to the scenario's folder/],
  ["own.json", "own.json", /own\.json: base: more than 8 files in a chain of bases/],
  ["word.json", "figure-5", /word\.json: base: "figure-5" is not a scenario here/],
  ["broken.json", "cut.json", /broken\.json: base: .*cut\.json: is not JSON/],
])("%s is refused", (name, base, error) => {
  command.file("cut.json", "{");
  const { exitCode, output, errors } = command.run("validate", based(name, base, {}));
  expect([exitCode, output]).toEqual([2, ""]);
  expect(errors).toMatch(error);
});

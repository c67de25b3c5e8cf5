/** Standard input, output that nobody takes, places where nothing can be read or written. */
import { type SpawnSyncOptionsWithStringEncoding, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { testCommand } from "../support/command.ts";

const CAPTURE = new URL("../fixtures/captures/two-hosts-200-us-little.pcap", import.meta.url);

const command = testCommand();

function shell(script: string, options: Partial<SpawnSyncOptionsWithStringEncoding> = {}) {
  const { status, stdout, stderr } = spawnSync("sh", ["-c", script], {
    encoding: "utf8",
    cwd: command.folder,
    env: { ...process.env, NODE: process.execPath, IRQSCOPE: command.bundle },
    ...options,
  });
  return { status, stdout, stderr };
}

describe("- is standard input", () => {
  test("of run, link and validate: from one command into the next", () => {
    const link = command.run("link", "figure-4").output.trim();
    const piped = (rest: string) => shell(`"$NODE" "$IRQSCOPE" open '${link}' | "$NODE" "$IRQSCOPE" ${rest}`);
    expect(piped("link -").stdout.trim()).toBe(link);
    expect(JSON.parse(piped("run - --json").stdout)).toEqual(
      expect.objectContaining({ scenario: "One receive and one send (figure 4)", brokenLaw: 0 }),
    );
    expect(piped("validate -")).toEqual({
      status: 0,
      stdout: "-: ok: One receive and one send (figure 4)\n",
      stderr: "",
    });
  });

  test("what is wrong with it is said as of a file; a text.md that lies around is not its text", () => {
    command.file("text.md", "## nothing of this lab\n");
    expect(shell('printf "{}" | "$NODE" "$IRQSCOPE" run -')).toMatchObject({
      status: 2,
      stderr: 'error: -: format: must be "irqscope-scenario": this is not an irqscope scenario\n',
    });
    const lab = JSON.stringify({ format: "irqscope-lab" });
    const { stderr } = shell('"$NODE" "$IRQSCOPE" validate -', { input: lab });
    expect(stderr).toContain("error: -: id: is missing\n");
    expect(stderr).not.toContain("nothing of this lab");
  });

  test("of trace: a capture from tcpdump -w -", () => {
    const { status, stdout } = shell('cat "$CAPTURE" | "$NODE" "$IRQSCOPE" trace --pcap - --json', {
      env: { ...process.env, NODE: process.execPath, IRQSCOPE: command.bundle, CAPTURE: CAPTURE.pathname },
    });
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      packetCount: 200,
      scenario: { name: "Capture standard input" },
    });
  });
});

describe("output that cannot be written", () => {
  test.runIf(existsSync("/dev/full"))("a full device is no fault of irqscope", () => {
    expect(shell('"$NODE" "$IRQSCOPE" run figure-4 > /dev/full')).toEqual({
      status: 2,
      stdout: "",
      stderr: "error: standard output: cannot be written: no space left on the device\n",
    });
  });

  test("nobody who reads the errors: the exit code stays", () => {
    const { stdout } = shell(
      '{ "$NODE" "$IRQSCOPE" validate no-1.json no-2.json 2>&1 >/dev/null; echo $? >&3; } 3>code | true; cat code',
    );
    expect(stdout.trim()).toBe("2");
  });

  test.each([
    ["x".repeat(300), "its name is too long"] as const,
    ["a-file/b.json", "a part of its path is a file, not a folder"] as const,
  ])("%s", (path, reason) => {
    command.file("a-file", "");
    const link = command.run("link", "figure-4").output.trim();
    expect(command.run("open", link, "-o", path)).toMatchObject({
      exitCode: 2,
      errors: `error: ${path}: cannot be written: ${reason}\n`,
    });
    expect(command.run("run", path).errors).toBe(`error: ${path}: cannot be read: ${reason}\n`);
  });

  test("long work is not begun for a table that cannot be written", () => {
    command.file("there.csv", "mine");
    mkdirSync(join(command.folder, "folder"), { recursive: true });
    const refusals = [
      ["there.csv", "is there already; --force replaces it"],
      ["folder", "is a folder"],
      ["no/such.csv", "its folder does not exist"],
    ] as const;
    for (const [path, reason] of refusals) {
      const expected = { exitCode: 2, output: "", errors: `error: ${path}: ${reason}\n` };
      expect(command.run("papers", "--csv", path)).toEqual(expected);
      expect(command.run("grade", "no-such-submission.json", "--csv", path)).toEqual(expected);
    }
    expect(readFileSync(join(command.folder, "there.csv"), "utf8")).toBe("mine");
  }, 20_000);
});

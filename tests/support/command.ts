/** Runs the bundled command as users do: a child process with its own exit code and streams. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, inject } from "vitest";
import { bundleIn, expectBundle } from "./commandBundle.ts";

export interface Outcome {
  readonly exitCode: number | null;
  readonly output: string;
  readonly errors: string;
}

export interface CommandUnderTest {
  /** An empty folder of this test file's own; also the working directory. */
  readonly folder: string;
  readonly bundle: string;
  run(...args: readonly string[]): Outcome;
  /** Parsed standard output of a run with --json that must succeed. */
  json(...args: readonly string[]): unknown;
  /** A script for sh, which finds $NODE and $IRQSCOPE. */
  shell(script: string, input?: string): Outcome;
  /** Writes into the folder; the name, as the command takes it. */
  file(name: string, content: string | Uint8Array): string;
}

/** For the tests of one file: call it outside of them. */
export function testCommand(): CommandUnderTest {
  const built = inject("commandFolder");
  const folder = mkdtempSync(join(tmpdir(), "irqscope-test-"));
  beforeAll(() => expectBundle(built), 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const bundle = bundleIn(built);
  const run = (...args: readonly string[]): Outcome => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [bundle, ...args], {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    });
    return { exitCode: status, output: stdout, errors: stderr };
  };
  const shell = (script: string, input = ""): Outcome => {
    const { status, stdout, stderr } = spawnSync("sh", ["-c", script], {
      cwd: folder,
      encoding: "utf8",
      input,
      env: { ...process.env, NODE: process.execPath, IRQSCOPE: bundle },
    });
    return { exitCode: status, output: stdout, errors: stderr };
  };
  return {
    folder,
    bundle,
    run,
    shell,
    json: (...args) => {
      const { exitCode, output, errors } = run(...args, "--json");
      if (exitCode !== 0) throw new Error(`irqscope ${args.join(" ")}: exit code ${exitCode}: ${errors}`);
      return JSON.parse(output);
    },
    file: (name, content) => {
      writeFileSync(join(folder, name), content);
      return name;
    },
  };
}

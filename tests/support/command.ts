/** Runs the bundled command as users do: a child process with its own exit code and streams. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export interface Outcome {
  readonly exitCode: number | null;
  readonly output: string;
  readonly errors: string;
}

export interface CommandUnderTest {
  /** An empty folder of this test's own; also the working directory. */
  readonly folder: string;
  readonly bundle: string;
  run(...args: readonly string[]): Outcome;
  /** Parsed standard output of a run with --json that must succeed. */
  json(...args: readonly string[]): unknown;
  remove(): void;
}

const repository = fileURLToPath(new URL("../..", import.meta.url));

/** Bundles the sources as they are now. */
export function buildCommand(): CommandUnderTest {
  const root = mkdtempSync(join(tmpdir(), "irqscope-test-"));
  const folder = mkdtempSync(join(root, "work-"));
  const dist = join(root, "dist");
  const remove = () => rmSync(root, { recursive: true, force: true });
  try {
    execFileSync(process.execPath, [join(repository, "cli", "build.mjs"), "--out", dist], { stdio: "pipe" });
  } catch (error) {
    remove();
    throw error;
  }
  const bundle = join(dist, "irqscope.mjs");
  const run = (...args: readonly string[]): Outcome => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [bundle, ...args], {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    });
    return { exitCode: status, output: stdout, errors: stderr };
  };
  return {
    folder,
    bundle,
    run,
    json: (...args) => {
      const { exitCode, output, errors } = run(...args, "--json");
      if (exitCode !== 0) throw new Error(`irqscope ${args.join(" ")}: exit code ${exitCode}: ${errors}`);
      return JSON.parse(output);
    },
    remove,
  };
}

/** One bundle of the command for all test files of a run. The first file that needs it builds it. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    readonly commandFolder: string;
  }
}

const BUILD = fileURLToPath(new URL("../../cli/build.mjs", import.meta.url));
/** Serves calls of the command to the tests of one file. */
const SERVER = fileURLToPath(new URL("commandServer.ts", import.meta.url));
const POLL_MILLISECONDS = 50;

/** The bundle of the whole run, in the process that starts the workers. */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "irqscope-command-"));
  const forget = () => rmSync(folder, { recursive: true, force: true });
  project.provide("commandFolder", folder);
  project.onTestsRerun(() => {
    forget();
    mkdirSync(folder);
  });
  return forget;
}

export const bundleIn = (folder: string): string => join(folder, "dist", "irqscope.mjs");
export const serverIn = (folder: string): string => join(folder, "server", "commandServer.mjs");

/** Builds both bundles from the present sources. Resolves when they exist, whichever test builds them. */
export async function expectBundle(folder: string): Promise<void> {
  const failure = join(folder, "failed");
  if (isFirst(folder))
    try {
      const part = join(folder, "part");
      const build = promisify(execFile);
      await build(process.execPath, [BUILD, "--out", join(folder, "server"), "--entry", SERVER]);
      await build(process.execPath, [BUILD, "--out", part]);
      renameSync(part, join(folder, "dist"));
    } catch (error) {
      writeFileSync(failure, String(error));
    }
  while (!existsSync(bundleIn(folder))) {
    if (existsSync(failure)) throw new Error(readFileSync(failure, "utf8"));
    await setTimeout(POLL_MILLISECONDS);
  }
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(join(folder, "begun"));
    return true;
  } catch {
    return false;
  }
}

// A copy of the repository at one commit, in build/mutants, where mutants are put in and checks run.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { applied } from "./apply.mjs";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const FOLDER = join(ROOT, "build", "mutants");

/** Folders that the copy has from the repository: they are ignored by git, and no mutant changes them. */
const SHARED = ["node_modules", "build/venv", "build/readers"];

/** What is printed at once comes in several pieces. */
const SOON_MILLISECONDS = 500;

/** `code`: -1 where the program could not be started or did not end by itself.
 * @typedef {{ code: number, output: string, isOverLimit: boolean }} Ended */

export class Copy {
  folder;

  /** @param {number} number of the copy: two runs at once need two */
  constructor(number) {
    this.folder = join(FOLDER, `copy-${number}`);
  }

  /** Brings the copy to the commit; what the checks compiled before stays. @param {string} commit */
  prepare(commit) {
    mkdirSync(FOLDER, { recursive: true });
    if (!existsSync(this.folder))
      git(ROOT, "clone", "--quiet", "--shared", "--no-checkout", ".", this.folder);
    git(this.folder, "checkout", "--quiet", "--force", "--detach", commit);
    git(this.folder, "clean", "--quiet", "-fd");
    for (const name of SHARED) {
      const [from, to] = [join(ROOT, name), join(this.folder, name)];
      mkdirSync(join(to, ".."), { recursive: true });
      if (existsSync(from) && !existsSync(to)) symlinkSync(from, to);
    }
    // Older commits have what it writes.
    const schemas = join(this.folder, "tools/schemas.mjs");
    if (existsSync(schemas)) spawnSync(process.execPath, [schemas], { cwd: this.folder, stdio: "inherit" });
  }

  /** @param {import("./apply.mjs").Mutant} mutant @returns {boolean} false: it does not apply */
  put(mutant) {
    const path = join(this.folder, mutant.file);
    const text = existsSync(path) ? applied(readFileSync(path, "utf8"), mutant) : undefined;
    if (text === undefined) return false;
    writeFileSync(path, text);
    return true;
  }

  /** Every file of the commit as it was, those that a check has built among them. */
  restore() {
    git(this.folder, "checkout", "--quiet", "--force", ".");
    git(this.folder, "clean", "--quiet", "-fd");
  }

  /** Runs a program in the copy and shows nothing; it and what it has started end at the limit, or soon after it has
   * printed `until`.
   * @param {string} program @param {readonly string[]} args
   * @param {{ milliseconds: number, cwd?: string, env?: Record<string, string>, until?: RegExp }} options
   * @returns {Promise<Ended>} */
  run(program, args, { milliseconds, cwd = ".", env = {}, until }) {
    return new Promise((resolve) => {
      const child = spawn(program, args, {
        cwd: join(this.folder, cwd),
        env: { ...process.env, CI: "", ...env },
        stdio: ["ignore", "pipe", "pipe"],
        detached: true,
      });
      let output = "";
      let isOverLimit = false;
      const end = () => child.pid !== undefined && endGroup(child.pid);
      /** @type {ReturnType<typeof setTimeout> | undefined} */
      let soon;
      const add = (/** @type {Buffer} */ data) => {
        output += data;
        if (until?.test(output)) soon ??= setTimeout(end, SOON_MILLISECONDS);
      };
      child.stdout.on("data", add);
      child.stderr.on("data", add);
      const timer = setTimeout(() => {
        isOverLimit = true;
        end();
      }, milliseconds);
      process.once("exit", end);
      const done = (/** @type {number} */ code) => {
        clearTimeout(timer);
        clearTimeout(soon);
        process.off("exit", end);
        resolve({ code, output, isOverLimit });
      };
      child.on("error", (error) => {
        output += error;
        done(-1);
      });
      child.on("close", (code) => done(code ?? -1));
    });
  }

  /** @param {readonly string[]} args @param {Parameters<Copy["run"]>[2]} options */
  node(args, options) {
    return this.run(process.execPath, args, options);
  }
}

/** @param {number} group */
function endGroup(group) {
  try {
    process.kill(-group, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

/** @param {string} cwd @param {readonly string[]} args @returns {string} what it printed */
export function git(cwd, ...args) {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  return stdout.trim();
}

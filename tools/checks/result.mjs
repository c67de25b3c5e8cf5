// What a check finds, and what runs programs for it.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT, showNode } from "../process.mjs";

/**
 * @typedef {object} Result what a check found
 * @property {number} passed
 * @property {string[]} failures
 * @property {string[]} [flaky] passed, but not at the first try
 * @property {{ name: string, seconds: number }[]} [files] how long each file took, as far as it says
 * @property {string} [note] an extra line of the summary
 */

/** Reports that test runners write. */
export const REPORTS = join(ROOT, "build", "reports");

/** Runs a program that writes a JSON report. @param {string} report its name @param {string[]} args of Node
 * @param {Record<string, string>} [env]
 * @returns {Promise<{ code: number, report: any }>} `report` is undefined when none was written */
export async function reported(report, args, env = {}) {
  const path = join(REPORTS, report);
  mkdirSync(REPORTS, { recursive: true });
  rmSync(path, { force: true });
  const { code } = await showNode(args, { env });
  try {
    return { code, report: JSON.parse(readFileSync(path, "utf8")) };
  } catch {
    return { code, report: undefined };
  }
}

/** One program, one check. @param {string} name @param {string[]} args of Node @returns {Promise<Result>} */
export async function single(name, args) {
  const { code } = await showNode(args);
  return code === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: [name] };
}

/** C programs print their own count, and which of them are slow. @param {string[]} args of Node
 * @returns {Promise<Result>} */
export async function counted(args) {
  const { code, output } = await showNode(args);
  const counts = [...output.matchAll(/(\d+) passed, (\d+) failed$/gm)].at(-1);
  const [passed, failed] = [Number(counts?.[1] ?? 0), Number(counts?.[2] ?? 0)];
  const names = [...output.matchAll(/^FAIL (.*)$/gm)].map(([, name = ""]) => name);
  const failures =
    names.length >= failed ? names : [...names, ...new Array(failed - names.length).fill("a C test")];
  if (code !== 0 && failures.length === 0) failures.push(`${args.join(" ")} ended with code ${code}`);
  if (code === 0 && passed === 0) failures.push(`${args.join(" ")} ran nothing`);
  const files = [...output.matchAll(/^took ([\d.]+) s: (.*)$/gm)].map(([, seconds, name = ""]) => ({
    name,
    seconds: Number(seconds),
  }));
  return { passed, failures, files };
}

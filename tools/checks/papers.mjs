import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, showNode } from "../process.mjs";
import { KEY, PASSED, papersKey, RESULTS, recordedKey } from "./papersKey.mjs";
import { REPORTS } from "./result.mjs";

/** @typedef {import("./result.mjs").Result} Result */

/** Claims of the sources. The short list runs them only where something that decides them has changed since their
 * results were recorded. @param {{ isLong: boolean }} options @returns {Promise<Result>} */
export async function papers({ isLong }) {
  const key = await papersKey();
  const isRecorded = key === recordedKey();
  if (!isLong && isRecorded) {
    console.log(`${RESULTS} is of this code, these scenarios and this core: nothing was run`);
    return { passed: 1, failures: [] };
  }
  const result = await runPapers();
  if (result.failures.length > 0) return result;
  writeFileSync(PASSED, key);
  if (isRecorded) return result;
  const note = `${KEY} is of other sources, so every claim was run: node tools/checks/papersKey.mjs --write`;
  return isLong ? { ...result, failures: [note] } : { ...result, note };
}

/** The command runs every claim, on all cores of the host. @returns {Promise<Result>} */
async function runPapers() {
  const results = join(REPORTS, "papers.csv");
  rmSync(results, { force: true });
  mkdirSync(REPORTS, { recursive: true });
  const { code, output } = await showNode(["cli/dist/irqscope.mjs", "papers", "--csv", results, "--force"]);
  const counts =
    /^(\d+) of \d+ claims hold, (\d+) known misses, (\d+) contradicted by their source, \d+ missed$/m.exec(
      output,
    );
  const failures = [...output.matchAll(/^check failed: (.*)$/gm)].map(([, failure = ""]) => failure);
  if (code !== 0 && failures.length === 0) failures.push(`irqscope papers ended with code ${code}`);
  if (code === 0 && counts === null) failures.push("irqscope papers judged nothing");
  if (counts !== null && readFileSync(results, "utf8") !== readFileSync(join(ROOT, RESULTS), "utf8"))
    failures.push(`${RESULTS} is not what comes out; npx irqscope papers --csv ${RESULTS} --force writes it`);
  return { passed: (counts ?? []).slice(1).reduce((sum, count) => sum + Number(count), 0), failures };
}

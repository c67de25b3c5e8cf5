// Gives every rule of docs/model.md that has none the next free number: `M-12`, as an anchor in front of its text. Where one
// rule is new, `M-NEW` in the sources of engine and reference model becomes its number.
// node tools/numberRules.mjs
// A number stays with its rule. One whose rule is gone is written into GONE and never used again.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { numberRules } from "./rules.mjs";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const MODEL = `${ROOT}docs/model.md`;
const { text, added } = numberRules(readFileSync(MODEL, "utf8"));
writeFileSync(MODEL, text);
console.log(added.length === 0 ? "all rules have their number" : `numbered: ${added.join(", ")}`);

const sources = ["core-wasm/src", "core-wasm/ref", "core-wasm/tests"];
const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...sources], {
  cwd: ROOT,
  encoding: "utf8",
});
const quoting = listed.split("\n").filter((path) => /\.[ch]$/.test(path) && sourceOf(path).includes("M-NEW"));
const [number] = added;
if (added.length === 1 && number !== undefined)
  for (const path of quoting) writeFileSync(ROOT + path, sourceOf(path).replaceAll("M-NEW", number));
else if (quoting.length > 0) {
  console.error(`M-NEW stands in ${quoting.join(", ")}, and ${added.length} rules are new: write the number`);
  process.exitCode = 1;
}

/** @param {string} path */
function sourceOf(path) {
  return readFileSync(ROOT + path, "utf8");
}

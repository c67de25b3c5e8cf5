// Gives every rule of docs/model.md that has none the next free number: `M-12`, as an anchor in front of its text.
// node tools/numberRules.mjs
// A number stays with its rule. One whose rule is gone is written into GONE and never used again.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { numberRules } from "./rules.mjs";

const MODEL = fileURLToPath(new URL("../docs/model.md", import.meta.url));
const { text, added } = numberRules(readFileSync(MODEL, "utf8"));
writeFileSync(MODEL, text);
console.log(added.length === 0 ? "all rules have their number" : `numbered: ${added.join(", ")}`);

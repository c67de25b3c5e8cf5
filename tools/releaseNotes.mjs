// The notes of a release: the section of its version in CHANGELOG.md, without the heading.
//   node tools/releaseNotes.mjs 1.2.3 > notes.md
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./process.mjs";

const [version = ""] = process.argv.slice(2);
const sections = readFileSync(join(ROOT, "CHANGELOG.md"), "utf8").split(/^## /m);
const section = sections.find((text) => text.startsWith(`[${version}] - `));
if (section === undefined) {
  console.error(`CHANGELOG.md has no section "## [${version}] - DATE"`);
  process.exit(2);
}
console.log(section.slice(section.indexOf("\n")).trim());

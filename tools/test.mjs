// npm test                          the short list: sets up what is missing, runs every check, ends with
//                                   "N passed, N failed"
// npm test -- all                   the long list, before an issue is resolved and before a tag
// npm test -- changed [REVISION]    of the short list what the files changed since REVISION (HEAD) can reach
// npm test -- [all] unit e2e        only these checks of a list (tools/checks/list.mjs)
import { existsSync } from "node:fs";
import { join } from "node:path";
import { changedSince, reachOf, unitTests } from "./checks/changed.mjs";
import { CHECKS } from "./checks/list.mjs";
import { summary } from "./checks/summary.mjs";
import { ROOT } from "./process.mjs";
import { READERS, setUpPython } from "./python.mjs";
import { buildCommand, checkNode, installPackages, installPrograms, PROGRAMS } from "./setup.mjs";

/** @param {string} reason @returns {never} */
function refuse(reason) {
  console.error(reason);
  process.exit(2);
}

/** @param {string} revision */
function reachSince(revision) {
  try {
    return reachOf(changedSince(revision), unitTests(), (path) => existsSync(join(ROOT, path)));
  } catch (error) {
    return refuse(`changed ${revision}: ${/** @type {Error} */ (error).message}`);
  }
}

/** What the command line asks for.
 * @param {string[]} args
 * @returns {import("./checks/list.mjs").Extent & { checks: typeof CHECKS, list: "short" | "long" | "part" }} */
function asked(args) {
  if (args[0] === "changed") {
    const [, revision = "HEAD", ...rest] = args;
    if (rest.length > 0) refuse(`changed takes one revision, not ${rest.join(" ")}`);
    const reach = reachSince(revision);
    if (reach === undefined) return asked([]);
    return {
      isLong: false,
      reach,
      list: "part",
      checks: CHECKS.filter(({ name }) => reach.checks.has(name)),
    };
  }
  const isLong = args[0] === "all";
  const names = isLong ? args.slice(1) : args;
  const unknown = names.filter((name) => !CHECKS.some((check) => check.name === name));
  const known = CHECKS.map(({ name }) => name).join(", ");
  if (unknown.length > 0)
    refuse(`no check named ${unknown.join(", ")}; there is ${known}, and before them all, or changed alone`);
  const ofList = CHECKS.filter((check) => isLong || check.isLong === undefined);
  const checks = names.length === 0 ? ofList : CHECKS.filter(({ name }) => names.includes(name));
  return { isLong, checks, list: names.length > 0 ? "part" : isLong ? "long" : "short" };
}

checkNode();
await installPackages();
const { checks, list, ...extent } = asked(process.argv.slice(2));
const missing = await installPrograms(["gcc", ...(extent.isLong ? ["clang"] : []), "emcc", "chromium"]);
// One by one: a distribution without one of them would refuse the others as well.
const lacking = [
  ...(await installPrograms(["chromium-headless-shell"])),
  ...(await installPrograms(["tshark"])),
];
const readersLeftOut = checks.some(({ name }) => name === "unit")
  ? (await setUpPython(READERS)).reason
  : undefined;
const commandBuilt = await buildCommand();

const notes = [
  ...(missing.includes("emcc") ? [`optional: emcc is missing: ${PROGRAMS.emcc.means}`] : []),
  ...lacking.map((name) => `optional: ${name} is missing: ${PROGRAMS[name].means}`),
  ...(readersLeftOut === undefined
    ? []
    : [`optional: what irqscope exports is read by our own readers alone: ${readersLeftOut}`]),
];
/** @type {import("./checks/summary.mjs").Stage[]} */
const stages = [];
for (const { title, needs = [], longNeeds = [], run } of checks) {
  console.log(`\n=== ${title} ===`);
  const begin = performance.now();
  const lacks = [...needs, ...(extent.isLong ? longNeeds : [])].find((program) => missing.includes(program));
  const result =
    lacks === undefined
      ? await run(extent)
      : { passed: 0, failures: [`${lacks} is missing: ${PROGRAMS[lacks].means}`] };
  stages.push({ title, seconds: (performance.now() - begin) / 1000, result });
}
const setUp = commandBuilt ? [] : ["set-up: the irqscope command could not be built"];
const { text, hasFailed } = summary({ stages, failures: setUp, notes, list });
console.log(text);
process.exitCode = hasFailed ? 1 : 0;

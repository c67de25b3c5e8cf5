// Puts each mutant into a copy of the repository, runs the checks of its place and says what caught it (README.md).
//   node tests/mutants/run.mjs [--only ID,ID] [--rooms ROOM,ROOM] [--list short|long] [--commit COMMIT] [--missed]
//     [--out FILE.csv] [--again] [--limit SECONDS] [--part 1/2]
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { allMutants } from "./apply.mjs";
import { Checks } from "./checks.mjs";
import { Copy, FOLDER, git, ROOT } from "./copy.mjs";
import { Results, table } from "./results.mjs";

/** @typedef {import("./results.mjs").Verdict} Verdict */
/** @typedef {import("./apply.mjs").Mutant} Mutant */

const USAGE = `usage: node tests/mutants/run.mjs [options]
  --only ID,ID       these mutants alone
  --rooms ROOM,ROOM  those of these rooms alone, such as lib/export
  --list short|long  the checks of which list; short without it
  --commit COMMIT    the tree that is checked, such as 4ea145c1; HEAD without it
  --missed           those alone that the short list has not caught in the same tree
  --out FILE.csv     where results are kept; build/mutants/results.csv without it
  --again            mutants that have a result are run again
  --limit SECONDS    for the checks of one mutant; 1800 without it
  --part 1/2         every second mutant, in a copy of its own, so that two runs share the work`;

function readArguments() {
  const text = /** @type {const} */ ({ type: "string" });
  const { values } = parseArgs({
    options: {
      only: text,
      rooms: text,
      list: { ...text, default: "short" },
      commit: { ...text, default: "HEAD" },
      out: { ...text, default: join(FOLDER, "results.csv") },
      limit: { ...text, default: "1800" },
      part: { ...text, default: "1/1" },
      missed: { type: "boolean", default: false },
      again: { type: "boolean", default: false },
    },
  });
  const [part = 1, parts = 1] = values.part.split("/").map(Number);
  const { list } = values;
  if (list !== "short" && list !== "long") throw new Error("--list is short or long");
  if (!(part >= 1 && part <= parts)) throw new Error("--part is such as 1/2");
  if (!(Number(values.limit) > 0)) throw new Error("--limit is a number of seconds");
  const seconds = Number(values.limit);
  return {
    ...values,
    list,
    seconds,
    part,
    parts,
    only: values.only?.split(","),
    rooms: values.rooms?.split(","),
  };
}

/** @param {ReturnType<typeof readArguments>} asked */
function chosen({ only, rooms, part, parts }) {
  const all = allMutants();
  const unknown = [
    ...(only ?? []).filter((id) => !all.some((mutant) => mutant.id === id)),
    ...(rooms ?? []).filter((room) => !all.some((mutant) => mutant.room === room)),
  ];
  if (unknown.length > 0) throw new Error(`no mutant has the id or the room ${unknown.join(", ")}`);
  return all
    .filter(({ id }) => only?.includes(id) ?? true)
    .filter(({ room }) => rooms?.includes(room) ?? true)
    .filter((_, index) => index % parts === part - 1);
}

/** @param {Mutant} mutant @param {Copy} copy @param {Checks} checks @param {number} seconds
 * @returns {Promise<Verdict>} */
async function judged(mutant, copy, checks, seconds) {
  if (!copy.put(mutant)) return { verdict: "does not apply", check: "", test: "" };
  const end = performance.now() + seconds * 1000;
  const found = await firstFailure(mutant, checks, end).finally(() => copy.restore());
  if (found.verdict !== "caught" || found.file === undefined) return found;
  if (await checks.passesWithout(found.file, seconds * 1000)) return found;
  return { ...found, verdict: "fails without it" };
}

/** @param {Mutant} mutant @param {Checks} checks @param {number} end @returns {Promise<Verdict & { file?: string }>} */
async function firstFailure(mutant, checks, end) {
  for (const { check, run } of checks.steps(mutant)) {
    const outcome = await run(Math.max(1, end - performance.now()));
    if (outcome === "limit") return { verdict: "over the limit", check, test: "" };
    if (outcome !== undefined) return { verdict: "caught", ...outcome };
  }
  return { verdict: "not caught", check: "", test: "" };
}

/** @param {ReturnType<typeof readArguments>} asked */
async function runAll(asked) {
  const { list, commit, seconds, part } = asked;
  const tree = git(ROOT, "rev-parse", "--short=8", commit);
  const out = resolve(asked.out);
  mkdirSync(dirname(out), { recursive: true });
  const results = new Results({
    read: () => (existsSync(out) ? readFileSync(out, "utf8") : ""),
    write: (text) => writeFileSync(out, text),
  });
  const copy = new Copy(part);
  copy.prepare(tree);
  const checks = new Checks(copy, list);
  for (const mutant of chosen(asked)) {
    const { id, floor, room, title } = mutant;
    const key = { id, list, tree };
    if (asked.missed && results.of({ ...key, list: "short" })?.verdict === "caught") continue;
    let row = asked.again ? undefined : results.of(key);
    if (row === undefined) {
      const begin = performance.now();
      const verdict = await judged(mutant, copy, checks, seconds);
      row = { ...key, floor, room, ...verdict, seconds: Math.round((performance.now() - begin) / 1000) };
      results.add(row);
    }
    const by = [row.check, row.test].filter((text) => text !== "").join(", ");
    console.log(`${id} ${row.verdict}${by === "" ? "" : `: ${by}`} (${row.seconds} s; ${room}: ${title})`);
  }
  const rows = results.all();
  console.log(`\n${table(rows)}`);
  const here = rows.filter((row) => row.tree === tree && row.list === list);
  if (here.some(({ verdict }) => verdict === "does not apply" || verdict === "fails without it"))
    process.exitCode = 1;
}

let asked;
try {
  asked = readArguments();
} catch (error) {
  console.error(`run.mjs: ${/** @type {Error} */ (error).message}\n${USAGE}`);
  process.exitCode = 2;
}
// What the checks have started ends with this process.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130));
if (asked !== undefined) await runAll(asked);

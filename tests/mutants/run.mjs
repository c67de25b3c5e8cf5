// Puts each mutant into a copy of the repository, runs the checks of its place and says what caught it (README.md).
//   node tests/mutants/run.mjs [--only ID,ID] [--rooms ROOM,ROOM] [--list short|long] [--commit COMMIT] [--missed]
//     [--out FILE.csv] [--again] [--limit SECONDS] [--part 1/2]
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { allMutants } from "./apply.mjs";
import { Checks } from "./checks.mjs";
import { Copy, FOLDER, git, ROOT } from "./copy.mjs";
import { Results, table } from "./results.mjs";

/** @typedef {import("./results.mjs").Verdict} Verdict */
/** @typedef {import("./apply.mjs").Mutant} Mutant */
/** @typedef {import("./checks.mjs").List} List */

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
  const { list, commit, out, missed, again, only, rooms } = values;
  const seconds = Number(values.limit);
  if (list !== "short" && list !== "long") throw new Error("--list is short or long");
  if (!(part >= 1 && part <= parts)) throw new Error("--part is such as 1/2");
  if (!(seconds > 0)) throw new Error("--limit is a number of seconds");
  const mutants = chosen(only?.split(","), rooms?.split(","), part, parts);
  return { list: /** @type {List} */ (list), commit, out, missed, again, seconds, part, mutants };
}

/** @param {string[] | undefined} only ids @param {string[] | undefined} rooms @param {number} part @param {number} parts
 * @returns {Mutant[]} */
function chosen(only, rooms, part, parts) {
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

/** @param {Mutant} mutant @param {Copy} copy @param {Checks} checks @param {number} milliseconds
 * @returns {Promise<Verdict>} */
async function judged(mutant, copy, checks, milliseconds) {
  if (!copy.put(mutant)) return { verdict: "does not apply", check: "", test: "" };
  const end = performance.now() + milliseconds;
  const { verdict, step, failure } = await firstFailure(checks.steps(mutant), end).finally(() =>
    copy.restore(),
  );
  if (step === undefined || failure === undefined) return { verdict, check: step?.check ?? "", test: "" };
  const isOfMutant = await checks.passesWithout(failure, step, milliseconds).finally(() => copy.restore());
  const { check, test } = failure;
  return { verdict: isOfMutant ? "caught" : "fails without it", check, test };
}

/** @param {readonly import("./checks.mjs").Step[]} steps @param {number} end of the time for all of them */
async function firstFailure(steps, end) {
  for (const step of steps) {
    const failure = await step.run(Math.max(1, end - performance.now()));
    if (failure === "limit") return /** @type {const} */ ({ verdict: "over the limit", step });
    if (failure !== undefined) return /** @type {const} */ ({ verdict: "caught", step, failure });
  }
  return /** @type {const} */ ({ verdict: "not caught" });
}

/** @param {ReturnType<typeof readArguments>} asked */
async function runAll(asked) {
  const { list, commit, seconds, part } = asked;
  const tree = git(ROOT, "rev-parse", "--short=8", commit);
  const out = resolve(asked.out);
  mkdirSync(dirname(out), { recursive: true });
  const results = new Results({
    read: () => (existsSync(out) ? readFileSync(out, "utf8") : ""),
    append: (text) => appendFileSync(out, text),
  });
  const copy = new Copy(part);
  copy.prepare(tree);
  const checks = new Checks(copy, list);
  for (const mutant of asked.mutants) {
    const { id, floor, room, title } = mutant;
    const key = { id, list, tree };
    if (asked.missed && results.of({ ...key, list: "short" })?.verdict === "caught") continue;
    let row = asked.again ? undefined : results.of(key);
    if (row === undefined) {
      const begin = performance.now();
      const verdict = await judged(mutant, copy, checks, seconds * 1000);
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

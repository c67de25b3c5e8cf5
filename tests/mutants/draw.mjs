// Draws the mutants of drawn.json by the rule of README.md, from the product source of one commit.
//   node tests/mutants/draw.mjs           writes drawn.json
//   node tests/mutants/draw.mjs --check   says whether the draw gives what drawn.json holds
// It takes some minutes: each change is compiled.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { applied } from "./apply.mjs";
import { Compilers } from "./compilers.mjs";
import { changesOf, sourceLines } from "./operators.mjs";
import { FLOOR_NAMES, placeOf } from "./rooms.mjs";

const SEED = 20261129;
const COMMIT = "4ea145c1";
const COUNT = 79;
const PER_ROOM = 1;
const PER_FLOOR = 3;
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const DRAWN = fileURLToPath(new URL("drawn.json", import.meta.url));

/** One room: the lines that an operator applies to, each with its changes.
 * @typedef {import("./operators.mjs").Change} Change
 * @typedef {{ file: string, changes: Change[] }} Line
 * @typedef {{ floor: string, room: string, sourceLines: number, lines: Line[] }} Room
 * @typedef {{ room: Room, key: string, attempt: number, file: string, change: Change }} Candidate */

/** A number below `limit`, decided by the seed and the key alone. @param {string} key @param {number} limit */
function drawn(key, limit) {
  const digits = createHash("sha256").update(`${SEED}/${key}`).digest("hex").slice(0, 12);
  return Number.parseInt(digits, 16) % limit;
}

/** @template Item @param {string} key @param {readonly Item[]} items @returns {Item} */
function oneOf(key, items) {
  const item = items[drawn(key, items.length)];
  if (item === undefined) throw new Error(`nothing to draw from for ${key}`);
  return item;
}

/** The files of the commit in a folder of their own, where changes of them are compiled. */
function treeOfCommit() {
  const folder = join(ROOT, "build", "mutants", "drawn-from");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync("git", ["archive", COMMIT], { cwd: ROOT, maxBuffer: 1 << 30 });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  return folder;
}

/** @param {string} folder @returns {Room[]} by floor and name */
function roomsIn(folder) {
  const list = execFileSync("git", ["ls-tree", "-r", "--name-only", COMMIT], { cwd: ROOT, encoding: "utf8" });
  /** @type {Map<string, Room>} */
  const rooms = new Map();
  for (const file of list.split("\n").sort()) {
    const place = placeOf(file);
    if (place === undefined) continue;
    const room = rooms.get(place.room) ?? { ...place, sourceLines: 0, lines: [] };
    rooms.set(place.room, room);
    const text = readFileSync(join(folder, file), "utf8");
    room.sourceLines += sourceLines(file, text);
    const changes = changesOf(file, text);
    for (const line of new Set(changes.map((change) => change.line)))
      room.lines.push({ file, changes: changes.filter((change) => change.line === line) });
  }
  return FLOOR_NAMES.flatMap((floor) => [...rooms.values()].filter((room) => room.floor === floor));
}

/** How many mutants each room gets. @param {readonly Room[]} rooms */
function shares(rooms) {
  const open = rooms.filter(({ lines }) => lines.length > 0);
  const counts = new Map(open.map((room) => [room, PER_ROOM]));
  const give = (/** @type {string} */ key, /** @type {readonly Room[]} */ among) => {
    let at = drawn(key, total(among));
    const room = among.find(({ sourceLines: lines }) => {
      at -= lines;
      return at < 0;
    });
    if (room !== undefined) counts.set(room, (counts.get(room) ?? 0) + 1);
  };
  for (const floor of FLOOR_NAMES) {
    const here = open.filter((room) => room.floor === floor);
    for (let has = here.length * PER_ROOM; has < PER_FLOOR; has++) give(`floor ${floor} ${has}`, here);
  }
  for (let has = sum([...counts.values()]); has < COUNT; has++) give(`any ${has}`, open);
  return counts;
}

const sum = (/** @type {readonly number[]} */ numbers) =>
  numbers.reduce((total, number) => total + number, 0);
const total = (/** @type {readonly Room[]} */ rooms) => sum(rooms.map(({ sourceLines: lines }) => lines));

/** @param {Room} room @param {string} key @param {number} attempt @returns {Candidate} */
function candidate(room, key, attempt) {
  const draw = `${key} attempt ${attempt}`;
  const { file, changes } = oneOf(`${draw} line`, room.lines);
  const operator = oneOf(`${draw} operator`, [...new Set(changes.map((change) => change.operator))].sort());
  const places = changes.filter((change) => change.operator === operator);
  return { room, key, attempt, file, change: oneOf(`${draw} place`, places) };
}

const nameOf = (/** @type {Candidate} */ { file, change }) =>
  `${file} ${change.operator} ${change.start} ${change.text}`;

/** Draws each mutant until its file compiles and no mutant before it is the same.
 * @param {ReadonlyMap<Room, number>} counts @param {string} folder */
async function drawAll(counts, folder) {
  const compilers = new Compilers(folder);
  /** @type {Candidate[]} */
  let waiting = [...counts].flatMap(([room, count]) =>
    Array.from({ length: count }, (_, index) => candidate(room, `${room.room} ${index + 1}`, 1)),
  );
  const order = waiting.map(({ key }) => key);
  /** @type {Candidate[]} */
  const taken = [];
  const names = new Set();
  while (waiting.length > 0) {
    const compile = await compilers.verdicts(waiting);
    /** @type {Candidate[]} */
    const next = [];
    for (const one of waiting) {
      const isNew = !names.has(nameOf(one));
      if (compile.get(one) && isNew) {
        taken.push(one);
        names.add(nameOf(one));
      } else {
        console.log(`drawn again (${isNew ? "does not compile" : "is there"}): ${nameOf(one)}`);
        next.push(candidate(one.room, one.key, one.attempt + 1));
      }
    }
    waiting = next;
    console.log(`${taken.length} of ${order.length} drawn`);
  }
  return taken.sort((a, b) => order.indexOf(a.key) - order.indexOf(b.key));
}

/** @param {Candidate} candidate @param {number} index @param {string} folder */
function record({ room, file, change }, index, folder) {
  const text = readFileSync(join(folder, file), "utf8");
  const written = text.slice(change.start, change.end);
  const becomes = change.operator === "statement" ? "is left out" : `becomes ${quoted(change.text)}`;
  return {
    id: `M${String(index + 1).padStart(2, "0")}`,
    title: `${change.operator}: ${quoted(written)} ${becomes}`,
    floor: room.floor,
    room: room.room,
    file,
    line: change.line,
    ...around(text, change),
  };
}

const quoted = (/** @type {string} */ text) => (text === "" ? "nothing" : `\`${text}\``);

/** The changed line before and after, with as many lines before it as make the text one that the file has once.
 * @param {string} text @param {Change} change */
function around(text, { start, end, text: becomes }) {
  const lineEnd = (text.indexOf("\n", end) + 1 || text.length + 1) - 1;
  let from = text.lastIndexOf("\n", start - 1) + 1;
  while (from > 0 && text.split(text.slice(from, lineEnd)).length > 2)
    from = text.lastIndexOf("\n", from - 2) + 1;
  const before = text.slice(from, lineEnd);
  const after = text.slice(from, start) + becomes + text.slice(end, lineEnd);
  applied(text, { before, after });
  return { before, after };
}

const folder = treeOfCommit();
const rooms = roomsIn(folder);
const counts = shares(rooms);
for (const room of rooms)
  console.log(`${room.room}: ${room.sourceLines} lines, ${counts.get(room) ?? 0} mutants`);
const mutants = (await drawAll(counts, folder)).map((one, index) => record(one, index, folder));
if (process.argv.includes("--check")) {
  const isSame = JSON.stringify(mutants) === JSON.stringify(JSON.parse(readFileSync(DRAWN, "utf8")));
  console.log(isSame ? "drawn.json holds what is drawn" : "drawn.json does not hold what is drawn");
  process.exitCode = isSame ? 0 : 1;
} else writeFileSync(DRAWN, `${JSON.stringify(mutants, undefined, 2)}\n`);

// How heavy a commit is: product source, files of it, and lines outside of tests.
//   node tools/weight.mjs [REVISION ...]    HEAD where none is named
import { execFileSync } from "node:child_process";
import { ROOT } from "./process.mjs";

const TESTS = /^(tests|core-wasm\/(tests|fuzz)|python\/tests)\//;
const SOURCE = /\.(ts|tsx|c|h|def|css|mjs|mts|py|html)$/;
const GENERATED = /\.gen\./;
const LOCK = "package-lock.json";

/** @param {readonly string[]} args @param {string} [input] */
function git(args, input) {
  return execFileSync("git", [...args], { cwd: ROOT, input, maxBuffer: 2 ** 30 });
}

/** Lines of each text file. @param {string} revision @returns {Map<string, number>} */
function linesAt(revision) {
  const entries = git(["ls-tree", "-r", "-z", revision]).toString("utf8").split("\0").slice(0, -1);
  const blobs = entries.map((entry) => {
    const [, hash = "", path = ""] = /^\d+ blob ([0-9a-f]+)\t(.+)$/s.exec(entry) ?? [];
    return { hash, path };
  });
  const all = git(["cat-file", "--batch"], `${blobs.map(({ hash }) => hash).join("\n")}\n`);
  const lines = new Map();
  let at = 0;
  for (const { path } of blobs) {
    const head = all.indexOf(10, at);
    const size = Number(all.toString("latin1", at, head).split(" ")[2]);
    const bytes = all.subarray(head + 1, head + 1 + size);
    at = head + size + 2;
    if (!bytes.subarray(0, 8000).includes(0))
      lines.set(
        path,
        bytes.reduce((n, byte) => n + (byte === 10 ? 1 : 0), 0),
      );
  }
  return lines;
}

/** @param {string} revision */
function weightOf(revision) {
  const files = [...linesAt(revision)].filter(([path]) => path !== LOCK && !TESTS.test(path));
  const source = files.filter(([path]) => SOURCE.test(path) && !GENERATED.test(path));
  const sum = (/** @type {readonly (readonly [string, number])[]} */ some) =>
    some.reduce((n, [, lines]) => n + lines, 0);
  return {
    revision,
    "source lines": sum(source),
    "source files": source.length,
    "lines outside tests": sum(files),
  };
}

const revisions = process.argv.slice(2);
console.table((revisions.length > 0 ? revisions : ["HEAD"]).map(weightOf));

// Whether a change of a file compiles.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** @typedef {{ file: string, change: import("./operators.mjs").Change }} Changed */

/** @param {string} text @param {import("./operators.mjs").Change} change */
const changed = (text, { start, end, text: becomes }) => text.slice(0, start) + becomes + text.slice(end);

/** Compiles in a tree of its own, and leaves it as it was. */
export class Compilers {
  #folder;

  /** @param {string} folder */
  constructor(folder) {
    this.#folder = folder;
  }

  /** @template {Changed} Item @param {readonly Item[]} items @returns {Promise<Map<Item, boolean>>} */
  async verdicts(items) {
    /** @type {Map<Item, boolean>} */
    const verdicts = new Map();
    const typed = items.filter(({ file }) => /\.tsx?$/.test(file));
    for (const item of items) if (!typed.includes(item)) verdicts.set(item, await this.#compiles(item));
    let left = typed;
    while (left.length > 0) {
      const files = new Set();
      const round = left.filter(({ file }) => !files.has(file) && files.add(file));
      for (const [item, verdict] of this.#typeRound(round)) verdicts.set(item, verdict);
      left = left.filter((item) => !round.includes(item));
    }
    return verdicts;
  }

  /** One run of tsc for changes of different files. An error in a file of the round is that of its change; where another
   * file has one, each change is tried alone. @template {Changed} Item @param {readonly Item[]} round
   * @returns {[Item, boolean][]} */
  #typeRound(round) {
    const wrong = this.#with(round, () => this.#filesWithTypeErrors());
    const here = round.filter(({ file }) => wrong.has(file));
    const isElsewhere = wrong.size > here.length;
    if (isElsewhere && round.length === 1) return round.map((item) => [item, false]);
    if (isElsewhere) {
      const rest = round.filter((item) => !here.includes(item));
      return [
        ...here.map((item) => /** @type {[Item, boolean]} */ ([item, false])),
        ...halves(rest).flatMap((half) => (half.length === 0 ? [] : this.#typeRound(half))),
      ];
    }
    return round.map((item) => [item, !here.includes(item)]);
  }

  #filesWithTypeErrors() {
    const tsc = spawnSync(process.execPath, ["node_modules/typescript/bin/tsc", "--pretty", "false"], {
      cwd: this.#folder,
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
    const files = new Set(
      [...tsc.stdout.matchAll(/^([^\s(][^(\n]*)\(\d+,\d+\): error/gm)].map(([, file]) => file),
    );
    if (tsc.status !== 0 && files.size === 0) throw new Error(`tsc: ${tsc.stdout}${tsc.stderr}`);
    return files;
  }

  /** @param {Changed} item @returns {Promise<boolean>} */
  async #compiles(item) {
    if (item.file.endsWith(".py")) return this.#alone(item, ["python3", "-m", "py_compile", item.file], ".");
    if (item.file.endsWith(".js")) return this.#alone(item, [process.execPath, "--check", item.file], ".");
    const core = join(this.#folder, "core-wasm");
    const { engineSources, LANGUAGE } = await import(pathToFileURL(join(core, "toolchain.mjs")).href);
    const flags = [...LANGUAGE, "-O2", "-c", "-o", "/dev/null"];
    const source = item.file.slice("core-wasm/".length);
    const sources = source.endsWith(".h") ? engineSources() : [source];
    return this.#with([item], () =>
      sources.every(
        (/** @type {string} */ one) => spawnSync("gcc", [...flags, one], { cwd: core }).status === 0,
      ),
    );
  }

  /** @param {Changed} item @param {readonly string[]} command @param {string} folder */
  #alone(item, [program = "", ...args], folder) {
    const cwd = join(this.#folder, folder);
    return this.#with([item], () => spawnSync(program, args, { cwd }).status === 0);
  }

  /** @template Result @param {readonly Changed[]} items of different files @param {() => Result} use */
  #with(items, use) {
    const texts = items.map(({ file }) => readFileSync(join(this.#folder, file), "utf8"));
    items.forEach(({ file, change }, index) => {
      writeFileSync(join(this.#folder, file), changed(texts[index] ?? "", change));
    });
    try {
      return use();
    } finally {
      items.forEach(({ file }, index) => {
        writeFileSync(join(this.#folder, file), texts[index] ?? "");
      });
    }
  }
}

/** @template Item @param {readonly Item[]} items */
function halves(items) {
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)];
}

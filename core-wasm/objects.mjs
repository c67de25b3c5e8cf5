// Object files of native programs. Each is kept in build/core/compiled under a hash of its inputs, so the checks share
// the engine, and a change recompiles only what depends on it.
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";
import { execute, inParallel } from "./jobs.mjs";
import { BUILD_ROOT, CORE_ROOT, gccVersion, LANGUAGE } from "./toolchain.mjs";

const OBJECTS = join(BUILD_ROOT, "compiled");
const KEY_DIGITS = 32;
/** Objects that no check has used in this time are removed. */
const KEPT_MILLISECONDS = 3 * 86_400_000;

/** `#include "room/name.h"`, relative to a folder of the include path. */
const INCLUDE = /^\s*#\s*include\s+"([^"]+)"/gm;
const INCLUDE_FOLDERS = ["include", "src", "tests", "fuzz", "."];

/** Text of a source and of every header that it includes by name. Conditions are ignored. The compiler's version
 * represents the headers of the system. */
class Reader {
  #texts = new Map();

  #text(path) {
    if (!this.#texts.has(path)) {
      const place = join(CORE_ROOT, path);
      this.#texts.set(path, existsSync(place) ? readFileSync(place, "utf8") : undefined);
    }
    return this.#texts.get(path);
  }

  /** Adds the inputs of a source to a hash. */
  addTo(hash, source) {
    const seen = new Set();
    const visit = (path) => {
      const text = seen.has(path) ? undefined : this.#text(path);
      if (text === undefined) return;
      seen.add(path);
      hash.update(`\0${path}\0${text}`);
      const beside = path.slice(0, path.lastIndexOf("/"));
      for (const [, name] of text.matchAll(INCLUDE))
        for (const folder of [beside, ...INCLUDE_FOLDERS]) visit(folder === "." ? name : `${folder}/${name}`);
    };
    visit(source);
  }
}

/** Compiles missing objects with gcc.
 * @param {readonly string[]} sources relative to the core's folder
 * @param {readonly string[]} flags the flags of the language precede them
 * @returns {Promise<string[]>} the objects, in the same order. Throws the compiler's output on failure. */
export async function compiledObjects(sources, flags) {
  mkdirSync(OBJECTS, { recursive: true });
  const shared = new Reader();
  const settings = JSON.stringify([gccVersion(), LANGUAGE, flags]);
  const keyOf = (source, reader) => {
    const hash = createHash("sha256").update(settings);
    reader.addTo(hash, source);
    return hash.digest("hex").slice(0, KEY_DIGITS);
  };
  return inParallel(
    sources.map((source) => async () => {
      const key = keyOf(source, shared);
      const object = join(OBJECTS, `${key}.o`);
      if (existsSync(object)) {
        const now = new Date();
        utimesSync(object, now, now);
        return object;
      }
      const part = `${object}.${process.pid}`;
      const { code, output } = await execute("gcc", [...LANGUAGE, ...flags, "-c", source, "-o", part]);
      if (code !== 0) throw new Error(`${source} does not compile\n${output}`);
      if (keyOf(source, new Reader()) !== key) throw new Error(`${source} changed while it was compiled`);
      renameSync(part, object);
      return object;
    }),
  );
}

/** Removes objects that no check has used recently. */
export function forgetOldObjects() {
  mkdirSync(OBJECTS, { recursive: true });
  const oldest = Date.now() - KEPT_MILLISECONDS;
  for (const name of readdirSync(OBJECTS))
    if (statSync(join(OBJECTS, name)).mtimeMs < oldest) rmSync(join(OBJECTS, name), { force: true });
}

/** Links objects with gcc. Returns the path of the program. Throws with the linker's output. */
export async function linkedProgram(program, objects, flags) {
  const part = `${program}.${process.pid}`; // so that the program of another run stays complete
  const { code, output } = await execute("gcc", [...flags, ...objects, "-o", part]);
  if (code !== 0) throw new Error(`${program} does not link\n${output}`);
  renameSync(part, program);
  return program;
}

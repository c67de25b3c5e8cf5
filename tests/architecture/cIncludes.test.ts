/** Includes of the C core: rooms include lower rooms only, and the public headers and the leaves include nothing of the
 * machine. */
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { CORE_ROOMS } from "./coreRooms.ts";
import { repositoryFiles, textOf } from "./repository.ts";

/** System headers that a freestanding engine needs. Any other could reach a clock, a file or a random source. */
const SYSTEM_HEADERS = ["assert.h", "stddef.h", "stdint.h", "string.h"];
/** Calls from a lower room to a higher one. This list may only become shorter. */
const UPWARD: readonly string[] = [];

const PUBLIC_ROOT = "core-wasm/include/";
const SOURCE_ROOT = "core-wasm/src/";
const paths = repositoryFiles().filter((path) => /\.(c|h|def)$/.test(path));
const publicHeaders = paths.filter((path) => path.startsWith(PUBLIC_ROOT));
const sources = paths.filter((path) => path.startsWith(SOURCE_ROOT));
/** The path of the header as other files include it. */
const nameOf = (path: string) => path.replace(PUBLIC_ROOT, "").replace(SOURCE_ROOT, "");
const publicNames = publicHeaders.map(nameOf);

interface Include {
  readonly from: string;
  readonly header: string;
  readonly system: boolean;
}
const includes: readonly Include[] = [...publicHeaders, ...sources].flatMap((path) =>
  Array.from(textOf(path).matchAll(/^\s*#\s*include\s*([<"])([^>"]+)[>"]/gm), ([, quote, header = ""]) => ({
    from: nameOf(path),
    header,
    system: quote === "<",
  })),
);
const shown = ({ from, header }: Include) => `${from} -> ${header}`;
const locals = includes.filter(({ system }) => !system);
const ofRooms = locals.filter(
  ({ from, header }) => !publicNames.includes(from) && !publicNames.includes(header),
);

describe("C includes", () => {
  it("are parsed", () => {
    expect(sources.length).toBeGreaterThan(20);
    expect(includes.length).toBeGreaterThan(sources.length);
  });

  it("of system headers are limited to a short list", () => {
    const wrong = includes.filter(({ header, system }) => system && !SYSTEM_HEADERS.includes(header));
    expect(wrong.map(shown)).toEqual([]);
  });

  it("name a header of this core with its room, and never a source file", () => {
    const headers = [...publicNames, ...sources.map(nameOf)].filter((name) => !name.endsWith(".c"));
    const wrong = locals.filter(({ header }) => !headers.includes(header));
    expect(wrong.map(shown)).toEqual([]);
  });

  it("in the public headers name public headers only", () => {
    const wrong = locals.filter(
      ({ from, header }) => publicNames.includes(from) && !publicNames.includes(header),
    );
    expect(wrong.map(shown)).toEqual([]);
  });

  it("name headers in a listed room", () => {
    const elsewhere = sources.filter((path) => !CORE_ROOMS.includes(dirname(nameOf(path))));
    expect(elsewhere).toEqual([]);
    const empty = CORE_ROOMS.filter((room) => !sources.some((path) => dirname(nameOf(path)) === room));
    expect(empty).toEqual([]);
  });

  it("go from a room to the rooms below it", () => {
    const floor = (name: string) => CORE_ROOMS.indexOf(dirname(name));
    const upward = ofRooms.filter(({ from, header }) => floor(header) > floor(from));
    expect(upward.map(shown).sort()).toEqual(UPWARD);
  });

  it("make no circle of headers", () => {
    const of = (name: string) => locals.filter(({ from }) => from === name).map(({ header }) => header);
    const cycles: string[] = [];
    const walk = (name: string, path: readonly string[]) => {
      if (path.includes(name)) cycles.push([...path, name].join(" -> "));
      else for (const header of of(name)) walk(header, [...path, name]);
    };
    for (const path of sources) if (path.endsWith(".h")) walk(nameOf(path), []);
    expect(cycles).toEqual([]);
  });
});

describe("C functions", () => {
  it("are defined in the room whose header declares them", () => {
    const declared = sources
      .filter((path) => path.endsWith(".h"))
      .flatMap((path) =>
        Array.from(
          textOf(path).matchAll(/^(?!static|INLINE|OPT_SIZE|typedef|#)[a-z][\w ]*[ *](\w+)\([^;{]*\);/gm),
          ([, name = ""]) => ({
            name,
            room: dirname(nameOf(path)),
          }),
        ),
      );
    expect(declared.length).toBeGreaterThan(100);
    const wrong = declared.flatMap(({ name, room }) => {
      const definition = new RegExp(
        `^(?:OPT_SIZE )?(?:__attribute__\\(\\(\\w+\\)\\) )?[a-zA-Z][\\w ]*[ *]${name}\\([^;]*\\{`,
        "m",
      );
      const definedIn = sources.filter((path) => path.endsWith(".c") && definition.test(textOf(path)));
      return definedIn.some((path) => dirname(nameOf(path)) === room)
        ? []
        : [`${name}: ${room} -> ${definedIn.map(nameOf).join(", ")}`];
    });
    expect(wrong).toEqual([]);
  });
});

describe("C test files", () => {
  const ROOT = "core-wasm/tests/";
  /** Rooms of tests beside those of the engine: shared helpers, random machines, the machines of a paper. */
  const OTHERS = ["support", "random", "papers"];
  const tests = paths.filter((path) => path.startsWith(ROOT));
  const roomOf = (path: string) => dirname(path).slice(ROOT.length);

  it("lie in the room of the code that they test", () => {
    const elsewhere = tests.filter(
      (path) => path !== `${ROOT}golden.c` && ![...OTHERS, ...CORE_ROOMS].includes(roomOf(path)),
    );
    expect(elsewhere).toEqual([]);
    expect(tests.filter((path) => /\/test_\w+\.c$/.test(path)).length).toBeGreaterThan(35);
  });
});

describe("the reference model", () => {
  /** Input data that engine and model share: the generator's hash, and bodies generated from a profile. */
  const SHARED = ["base/rng.h", "cpu/code/routine.h"];
  const ROOT = "core-wasm/ref/";
  const model = paths.filter((path) => path.startsWith(ROOT));
  const headersOf = (path: string) =>
    Array.from(textOf(path).matchAll(/^\s*#\s*include\s*"([^"]+)"/gm), ([, header = ""]) => header);
  const roomOf = (path: string) => path.replace(ROOT, "").split("/").slice(0, -1).join("/");

  it("includes no other header of the engine", () => {
    const ofEngine = model
      .filter((path) => !path.includes("/lockstep/"))
      .flatMap((path) => headersOf(path).map((header) => `${path} -> ${header}`))
      .filter(
        (one) => !/ -> (ref\/|sim)/.test(one) && !SHARED.some((header) => one.endsWith(` -> ${header}`)),
      );
    expect(model.length).toBeGreaterThan(20);
    expect(ofEngine).toEqual([]);
  });

  it("has the rooms of the engine", () => {
    const elsewhere = model.filter(
      (path) => !["", "lockstep", "lockstep/found", ...CORE_ROOMS].includes(roomOf(path)),
    );
    expect(elsewhere).toEqual([]);
  });
});

/** Includes of the C core: parts know the machine, the machine knows no observer, observers know no machine. */
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { repositoryFiles, textOf } from "./repository.ts";

/** What a freestanding engine needs; anything else could see a clock, a file or a random source. */
const SYSTEM_HEADERS = ["assert.h", "stddef.h", "stdint.h", "string.h"];
const PUBLIC = ["sim.h", "sim_limits.h", "sim_records.h", "sim_layout.def", "sim_view.def"];
/** Record what happens; the machine reaches them through observe.h alone. */
const OBSERVERS = [
  "event_log.c",
  "histogram.c",
  "latency.c",
  "observers.c",
  "observers.h",
  "series.c",
  "series_query.c",
  "window.c",
];
const OBSERVER_HEADERS = ["observe.h", "observers.h", "topology.h"];
/** Include nothing of the machine, so that anybody may include them. */
const LEAVES = [
  "cache.h",
  "cache_hit.h",
  "cpu.h",
  "device_state.h",
  "memory_shape.h",
  "observe.h",
  "packet.h",
  "predictor.h",
  "rng.h",
  "routine.h",
  "software_state.h",
  "tlb.h",
  "topology.h",
];
const LOCAL_HEADER_LINE_LIMIT = 250;

const sources = repositoryFiles().filter((path) => /^core-wasm\/(src|include)\/.*\.(c|h|def)$/.test(path));
const nameOf = (path: string) => basename(path);

interface Include {
  readonly from: string;
  readonly header: string;
  readonly system: boolean;
}
const includes: readonly Include[] = sources.flatMap((path) =>
  Array.from(textOf(path).matchAll(/^\s*#\s*include\s*([<"])([^>"]+)[>"]/gm), ([, quote, header = ""]) => ({
    from: nameOf(path),
    header,
    system: quote === "<",
  })),
);
const shown = ({ from, header }: Include) => `${from} -> ${header}`;
const locals = includes.filter(({ system }) => !system);

describe("C includes", () => {
  it("are found", () => {
    expect(sources.length).toBeGreaterThan(20);
    expect(includes.length).toBeGreaterThan(sources.length);
  });

  it("of the system are few", () => {
    const wrong = includes.filter(({ header, system }) => system && !SYSTEM_HEADERS.includes(header));
    expect(wrong.map(shown)).toEqual([]);
  });

  it("name headers of this core, never sources", () => {
    const headers = sources.map(nameOf).filter((name) => !name.endsWith(".c"));
    const wrong = locals.filter(({ header }) => !headers.includes(header));
    expect(wrong.map(shown)).toEqual([]);
  });

  it("of the public headers stay within them", () => {
    const wrong = locals.filter(({ from, header }) => PUBLIC.includes(from) && !PUBLIC.includes(header));
    expect(wrong.map(shown)).toEqual([]);
  });

  it("keep the leaves independent", () => {
    const allowed = [...PUBLIC, ...LEAVES];
    const wrong = locals.filter(({ from, header }) => LEAVES.includes(from) && !allowed.includes(header));
    expect(wrong.map(shown)).toEqual([]);
  });

  it("keep machine and observers apart", () => {
    const observersLook = locals.filter(
      ({ from, header }) => OBSERVERS.includes(from) && ![...PUBLIC, ...OBSERVER_HEADERS].includes(header),
    );
    const machineLooks = locals.filter(
      ({ from, header }) => header === "observers.h" && !OBSERVERS.includes(from),
    );
    expect([...observersLook, ...machineLooks].map(shown)).toEqual([]);
  });

  it("have no cycles between headers", () => {
    const of = (name: string) => locals.filter(({ from }) => from === name).map(({ header }) => header);
    const cycles: string[] = [];
    const walk = (name: string, path: readonly string[]) => {
      if (path.includes(name)) cycles.push([...path, name].join(" -> "));
      else for (const header of of(name)) walk(header, [...path, name]);
    };
    for (const path of sources) if (path.endsWith(".h")) walk(nameOf(path), []);
    expect(cycles).toEqual([]);
  });

  it("are of small headers", () => {
    const headers = sources.filter((path) => path.startsWith("core-wasm/src/") && path.endsWith(".h"));
    const long = headers.filter((path) => textOf(path).split("\n").length > LOCAL_HEADER_LINE_LIMIT);
    expect(long).toEqual([]);
  });
});

/** Size of the files that a visitor loads, measured on dist/ (npm run build comes first). A missing file fails. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ROOT } from "./repository.ts";

const ASSETS = join(ROOT, "dist", "assets");
const KILOBYTE = 1000;

/** CodeMirror is as large as a fifth of everything else. It is loaded when a user opens an editor
 * (docs/decisions/0011). */
const EDITOR = /^(codemirror|JsonEditor|AssemblyEditor)-.*\.js$/;

/** The texts and machines of the course, in one language, with a sentence for each likely mistake. Five labs have a
 * program. Each lab is loaded by itself, with 3 to 10 kB. Two labs, on lost interrupts and on deadlines, took 11.5. */
const COURSE = /^(lab|text)-.*\.js$/;
const COURSE_KILOBYTES = 118;
/** The texts of the page and of the labs in German, loaded for German readers (docs/decisions/0015). */
const GERMAN = /^(de|text\.de|lab\.de)-.*\.js$/;

const FAST_CORE = /^core_fast-.*\.wasm$/;

/** Drawings and videos of the machine as files, loaded when the user saves one. */
const SAVED_PICTURES = /^(PictureRow|svgPicture|machineFigure|VideoDialog)-.*\.js$/;

/** Files for other programs, loaded when the user exports a run. */
const EXPORTED_RUNS = /^(exportTasks|ExportRow)-.*\.js$/;

/** A run as an HTML page, loaded when the user exports one. */
const REPORTED_RUNS = /^report-.*\.js$/;

/** Limits in kB, gzipped, some per cent above the present size, so that growth is noticed. They were raised in November
 * 2026 for an assembler that agrees with GNU as, studies, latencies by line, drawn service times, exports, printing,
 * reports of a failed engine, their German, version 4 of the model, moving packets with numbers, presses, knobs,
 * videos, lines on every instruction and register, and linked files. The aim for the core is 80 kB
 * (docs/decisions/0016). It has been 85 since branches wait for operands and forwarding can be chosen, and has to
 * return to the aim. Beyond that, high-water marks, latency counters and deadlines take 0.8, compressed code, harts
 * and their latencies 6, consoles and cards that programs serve 3.5, bytes of frames and lines on their way to the L2
 * 0.3, the fast path of one context 1.8, and hosts behind cards 1.9. The kit (docs/decisions/0049) moved
 * 1.7 of the styles into the scripts of the first picture: their sum is bounded as before. The page's core lost 3.4 kB
 * with one loop for every pipeline (docs/decisions/0001): its limit went down by that. Of it 0.6 went to the worker,
 * which reads numbers of the machine one by one, to the panels, and to the core made for speed. Lanes of threads added 0.7
 * to the timeline and 0.3 to the worker. Since the first picture shows no details its scripts are 3.7 kB smaller; 0.4 of
 * what it shared with the panels came to them. Its lectures and scenes take 0.2. The track of the hardware's entry and
 * steps without branches added 1.1 to the page's core and 1.5 to the other, whose profile was renewed. What was
 * lost in the last cycle takes 0.2 in the worker. Moves of packets load with the first motion, which took 1.9 from the
 * first picture; 0.4 of it are words of losses that the timeline has, too. A playhead that moves with its picture takes
 * 0.1 of it. Entries as on Armv7-M and rows of a table (docs/model.md, M-286 to M-297) added 0.9 to the page's core, 1.6
 * to the other, and 0.3 to the worker and the first picture together. Pipelines of two to four stages added 1.6 to the
 * page's core and 0.5 to the other.
 * What names the field of a refusal by the core loads only for one, which took 2.4 from the worker. */
const BUDGETS: readonly { readonly what: string; readonly name: RegExp; readonly kilobytes: number }[] = [
  { what: "scripts of the first picture", name: /^(react|first)-.*\.js$/, kilobytes: 144.1 },
  { what: "timeline, after it", name: /^timeline-.*\.js$/, kilobytes: 40.4 },
  { what: "panels, after that", name: /^panels-.*\.js$/, kilobytes: 31.5 },
  { what: "popups, at the first pointer or key", name: /^popups-.*\.js$/, kilobytes: 31 },
  { what: "worker script", name: /^(worker|engine)-.*\.js$/, kilobytes: 47 },
  { what: "scenario reader", name: /^parse-.*\.js$/, kilobytes: 70 },
  { what: "compare page", name: /^ComparePage-.*\.js$/, kilobytes: 17 },
  { what: "settings", name: /^SettingsPanel-.*\.js$/, kilobytes: 12 },
  { what: "program panel", name: /^ProgramPanel-.*\.js$/, kilobytes: 12 },
  { what: "editors of JSON and assembly", name: EDITOR, kilobytes: 141 },
  { what: "German", name: GERMAN, kilobytes: 248 },
  /** With a picture of each source (2 kB) and the way to the closed forms (0.8 kB). */
  { what: "papers page", name: /^PapersPage-.*\.js$/, kilobytes: 14.8 },
  /** With the search and its algorithm (4 kB), presenter mode, and a form of the whole study format (6 kB). */
  { what: "sweep page", name: /^SweepPage-.*\.js$/, kilobytes: 47 },
  { what: "styles", name: /^index-.*\.css$/, kilobytes: 16.3 },
  { what: "core", name: /^core-.*\.wasm$/, kilobytes: 106.1 },
  /** Loaded by pages that run many machines (docs/decisions/0016). 7 kB are the loop of programs, which run three times
   * as fast in it (docs/decisions/0001). */
  { what: "core made for speed", name: FAST_CORE, kilobytes: 161.1 },
  { what: "labs of the course", name: COURSE, kilobytes: COURSE_KILOBYTES },
  { what: "drawings and videos as files", name: SAVED_PICTURES, kilobytes: 24 },
  { what: "runs as files for other programs", name: EXPORTED_RUNS, kilobytes: 38 },
  { what: "reports of runs", name: REPORTED_RUNS, kilobytes: 55.1 },
  { what: "capture reader", name: /^(taken|CapturePanel)-.*\.js$/, kilobytes: 15 }, // with the machines that a capture may go to
];
/** Everything gzipped except fonts, the JSON editor, the course, German, drawings, videos, exports of runs, and the
 * fast core: the files of an offline copy. A fifth are scenarios, 73 kB stories in two languages, 23 kB the program
 * panel with its profile, and 46 kB the page Sweep. The size grows with the functions of the page: stored results of Sweep, the
 * shelf of new machines, lectures and the quiet stage took 33 kB, stored results, facts and pictures of Papers 12 kB, and
 * marking by question with its files and the goals and feedback of labs 30 kB, the likeness of programs, drawn machines
 * and editions on the page 2.5 kB, order and distance of moving packets 1.3 kB, latencies of harts and of requests in
 * breakpoints 0.9 kB, short pipelines 1.6 kB, closed forms with their studies and results 12 kB, greatest values in
 * saved results of Sweep 4 kB, forms of instructions and what Why? says of harts 3.5 kB,
 * and names of metrics in labs, whole forms and parts of a story in view 1.5 kB. The limits above apply to what a visitor loads first. */
const WHOLE_KILOBYTES = 1472;

function compressedKilobytes(name: string): number {
  return gzipSync(readFileSync(join(ASSETS, name)), { level: 9 }).length / KILOBYTE;
}

describe("the production build", () => {
  const names = existsSync(ASSETS) ? readdirSync(ASSETS) : [];

  it.each(BUDGETS)("$what: at most $kilobytes kB", ({ name, kilobytes }) => {
    const found = names.filter((one) => name.test(one));
    expect(found, `no file like ${name} in dist/assets: npm run build`).not.toEqual([]);
    const size = found.reduce((sum, one) => sum + compressedKilobytes(one), 0);
    expect(size, found.join(", ")).toBeLessThan(kilobytes);
  });

  it(`is at most ${WHOLE_KILOBYTES} kB as a whole, without fonts, editor, course, German, drawings and fast core`, () => {
    const apart = [
      /\.woff2$/,
      EDITOR,
      COURSE,
      GERMAN,
      SAVED_PICTURES,
      EXPORTED_RUNS,
      REPORTED_RUNS,
      FAST_CORE,
    ];
    const counted = names.filter((name) => !apart.some((one) => one.test(name)));
    expect(counted.length).toBeGreaterThan(5);
    expect(counted.reduce((sum, name) => sum + compressedKilobytes(name), 0)).toBeLessThan(WHOLE_KILOBYTES);
  });

  it("has no script that imports the worker's script", () => {
    const scripts = names.filter((name) => name.endsWith(".js"));
    expect(scripts.filter((name) => /^worker-/.test(name))).toHaveLength(1);
    const importing = scripts.filter((name) =>
      /(?:from|import)\s*\(?["'`]\.\/worker-/.test(readFileSync(join(ASSETS, name), "utf8")),
    );
    expect(importing).toEqual([]);
  });

  it("holds no material for teachers", () => {
    const holding = names.filter((name) =>
      readFileSync(join(ASSETS, name), "utf8").includes("## misconceptions"),
    );
    expect(holding).toEqual([]);
  });

  it("refers to its files by relative paths", () => {
    const page = readFileSync(join(ROOT, "dist", "index.html"), "utf8");
    const addresses = Array.from(page.matchAll(/\b(?:src|href)="([^"]*)"/g), ([, address]) => address ?? "");
    expect(addresses.length).toBeGreaterThan(1);
    expect(addresses.filter((address) => !/^(\.\/|data:|#)/.test(address))).toEqual([]);
  });

  it("requests nothing from other servers", () => {
    const scripts = names.filter((name) => /\.(js|css)$/.test(name));
    const asking = scripts.filter((name) =>
      /(?:fetch\(|import\(|url\(|src=)["'`]?https?:/.test(readFileSync(join(ASSETS, name), "utf8")),
    );
    expect(asking).toEqual([]);
  });
});

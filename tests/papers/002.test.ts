/** Source 002: no claim is dropped, and its machines differ only where the source says so. */
import { expect, test } from "vitest";
import { loadPapers } from "../../lib/papers/gallery.ts";
import { builtinScenario } from "../../scenarios/index.ts";

/** Id, place, printed value. */
const CLAIMS: readonly (readonly [string, string, number?])[] = [
  ["002-clock", "table 1", 33],
  ["002-bus-ratio", "table 1", 4],
  ["002-l1i", "table 1", 16],
  ["002-l1d", "table 1", 16],
  ["002-tick", "table 1", 10],
  ["002-row1-fps", "table 1", 6.43],
  ["002-row1-ipc", "table 1", 0.72],
  ["002-t1-fps", "table 1", 8.45],
  ["002-t1-ipc", "table 1", 0.898],
  ["002-t1-gain", "section 3.1", 31.4],
  ["002-clock-24k", "section 3.1", 160],
  ["002-clock-34k", "section 3.1", 122],
  ["002-headroom", "section 3.1", 38],
  ["002-real-time-24k", "section 3.1", 31.25],
  ["002-real-time-34k", "section 3.1", 31.25],
  ["002-chunk", "section 2", 16],
  ["002-row2-mbs", "table 2", 1.59],
  ["002-row2-ipc", "table 2", 0.253],
  ["002-row3-fps", "table 2", 1.87],
  ["002-row3-mbs", "table 2", 1.34],
  ["002-row3-ipc", "table 2", 0.388],
  ["002-row3-audio-loss", "section 3.2", -71],
  ["002-row3-file-loss", "section 3.2", -16],
  ["002-slices-gain-nothing", "section 4"],
  ["002-row3-between", "table 2"],
  ["002-row4-fps", "table 2", 5.82],
  ["002-row4-mbs", "table 2", 0.2],
  ["002-row4-ipc", "table 2", 0.655],
  ["002-row4-starves", "section 3.2"],
  ["002-contexts", "section 3.2", 4],
  ["002-row5-fps", "table 2", 6.7],
  ["002-row5-mbs", "table 2", 0.95],
  ["002-row5-ipc", "table 2", 0.847],
  ["002-row5-gain", "section 3.2", 258],
  ["002-row6-fps", "table 2", 6.11],
  ["002-row6-mbs", "table 2", 1.26],
  ["002-row6-ipc", "table 2", 0.804],
  ["002-row6-gain", "section 3.2", 226],
  ["002-row6-file-loss", "section 3.2", -6],
  ["002-streams", "section 3.2", 3],
  ["002-better-than-alone", "section 3.2"],
  ["002-policy-moves", "section 3.2"],
  ["002-constant-price", "table 1, table 2"],
  ["002-diminishing", "section 3.1"],
  ["002-cause-stages", "section 3.1"],
  ["002-cause-caches", "section 3.2"],
  ["002-cause-port", "section 3.2"],
  ["002-weights-file", "section 4"],
  ["002-weights-audio", "section 4"],
  ["002-266-fps", "section 3.1", 54.2],
  ["002-266-mbs", "section 3.2", 10.5],
];

/** Numbers of the source that are no claims: place, printed value. */
const UNUSED: readonly (readonly [string, number])[] = [
  ["section 1", 9],
  ["section 3.1", 2],
  ["section 2", 6],
  ["section 2", 3],
  ["section 2", 100],
  ["section 2", 100],
  ["table 1", 5.1],
  ["table 1", 256],
  ["table 1", 48],
  ["table 1", 32],
  ["table 1", 120],
  ["section 4", 1],
];

const paper = (await loadPapers()).find(({ id }) => id === "002");

async function scenarioNamed(id: string) {
  const parsed = await builtinScenario(id)?.load();
  if (!parsed?.ok) throw new Error(id);
  return parsed.scenario;
}

test("every claim is there, at its place, as printed", () => {
  const claims = paper?.experiments.flatMap((experiment) => experiment.claims) ?? [];
  expect(
    claims.map((claim) =>
      claim.kind === "shape" ? [claim.id, claim.place] : [claim.id, claim.place, claim.printed],
    ),
  ).toEqual(CLAIMS);
});

test("every other number of the source says why it is none", () => {
  expect(paper?.unused.map(({ place, printed }) => [place, printed])).toEqual(UNUSED);
});

test("what is set for rows 1 and 2 is said, and nothing else is", () => {
  const fitted = paper?.experiments
    .flatMap(({ claims }) => claims)
    .flatMap((claim) => (claim.kind === "calibration" && claim.fitted ? [claim.id] : []));
  expect(fitted).toEqual(["002-row1-fps", "002-row1-ipc", "002-row2-mbs", "002-row2-ipc"]);
});

test("all machines run the same code and data", async () => {
  const { routines } = (await scenarioNamed("002-both-34k")).software;
  for (const id of [
    "002-audio-24k",
    "002-file-24k",
    "002-both-24k",
    "002-both-24k-audio-first",
    "002-audio-34k",
    "002-both-34k-io-first",
    "002-both-34k-weighted",
  ])
    for (const routine of (await scenarioNamed(id)).software.routines)
      expect(routines).toContainEqual(routine);
});

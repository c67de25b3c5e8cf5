/** Sets source 002 so that rows 1 and 2 of its table 2 come out, in its scenarios and at each value of its free
 * parameters: what is calibration there (docs/papers/README.md), and nothing that is predicted.
 *   node tools/fit002.mjs [--write] [--only FREE]   FREE: the id of a free parameter; the scenarios stay as they are
 * Row 1, 6.43 frames/s: accesses to the hot part and taken branches of the three stages. Row 2, 1.59 MB/s: the same of
 * the kernel's two paths. */
import { readFileSync, writeFileSync } from "node:fs";
import { openCore } from "../cli/core.ts";
import { type Counters, type SimLayer, sim_layer_names } from "../core-wasm/binding/index.ts";
import { runToOutcome } from "../lib/papers/outcome.ts";
import { type Experiment, type FieldValue, type Paper, parsePaper } from "../lib/papers/paper.ts";
import { scenarioOf } from "../lib/papers/plan.ts";
import { parseFieldPath, readField, withField } from "../scenarios/base/fieldPath.ts";
import type { Scenario } from "../scenarios/format/schema.ts";
import { parseScenario } from "../scenarios/read/parse.ts";

const FOLDER = new URL("../scenarios/papers/", import.meta.url);
const PAPER = new URL("002.paper.json", FOLDER);
const STAGES = ["decode", "surround", "convert"];
const PATHS = ["read path", "write path"];
const SCENARIOS = [
  "audio-24k",
  "audio-34k",
  "file-24k",
  "both-24k",
  "both-24k-audio-first",
  "both-34k",
].concat(["both-34k-io-first", "both-34k-weighted"]);

type Fields = Record<string, FieldValue>;
type Rate = (fields: Fields) => number;

const routineFields = (names: readonly string[], field: string, value: number): Fields =>
  Object.fromEntries(names.map((name) => [`software.routines["${name}"].${field}`, value]));
const hot = (names: readonly string[], value: number) => routineFields(names, "data.hotPermille", value);
const taken = (names: readonly string[], value: number) =>
  routineFields(names, "profile.takenPermille", value);

function pathOf(field: string) {
  const path = parseFieldPath(field);
  if (path === undefined) throw new Error(`not a field: ${field}`);
  return path;
}

function changed(scenario: Scenario, fields: Fields): Scenario {
  const value = Object.entries(fields).reduce<unknown>((here, [field, one]) => {
    const path = pathOf(field);
    return readField(here as Scenario, path) === undefined ? here : withField(here, path, one);
  }, scenario);
  const parsed = parseScenario(value);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return parsed.scenario;
}

/** The largest whole number in the range at which a falling rate is not below the target, or its upper neighbour if
 * that is nearer. */
function nearest(rate: (value: number) => number, target: number, low: number, high: number, rises: boolean) {
  let from = low;
  let to = high;
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2);
    const isBelow = rate(middle) < target;
    if (isBelow === rises) from = middle;
    else to = middle;
  }
  return [from, to].sort((a, b) => Math.abs(rate(a) - target) - Math.abs(rate(b) - target))[0] ?? from;
}

const ENOUGH = 0.002;

/** Fits the accesses to the hot part first, then the taken branches for what that step is too coarse for. */
function fitStages(
  rate: Rate,
  names: readonly string[],
  target: number,
  takenNow: number,
  leastHot = 900,
): Fields {
  const atHot = new Map<string, number>();
  const of = (hotPermille: number, takenPermille: number) => {
    const key = `${hotPermille} ${takenPermille}`;
    const known = atHot.get(key) ?? rate({ ...hot(names, hotPermille), ...taken(names, takenPermille) });
    atHot.set(key, known);
    return known;
  };
  const best = nearest((value) => of(value, takenNow), target, leastHot, 1000, true);
  if (Math.abs(of(best, takenNow) / target - 1) <= ENOUGH)
    return { ...hot(names, best), ...taken(names, takenNow) };
  const branch = nearest((value) => of(best, value), target, takenNow - 60, takenNow + 60, false);
  return { ...hot(names, best), ...taken(names, branch) };
}

export async function fit(isWriting: boolean, only: string | undefined): Promise<void> {
  const core = await openCore();
  const raw: { free: { values: FieldValue[]; with?: Fields[] }[] } = JSON.parse(readFileSync(PAPER, "utf8"));
  const parsed = parsePaper(raw);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  const paper: Paper = parsed.paper;
  const linux = experimentOf(paper, "002-linux");
  const rateOf =
    (
      run: string,
      base: Scenario,
      unit: (instructions: number, seconds: number) => number,
      layer: SimLayer,
    ): Rate =>
    (fields) => {
      const { warmUpCycles, until } = linux.runs[run] ?? { warmUpCycles: 0, until: undefined };
      const outcome = runToOutcome(core, changed(base, fields), warmUpCycles, until);
      if (outcome === undefined) throw new Error("stopped");
      const { counters, cycles } = outcome.measured;
      return unit(layerInstructions(counters, layer), cycles / base.machine.clockHertz);
    };
  const audio = await scenarioOf(runOf(linux, "audio"), "audio");
  const file = await scenarioOf(runOf(linux, "file"), "file");
  const frames = (fields: Fields) =>
    rateOf("audio", changed(audio, fields), (n, s) => n / 3_632_004 / s, "application");
  const megabytes = (fields: Fields) =>
    rateOf("file", changed(file, fields), (n, s) => ((n / 20_480) * 16_384) / s / 1e6, "kernel-copy");
  const takenOf = (names: readonly string[], fields: Fields, scenario: Scenario) =>
    Number(
      readField(changed(scenario, fields), pathOf(`software.routines["${names[0]}"].profile.takenPermille`)),
    );
  const fitAudio = (fields: Fields) =>
    fitStages(frames(fields), STAGES, 6.43, takenOf(STAGES, fields, audio));
  const fitKernel = (fields: Fields) =>
    fitStages(megabytes(fields), PATHS, 1.59, takenOf(PATHS, fields, file), 500);
  const base: Fields = only === undefined ? { ...fitAudio({}), ...fitKernel({}) } : {};
  tell("base", base, frames({})(base), megabytes({})(base));
  for (const [at, free] of paper.free.entries()) {
    const settings = raw.free[at]?.with;
    if (settings === undefined || (only !== undefined && only !== free.id)) continue;
    free.values.slice(1).forEach((value, index) => {
      const own = settings[index] ?? {};
      const here: Fields = {
        ...base,
        ...own,
        ...Object.fromEntries(free.fields.map((field) => [field, value])),
      };
      const isAudio = Object.keys(own).some((field) =>
        STAGES.some((name) => field.includes(`"${name}"].data.hot`)),
      );
      const isKernel = Object.keys(own).some((field) =>
        PATHS.some((name) => field.includes(`"${name}"].data.hot`)),
      );
      Object.assign(own, isAudio ? fitAudio(here) : {}, isKernel ? fitKernel(here) : {});
      settings[index] = own;
      const all = { ...here, ...own };
      tell(
        `${free.id} ${String(value)}`,
        own,
        isAudio ? frames({})(all) : 0,
        isAudio && !isKernel ? 0 : megabytes({})(all),
      );
    });
  }
  if (!isWriting) return;
  writeFileSync(PAPER, `${JSON.stringify(raw, undefined, 2)}\n`);
  for (const name of SCENARIOS) {
    const at = new URL(`002-${name}.json`, FOLDER);
    const text = JSON.parse(readFileSync(at, "utf8"));
    const next = Object.entries(base).reduce<unknown>((here, [field, value]) => {
      const path = pathOf(field);
      return readField(here as Scenario, path) === undefined ? here : withField(here, path, value);
    }, text);
    writeFileSync(at, `${JSON.stringify(next, undefined, 2)}\n`);
  }
}

function layerInstructions(counters: Counters, layer: SimLayer): number {
  return counters.instructions_of[sim_layer_names.indexOf(layer)] ?? 0;
}

function tell(what: string, fields: Fields, framesPerSecond: number, megabytesPerSecond: number): void {
  const rates = [framesPerSecond, megabytesPerSecond]
    .filter((rate) => rate > 0)
    .map((rate) => rate.toFixed(4));
  console.log(`${what}: ${rates.join(", ")} ${JSON.stringify(Object.values(fields))}`);
}

function experimentOf(paper: Paper, id: string): Experiment {
  const found = paper.experiments.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no experiment ${id}`);
  return found;
}

function runOf(experiment: Experiment, id: string) {
  const run = experiment.runs[id];
  if (run === undefined) throw new Error(`no run ${id}`);
  return run;
}

// Finds the hot code of the core: an instrumented native build runs the training machines (profile/training.ts). It
// counts executions, not times, so every computer gives the same result. The compiler that instruments must be the
// one that uses the counts, emcc's clang.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { inParallel, mustWork } from "./jobs.mjs";
import { withModule } from "./sourceModule.mjs";
import {
  BUILD_ROOT,
  engineSources,
  LANGUAGE,
  objectIn,
  PROFILE_COMPILER,
  PROFILE_READER,
  PROFILED,
  run,
} from "./toolchain.mjs";

const COUNTED = ["-O1", ...PROFILED, "-Iprofile/include"];
const HEAVIEST = 1000;

/** The sources of the instrumented program, relative to CORE_ROOT. */
const countedSources = () => [...engineSources(), "bench/bench.c"];

/**
 * The profile of the current sources in LLVM's text format. `core`: bytes of a core built from these sources.
 */
export async function makeProfile(core) {
  mkdirSync(BUILD_ROOT, { recursive: true });
  const folder = mkdtempSync(join(BUILD_ROOT, "profile-"));
  try {
    const program = await compileCounted(folder);
    const runs = await trainingRuns(folder, core);
    const counts = await inParallel(runs.map((one) => () => count(program, one)));
    return merge(counts, join(folder, "core.proftext"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compileCounted(folder) {
  const program = join(folder, "counted");
  const sources = countedSources();
  const objectOf = (source) => objectIn(folder, source);
  const compile = (args) => mustWork(PROFILE_COMPILER, [...LANGUAGE, ...COUNTED, ...args]);
  await inParallel(sources.map((source) => () => compile(["-c", source, "-o", objectOf(source)])));
  await compile([...sources.map(objectOf), "-o", program]);
  return program;
}

const trainingRuns = (folder, core) =>
  withModule(new URL("profile/training.ts", import.meta.url), ({ writeTraining }) =>
    writeTraining(folder, core),
  );

/** Runs a machine in its own folder, to which the counts are written. */
async function count(program, { file, cycles }) {
  const folder = `${file}-counts`;
  mkdirSync(folder);
  await mustWork(program, [file, String(cycles), String(cycles)], folder);
  const counts = join(folder, "default.profraw");
  const total = /^Total count: (\d+)/m.exec(run(PROFILE_READER, ["show", "--detailed-summary", counts]));
  return { counts, total: Number(total[1]) };
}

/** Gives the machines about equal weights, even if one has far fewer counts. */
function merge(counts, output) {
  const most = Math.max(...counts.map(({ total }) => total));
  const weighted = counts.map(({ counts, total }) => {
    const weight = Math.min(HEAVIEST, Math.max(1, Math.round(most / total)));
    return `-weighted-input=${weight},${counts}`;
  });
  run(PROFILE_READER, ["merge", "-text", "-o", output, ...weighted]);
  return readFileSync(output, "utf8");
}

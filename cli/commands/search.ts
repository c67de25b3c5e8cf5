/** `irqscope search`: the best point of a study, or the best value of some fields of a scenario. */
import { type CommandOption, commandLine } from "../../lib/commandLine.ts";
import { RUN_CYCLE_LIMIT } from "../../scenarios/base/limits.ts";
import { STUDY_FORMAT, STUDY_VERSION, type StudyInput } from "../../scenarios/study/study.ts";
import { onlyPositional, readArguments, wholeNumber } from "../arguments.ts";
import { type Command, type ExitCode, InputError } from "../command.ts";
import { STANDARD_INPUT } from "../load.ts";
import { STUDY_OF_OWNER, studyOfOwner } from "../machinesElsewhere.ts";
import { pairOf, settingOf } from "../settings.ts";
import { type LoadedStudy, loadStudy, studyCommand, studyJson } from "../study/loadStudy.ts";
import { readStudyOptions, STUDY_OPTIONS, sweepStudy } from "../study/sweepStudy.ts";

const HELP = `usage: irqscope search STUDY [--out F] [--format F] [--jobs N] [--resume] [--summary F] [--skip-invalid] [--force]
                       [--elsewhere]
       irqscope search SCENARIO --over FIELD=VALUES... --minimize X|--maximize X [--where CONDITION...]
                       [--set FIELD=VALUE...] [--show METRIC...] [--warm-up N] [--seeds N] [--points N] [--out F ...]

Looks for the best point of a study that has a search (docs/studies.md), and runs only the points that this needs
(irqscope sweep STUDY runs them all). Bisection finds the least or greatest value of a single field. All other searches
divide the range (the algorithm DIRECT). The same study runs the same points in the same order.

  STUDY               a file, - for standard input, or the id of a built-in study; the options are those of irqscope sweep
  SCENARIO            a file or the id of a built-in scenario
  --over FIELD=VALUES a field to search, with its values: rxRingFrames=1..256, or a list; may be repeated
  --minimize X, --maximize X
                      a field of --over, by the name that it has there, or a metric (docs/expressions.md), whose mean
                      over the seeds counts
  --where CONDITION   must hold with every seed: "receive.loss == 0"; may be repeated
  --set FIELD=VALUE   another value of a field, at every point
  --show METRIC       another metric to measure
  --warm-up N         exclude the first N cycles of each run from every number
  --seeds N           seeds of each point; default: 5
  --points N          greatest number of points; default: 60

  irqscope search ring-overflow --over rxRingFrames=1..256 --minimize rxRingFrames \\
      --where 'receive.drop["rx-ring-full"] == 0'
  irqscope search ring-overflow --over "framesPerSecond=10k..200k+1k" --maximize framesPerSecond \\
      --where "receive.latency.p99 < 200 us"

Exit code 1: no point of a search meets the conditions, or an invariant of docs/model.md does not hold. The other codes
are those of irqscope sweep.
`;

const SHORT_OPTIONS = {
  over: { type: "string", multiple: true, default: [] as string[] },
  minimize: { type: "string" },
  maximize: { type: "string" },
  where: { type: "string", multiple: true, default: [] as string[] },
  set: { type: "string", multiple: true, default: [] as string[] },
  show: { type: "string", multiple: true, default: [] as string[] },
  "warm-up": { type: "string" },
  seeds: { type: "string" },
  points: { type: "string" },
} as const;

const OPTIONS = { ...STUDY_OPTIONS, ...SHORT_OPTIONS } as const;

type Values = ReturnType<typeof readArguments<typeof OPTIONS>>["values"];

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, OPTIONS);
  const subject = onlyPositional(positionals, "STUDY or SCENARIO (a file or the id of a built-in one)");
  if (values.shard !== undefined)
    throw new InputError({
      subject: "--shard",
      reason:
        "does not work here: each point of a search depends on earlier ones; --jobs runs its seeds in parallel",
    });
  const options = readStudyOptions(values);
  const { loaded, words } = await loadedOf(subject, values);
  if (loaded.study.search === undefined)
    throw new InputError({
      subject: loaded.subject,
      field: "search",
      reason: "is missing in this study; irqscope sweep runs all its points",
    });
  const command = [words, ...(options.skipsInvalid ? ["--skip-invalid"] : [])].join(" ");
  const search = () => sweepStudy(loaded, { ...options, isSearch: true, command });
  return values["warm-up"] === undefined ? search() : namingWarmUp(search);
}

async function loadedOf(
  subject: string,
  values: Values,
): Promise<{ readonly loaded: LoadedStudy; readonly words: string }> {
  const isShort = values.over.length > 0;
  const isOfOwner = values.elsewhere && subject === STANDARD_INPUT && !isShort;
  const json = isShort ? undefined : await (isOfOwner ? studyOfOwner() : studyJson(subject));
  if (isOfOwner) {
    return { loaded: await loadStudy(STUDY_OF_OWNER, json), words: studyCommand(subject, false, "search") };
  }
  if (json !== undefined) {
    const given = shortOptions(values)[0]?.[0];
    if (given !== undefined)
      throw new InputError({
        subject: `--${given}`,
        reason: "is an option of the short form, with a scenario and --over",
      });
    return { loaded: await loadStudy(subject, json), words: studyCommand(subject, false, "search") };
  }
  if (!isShort)
    throw new InputError({
      subject,
      reason: "is not a study; a scenario needs --over FIELD=VALUES",
    });
  if (subject === STANDARD_INPUT)
    throw new InputError({ subject, reason: "must be a file or the id of a built-in scenario" });
  const words = commandLine("search", [subject], shortOptions(values));
  return { loaded: await loadStudy(subject, studyOf(subject, values), "."), words };
}

/** The short form has the option --warm-up instead of the field. */
async function namingWarmUp(work: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const complaints = error.complaints.map(({ reason, ...one }) => ({
      ...one,
      reason: reason.replace(/^warmUpCycles: /, "--warm-up: "),
    }));
    throw new InputError(...complaints);
  }
}

/** Options in the order of the option list, not of the command line. */
function shortOptions(values: Values): readonly CommandOption[] {
  const names = [
    "over",
    "minimize",
    "maximize",
    "where",
    "set",
    "show",
    "warm-up",
    "seeds",
    "points",
  ] as const;
  return names.flatMap((name) => [values[name] ?? []].flat().map((value) => [name, value] as const));
}

function studyOf(subject: string, values: Values): StudyInput {
  const { minimize, maximize, over, where } = values;
  const of = minimize ?? maximize;
  if (of === undefined || (minimize !== undefined && maximize !== undefined))
    throw new InputError({ subject: "arguments", reason: "need either --minimize X or --maximize X" });
  const pairs = over.map((text) => pairOf(text, "--over"));
  const points = wholeNumber(values.points, "--points", 2, 10_000);
  const warmUpCycles = wholeNumber(values["warm-up"], "--warm-up", 0, RUN_CYCLE_LIMIT);
  return {
    format: STUDY_FORMAT,
    version: STUDY_VERSION,
    name: `search of ${subject}`.slice(0, 60),
    scenarios: [subject],
    set: Object.fromEntries(values.set.map(settingOf)),
    axes: pairs.map(([field, value]) => ({ kind: "field", field, values: value })),
    seeds: { count: wholeNumber(values.seeds, "--seeds", 1, 100_000) ?? 5 },
    ...(warmUpCycles === undefined ? {} : { warmUpCycles }),
    metrics: values.show,
    search: {
      over: pairs.map(([field]) => field),
      goal: minimize === undefined ? "maximize" : "minimize",
      of,
      subjectTo: where,
      ...(points === undefined ? {} : { maximumPoints: points }),
    },
  };
}

export const command: Command = {
  summary: "the best value of fields under conditions: least ring without loss, highest rate, worst phase",
  help: HELP,
  run,
};

/** `irqscope point`: the points of a study, and one of them as a scenario. */
import { pointText } from "../../lib/study/row.ts";
import { formatScenario } from "../../scenarios/format/format.ts";
import { expectOnePrinted, readArguments, wholeNumber } from "../arguments.ts";
import { type Command, DONE, type ExitCode, InputError } from "../command.ts";
import { print, printJson, STANDARD_OUTPUT, writeWhole } from "../output.ts";
import { expectStudy, pointAt, STUDY_ARGUMENT, scenarioOf } from "../study/loadStudy.ts";
import { table } from "../table.ts";

const HELP = `usage: irqscope point STUDY [--json]
       irqscope point STUDY N [--seed S] [-o FILE] [--force]

Lists the points of a study with their numbers, or writes one of them as a scenario with every field that the study sets,
for irqscope run or why, or for the page. irqscope run, export and report have an option for it: --point N.

  STUDY       a file, - for standard input, or the id of a built-in study (irqscope sweep --help)
  N           from 1, in the order in which the study lists its points
  --seed S    the seed; default: the first seed of the point
  -o FILE     write to this file; default: standard output
  --force     overwrite an existing file
  --json      [{ point, values, refused }]; refused: the reason if the machine is not valid, otherwise null

  irqscope point contexts-ring-rate 7 > seventh.json
`;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    seed: { type: "string" },
    output: { type: "string", short: "o" },
    force: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  });
  const [subject, place, ...more] = positionals;
  if (subject === undefined)
    throw new InputError({ subject: "arguments", reason: `${STUDY_ARGUMENT} is missing` });
  if (more[0] !== undefined)
    throw new InputError({ subject: "arguments", reason: `"${more[0]}" is unexpected` });
  expectOnePrinted(values.json, values.output, "-o");
  const loaded = await expectStudy(subject);
  if (place === undefined) {
    const all = [
      ...loaded.plan.points.map((point) => ({ ...point, refused: null })),
      ...loaded.plan.refused.map(({ field, message, ...point }) => ({
        ...point,
        refused: `${field}: ${message}`,
      })),
    ].toSorted((a, b) => a.number - b.number);
    if (values.json)
      await printJson(
        all.map(({ number, values: own, refused }) => ({ point: number + 1, values: own, refused })),
      );
    else
      await print(
        table(
          all.map(({ number, values: own, refused }) => [String(number + 1), pointText(own), refused ?? ""]),
          "",
          3,
        ),
      );
    return DONE;
  }
  const scenario = scenarioOf(loaded, pointAt(loaded, wholeNumber(place, "N", 1, 1e9)));
  const seed = wholeNumber(values.seed, "--seed", 0, Number.MAX_SAFE_INTEGER) ?? scenario.seed;
  await writeWhole(values.output ?? STANDARD_OUTPUT, formatScenario({ ...scenario, seed }), {
    overwrite: values.force,
  });
  return DONE;
}

export const command: Command = {
  summary: "the points of a study, and one of them as a scenario",
  help: HELP,
  run,
};

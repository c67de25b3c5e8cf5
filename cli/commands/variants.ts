/** `irqscope variants`: how many points a neighbour's answers to a lab would give other students. */
import { join } from "node:path";
import { runOnce } from "../../lib/labs/bench.ts";
import type { Lab } from "../../lib/labs/lab.ts";
import { MachineError } from "../../lib/labs/machines.ts";
import {
  type BestDesigns,
  bestDesignsOf,
  designShareOf,
  type LabVariants,
  NEIGHBOUR_SEEDS,
  NEIGHBOUR_SHARE_LIMIT,
  shareOf,
  variantsOf,
} from "../../lib/labs/variants.ts";
import { originJson, originOf } from "../../lib/origin.ts";
import { BUILTIN_LABS } from "../../scenarios/labs/index.ts";
import { readJson } from "../../scenarios/read/json.ts";
import { commandText, readArguments } from "../arguments.ts";
import { CHECK_FAILED, type Command, DONE, type ExitCode, InputError } from "../command.ts";
import { openCore } from "../core.ts";
import { labList, labNamed, readText } from "../load.ts";
import { MachinePool } from "../machinePool.ts";
import { print, printJson } from "../output.ts";
import { table } from "../table.ts";

const HELP = `usage: irqscope variants [LAB...] [--designs FOLDER] [--each] [--json]

Measures how much the variants of a lab differ: ${NEIGHBOUR_SEEDS.length} students answer all numbers and choices right, and each
then types the answers of every other student. Prints the points of each lab, the points that such answers earn, and
the number of variants. Default: all labs of the course, together.

  LAB     one of those below, or a file of your own
  --each  also print a line for each question and design
  --designs FOLDER
          also use the unchanged best design of each student's neighbour, from the file LAB.json in the folder
          (tests/labs/solutions of a clone)
  --json  { irqscope, model, command, labs: [{ lab, points, neighbour, variants, questions: [{ step, question, points, neighbour }],
          designs: [{ step, points, neighbour }] }], share, limit }

Exit code 1: over all of them a neighbour's answers, or a neighbour's designs, earn more than ${100 * NEIGHBOUR_SHARE_LIMIT} % of the points.

Labs:
${labList()}
`;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    each: { type: "boolean", default: false },
    designs: { type: "string" },
    json: { type: "boolean", default: false },
  });
  const names = positionals.length === 0 ? BUILTIN_LABS.map(({ id }) => id) : positionals;
  const labs: Lab[] = [];
  for (const name of names) labs.push(await labNamed(name));
  const measured = await measure(labs, values.designs);
  const share = shareOf(measured);
  const origin = originJson(originOf(await openCore(), commandText("variants", positionals, values)));
  if (values.json) await printJson({ ...origin, labs: measured, share, limit: NEIGHBOUR_SHARE_LIMIT });
  else await print(textOf(measured, share, values.each));
  const ofDesigns = designShareOf(measured);
  return Math.max(share, ofDesigns ?? 0) > NEIGHBOUR_SHARE_LIMIT ? CHECK_FAILED : DONE;
}

async function bestOf(lab: Lab, folder: string | undefined): Promise<BestDesigns | undefined> {
  if (folder === undefined) return undefined;
  const path = join(folder, `${lab.id}.json`);
  const read = readJson(await readText(path));
  const best = read.ok ? bestDesignsOf(read.value) : undefined;
  if (best === undefined) throw new InputError({ subject: path, reason: "holds no designs" });
  return best;
}

async function measure(labs: readonly Lab[], folder: string | undefined): Promise<readonly LabVariants[]> {
  const pool = new MachinePool();
  const runMachine = runOnce((scenario) => pool.run(scenario, 0));
  try {
    return await Promise.all(
      labs.map(async (lab) => variantsOf(lab, runMachine, { best: await bestOf(lab, folder) })),
    );
  } catch (error) {
    if (!(error instanceof MachineError)) throw error;
    throw new InputError({ subject: error.field, reason: error.message });
  } finally {
    await pool.end();
  }
}

function textOf(measured: readonly LabVariants[], share: number, each: boolean): string {
  const total = {
    points: measured.reduce((sum, { points }) => sum + points, 0),
    neighbour: measured.reduce((sum, { neighbour }) => sum + neighbour, 0),
  };
  const rowsOf = ({ lab, points, neighbour, variants, questions, designs }: LabVariants) => [
    [lab, String(points), neighbour.toFixed(1), variants.toLocaleString("en")],
    ...(each
      ? questions.map((one) => [
          `  ${one.step}/${one.question}`,
          String(one.points),
          one.neighbour.toFixed(1),
          "",
        ])
      : []),
    ...designs.map((one) => [`  ${one.step}, design`, String(one.points), one.neighbour.toFixed(1), ""]),
  ];
  const rows = [
    ["lab", "points", "with a neighbour's answers", "variants"],
    ...measured.flatMap(rowsOf),
    ["all", String(total.points), total.neighbour.toFixed(1), ""],
  ];
  return `${table(rows, "  ", 1)}\n\nA neighbour's answers earn ${(100 * share).toFixed(1)} % of the points (at most ${100 * NEIGHBOUR_SHARE_LIMIT} %).${designText(measured)}`;
}

function designText(measured: readonly LabVariants[]): string {
  const share = designShareOf(measured);
  return share === undefined
    ? ""
    : `\nA neighbour's designs without changes earn ${(100 * share).toFixed(1)} % of the points for designs (at most ${100 * NEIGHBOUR_SHARE_LIMIT} %).`;
}

export const command: Command = {
  summary: "how much the variants of labs differ",
  help: HELP,
  run,
};

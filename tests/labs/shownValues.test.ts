/** A number that the page shows is a right answer as it is shown: rounded to whole cycles, to a tenth of a per cent or to
 * three digits. */
import { expect, test } from "vitest";
import { CYCLE, isSame, PER_SECOND, UNITS } from "../../lib/expressions/dimension.ts";
import { pathText } from "../../lib/expressions/index.ts";
import type { LabBench } from "../../lib/labs/bench.ts";
import { judgeAnswer } from "../../lib/labs/judge.ts";
import type { LabStep, Question } from "../../lib/labs/lab.ts";
import { readNumberText } from "../../lib/labs/numberText.ts";
import { dictionaryOf } from "../../lib/metrics/dictionary.ts";
import { parseFieldPath } from "../../scenarios/base/fieldPath.ts";
import { BUILTIN_LABS } from "../../scenarios/labs/index.ts";
import {
  formatFixed,
  formatInteger,
  formatPercent,
  formatSi,
  formatSignificant,
  type Quantity,
  quantityText,
} from "../../web/ui/format.ts";
import { long, someOf } from "../support/long.ts";
import { openBench } from "./support.ts";

type NumberQuestion = Question & { readonly kind: "number" };

const BIT_PER_SECOND = UNITS.get("Mb/s")?.dimension;
/** A metric, or one that a clock has made a time or a number of cycles. */
const METRIC = /^(.+?)(?: [*/] clock)?$/;

/** The metric of the question as the page shows it. Undefined if the question asks for something else. */
async function shownText(
  bench: LabBench,
  step: LabStep,
  { value }: NumberQuestion,
): Promise<string | undefined> {
  const path = parseFieldPath(METRIC.exec(value)?.[1] ?? "");
  const metric = path && dictionaryOf(bench.scenarioOf(step.machine)).get(pathText(path));
  const { measured } = await bench.outcomeOf(step.machine);
  const read = metric?.read(measured);
  if (metric === undefined || read === undefined) return undefined;
  const { clockHertz } = bench.scenarioOf(step.machine).machine;
  const { dimension, amount, panel } = metric.entry;
  const cycles = read * clockHertz;
  if (metric.distribution !== undefined) return `${formatInteger(Math.round(cycles))} cycles`;
  // The parts of a latency.
  if (path?.includes("part") === true)
    return `${formatFixed(cycles, cycles < 100 && !Number.isInteger(cycles) ? 1 : 0)} cycles`;
  if (amount?.kind === "share") return quantityText(formatPercent(read));
  if (panel?.digits !== undefined) return formatSignificant(read, panel.digits);
  const typed = ({ value: digits, unit }: Quantity) => `${digits} ${unit}`;
  if (isSame(dimension, PER_SECOND)) return typed(formatSi(read, ""));
  if (BIT_PER_SECOND !== undefined && isSame(dimension, BIT_PER_SECOND))
    return typed(formatSi(read, "b/s", 4));
  return isSame(dimension, CYCLE) ? `${formatInteger(read)} cycles` : formatInteger(read);
}

/** Number of questions that ask for a metric. */
async function expectShownIsRight(id: string, seed: number): Promise<number> {
  const bench = await openBench(id, seed);
  let count = 0;
  for (const step of bench.lab.steps)
    for (const question of step.questions) {
      const shown = question.kind === "number" ? await shownText(bench, step, question) : undefined;
      if (question.kind !== "number" || shown === undefined) continue;
      const { clockHertz } = bench.scenarioOf(step.machine).machine;
      const typed = readNumberText(shown, question.unit, clockHertz);
      const judged = typed.ok && (await judgeAnswer(bench, step, question, typed.value));
      expect(judged, `${id}, seed ${seed}, ${step.id}/${question.id}: ${shown}`).toMatchObject({
        right: true,
      });
      count++;
    }
  return count;
}

const { some, others } = someOf(
  BUILTIN_LABS.map(({ id }) => id).filter((id) => id !== "lost-interrupts"),
  5,
);

test("a small share as the page shows it is right", async () => {
  expect(await expectShownIsRight("lost-interrupts", 0)).toBeGreaterThan(5);
}, 60_000);

test("values as the page shows them are right answers", async () => {
  let count = 0;
  for (const id of some) count += await expectShownIsRight(id, 1);
  expect(count).toBeGreaterThan(5);
}, 120_000);

test("values as the page shows them are right answers in all labs and several variants", {
  ...long("The machines of all labs in three variants take some 25 s of CPU."),
  timeout: 300_000,
}, async () => {
  for (const id of ["lost-interrupts", ...some, ...others])
    for (const seed of [0, 1, 2]) await expectShownIsRight(id, seed);
});

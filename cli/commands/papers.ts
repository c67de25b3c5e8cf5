/** `irqscope papers`: every claim of the sources, with its printed and its simulated value. */

import { originJson, originOf } from "../../lib/origin.ts";
import { type Fact, factsOf, type Role, rolesOf, type Score, scoreOf } from "../../lib/papers/facts.ts";
import { type JudgedExperiment, loadPapers, runExperiment, sharedRuns } from "../../lib/papers/gallery.ts";
import type { Judgement, Verdict } from "../../lib/papers/judge.ts";
import type { Paper } from "../../lib/papers/paper.ts";
import { claimsCsv } from "../../lib/papers/table.ts";
import type { DrawnCurve } from "../../lib/papers/value.ts";
import { commandText, expectOnePrinted, expectOutput, readArguments } from "../arguments.ts";
import { CHECK_FAILED, type Command, DONE, type ExitCode, InputError } from "../command.ts";
import { openCore } from "../core.ts";
import { MachinePool, takeInOrder } from "../machinePool.ts";
import {
  expectWritable,
  goOnWithoutReader,
  inAnyCase,
  print,
  printJson,
  STANDARD_OUTPUT,
  writeWhole,
} from "../output.ts";
import { Progress } from "../progress.ts";
import { fixed, percent, table } from "../table.ts";

const HELP = `usage: irqscope papers [--only ID] [--csv F] [--force] [--json]

Runs every experiment of the sources and prints each claim as soon as its experiment and all earlier ones are done:
the printed value, the simulated value, and whether it is within the tolerance. Calibrations are inputs of the
scenarios. Predictions and shapes are results of the simulation. A prediction that depends on free parameters runs
over their ranges and passes only if it holds at more than half of the points.

The score counts facts: numbers that do not follow from other printed numbers, and statements that a source makes once.
A fact holds only if all of its readings hold. Not counted are claims that restate facts, readings, inputs, questions
of our own, and claims that their source contradicts.

  --only ID  one source (000 .. 007), one experiment or one claim, by its id or the start of it
  --csv F    one line for each claim, for a spreadsheet; - instead of the table
  --force    overwrite an existing file
  --json     { irqscope, model, command, score: { numbers: { held, of }, statements: { held, of } },
               claims: [{ paper, experiment, id, kind, role, printed, unit, simulated, error, verdict, ... }],
               curves: [{ paper, experiment, id, unit, points: [{ at, value }], ... }] }

Exit code 1: a missed claim is not in the list of known misses, which is printed with the reasons, or a claim of that
list holds, or a number in its reason no longer matches the result.
`;

async function run(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    only: { type: "string" },
    csv: { type: "string" },
    force: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  });
  if (positionals.length > 0)
    throw new InputError({ subject: "arguments", reason: `papers takes none, not "${positionals[0]}"` });
  const chosen = chosenExperiments(await loadPapers(), values.only);
  expectOutput(values.force, values.csv, "--csv");
  expectOnePrinted(values.json, values.csv, "--csv");
  if (values.csv !== undefined) await expectWritable(values.csv, { overwrite: values.force });
  if (values.csv !== undefined) goOnWithoutReader();
  const core = await openCore();
  const originOfExperiment = (only: string) => originOf(core, commandText("papers", [], { only }));
  const pool = new MachinePool();
  const progress = new Progress(chosen.length, "experiments");
  const runMachine = sharedRuns((scenario, warmUp, until) => pool.run(scenario, warmUp, until));
  const { csv, force, json } = values;
  const shown: JudgedExperiment[] = [];
  let unprinted: { readonly error: unknown } | undefined;
  const tell = async (text: string) => {
    if (unprinted !== undefined || csv === STANDARD_OUTPUT) return;
    await print(text).catch((error: unknown) => {
      if (csv === undefined) throw error;
      unprinted = { error }; // the table is printed first
    });
  };
  try {
    await takeInOrder({
      items: chosen,
      work: async ({ paper, experiment }) => {
        const one = await runExperiment(paper, experiment, runMachine);
        progress.advance();
        return { ...one, judgements: one.judgements.filter(isMeant(one, values.only)) };
      },
      take: async (one) => {
        shown.push(one);
        if (json) return;
        progress.hide();
        await tell(`${experimentText(one)}\n\n`);
        progress.show();
      },
      stop: new Promise(() => {}),
    });
    progress.hide();
    await inAnyCase(
      async () => {
        if (csv !== undefined)
          await writeWhole(csv, claimsCsv(shown, originOfExperiment), { overwrite: force });
      },
      () =>
        json
          ? printJson({
              ...originJson(originOf(core, commandText("papers", [], values))),
              score: scoreOfShown(shown),
              claims: shown.flatMap(claimsJson),
              curves: shown.flatMap(curvesJson),
            })
          : tell(endText(shown)),
    );
    if (unprinted !== undefined) throw unprinted.error;
    const all = shown.flatMap((one) => one.judgements);
    const failures = [
      ...all.filter(({ verdict }) => verdict === "miss").map(({ claim }) => `missed ${claim.id}`),
      ...all.filter(isOutdated).map(({ claim }) => `${claim.id} holds, but is in the list of known misses`),
      ...all.flatMap(({ claim, stale }) => stale.map((text) => `the reason of ${claim.id}: ${text}`)),
    ];
    for (const failure of failures) process.stderr.write(`check failed: ${failure}\n`);
    return failures.length === 0 ? DONE : CHECK_FAILED;
  } finally {
    progress.hide();
    await pool.end();
  }
}

function chosenExperiments(papers: readonly Paper[], only: string | undefined) {
  const all = papers.flatMap((paper) => paper.experiments.map((experiment) => ({ paper, experiment })));
  if (only === undefined) return all;
  const chosen = all.filter(
    ({ paper, experiment }) =>
      paper.id === only ||
      experiment.id.startsWith(only) ||
      experiment.claims.some(({ id }) => id.startsWith(only)),
  );
  if (chosen.length > 0) return chosen;
  const known = papers.map(({ id }) => id).join(", ");
  throw new InputError({
    subject: "--only",
    reason: `no source, experiment or claim begins with "${only}"; sources: ${known}`,
  });
}

function isMeant({ paper, experiment }: JudgedExperiment, only: string | undefined) {
  const whole = only === undefined || paper.id === only || experiment.id.startsWith(only);
  return ({ claim }: Judgement) => whole || claim.id.startsWith(only);
}

/** True if the list of known misses names a claim that holds now. */
function isOutdated({ claim, verdict }: Judgement): boolean {
  return verdict === "pass" && claim.kind !== "calibration" && claim.knownMiss !== undefined;
}

function claimsJson({ paper, experiment, judgements, state }: JudgedExperiment) {
  const roles = rolesOf(paper);
  return judgements.map(({ claim, ...judged }) => ({
    paper: paper.id,
    experiment: experiment.id,
    ...claim,
    role: roles.get(claim.id),
    ...judged,
    stateHashes: state,
  }));
}

/** Facts for which every reading was run. */
function factsShown(judged: readonly JudgedExperiment[]): readonly Fact[] {
  const shown = new Set(judged.flatMap(({ judgements }) => judgements.map(({ claim }) => claim.id)));
  return [...new Set(judged.map(({ paper }) => paper))]
    .flatMap(factsOf)
    .filter(({ claim, readings }) => [claim, ...readings].every(({ id }) => shown.has(id)));
}

function scoreOfShown(judged: readonly JudgedExperiment[]): Score {
  const passed = new Set(
    judged.flatMap(({ judgements }) =>
      judgements.filter(({ verdict }) => verdict === "pass").map(({ claim }) => claim.id),
    ),
  );
  return scoreOf(factsShown(judged), (id) => passed.has(id));
}

function curvesJson({ paper, experiment, curves }: JudgedExperiment) {
  return curves.map(({ curve, points }) => ({
    paper: paper.id,
    experiment: experiment.id,
    ...curve,
    points,
  }));
}

function curveText({ curve, points }: DrawnCurve): string {
  const rows = points.map(({ at, value }) => [at, number(value ?? Number.NaN)]);
  return `  ${curve.text}\n${table([[curve.along, curve.unit], ...rows])}`;
}

function experimentText({ paper, experiment, judgements, curves }: JudgedExperiment): string {
  const roles = rolesOf(paper);
  const rows = [
    ["claim", "kind", "counts as", "printed", "simulated", "unit", "error", "holds at", ""],
    ...judgements.map((judgement) => row(judgement, roles.get(judgement.claim.id))),
  ];
  const claims = `${paper.id}: ${experiment.title} (${experiment.place})\n${table(rows)}`;
  return [claims, ...curves.map(curveText)].join("\n\n");
}

function endText(judged: readonly JudgedExperiment[]): string {
  const all = judged.flatMap(({ judgements }) => judgements);
  const known = all.filter(({ verdict }) => verdict === "known-miss");
  const byReason = new Map<string, string[]>();
  for (const { claim } of known) {
    const reason = claim.kind === "calibration" ? "" : (claim.knownMiss ?? "");
    byReason.set(reason, [...(byReason.get(reason) ?? []), claim.id]);
  }
  const reasons = Array.from(byReason, ([reason, ids]) => `  ${ids.join(", ")}: ${reason}`);
  const count = (verdict: Verdict) => all.filter((one) => one.verdict === verdict).length;
  const papers = [...new Set(judged.map(({ paper }) => paper))];
  const contradictions = papers.flatMap((paper) => paper.contradictions);
  const saidAgain = factsShown(judged).filter(({ restated }) => restated.length > 0);
  const { numbers, statements } = scoreOfShown(judged);
  return [
    ...block("known misses", reasons),
    ...block(
      "the source contradicts itself",
      contradictions.map(({ id, place, text }) => `  ${id} (${place}): ${text}`),
    ),
    ...block(
      "restated, and not counted",
      saidAgain.map(({ claim, restated }) => `  ${claim.id}: ${restated.map(({ id }) => id).join(", ")}`),
    ),
    `facts: ${numbers.held} of ${numbers.of} numbers and ${statements.held} of ${statements.of} statements hold\n` +
      `${count("pass")} of ${all.length} claims hold, ${count("known-miss")} known misses, ` +
      `${count("contradiction")} contradicted by their source, ${count("miss")} missed`,
  ].join("\n\n");
}

const block = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : [`${title}\n${lines.join("\n")}`];

const VERDICTS = {
  pass: "ok",
  miss: "MISS",
  "known-miss": "known miss",
  contradiction: "contradiction",
} as const;

function roleText(role: Role | undefined): string {
  if (role === undefined) return "";
  if (role.kind === "restated") return `restates ${role.facts.join(", ")}`;
  return role.kind === "reading" ? `reading of ${role.facts[0]}` : role.kind;
}

function row(
  { claim, simulated, error, holds, share, sensitivity, verdict }: Judgement,
  role: Role | undefined,
): string[] {
  const printed = claim.kind === "shape" ? "" : number(claim.printed);
  const outcome = claim.kind === "shape" ? (holds ? "true" : "false") : number(simulated ?? Number.NaN);
  return [
    claim.text,
    claim.kind,
    roleText(role),
    printed,
    outcome,
    claim.kind === "shape" ? "" : claim.unit,
    error === undefined ? "" : percent(error, 1),
    sensitivity.length === 0 ? "" : percent(share, 1),
    VERDICTS[verdict],
  ];
}

/** Four digits or more. */
function number(value: number): string {
  if (value === 0 || !Number.isFinite(value)) return fixed(value, 0);
  const decimals = Math.max(0, 3 - Math.floor(Math.log10(Math.abs(value))));
  return fixed(value, Math.min(decimals, 6))
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "");
}

export const command: Command = {
  summary: "every claim of the sources: printed, simulated, error",
  help: HELP,
  run,
};

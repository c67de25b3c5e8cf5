/** Studies for commands: built-in ones by id, files by path, each with its scenarios. */

import { dirname, isAbsolute, join } from "node:path";
import { planStudy, type StudyPlan, type StudyPoint } from "../../lib/study/plan.ts";
import { pointText } from "../../lib/study/row.ts";
import { firstSeed } from "../../lib/study/seeds.ts";
import { type ScenarioSource, scenarioSources } from "../../lib/study/sources.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { builtinScenario } from "../../scenarios/index.ts";
import { readJson } from "../../scenarios/read/json.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { BUILTIN_STUDIES, builtinStudy } from "../../scenarios/studies/index.ts";
import { isStudy, parseStudy } from "../../scenarios/study/parse.ts";
import type { Study } from "../../scenarios/study/study.ts";
import { commandText, wholeNumber } from "../arguments.ts";
import { InputError } from "../command.ts";
import { complaintsOf, loadScenario, readText, STANDARD_INPUT } from "../load.ts";

export interface LoadedStudy {
  /** Name of the study on the command line. */
  readonly subject: string;
  readonly study: Study;
  readonly scenarios: ReadonlyMap<string, Scenario>;
  readonly plan: StudyPlan;
}

export const STUDY_ARGUMENT = "STUDY (a file or the id of a built-in one)";

export function studyList(): string {
  const width = Math.max(...BUILTIN_STUDIES.map(({ id }) => id.length));
  return BUILTIN_STUDIES.map(({ id, summary }) => `  ${id.padEnd(width)}  ${summary}`).join("\n");
}

/** JSON of the study; undefined if the subject is a scenario or does not exist. */
export async function studyJson(subject: string): Promise<unknown> {
  const builtin = builtinStudy(subject);
  if (builtin !== undefined) return builtin.load();
  if (builtinScenario(subject) !== undefined) return undefined;
  const text = await readText(subject).catch((error: unknown) => {
    if (error instanceof InputError && !/\.json$/i.test(subject)) return undefined;
    throw error;
  });
  const json = text === undefined ? undefined : readJson(text);
  return json?.ok === true && isStudy(json.value) ? json.value : undefined;
}

/** Checks and plans the study. `folder` is the folder of its relative paths; by default the folder of the subject. */
export async function loadStudy(subject: string, json: unknown, folder?: string): Promise<LoadedStudy> {
  const study = studyOf(subject, json);
  const scenarios = new Map<string, Scenario>();
  for (const source of scenarioSources(study))
    scenarios.set(source.name, await load(subject, source, folder));
  return withPlan(subject, study, scenarios);
}

/** A study that contains all its scenarios: it may use neither files nor built-in scenarios. */
export function wholeStudy(subject: string, json: unknown): LoadedStudy {
  const study = studyOf(subject, json);
  const scenarios = new Map<string, Scenario>();
  for (const { name, place, of } of scenarioSources(study)) {
    if (of.kind === "from")
      throw new InputError({ subject, field: place, reason: "is not a scenario but the name of one" });
    scenarios.set(name, wholeScenario(subject, place, of.scenario));
  }
  return withPlan(subject, study, scenarios);
}

function studyOf(subject: string, json: unknown): Study {
  const read = parseStudy(json);
  if (read.ok) return read.study;
  throw new InputError(...complaintsOf(subject, read));
}

function wholeScenario(subject: string, place: string, json: unknown): Scenario {
  const parsed = parseScenario(json);
  if (parsed.ok) return parsed.scenario;
  const errors = parsed.errors.map(({ field, message }) => ({
    field: `${place}.scenario: ${field}`,
    message,
  }));
  throw new InputError(...complaintsOf(subject, { ...parsed, errors }));
}

function withPlan(subject: string, study: Study, scenarios: LoadedStudy["scenarios"]): LoadedStudy {
  const planned = planStudy(study, scenarios);
  if (planned.ok) return { subject, study, scenarios, plan: planned.plan };
  throw new InputError(...planned.errors.map(({ field, message }) => ({ subject, field, reason: message })));
}

/** For commands that accept only a study. */
export async function expectStudy(subject: string): Promise<LoadedStudy> {
  const json = await studyJson(subject);
  if (json !== undefined) return loadStudy(subject, json);
  // Reports why the file cannot be read.
  if (builtinScenario(subject) === undefined) await readText(subject, ", and no built-in study");
  throw new InputError({ subject, reason: 'is not a study: format must be "irqscope-study"' });
}

async function load(
  subject: string,
  { place, of }: ScenarioSource,
  folder: string | undefined,
): Promise<Scenario> {
  if (of.kind === "whole") return wholeScenario(subject, place, of.scenario);
  if (of.from === STANDARD_INPUT)
    throw new InputError({ subject, field: place, reason: "must be a file or a built-in scenario" });
  return loadScenario(
    builtinScenario(of.from) === undefined ? fileBeside(subject, of.from, folder) : of.from,
  );
}

function fileBeside(subject: string, from: string, folder = folderOf(subject)): string {
  return isAbsolute(from) ? from : join(folder, from);
}

/** Folder of the study's files. The working directory if the study has no file. */
function folderOf(subject: string): string {
  const isFile = subject !== STANDARD_INPUT && builtinStudy(subject) === undefined;
  return isFile ? dirname(subject) : ".";
}

/** The command that gives the same rows on any computer: without folders, and without options that divide or
 * save work. */
export function studyCommand(
  subject: string,
  skipsInvalid: boolean,
  verb: "sweep" | "search" = "sweep",
): string {
  return commandText(verb, [subject], { "skip-invalid": skipsInvalid });
}

// ---- a point of a study as a scenario, for commands that run one ----

const POINT_LIMIT = 1e9;

/** `place` counts from 1, in the order of a summary. */
export function pointAt({ subject, plan }: LoadedStudy, place: number): StudyPoint {
  const all = plan.points.length + plan.refused.length;
  const refused = plan.refused.find(({ number }) => number === place - 1);
  if (refused !== undefined)
    throw new InputError({
      subject,
      field: `point ${place}, ${pointText(refused.values)}`,
      reason: `${refused.field}: ${refused.message}`,
    });
  const point = plan.points.find(({ number }) => number === place - 1);
  if (point !== undefined) return point;
  throw new InputError({
    subject: "point",
    reason: `must be a whole number from 1 to ${all}, the points of ${subject}, not ${place}`,
  });
}

/** Uses the point's first seed. */
export function scenarioOf({ study, plan }: LoadedStudy, point: StudyPoint): Scenario {
  const values = plan.columns.length === 0 ? "" : `, ${pointText(point.values)}`;
  const name = `${study.name}${values}`.slice(0, NAME_CHARACTERS);
  return { ...point.scenario, name, seed: firstSeed(study, point.number) };
}

/** Size limit of the scenario format. */
const NAME_CHARACTERS = 80;

/** A scenario or, with `--point N`, a point of a study. */
export async function loadRun(subject: string, point: string | undefined): Promise<Scenario> {
  const place = wholeNumber(point, "--point", 1, POINT_LIMIT);
  if (place !== undefined) {
    const loaded = await expectStudy(subject);
    return scenarioOf(loaded, pointAt(loaded, place));
  }
  if (builtinStudy(subject) !== undefined && builtinScenario(subject) === undefined)
    throw new InputError({ subject, reason: "is a study; --point N takes one of its points" });
  return loadScenario(subject);
}

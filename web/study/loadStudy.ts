/** A study as it is written, read and planned with its scenarios. */
import { planStudy, type StudyPlan } from "../../lib/study/plan.ts";
import { scenarioSources } from "../../lib/study/sources.ts";
import type { ScenarioError } from "../../scenarios/base/messages.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { builtinScenario } from "../../scenarios/index.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { parseStudy } from "../../scenarios/study/parse.ts";
import type { Study } from "../../scenarios/study/study.ts";
import { readLinkedFiles } from "../engine/linkedReader.ts";
import { t } from "../text/t.ts";

export interface LoadedStudy {
  readonly study: Study;
  readonly scenarios: ReadonlyMap<string, Scenario>;
  readonly plan: StudyPlan;
}

export type LoadedResult =
  | { readonly ok: true; readonly loaded: LoadedStudy }
  | { readonly ok: false; readonly errors: readonly ScenarioError[] };

const failed = (...errors: readonly ScenarioError[]): LoadedResult => ({ ok: false, errors });

/** `input`: JSON as text, or the value that it holds. */
export async function loadStudy(input: unknown): Promise<LoadedResult> {
  await readLinkedFiles(input, new AbortController().signal);
  const read = parseStudy(input);
  if (!read.ok) return failed(...read.errors);
  const scenarios = new Map<string, Scenario>();
  for (const { name, place, of } of scenarioSources(read.study)) {
    const builtin = of.kind === "from" ? builtinScenario(of.from) : undefined;
    if (of.kind === "from" && builtin === undefined)
      return failed({
        field: place,
        message: t(
          '"{name}" is no built-in scenario; a file has to stand in the study itself to run in the page',
          {
            name: of.from,
          },
        ),
      });
    const parsed = of.kind === "whole" ? parseScenario(of.scenario) : await builtin?.load();
    if (parsed === undefined) continue;
    if (!parsed.ok)
      return failed(
        ...parsed.errors.map(({ field, message }) => ({ field: `${place}.scenario: ${field}`, message })),
      );
    scenarios.set(name, parsed.scenario);
  }
  const planned = planStudy(read.study, scenarios);
  return planned.ok
    ? { ok: true, loaded: { study: read.study, scenarios, plan: planned.plan } }
    : failed(...planned.errors);
}

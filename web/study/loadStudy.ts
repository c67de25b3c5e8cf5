/** Reads a study in its file format, and plans it with its scenarios. */
import { planSteps, type StudyPlan, type StudyPlanResult } from "../../lib/study/plan.ts";
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

type LoadedResult =
  | { readonly ok: true; readonly loaded: LoadedStudy }
  | { readonly ok: false; readonly errors: readonly ScenarioError[] };

const failed = (...errors: readonly ScenarioError[]): LoadedResult => ({ ok: false, errors });

/** `input`: JSON as text, or the value that it stands for. `isWanted` is called during planning. After it returns
 * false, the result is not used. */
export async function loadStudy(input: unknown, isWanted = () => true): Promise<LoadedResult> {
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
          '"{name}" is not a built-in scenario; a file has to stand in the study itself to run in the page',
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
  const planned = await planApart(planSteps(read.study, scenarios), isWanted);
  return planned.ok
    ? { ok: true, loaded: { study: read.study, scenarios, plan: planned.plan } }
    : failed(...planned.errors);
}

/** The page handles events in between. */
const PLAN_MS = 30;

async function planApart(
  steps: ReturnType<typeof planSteps>,
  isWanted: () => boolean,
): Promise<StudyPlanResult> {
  for (let beganMs = performance.now(); ; ) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - beganMs < PLAN_MS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    if (!isWanted()) return { ok: false, errors: [] };
    beganMs = performance.now();
  }
}

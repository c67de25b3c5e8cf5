import type { StudyPlan } from "../../lib/study/plan.ts";
import { planStudy } from "../../lib/study/plan.ts";
import { scenarioSources } from "../../lib/study/sources.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";
import { parseStudy } from "../../scenarios/study/parse.ts";
import type { Study, StudyInput } from "../../scenarios/study/study.ts";
import { builtin } from "../boundary/support.ts";

export function study(fields: Omit<StudyInput, "format" | "version" | "name">): Study {
  const read = parseStudy({ format: "irqscope-study", version: 1, name: "a study", ...fields });
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return read.study;
}

/** Each scenario is built in or stands in the study. */
export async function scenariosOf(of: Study): Promise<ReadonlyMap<string, Scenario>> {
  const loaded = new Map<string, Scenario>();
  for (const { name, of: source } of scenarioSources(of))
    if (source.kind === "from") loaded.set(name, await builtin(source.from));
    else loaded.set(name, whole(source.scenario));
  return loaded;
}

function whole(input: unknown): Scenario {
  const parsed = parseScenario(input);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return parsed.scenario;
}

export async function planned(fields: Parameters<typeof study>[0]): Promise<StudyPlan> {
  const of = study(fields);
  const result = planStudy(of, await scenariosOf(of));
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.plan;
}

export async function refusals(fields: Parameters<typeof study>[0]): Promise<readonly string[]> {
  const of = study(fields);
  const result = planStudy(of, await scenariosOf(of));
  return result.ok ? [] : result.errors.map(({ field, message }) => `${field}: ${message}`);
}

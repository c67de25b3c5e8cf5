import type { StudyPlan } from "../../lib/study/plan.ts";
import { planStudy } from "../../lib/study/plan.ts";
import { scenarioSources } from "../../lib/study/sources.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { parseStudy } from "../../scenarios/study/parse.ts";
import type { Study, StudyInput } from "../../scenarios/study/study.ts";
import { builtin } from "../boundary/support.ts";

export function study(fields: Omit<StudyInput, "format" | "version" | "name">): Study {
  const read = parseStudy({ format: "irqscope-study", version: 1, name: "a study", ...fields });
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return read.study;
}

/** All scenarios are built in. */
export async function scenariosOf(of: Study): Promise<ReadonlyMap<string, Scenario>> {
  const loaded = new Map<string, Scenario>();
  for (const source of scenarioSources(of))
    if (source.of.kind === "from") loaded.set(source.name, await builtin(source.of.from));
  return loaded;
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

/** Finds the scenarios of a study. */
import type { Study } from "../../scenarios/study/study.ts";

export interface ScenarioSource {
  /** Name in results and for planStudy. */
  readonly name: string;
  readonly place: string;
  readonly of: /** Id of a built-in scenario, or name of a file beside the study. */
    | { readonly kind: "from"; readonly from: string }
    /** JSON that has not been checked yet. */
    | { readonly kind: "whole"; readonly scenario: unknown };
}

export function scenarioSources({ scenarios }: Pick<Study, "scenarios">): readonly ScenarioSource[] {
  return scenarios.map((one, index) => {
    const place = `scenarios[${index}]`;
    if (typeof one === "string") return { name: one, place, of: { kind: "from", from: one } };
    const { name, from, scenario } = one;
    return from === undefined
      ? { name, place, of: { kind: "whole", scenario } }
      : { name, place, of: { kind: "from", from } };
  });
}

export function scenarioNames(study: Pick<Study, "scenarios">): readonly string[] {
  return scenarioSources(study).map(({ name }) => name);
}

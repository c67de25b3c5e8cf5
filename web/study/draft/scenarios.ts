/** The scenarios of a draft: named, added, taken away. */
import { isObject } from "../../../scenarios/base/values.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { scenariosOf, settled } from "./columns.ts";
import type { Draft } from "./draft.ts";

export interface ShownScenario {
  /** In results. */
  readonly name: string;
  /** Id of a built-in one, or a file; undefined: it stands in the study itself. */
  readonly from: string | undefined;
  /** It has a name of its own. */
  readonly isNamed: boolean;
}

export function shownScenarios(draft: Draft): readonly ShownScenario[] {
  return scenariosOf(draft).map((one) => {
    if (typeof one === "string") return { name: one, from: one, isNamed: false };
    const { name, from } = isObject(one) ? one : {};
    return {
      name: typeof name === "string" ? name : "",
      from: typeof from === "string" ? from : undefined,
      isNamed: true,
    };
  });
}

/** `from`: the id of a built-in scenario, or a scenario that then stands in the study itself. A name that is taken gets a
 * number. */
export function withScenario(draft: Draft, from: string | Scenario): Draft {
  const names = shownScenarios(draft).map((one) => one.name);
  const wanted = typeof from === "string" ? from : from.name;
  const name = freeName(wanted, names);
  const whole = typeof from === "string" ? { name, from } : { name, scenario: from };
  const one = typeof from === "string" && name === from ? from : whole;
  return { ...draft, scenarios: [...scenariosOf(draft), one] };
}

/** `wanted`, with a number behind it where that is taken. */
export function freeName(wanted: string, taken: readonly unknown[]): string {
  let name = wanted;
  for (let number = 2; taken.includes(name); number++) name = `${wanted} ${number}`;
  return name;
}

export function withoutScenario(draft: Draft, at: number): Draft {
  return settled({ ...draft, scenarios: scenariosOf(draft).toSpliced(at, 1) });
}

/** A built-in one that is called by its id needs no name. */
export function withScenarioName(draft: Draft, at: number, name: string): Draft {
  const one = scenariosOf(draft)[at];
  const from = typeof one === "string" ? one : isObject(one) ? one.from : undefined;
  const changed = name === from ? from : { ...(isObject(one) ? one : { from }), name };
  return { ...draft, scenarios: scenariosOf(draft).toSpliced(at, 1, changed) };
}

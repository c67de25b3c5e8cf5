/** No prediction rests on a number without a source (docs/papers/README.md). */
import { describe, expect, test } from "vitest";
import { loadPapers } from "../../lib/papers/gallery.ts";
import {
  borrowedResults,
  freeFields,
  idleOrigins,
  unknownOrigins,
  unknownSettings,
} from "../../lib/papers/origins.ts";
import type { Paper } from "../../lib/papers/paper.ts";
import { parseFieldPath, readField } from "../../scenarios/base/fieldPath.ts";
import { BUILTIN_SCENARIOS } from "../../scenarios/index.ts";
import defaults from "../../scenarios/papers/defaults.json" with { type: "json" };
import { parseScenario } from "../../scenarios/read/parse.ts";

const papers = await loadPapers();

const entries = BUILTIN_SCENARIOS.map(async ({ id, written }) => [id, await written()] as const);
const scenarios = new Map(await Promise.all(entries));

/** The scenario as written. A paper may also run a demo. */
function written(id: string): unknown {
  const scenario = scenarios.get(id);
  if (scenario === undefined) throw new Error(`no scenario ${id}`);
  return scenario;
}

/** The scenario with its defaults. */
function completed(scenario: unknown): unknown {
  const parsed = parseScenario(scenario);
  if (!parsed.ok) throw new Error(parsed.errors[0]?.message);
  return parsed.scenario;
}

function idsOf(paper: Paper): string[] {
  const runs = paper.experiments.flatMap((experiment) => Object.values(experiment.runs));
  const others = paper.free.flatMap(({ scenarios }) =>
    Object.values(scenarios).flatMap(Object.values<string>),
  );
  return [...new Set([...runs.map(({ scenario }) => scenario), ...others])];
}

/** Origins of the parameters that the files of a source may omit. */
function leftOutOf({ id }: Paper) {
  return defaults
    .filter(({ sources }) => sources.includes(id))
    .map(({ field, where }) => ({ field, where, from: "convention" as const }));
}

describe.each(papers.map((paper) => [paper.id, paper] as const))("source %s", (_, paper) => {
  const ids = idsOf(paper);

  test.each(ids)("%s: every parameter has an origin", (id) => {
    expect(unknownOrigins(paper, id, written(id)).map(({ field }) => field)).toEqual([]);
  });

  test.each(ids)("%s: every parameter that the file omits has a reason", (id) => {
    const all = { ...paper, origins: [...paper.origins, ...leftOutOf(paper)] };
    expect(unknownOrigins(all, id, completed(written(id))).map(({ field }) => field)).toEqual([]);
  });

  test("every reason for an omitted parameter applies to one", () => {
    const all = new Map(ids.map((id) => [id, completed(written(id))]));
    expect(idleOrigins({ ...paper, origins: leftOutOf(paper) }, all).map(({ field }) => field)).toEqual([]);
  });

  test("every origin applies to a parameter", () => {
    const all = new Map(ids.map((id) => [id, written(id)]));
    expect(idleOrigins(paper, all).map(({ field }) => field)).toEqual([]);
  });

  test("every free parameter has a range", () => {
    const free = new Set(paper.free.map(({ id }) => id));
    const named = paper.origins.filter(({ from }) => from === "free").map(({ where }) => where);
    expect(named.filter((id) => !free.has(id))).toEqual([]);
    expect([...free].filter((id) => !named.includes(id))).toEqual([]);
  });

  test("fields that runs and free parameters set have an origin", () => {
    expect(unknownSettings(paper)).toEqual([]);
  });

  test("the first value of a free parameter equals that of the scenarios", () => {
    const scenarios = ids.map((id) => completed(written(id)));
    for (const { id, fields, values } of paper.free)
      for (const field of fields) {
        const held = scenarios.map((one) => readField(one, parseFieldPath(field) ?? []));
        expect([id, field, held]).toEqual([id, field, expect.arrayContaining([values[0]])]);
      }
  });

  test("no origin is a printed result", () => {
    expect(borrowedResults(paper)).toEqual([]);
    const results = paper.experiments.flatMap(({ claims }) =>
      claims.filter(({ kind }) => kind !== "calibration"),
    );
    for (const { where } of paper.origins) for (const { id } of results) expect(where).not.toContain(id);
  });

  test("every free parameter of a prediction's machines is swept, or a reason is given", () => {
    for (const { id, free, apart, runs, claims } of paper.experiments) {
      if (!claims.some(({ kind }) => kind === "prediction")) continue;
      const machines = [...new Set(Object.values(runs).map(({ scenario }) => scenario))];
      const theirs = [
        ...machines.flatMap((scenario) => freeFields(paper, scenario, written(scenario))),
        ...paper.free
          .filter(({ scenarios }) => machines.some((scenario) => Object.hasOwn(scenarios, scenario)))
          .map((one) => one.id),
      ];
      const said = [...free, ...Object.keys(apart)];
      expect([id, [...new Set(theirs)].filter((one) => !said.includes(one))]).toEqual([id, []]);
      expect([id, Object.keys(apart).filter((one) => !theirs.includes(one))]).toEqual([id, []]);
    }
  });

  test("the id of each claim begins with the number of its source", () => {
    for (const { claims } of paper.experiments)
      for (const { id } of claims) expect(id.startsWith(`${paper.id}-`)).toBe(true);
  });
});

/** Texts of the data that the page shows: names and explanations with a translation of their own. */

import { readFileSync } from "node:fs";
import { helpTexts } from "../../lib/programs/assemblyHelp.ts";
import { SCENARIO_JSON_SCHEMA } from "../../lib/settings/jsonSchema.ts";
import { TERMS } from "../../lib/terms/terms.ts";
import { SCENARIO_GROUPS } from "../../scenarios/groups.ts";
import { builtinScenario, LISTED_SCENARIOS } from "../../scenarios/index.ts";
import { BUILTIN_LABS } from "../../scenarios/labs/index.ts";
import { BUILTIN_STUDIES } from "../../scenarios/studies/index.ts";
import { studyJsonSchema } from "../../scenarios/study/jsonSchema.ts";

/** The texts by their kind. */
export async function dataTexts(): Promise<Readonly<Record<string, readonly string[]>>> {
  const schema = new Set<string>();
  const units = new Set<string>();
  collectSchema(SCENARIO_JSON_SCHEMA, schema, units);
  collectSchema(studyJsonSchema(), schema, units);
  return {
    labs: BUILTIN_LABS.flatMap(({ title, summary }) => [title, summary]),
    groups: SCENARIO_GROUPS.flatMap(({ title, about }) => [title, about]),
    descriptions: await descriptionsInLabs(),
    studies: studyTexts(),
    scenarios: LISTED_SCENARIOS.flatMap(({ name, summary }) => [name, summary]),
    threads: await threadNames(),
    terms: Object.values(TERMS).flatMap(({ name, sentence }) => [name, sentence]),
    programs: helpTexts(),
    schema: [...schema],
    // Only words, since symbols are the same in every language.
    units: [...units].filter((unit) => /[a-z]{3}/.test(unit)),
  };
}

function studyTexts(): readonly string[] {
  return BUILTIN_STUDIES.flatMap(({ id, title }) => {
    const path = new URL(`../../scenarios/studies/${id}.study.json`, import.meta.url);
    const { description } = JSON.parse(readFileSync(path, "utf8")) as { readonly description: string };
    return [title, description];
  });
}

/** Names of the threads of all built-in scenarios. */
async function threadNames(): Promise<readonly string[]> {
  const written = await Promise.all(LISTED_SCENARIOS.map(({ id }) => builtinScenario(id)?.written()));
  const names = written.flatMap((scenario) => {
    const { software } = (scenario ?? {}) as {
      readonly software?: { readonly threads?: readonly { readonly name: string }[] };
    };
    return (software?.threads ?? []).map(({ name }) => name);
  });
  return [...new Set(names)].filter((name) => /[a-z]{3}/i.test(name));
}

interface LabFile {
  readonly machines: Readonly<Record<string, { readonly of?: string }>>;
}

/** Texts of the scenarios that labs take their machines from, which students see in the settings. */
async function descriptionsInLabs(): Promise<readonly string[]> {
  const place = (path: string) => new URL(`../../scenarios/${path}`, import.meta.url);
  const read = (path: string): unknown => JSON.parse(readFileSync(place(path), "utf8"));
  const machines = BUILTIN_LABS.flatMap(({ id }) =>
    Object.values((read(`labs/${id}/lab.json`) as LabFile).machines),
  );
  const ids = new Set(machines.flatMap(({ of }) => of ?? []));
  const descriptions = [...ids].map(async (id) => {
    const scenario = await builtinScenario(id)?.written();
    if (scenario === undefined)
      throw new Error(`a machine of a lab is of ${id}, which is no built-in scenario`);
    return (scenario as { readonly description?: string }).description ?? [];
  });
  return (await Promise.all(descriptions)).flat();
}

function collectSchema(node: unknown, into: Set<string>, units: Set<string>): void {
  if (Array.isArray(node)) for (const one of node) collectSchema(one, into, units);
  if (typeof node !== "object" || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if ((key === "title" || key === "description") && typeof value === "string") into.add(value);
    if (key === "unit" && typeof value === "string") units.add(value);
    if (key === "words") for (const word of wordsIn(value)) into.add(word);
    collectSchema(value, into, units);
  }
}

/** The texts for the options of a choice. A field may also be called `words`. */
function wordsIn(value: unknown): readonly string[] {
  const words = typeof value === "object" && value !== null ? Object.values(value) : [];
  return words.every((word) => typeof word === "string") ? words : [];
}

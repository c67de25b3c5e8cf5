/** docs/model.md names every field that the model has and version 3 did not have. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

/** The result of `namesIn` for the schema of commit 4464b67, the last of version 3. */
const VERSION_3: ReadonlySet<string> = new Set(
  read("tests/fixtures/model/version3Fields.txt").trim().split("\n"),
);

const entriesOf = (part: unknown): readonly [string, unknown][] =>
  typeof part === "object" && part !== null ? Object.entries(part) : [];

function at(part: unknown, key: string): unknown {
  return entriesOf(part).find(([name]) => name === key)?.[1];
}

/** `owner.field` of a JSON Schema. The owner is the step (`do`) or the field that contains it. */
function namesIn(schema: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const walk = (part: unknown, owner: string): void => {
    const properties = at(part, "properties");
    const step = at(at(properties, "do"), "const");
    const own = typeof step === "string" ? step : owner;
    for (const [field, inside] of entriesOf(properties)) {
      names.add(own === "" ? field : `${own}.${field}`);
      walk(inside, field);
    }
    for (const [key, inside] of entriesOf(part))
      if (key !== "properties" && key !== "$defs") walk(inside, owner);
  };
  walk(schema, "");
  for (const [, steps] of entriesOf(at(schema, "$defs"))) walk(steps, "steps");
  return names;
}

/** Stories and knobs are no part of the model. */
function ofTheModel(schema: unknown): unknown {
  const { story: _, knobs: __, ...properties } = Object.fromEntries(entriesOf(at(schema, "properties")));
  return { ...Object.fromEntries(entriesOf(schema)), properties };
}

const today = namesIn(ofTheModel(JSON.parse(read("scenarios/format/scenario.schema.json"))));

describe("the list of changes of versions 4 and 5", () => {
  const lists = read("docs/model.md").matchAll(/What changed in version [45]\b.*:\n\n((?:- .*\n)+)/g);
  const list = Array.from(lists, ([, lines = ""]) => lines).join("");
  const named = new Set(
    Array.from(list.matchAll(/`([^`]+)`/g), ([, code = ""]) => code.match(/[\w-]+/g) ?? []).flat(),
  );
  const owners = new Set(Array.from(VERSION_3, (name) => name.slice(0, name.indexOf("."))));

  test("uses today's names for the recorded fields of version 3", () => {
    expect(VERSION_3.size).toBeGreaterThan(380);
    expect([...VERSION_3].filter((name) => !today.has(name))).toEqual([]);
  });

  test("names every new field, or the new step or field that contains it", () => {
    const added = [...today].filter((name) => !VERSION_3.has(name));
    expect(added.length).toBeGreaterThan(30);
    const missing = added.filter((name) => {
      const [owner = "", field = ""] = name.split(".");
      return !named.has(field) && (owners.has(owner) || !named.has(owner));
    });
    expect(missing).toEqual([]);
  });
});

import { describe, expect, test } from "vitest";
import { createForm, type FieldForm } from "../../lib/settings/form.ts";
import { SCENARIO_JSON_SCHEMA } from "../../lib/settings/jsonSchema.ts";
import { formPlaces, schemaPlaces } from "./reach.ts";

const form = createForm(SCENARIO_JSON_SCHEMA);
const places = formPlaces(form);
const HOLDERS: ReadonlySet<string> = new Set(["group", "list", "alternatives"]);
const leaves = places.filter(([, { control }]) => !HOLDERS.has(control.kind));

describe("the form of a scenario", () => {
  test("has every field of the schema", () => {
    const known = new Set(places.map(([place]) => place));
    const all = [...schemaPlaces(SCENARIO_JSON_SCHEMA).keys()];
    expect(all.length).toBeGreaterThan(250);
    expect(all.filter((place) => !known.has(place))).toEqual([]);
    expect(known.size).toBe(all.length);
  });

  test("has a title for each, other than the name in the file", () => {
    const bare = places.filter(
      ([place, { title }]) => title === "" || title === place.split(/[.[\]]/).at(-1),
    );
    expect(bare.map(([place]) => place)).toEqual([]);
  });

  test("says of each what it means or what it is measured in", () => {
    const silent = leaves.filter(([, { description, unit }]) => description === "" && unit === "");
    expect(silent.map(([place]) => place)).toEqual([]);
  });

  test("has a range for each number and a start for each field", () => {
    const open = leaves.filter(([, { control }]) => {
      if (control.kind !== "number") return false;
      return !(Number.isFinite(control.minimum) && Number.isFinite(control.maximum));
    });
    expect(open.map(([place]) => place)).toEqual([]);
    const startless = leaves.filter(
      ([, { required, example, control }]: readonly [string, FieldForm]) =>
        required && control.kind === "number" && example === undefined,
    );
    expect(startless.map(([place]) => place)).toEqual([]);
  });
});

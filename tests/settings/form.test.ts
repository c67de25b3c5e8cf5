import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createForm, type FieldForm } from "../../lib/settings/form.ts";
import { SCENARIO_JSON_SCHEMA } from "../../lib/settings/jsonSchema.ts";
import { nodesToward, rootNode, walk } from "../../lib/settings/node.ts";
import { readNumber, typedExamples } from "../../lib/settings/numberText.ts";
import { errorPlace, errorText } from "../../web/form/fieldWords.ts";
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

  test("has a title for each, different from the name in the file", () => {
    const bare = places.filter(
      ([place, { title }]) => title === "" || title === place.split(/[.[\]]/).at(-1),
    );
    expect(bare.map(([place]) => place)).toEqual([]);
  });

  test("has a meaning or a unit for each", () => {
    const silent = leaves.filter(([, { description, unit }]) => description === "" && unit === "");
    expect(silent.map(([place]) => place)).toEqual([]);
  });

  test("keeps the unit of a number that a word may replace", () => {
    const ratio = { type: "number", minimum: 0.001, maximum: 64, multipleOf: 0.001, unit: "cycles per byte" };
    const { unit, control } = createForm({
      title: "Copy",
      anyOf: [ratio, { const: "none" }],
    });
    expect(unit).toBe("cycles per byte");
    expect(control).toMatchObject({ kind: "number", words: ["none"], step: 0.001, maximum: 64 });
  });

  test("has a range for each number and a start value for each field", () => {
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

  test("shows only number formats that its fields accept", () => {
    const refused = leaves.flatMap(([place, { control }]) => {
      if (control.kind !== "number") return [];
      const examples = typedExamples(control);
      const isTaken = examples.every(({ digits, prefix }) => {
        const value = readNumber(`${digits}${prefix}`) ?? Number.NaN;
        const size = control.powersOfTwo ? Math.log2(value) : value / control.step;
        return value >= control.minimum && value <= control.maximum && Number.isInteger(size);
      });
      return isTaken && examples.length > 0 ? [] : [place, JSON.stringify(examples)];
    });
    expect(refused).toEqual([]);
  });
});

describe("an error of the form", () => {
  const root = rootNode(
    form,
    JSON.parse(readFileSync(new URL("../../scenarios/demos/ring-overflow.json", import.meta.url), "utf8")),
  );

  test("marks the field that it names, or the nearest one around a field outside the form", () => {
    walk(root, (node) => {
      if (node !== root) expect(nodesToward(root, node.field).at(-1)?.field).toBe(node.field);
      return true;
    });
    expect(errorPlace(root, "machine.nics[0].rxRingFrames")).toEqual({
      title: "Receive ring",
      above: "NICs › eth0",
    });
    expect(errorPlace(root, "machine.nics[0].colour")).toMatchObject({
      title: "colour",
      above: "NICs › eth0",
    });
    expect(errorPlace(root, "speed")).toEqual({ title: "speed", above: "" });
  });

  test("shows how to write a number if none was typed", () => {
    const field = "machine.nics[0].lineRateBitPerSecond";
    const [rate] = nodesToward(root, field).slice(-1);
    if (rate === undefined) throw new Error(field);
    expect(errorText(rate, field, "must be at most 9")).toBe("must be at most 9");
    expect(errorText({ ...rate, value: "fast" }, field, 'must be a whole number, not "fast"')).toBe(
      'must be a whole number, not "fast"; write numbers like 64, 1.5k or 20M',
    );
  });
});

/** If a field may have several variants, an error names the innermost wrong field of the variant that is there. */
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { fieldName } from "../../scenarios/base/fieldName.ts";
import { describeIssues, type ScenarioError } from "../../scenarios/base/messages.ts";
import { metaOf } from "../../scenarios/base/walk.ts";
import { scenarioSchema } from "../../scenarios/format/schema.ts";
import { parseScenario } from "../../scenarios/read/parse.ts";

type Schema = z.core.$ZodType;
type Place = readonly (string | number)[];

const defOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def;

function errorsOf(schema: Schema, value: unknown): readonly ScenarioError[] {
  const parsed = (schema as z.ZodType).safeParse(value);
  return parsed.success ? [] : describeIssues(schema, value, parsed.error.issues);
}

function bare(schema: Schema): Schema {
  const def = defOf(schema);
  return "innerType" in def ? bare(def.innerType) : schema;
}

interface Found {
  readonly place: Place;
  readonly schema: Schema;
}

/** Every union of the schema, each once however often it is used. */
function unionsOf(schema: Schema, place: Place = [], seen = new Set<Schema>()): Found[] {
  const inner = bare(schema);
  if (seen.has(inner)) return [];
  seen.add(inner);
  const def = defOf(inner);
  if (def.type === "object")
    return Object.entries(def.shape).flatMap(([key, child]) => unionsOf(child, [...place, key], seen));
  if (def.type === "array") return unionsOf(def.element, [...place, 0], seen);
  if (def.type !== "union") return [];
  return [{ place, schema: inner }, ...def.options.flatMap((option) => unionsOf(option, place, seen))];
}

const SINGLE = [1, 64, 4096, 0x2000_0000, "r", "IF", "load r2, r1", false];

/** A small valid value, without optional fields. */
function exampleOf(schema: Schema): unknown {
  const def = defOf(schema);
  switch (def.type) {
    case "default":
    case "prefault":
    case "optional":
      return undefined;
    case "literal":
      return def.values[0];
    case "enum":
      return Object.values(def.entries)[0];
    case "union":
      return exampleOf(def.options[0] as Schema);
    case "array":
      return [exampleOf(def.element), exampleOf(def.element)];
    case "object": {
      const fields = Object.entries(def.shape);
      const given = fields.map(([key, child]) => [key, exampleOf(child)] as const);
      const needed = given.filter(([, value]) => value !== undefined);
      const { minProperties } = metaOf(schema);
      if (minProperties === undefined) return Object.fromEntries(needed);
      return Object.fromEntries(fields.slice(0, 1).map(([key, child]) => [key, exampleOf(bare(child))]));
    }
    case "custom":
      return [];
    default:
      return SINGLE.find((value) => errorsOf(schema, value).length === 0);
  }
}

const WRONG = [null, true, 0.5, -1, "x y", "", [], [7], ["x"], {}, { zzz: 1 }, "IF ID EX MEM WB, and on"];

/** Fields that select the variant: with another value the other fields belong to another variant. */
const PICKS: ReadonlySet<string> = new Set(["kind", "on", "do", "loop"]);

function within(errors: readonly ScenarioError[], key: string): readonly string[] {
  return errors.map(({ field, message }) => {
    const at = field === "scenario" ? key : `${key}${field.startsWith("[") ? "" : "."}${field}`;
    return `${at}: ${message}`;
  });
}

const told = (errors: readonly ScenarioError[]) => errors.map(({ field, message }) => `${field}: ${message}`);

const unions = unionsOf(scenarioSchema);

describe("every field of every variant of a union", () => {
  test("is in a scenario of many such places", () => {
    expect(unions.length).toBeGreaterThan(20);
  });

  test.each(unions.map(({ place, schema }) => ({ name: fieldName(place), schema })))(
    "$name: gives the error that the variant alone would give",
    ({ schema }) => {
      const def = defOf(schema);
      if (def.type !== "union") throw new Error("no union");
      for (const option of def.options.map(bare)) {
        const shape = defOf(option);
        if (shape.type === "array") {
          for (const wrong of WRONG) {
            const alone = errorsOf(shape.element, wrong);
            if (alone.length === 0) continue;
            expect(told(errorsOf(schema, [wrong]))).toEqual(within(alone, "[0]"));
          }
        }
        if (shape.type !== "object") continue;
        const base = exampleOf(option);
        expect(errorsOf(schema, base)).toEqual([]);
        for (const [key, field] of Object.entries(shape.shape)) {
          for (const wrong of WRONG) {
            const alone = errorsOf(field, wrong);
            if (alone.length === 0 || PICKS.has(key)) continue;
            expect(told(errorsOf(schema, { ...(base as object), [key]: wrong }))).toEqual(within(alone, key));
            const withUnknown = told(errorsOf(schema, { ...(base as object), [key]: wrong, zzz: 1 }));
            expect(withUnknown).toEqual([
              ...within(alone, key),
              expect.stringMatching(/^zzz: is not a known field; known here: /),
            ]);
          }
        }
      }
    },
  );

  test.each(unions.map(({ place, schema }) => ({ name: fieldName(place), schema })))(
    "$name: a value of no variant is reported with the value",
    ({ schema }) => {
      const shown = ["null", "true", "0.5", "-1", '"x y"', '""', "a list", "a list", "a list"];
      WRONG.slice(0, shown.length).forEach((wrong, index) => {
        for (const { field, message } of errorsOf(schema, wrong)) {
          const isOfBound = /^(must (be|have) at (least|most)|must be a (power|multiple))/.test(message);
          if (field === "scenario" && !isOfBound) expect(message).toContain(`, not ${shown[index]}`);
          if (!Array.isArray(wrong)) expect(field).toBe("scenario");
        }
      });
    },
  );
});

describe("the error of a union names the place, for example", () => {
  const nic = (line: unknown) => ({ machine: { nics: [{ name: "n", line }] } });
  const sizes = (sizeBytes: unknown) => ({
    traffic: [{ kind: "constant", nic: "n", direction: "receive", rate: { intervalCycles: 9 }, sizeBytes }],
  });
  const stages = (text: unknown) => ({ machine: { core: { pipeline: { stages: text } } } });
  const line = "machine.nics[0].line";
  test.each([
    [nic({ trigger: "msi" }), [`${line}.trigger: must be one of "level", "edge", "message", not "msi"`]],
    [nic({ core: "all" }), [`${line}.core: must be "any" or a number, not "all"; did you mean "any"?`]],
    [nic({ core: 1.5 }), [`${line}.core: must be a whole number, not 1.5`]],
    [nic({ losesMasked: "yes" }), [`${line}.losesMasked: must be true or false, not "yes"`]],
    [nic({ priority: "1" }), [`${line}.priority: must be a number, not "1"`]],
    [nic(5), [`${line}: must be a text or an object, not 5`]],
    [
      { machine: { nics: [{ name: "n", moreRings: [{ line: { statusBits: ["rxd"] } }] }] } },
      [
        'machine.nics[0].moreRings[0].line.statusBits[0]: must be one of "rx", "tx", "overflow", not "rxd"; did you mean "rx"?',
      ],
    ],
    [
      { machine: { bus: { dma: { bytesPerBeat: "4" } } } },
      ['machine.bus.dma.bytesPerBeat: must be a number, not "4"'],
    ],
    [{ machine: { bus: { dma: "none" } } }, ['machine.bus.dma: must be "instant" or an object, not "none"']],
    [sizes("64"), ['traffic[0].sizeBytes: must be a number or a list, not "64"']],
    [sizes([{ bytes: "64" }]), ['traffic[0].sizeBytes[0].bytes: must be a number, not "64"']],
    [
      sizes([{ byte: 64 }]),
      [
        "traffic[0].sizeBytes[0].bytes: is missing",
        'traffic[0].sizeBytes[0].byte: is not a known field; did you mean "bytes"?',
      ],
    ],
    [stages("IF ID EX"), ['machine.core.pipeline.stages: must be a list, not "IF ID EX"']],
    [stages("IF ID EX MEM WB"), ['machine.core.pipeline.stages: must be a list, not "IF ID EX MEM WB"']],
    [
      { machine: { nics: [{ name: "n", offloads: { segmentBytes: "on" } }] } },
      ['machine.nics[0].offloads.segmentBytes: must be a number, not "on"'],
    ],
  ])("%j", (part, errors) => {
    const result = parseScenario({ format: "irqscope-scenario", version: 1, name: "m", ...part });
    expect(result.ok ? [] : told(result.errors)).toEqual(errors);
  });
});

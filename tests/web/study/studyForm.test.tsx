/** The form has a place for each field of the study format. */
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { studyJsonSchema } from "../../../scenarios/study/jsonSchema.ts";
import type { StudyInput } from "../../../scenarios/study/study.ts";
import { StudyForm } from "../../../web/study/form/StudyForm.tsx";
import { loadStudy } from "../../../web/study/loadStudy.ts";
import { builtin } from "../../boundary/support.ts";

/** Says something in every field of the format. */
const WHOLE: StudyInput = {
  format: "irqscope-study",
  version: 1,
  name: "named so",
  description: "asked so",
  scenarios: [{ name: "first one", from: "ring-overflow" }, "coalescing"],
  set: { runCycles: 200_000, clockHertz: "125 MHz" },
  axes: [
    { kind: "field", field: "contexts", name: "count", values: [1, "as it is"], labels: ["one", "own"] },
    {
      kind: "together",
      fields: [
        { field: "rxRingFrames", name: "ring", values: [4, 8], labels: ["short", "long"] },
        { field: "framesPerSecond", values: [90_001, 90_002] },
      ],
    },
    { kind: "table", fields: ["eth0.fifoBytes"], rows: [[1717]] },
  ],
  seeds: { first: 71, count: 72 },
  commonSeeds: false,
  warmUpCycles: 73,
  metrics: ["receive.loss in %", "interrupts"],
  stop: { metric: "interrupts", halfWidth: 74, batch: 75, maximumSeeds: 76 },
  search: {
    over: ["count"],
    goal: "maximize",
    of: "busy",
    ofSeeds: "greatest",
    subjectTo: ["receive.loss < 5 %"],
    maximumPoints: 77,
  },
  worstOf: 78,
  compare: "ring",
};

/** By place in the format: the label of its control, and what the control shows of WHOLE. */
const PLACES: Readonly<Record<string, readonly [label: string, shown: string]>> = {
  name: ["Name of the study", "named so"],
  description: ["What is asked", "asked so"],
  scenarios: ["Add a scenario", "Ring overflow"],
  "scenarios[]": ["Name of scenario 2 in results", "coalescing"],
  "scenarios[].name": ["Name of scenario 1 in results", "first one"],
  "scenarios[].from": ["Add a scenario", "Coalescing"],
  "scenarios[].scenario": ["Add a scenario", "Open now: Ring overflow"],
  set: ["Value of clockHertz", "125 MHz"],
  axes: ["Vary another field", ""],
  "axes[]field.field": ["Field 1", "contexts"],
  "axes[]field.name": ["Column of contexts", "count"],
  "axes[]field.values": ["Values of contexts", "1, as it is"],
  "axes[]field.labels": ["Labels of contexts", "one, own"],
  "axes[]together.fields": ["One more field side by side", ""],
  "axes[]together.fields[].field": ["Field 2, part 1", "rxRingFrames"],
  "axes[]together.fields[].name": ["Column of rxRingFrames", "ring"],
  "axes[]together.fields[].values": ["Values of framesPerSecond", "90001, 90002"],
  "axes[]together.fields[].labels": ["Labels of rxRingFrames", "short, long"],
  "axes[]table.fields": ["Table 3", "eth0.fifoBytes"],
  "axes[]table.rows": ["Table 3", "1717"],
  "seeds.first": ["First seed", "71"],
  "seeds.count": ["Seeds of each point", "72"],
  commonSeeds: ["The same seeds, and so the same traffic, at every point", ""],
  warmUpCycles: ["Warm-up in cycles", "73"],
  metrics: ["Measure 2", "interrupts"],
  "stop.metric": ["Interval of", "interrupts"],
  "stop.halfWidth": ["Interval at most ±", "74"],
  "stop.batch": ["Seeds added at a time", "75"],
  "stop.maximumSeeds": ["Most seeds", "76"],
  "search.goal": ["Goal", "greatest"],
  "search.of": ["Of what", "busy"],
  "search.ofSeeds": ["Of the seeds", "the greatest"],
  "search.over": ["over the values of count", ""],
  "search.subjectTo": ["Condition 1", "receive.loss &lt; 5 %"],
  "search.maximumPoints": ["Most points", "77"],
  worstOf: ["Of maxima, the worst of so many runs", "78"],
  compare: ["Compared, seed by seed", "ring"],
};

/** Windows go with neither stop rule nor search. */
const CUT: StudyInput = {
  ...{ format: "irqscope-study", version: 1, name: "cut", scenarios: ["capture"] },
  axes: [{ kind: "windows", milliseconds: 79, name: "second" }],
};
const PLACES_OF_CUT: typeof PLACES = {
  "axes[]windows.milliseconds": ["Length of a window, ms", "79"],
  "axes[]windows.name": ["Column of the windows", "second"],
};

/** The same in every study. */
const FIXED = ["format", "version"];

interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** Of what the form has to say: fields of objects, lists of objects by their entries, kinds by their name. */
function placesIn({ properties, items, anyOf, oneOf }: Schema, path: string): readonly string[] {
  const objects = [...(anyOf ?? []), ...(oneOf ?? [])].filter((one) => one.properties !== undefined);
  if (objects.length > 0) {
    const plain = (anyOf ?? []).some((one) => one.type === "string") ? [path] : [];
    return [
      ...plain,
      ...objects.flatMap((one) => placesIn(one, `${path}${one.properties?.kind?.const ?? ""}`)),
    ];
  }
  if (properties !== undefined)
    return Object.entries(properties).flatMap(([field, schema]) =>
      field === "kind" ? [] : placesIn(schema, path === "" ? field : `${path}.${field}`),
    );
  const entries = items === undefined ? [] : placesIn(items, `${path}[]`);
  return items !== undefined && entries.join() === `${path}[]`
    ? [path]
    : [...(items ? [path] : []), ...entries, ...(items ? [] : [path])];
}

test("each field of the study format has its place in the form", () => {
  const places = placesIn(studyJsonSchema() as Schema, "").filter((place) => !FIXED.includes(place));
  expect(Object.keys({ ...PLACES, ...PLACES_OF_CUT }).toSorted()).toEqual([...new Set(places)].toSorted());
});

test("each place of the study form exists and shows the study's value", async () => {
  const read = await loadStudy(WHOLE);
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  const scenario = await builtin("ring-overflow");
  const { plan } = read.loaded;
  const rendered = (study: StudyInput) =>
    renderToStaticMarkup(
      createElement(StudyForm, {
        ...{ draft: { ...study }, scenario, plan, errors: [], open: scenario, onChange: () => undefined },
      }),
    );
  const html = rendered(WHOLE);
  for (const [places, page] of [
    [PLACES, html],
    [PLACES_OF_CUT, rendered(CUT)],
  ] as const)
    for (const [place, [label, shown]] of Object.entries(places)) {
      expect([place, page.includes(`aria-label="${label}"`) || page.includes(`>${label}<`)]).toEqual([
        place,
        true,
      ]);
      expect([place, page.includes(shown)]).toEqual([place, true]);
    }
  // All of it is used: nothing is folded but words.
  expect(html.match(/<details[^>]* open=""/g)?.length).toBe(4);
});

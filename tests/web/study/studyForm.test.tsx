// @vitest-environment happy-dom
/** The form of a study: a control for each field of the format, the study that typed values make, and the refused
 * values. */
import { act, useState } from "react";
import { afterEach, expect, test } from "vitest";
import type { JsonSchema } from "../../../lib/settings/jsonSchema.ts";
import { studyJsonSchema } from "../../../scenarios/study/jsonSchema.ts";
import type { StudyInput } from "../../../scenarios/study/study.ts";
import type { Draft } from "../../../web/study/draft/draft.ts";
import { StudyForm } from "../../../web/study/form/StudyForm.tsx";
import { loadStudy } from "../../../web/study/loadStudy.ts";
import { speak } from "../../../web/text/language.ts";
import { builtin } from "../../boundary/support.ts";
import { choose, control, controls, key, press, refusals, show, shownIn, type } from "../support/page.tsx";

/** A study that sets every field of the format. */
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

/** By place in the format: the label of its control, and the control's display of WHOLE. */
const PLACES: Readonly<Record<string, readonly [label: string, shown: string]>> = {
  name: ["Name of the study", "named so"],
  description: ["Question", "asked so"],
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
  warmUpCycles: ["Warm-up", "73"],
  metrics: ["Measure 2", "interrupts"],
  "stop.metric": ["Interval of", "interrupts"],
  "stop.halfWidth": ["Interval at most ±", "74"],
  "stop.batch": ["Seeds added at a time", "75"],
  "stop.maximumSeeds": ["Maximum number of seeds", "76"],
  "search.goal": ["Goal", "greatest"],
  "search.of": ["Column or metric", "busy"],
  "search.ofSeeds": ["Over the seeds", "the greatest"],
  "search.over": ["Over the values of", "count"],
  "search.subjectTo": ["Conditions", "receive.loss < 5 %"],
  "search.maximumPoints": ["Maximum number of points", "77"],
  worstOf: ["Worst value of this many runs", "78"],
  compare: ["Compared, seed by seed", "ring"],
};

/** Windows exclude a stop rule and a search. */
const CUT: StudyInput = {
  ...{ format: "irqscope-study", version: 1, name: "cut", scenarios: ["capture"] },
  axes: [{ kind: "windows", milliseconds: 79, name: "second" }],
};
const PLACES_OF_CUT: typeof PLACES = {
  "axes[]windows.milliseconds": ["Length", "79"],
  "axes[]windows.name": ["Column", "second"],
};

/** Fields that are the same in every study. */
const FIXED = ["format", "version"];

interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** Places that the form must have: fields of objects, lists of objects by their entries, kinds by their name. */
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

const overflow = await builtin("ring-overflow");
/** The study as the form has changed it. */
let draft: Draft = {};
/** Reads the study again, as the page does after each change. */
let read = async (): Promise<void> => undefined;
let close: (() => Promise<void>) | undefined;

interface PageProps {
  readonly study: StudyInput;
  readonly format: JsonSchema;
}

function Page({ study, format }: PageProps) {
  const [changed, onChange] = useState<Draft>({ ...study });
  const [found, setFound] = useState<Awaited<ReturnType<typeof loadStudy>>>();
  draft = changed;
  read = async () => {
    const next = await loadStudy(JSON.parse(JSON.stringify(draft)));
    await act(async () => setFound(next));
  };
  const errors = found?.ok === false ? found.errors : [];
  const plan = found?.ok === true ? found.loaded.plan : undefined;
  return (
    <StudyForm
      {...{ draft: changed, scenario: overflow, plan, errors, open: overflow, onChange, schema: format }}
    />
  );
}

async function open(study: StudyInput, format = studyJsonSchema() as JsonSchema): Promise<void> {
  close = await show(<Page {...{ study, format }} />);
  await read();
}

async function expectRefused(...reasons: readonly RegExp[]): Promise<void> {
  await read();
  expect(refusals()).toEqual(reasons.map((reason) => expect.stringMatching(reason)));
}

afterEach(async () => {
  await close?.();
  close = undefined;
});

test("each place of the study form exists and shows the value of the study", async () => {
  for (const [study, places] of [
    [WHOLE, PLACES],
    [CUT, PLACES_OF_CUT],
  ] as const) {
    await open(study);
    for (const [place, [label, shown]] of Object.entries(places)) {
      const found = controls(label).map((one) => `${"value" in one ? one.value : ""} ${one.textContent}`);
      expect([place, found.length > 0]).toEqual([place, true]);
      expect([place, `${found.join()} ${document.body.textContent}`.includes(shown)]).toEqual([place, true]);
    }
    // The study uses everything, so only texts are folded.
    if (study === WHOLE) expect(document.querySelectorAll("details[open]")).toHaveLength(3);
    await close?.();
    close = undefined;
  }
});

test("a new field of the study format has a control in the form", async () => {
  const schema = studyJsonSchema() as JsonSchema;
  const gained: JsonSchema = {
    ...schema,
    properties: {
      ...schema.properties,
      coolDownCycles: {
        type: "integer",
        minimum: 0,
        maximum: 100,
        default: 5,
        title: "Cool-down",
        unit: "cycles",
      },
      tags: { type: "array", maxItems: 9, items: { type: "string", maxLength: 80 }, title: "Tags" },
      budget: {
        type: "object",
        title: "Budget",
        properties: { hours: { type: "integer", minimum: 1, maximum: 9, title: "Hours" } },
        required: ["hours"],
      },
    },
  };
  await open(CUT, gained);
  expect(shownIn("Cool-down")).toBe("5");
  await type("Cool-down", "7");
  await type("Tags", "quiet\nlong");
  await press("Add Budget");
  await type("Hours", "3");
  expect(draft).toMatchObject({ coolDownCycles: 7, tags: ["quiet", "long"], budget: { hours: 3 } });
});

/** A first question about a demo, in few cycles. */
const FIRST: StudyInput = {
  ...{ format: "irqscope-study", version: 1, name: "First", scenarios: ["ring-overflow"] },
  axes: [{ kind: "field", field: "contexts", values: [1, 3] }],
};

test("the study form makes a study with every kind of axis", async () => {
  await open(FIRST);

  // Two scenarios.
  await choose("Add a scenario", "Coalescing");
  await type("Name of scenario 1 in results", "each packet");

  // Contexts as each scenario has them, and an object that most scenarios omit: null beside JSON.
  await type("Values of contexts", "1, as it is");
  await press("Vary another field");
  await type("Field 2", "machine.memory.l1d");
  await type("Values of machine.memory.l1d", 'null, {"sizeBytes": 4096');
  await expectRefused(
    /Values of machine\.memory\.l1d: null, \{"sizeBytes": 4096 is not JSON: brackets and quotes have to be closed/,
  );
  expect(shownIn("Values of machine.memory.l1d")).toBe('null, {"sizeBytes": 4096');
  await type("Values of machine.memory.l1d", 'null, {"sizeBytes": 4096}');
  await expectRefused();
  await type("Column of machine.memory.l1d", "cache");
  await type("Labels of machine.memory.l1d", "none, 4 kB");

  // Fields that advance together.
  await press("Vary fields side by side");
  await type("Field 3, part 1", "rxRingFrames");
  await type("Values of rxRingFrames", "4, 16");
  await expectRefused(/must have 2 values as the first field, not 1/);
  await type("Field 3, part 2", "framesPerSecond");
  await type("Values of framesPerSecond", "90000, 105000");
  await expectRefused();

  // A table, as a spreadsheet copies it. A line that is too short stays as it was typed.
  await press("Add a table of points");
  await type("Table 4", "fifoBytes\tclockHertz\n0\t100 MHz\n3000");
  await expectRefused(/line 3 has 1 values, the first line has 2 fields/);
  await type("Table 4", "fifoBytes\tclockHertz\n0\t100 MHz\n3000\t125 MHz");
  expect(shownIn("Table 4")).toBe("fifoBytes, clockHertz\n0, 100 MHz\n3000, 125 MHz");

  // Fields that are the same at every point, seeds, and a stop rule for the second measure.
  await type("Another field that is the same", "lineRateBitPerSecond");
  await type("Value of lineRateBitPerSecond", "900 Mb/s");
  const ofScenario = shownIn("Length in cycles");
  await type("Length in cycles", "60000");
  expect(draft).toMatchObject({ set: { runCycles: 60_000 } });
  await type("Length in cycles", "");
  expect(shownIn("Length in cycles")).toBe(ofScenario);
  await type("Length in cycles", "60k");
  await type("Seeds of each point", "2");
  await type("First seed", "11");
  await choose("Compared, seed by seed", "cache");
  await type("Another measure", "receive.loss in %");
  await type("Another measure", "interrupts");
  await press("Add Stop rule");
  await choose("Interval of", "interrupts");
  await type("Interval at most ±", "1 us");
  await expectRefused(/a number is needed/);
  expect(shownIn("Interval at most ±")).toBe("1 us");
  expect(control("Interval at most ±").getAttribute("aria-invalid")).toBe("true");
  await type("Interval at most ±", "1.000");
  await expectRefused(/1\.000 may be 1 or 1000: write it without a point/);
  await type("Interval at most ±", "1000");
  await type("Maximum number of seeds", "3");
  await expectRefused();

  expect(draft).toMatchObject({
    scenarios: [{ name: "each packet", from: "ring-overflow" }, "coalescing"],
    set: { lineRateBitPerSecond: "900 Mb/s", runCycles: 60_000 },
    seeds: { first: 11, count: 2 },
    metrics: ["receive.loss in %", "interrupts"],
    stop: { metric: "interrupts", halfWidth: 1000, maximumSeeds: 3 },
    compare: "cache",
  });
  const made = await loadStudy(draft);
  expect(made.ok && made.loaded.plan.points).toHaveLength(32);
});

test("a search that the study form adds begins with the last axis, and can be removed", async () => {
  await open(FIRST);
  await press("Add Search");
  expect(draft).toMatchObject({ search: { over: ["contexts"], goal: "minimize", of: "contexts" } });
  expect(controls("Over the seeds")).toHaveLength(0);
  await type("Column or metric", "receive.latency.p99");
  await choose("Over the seeds", "the greatest");
  await choose("Goal", "greatest");
  await type("Conditions", "receive.loss == 0\nreceive.latency.p99 <");
  await expectRefused(/^✕ subjectTo|^✕ \[1\]/);
  await type("Conditions", "receive.loss == 0");
  await type("Maximum number of points", "1");
  await expectRefused(/^✕ must be at least 2/);
  await key("Maximum number of points", "ArrowUp");
  await expectRefused();
  expect(draft.search).toEqual({
    over: ["contexts"],
    goal: "maximize",
    of: "receive.latency.p99",
    ofSeeds: "greatest",
    subjectTo: ["receive.loss == 0"],
    maximumPoints: 2,
  });
  await press("Remove Search");
  expect(draft.search).toBeUndefined();
});

test("the study form names a wrong field at its axis, until the field is changed", async () => {
  await open(FIRST);
  await type("Field 1", "rxRingFrame");
  await expectRefused(/axes\[0\].*rxRingFrame/);
  await type("Field 1", "rxRingFrames");
  await expectRefused();
});

test("the study form shows an error of a whole part inside the part", async () => {
  await open({ ...CUT, metrics: ["interrupts"] });
  await press("Add Stop rule");
  await type("Seeds of each point", "2");
  await expectRefused(/^✕ adds seeds, but the intervals are over windows/);
});

test("the study form adds no search to a study without axes", async () => {
  await open({ ...FIRST, axes: [] });
  expect(control("Add Search").hasAttribute("disabled")).toBe(true);
});

test("the study form speaks German", async () => {
  await speak("de");
  await open(FIRST);
  expect(shownIn("Seeds je Punkt")).toBe("10");
  await press("Hinzufügen: Suche");
  expect(shownIn("Ziel")).toBe("minimize");
  await type("Vorlauf", "lang");
  await expectRefused(/Zahl/);
  await close?.();
  close = undefined;
  await speak("en");
});

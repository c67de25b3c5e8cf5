/** Initial content of a study: the open scenario, and fields to add. */
import { SIM_RING_LIMIT } from "../../../core-wasm/binding/layout.gen.ts";
import { type Field, fieldsOf } from "../../../lib/scenarioFields/describe.ts";
import { fieldNamed } from "../../../lib/scenarioFields/fieldNamed.ts";
import { AS_IT_IS, CONTEXTS, isByRule, withContexts } from "../../../lib/scenarioFields/withContexts.ts";
import { ownValue } from "../../../lib/study/ownPoint.ts";
import { targetNamed } from "../../../lib/study/targets.ts";
import { usualColumns } from "../../../lib/sweep/column.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { parseScenario } from "../../../scenarios/read/parse.ts";
import {
  STUDY_FORMAT,
  STUDY_VERSION,
  type StudyInput,
  type StudyValue,
} from "../../../scenarios/study/study.ts";
import { type ShownAxis, shownAxes } from "./axes.ts";
import { type Draft, fixedLines, resampleField } from "./draft.ts";
import { readTable } from "./typed.ts";

/** Number of blocks for another sample of a capture, and least number of events in a block, so that bursts stay whole.
 */
const BLOCKS = 20;
const LEAST_BLOCK_EVENTS = 50;

/** Recorded traffic, by its place: another sample of it with each seed. Without that intervals say nothing about it. */
function resampled({ traffic }: Scenario): Readonly<Record<string, { readonly blockEvents: number }>> {
  return Object.fromEntries(
    traffic.flatMap((one, index) => {
      if (one.kind !== "trace" || one.resample !== undefined) return [];
      const { length } = one.events.sizesBytes;
      const blockEvents = Math.min(length, Math.max(LEAST_BLOCK_EVENTS, Math.ceil(length / BLOCKS)));
      return [[resampleField(index), { blockEvents }]];
    }),
  );
}

/** Least number of frames in each of the first windows. A window is then much longer than frames that belong together.
 */
const LEAST_WINDOW_FRAMES = 1000;

/** Other traffic is a better replicate than another sample of the same traffic (docs/decisions/0026). Undefined if the
 * recorded traffic is too short for it, or contains more than captures that windows can cut. */
function firstWindows({ traffic }: Scenario): StudyAxisInput | undefined {
  const captures = traffic.filter((one) => one.kind === "trace");
  const frames = captures.reduce((sum, { events }) => sum + events.sizesBytes.length, 0);
  const areCut = captures.every((one) => one.loop === "open" && one.resample === undefined);
  return areCut && frames >= FIRST_WINDOWS * LEAST_WINDOW_FRAMES ? windowsOf(traffic) : undefined;
}

/** A first question about the open scenario: how many contexts, and how deep a ring. The unchanged scenario is one of
 * the points. */
export function draftOf(scenario: Scenario, builtinId: string | undefined): Draft {
  const windows = firstWindows(scenario);
  const set = windows === undefined ? resampled(scenario) : {};
  const isResampled = Object.keys(set).length > 0;
  const isRecorded = isResampled || windows !== undefined;
  const axes: StudyInput["axes"] = [
    { kind: "field", field: CONTEXTS, values: [...firstContexts(scenario)] },
    ...ringAxes(scenario, isRecorded),
    ...(windows === undefined ? [] : [windows]),
  ];
  return {
    format: STUDY_FORMAT,
    version: STUDY_VERSION,
    name: scenario.name,
    scenarios: [builtinId ?? { name: scenario.name, scenario }],
    ...(isResampled ? { set } : {}),
    axes,
    // Loss by cause, because frames that a larger ring keeps may be lost at the next queue.
    ...(isRecorded ? { metrics: [...usualColumns(scenario), ...lossMetrics(scenario)] } : {}),
    seeds: { count: windows !== undefined ? 1 : isResampled ? 10 : 5 },
  };
}

/** A queue after the ring that holds this many rings accepts everything that they hold at once. */
const RINGS_IN_QUEUE = 4;

/** If `isRecorded` is true, the queues after the ring grow with it. If only the ring grew, the machine would spend its
 * time on frames that a full queue then discards, and the loss would rise. */
function ringAxes({ machine, software }: Scenario, isRecorded: boolean): readonly StudyAxisInput[] {
  const [card] = machine.nics;
  if (card === undefined) return [];
  const ring = { field: `machine.nics["${card.name}"].rxRingFrames`, name: "ring" };
  const values = firstRings(card.rxRingFrames);
  if (!isRecorded || software.queues.length === 0) return [{ kind: "field", ...ring, values }];
  const rings = typeof values === "string" ? FIRST_RINGS : values;
  const queues = software.queues.map(({ name, capacity }) => ({
    field: `software.queues["${name}"].capacity`,
    name: software.queues.length === 1 ? "queue" : `queue ${name}`,
    values: rings.map((one) =>
      one === card.rxRingFrames
        ? capacity
        : Math.max(capacity, Math.min(SIM_RING_LIMIT, RINGS_IN_QUEUE * one)),
    ),
  }));
  return [{ kind: "together", fields: [{ ...ring, values: rings }, ...queues] }];
}

type StudyAxisInput = NonNullable<StudyInput["axes"]>[number];

/** Loss metrics of the parts that may lose frames in this machine. */
export function lossMetrics({ machine, software }: Scenario): readonly string[] {
  return [
    ...(machine.nics.length === 0 ? [] : ['receive.drop["rx-ring-full"]']),
    ...(machine.nics.some(({ fifoBytes }) => fifoBytes > 0) ? ['receive.drop["fifo-full"]'] : []),
    ...(software.queues.length === 0 ? [] : ['receive.drop["queue-full"]']),
  ];
}

const FIRST_CONTEXTS = [1, 2, 3];

/** Numbers that are valid for the scenario, including its own. If the rule of contexts would place its threads
 * differently, also the unchanged value. */
export function firstContexts(scenario: Scenario): readonly StudyValue[] {
  const own = scenario.machine.core.contexts;
  const counts = ascending([...FIRST_CONTEXTS, own]).filter(
    (count) => count === own || parseScenario(withContexts(scenario, count)).ok,
  );
  return isByRule(scenario) ? counts : [...counts, AS_IT_IS];
}

const FIRST_RINGS = [4, 8, 16, 32, 64];

/** `own` is the scenario's value and always included. If it is larger than usual, the values lie around it. */
export function firstRings(own: number): string | number[] {
  if (FIRST_RINGS.includes(own)) return "4..64*2";
  if (own < 64) return [...ascending([...FIRST_RINGS, own])];
  return [...ascending([own / 8, own / 4, own / 2, own].map(Math.ceil))];
}

const ascending = (values: readonly number[]) => [...new Set(values)].sort((a, b) => a - b);

/** A field that the study does not name yet, with the value of the scenario. Adding it changes no point. */
export interface FreshField {
  readonly field: string;
  readonly value: StudyValue;
}

/** The first `count` of these fields. Common fields of studies come first. */
export function freshFields(draft: Draft, scenario: Scenario, count: number): readonly FreshField[] {
  const taken = new Set(namedFields(draft, scenario).map((name) => wholeName(scenario, name)));
  const rankOf = ({ path }: Field) => {
    const rank = ASKED_MOST.indexOf(String(path.at(-1)));
    return rank < 0 ? ASKED_MOST.length : rank;
  };
  const contexts = taken.has(CONTEXTS)
    ? []
    : [{ field: CONTEXTS, value: unchangedValue(scenario, CONTEXTS) }];
  const fields = fieldsOf(scenario)
    .filter(({ of, name }) => of.kind === "number" && !NOT_VARIED.has(name) && !taken.has(name))
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .slice(0, count)
    .map(({ name, value }) => ({ field: name, value: (value ?? null) as StudyValue }));
  return [...contexts, ...fields].slice(0, count);
}

const ASKED_MOST = ["rxRingFrames", "framesPerSecond", "clockHertz"];
const NOT_VARIED: ReadonlySet<string> = new Set(["seed", "version", "runCycles"]);

function namedFields(draft: Draft, scenario: Scenario): readonly string[] {
  const fixed = fixedLines(draft, scenario).map(({ field }) => field);
  return [...shownAxes(draft).flatMap(fieldsOfAxis), ...fixed];
}

function fieldsOfAxis(axis: ShownAxis): readonly string[] {
  switch (axis.kind) {
    case "field":
      return [axis.line.field];
    case "together":
      return axis.lines.map(({ field }) => field);
    case "table": {
      const table = readTable(axis.text);
      return table.ok ? table.value.fields : [];
    }
    case "windows":
    case "unknown":
      return [];
  }
}

const FIRST_WINDOWS = 10;
/** Least value of the format. */
const LEAST_MILLISECONDS = 0.001;

/** Ten windows of the capture. Undefined if there is no capture, or the study already has windows. */
export function freshWindows(draft: Draft, { traffic }: Scenario): StudyAxisInput | undefined {
  return shownAxes(draft).some(({ kind }) => kind === "windows") ? undefined : windowsOf(traffic);
}

function windowsOf(traffic: Scenario["traffic"]): StudyAxisInput | undefined {
  const captures = traffic.flatMap((one) =>
    one.kind === "trace" && one.loop === "open" ? [one.events] : [],
  );
  const last = Math.max(0, ...captures.map(({ timesNanoseconds }) => timesNanoseconds.at(-1) ?? 0));
  const milliseconds = Number((last / 1e6 / FIRST_WINDOWS).toPrecision(3));
  return milliseconds < LEAST_MILLISECONDS ? undefined : { kind: "windows", milliseconds };
}

function wholeName(scenario: Scenario, name: string): string {
  const found = name === CONTEXTS ? undefined : fieldNamed(scenario, name);
  return found?.ok === true ? found.field.name : name;
}

/** The value with which an added field changes no scenario of the study. Null if the first scenario leaves the field
 * out, or has no such field. */
export function unchangedValue(scenario: Scenario | undefined, name: string): StudyValue {
  if (name === CONTEXTS) return AS_IT_IS;
  const found = scenario && targetNamed(scenario, name, []);
  return scenario !== undefined && found?.ok === true ? ownValue(found.target, scenario) : null;
}

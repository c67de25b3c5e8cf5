/** Random addresses: every field of a place and every change of the machine is the same after writing and reading. */
import { expect, test } from "vitest";
import {
  opensAt,
  readAddress,
  type ShortBase,
  shortAddress,
  withChanges,
} from "../../lib/addresses/shortAddress.ts";
import { changeField } from "../../lib/scenarioFields/change.ts";
import { type Field, fieldsOf } from "../../lib/scenarioFields/describe.ts";
import type { BuiltinScenario } from "../../scenarios/builtin.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { BUILTIN_SCENARIOS, builtinScenario } from "../../scenarios/index.ts";
import type { LinkPosition } from "../../scenarios/link/position.ts";
import { createRandom, type Random } from "../support/random.ts";

const LAST_CYCLE = 2_000_000;

/** Gives the random field, or leaves it out. */
function maybe<const K extends string, V>(
  random: Random,
  name: K,
  make: () => V,
): { readonly [name in K]?: V } {
  return random.chance(50) ? ({ [name]: make() } as { readonly [name in K]?: V }) : {};
}

const several = <T>(random: Random, make: (index: number) => T): readonly T[] =>
  Array.from({ length: random.integer(1, 3) }, (_, index) => make(index));

const randomText = (random: Random) =>
  several(random, () => random.pick(["a", "&", "=", "?", "#", " ü", "%", "+1"])).join("");

const breakpoints = (random: Random) =>
  several(random, () => ({
    condition: `rx.dropped > ${random.integer(0, 9)}`,
    fromHit: random.integer(1, 3),
    everyHits: random.integer(1, 3),
    enabled: random.chance(50),
  }));

const bookmarks = (random: Random) =>
  several(random, (index) => ({
    cycle: 1000 * index + random.integer(0, 999),
    note: random.chance(20) ? "" : randomText(random),
  }));

function stretch(random: Random): { readonly from: number; readonly to: number } {
  const from = random.integer(0, LAST_CYCLE);
  return { from, to: from + random.integer(1, LAST_CYCLE) };
}

/** Often one end, or both ends, of the range that the cycle opens with by default. */
function zoomAt(random: Random, { opening }: BuiltinScenario, cycle: number | undefined) {
  const usual = cycle === undefined ? opening : opensAt(opening, cycle);
  const from = random.pick([usual.fromCycle, opening.fromCycle, random.integer(0, LAST_CYCLE)]);
  const to = random.pick([usual.toCycle, opening.toCycle, from + random.integer(1, LAST_CYCLE)]);
  return from < to ? { from, to } : stretch(random);
}

function randomPlace(random: Random, builtin: BuiltinScenario, hasOther: boolean): LinkPosition {
  const place = maybe(random, "cycle", () => random.pick([0, random.integer(0, LAST_CYCLE)]));
  const pair = () => ({
    offsetCycles: random.integer(-9, 9) || 10,
    breakpoints: random.chance(50) ? breakpoints(random) : [],
    bookmarks: random.chance(50) ? bookmarks(random) : [],
  });
  return {
    ...place,
    ...maybe(random, "zoom", () => zoomAt(random, builtin, place.cycle)),
    ...maybe(random, "page", () => random.pick(["compare", "labs", "lab-1"])),
    ...maybe(random, "breakpoints", () => breakpoints(random)),
    ...maybe(random, "bookmarks", () => bookmarks(random)),
    ...maybe(random, "tracks", () =>
      several(random, (index) => ({
        kind: random.pick(["rx", "lane", "ipc"]),
        index,
        shown: random.chance(50),
        pinned: random.chance(50),
        heightPx: random.chance(50) ? random.integer(14, 400) : undefined,
      })),
    ),
    ...maybe(random, "range", () => stretch(random)),
    ...maybe(random, "warmUpCycles", () => random.integer(1, LAST_CYCLE)),
    ...maybe(random, "measures", () => several(random, (index) => `${index} + ${randomText(random)}`)),
    ...maybe(random, "follow", () => ({
      what: random.pick(["packet", "interrupt"]),
      cycle: random.integer(0, LAST_CYCLE),
      ...maybe(random, "number", () => random.integer(0, 99)),
    })),
    ...maybe(random, "story", () => random.integer(1, 9)),
    ...(hasOther ? maybe(random, "pair", pair) : {}),
  };
}

/** If the address has no zoom, the cycle opens with its default. */
function shown({ opening }: BuiltinScenario, { zoom, ...place }: LinkPosition): LinkPosition {
  if (zoom !== undefined || place.cycle === undefined) return { ...place, ...(zoom && { zoom }) };
  const { fromCycle, toCycle } = opensAt(opening, place.cycle);
  return { ...place, zoom: { from: fromCycle, to: toCycle } };
}

function otherValue(random: Random, { of, value }: Field): unknown {
  switch (of.kind) {
    case "switch":
      return value !== true;
    case "choice":
      return random.pick(of.options);
    case "text":
      return random.pick(["eth1", "x y", ""]);
    case "number":
      return random.chance(20) && of.words.length > 0
        ? random.pick(of.words)
        : (typeof value === "number" ? value : of.minimum) + Math.max(of.step, 1) * random.integer(1, 3);
  }
}

/** The scenario with a few changed fields. */
function randomChanges(random: Random, base: Scenario): Scenario {
  let scenario = base;
  for (let left = random.integer(1, 3); left > 0; left--) {
    const field = random.pick(fieldsOf(base));
    const changed = changeField(scenario, field, otherValue(random, field));
    if (changed.ok) scenario = changed.scenario;
  }
  return scenario;
}

async function baseOf(id: string) {
  const builtin = builtinScenario(id);
  const loaded = await builtin?.load();
  if (builtin === undefined || !loaded?.ok) throw new Error(`no scenario ${id}`);
  return { builtin, scenario: loaded.scenario };
}

function expectSurvives(
  { builtin, scenario }: ShortBase,
  place: LinkPosition,
  other?: BuiltinScenario,
): void {
  const address = shortAddress(scenario, { builtin, scenario }, place, other) ?? "";
  const read = readAddress(address);
  expect(read, address).toMatchObject({ id: builtin.id, other: other?.id, changes: [], faults: [] });
  expect(read && shown(builtin, read.position), address).toEqual(shown(builtin, place));
}

const ids = ["ring-overflow", "001-nat-pinned"];

test.each(ids)("the address of %s keeps a cycle and its zoom", async (id) => {
  const base = await baseOf(id);
  for (let seed = 1; seed <= 200; seed++) {
    const random = createRandom(seed);
    const cycle = random.pick([0, base.builtin.opening.cycle, random.integer(0, LAST_CYCLE)]);
    expectSurvives(base, { cycle, zoom: zoomAt(random, base.builtin, cycle) });
  }
});

test.each(ids)("the address of %s keeps a place", async (id) => {
  const base = await baseOf(id);
  for (let seed = 1; seed <= 24; seed++) {
    const random = createRandom(seed);
    const other = random.chance(50) ? random.pick(BUILTIN_SCENARIOS) : undefined;
    expectSurvives(base, randomPlace(random, base.builtin, other !== undefined), other);
  }
});

test.each(ids)("the address of %s keeps random changes, unless there is no address for them", async (id) => {
  const base = await baseOf(id);
  let changes = 0;
  for (let seed = 1; seed <= 16; seed++) {
    const scenario = randomChanges(createRandom(seed), base.scenario);
    const address = shortAddress(scenario, base);
    if (address === undefined) continue;
    const read = readAddress(address);
    expect(withChanges(base.scenario, read?.changes ?? []), address).toEqual({
      ok: true,
      scenario,
      faults: [],
    });
    changes += read?.changes.length ?? 0;
  }
  expect(changes).toBeGreaterThan(2);
});

/** Short addresses name built-in scenarios: an address opens the machine and the place that it was written from. */
import { describe, expect, it } from "vitest";
import {
  fieldKey,
  opensAt,
  readAddress,
  shortAddress,
  withChanges,
} from "../../lib/addresses/shortAddress.ts";
import { changeField } from "../../lib/scenarioFields/change.ts";
import { fieldsOf } from "../../lib/scenarioFields/describe.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { BUILTIN_SCENARIOS, builtinScenario } from "../../scenarios/index.ts";
import { long, someOf } from "../support/long.ts";
import { builtinIds } from "./builtinIds.ts";

async function loadBase(id: string) {
  const builtin = builtinScenario(id);
  const loaded = await builtin?.load();
  if (builtin === undefined || !loaded?.ok) throw new Error(`no scenario ${id}`);
  return { builtin, scenario: loaded.scenario };
}

const bases = new Map<string, ReturnType<typeof loadBase>>();

/** Each built-in scenario is read once. */
function baseOf(id: string): ReturnType<typeof loadBase> {
  const base = bases.get(id) ?? loadBase(id);
  bases.set(id, base);
  return base;
}

function changed(scenario: Scenario, name: string, value: unknown): Scenario {
  const field = fieldsOf(scenario).find((one) => one.name === name);
  const result = field && changeField(scenario, field, value);
  if (!result?.ok) throw new Error(`${name}: ${result?.message ?? "no such field"}`);
  return result.scenario;
}

/** The scenario that the address opens. */
async function opened(address: string): Promise<Scenario> {
  const read = readAddress(address);
  if (read === undefined) throw new Error(`${address} names nothing`);
  const made = withChanges((await baseOf(read.id)).scenario, read.changes);
  if (!made.ok) throw new Error(made.message);
  expect([...read.faults, ...made.faults]).toEqual([]);
  return made.scenario;
}

describe("a short address", () => {
  it("holds the id, the cycle and the changed fields", async () => {
    const base = await baseOf("ring-overflow");
    const ring = changed(base.scenario, "machine.nics.eth0.rxRingFrames", 16);
    const both = changed(ring, "machine.clockHertz", 150_000_000);
    expect(shortAddress(base.scenario, base)).toBe("#ring-overflow");
    expect(shortAddress(base.scenario, base, { cycle: 5 })).toBe("#ring-overflow@5");
    expect(shortAddress(both, base, { cycle: 5 })).toBe(
      "#ring-overflow@5?clockHertz=150000000&rxRingFrames=16",
    );
    expect(await opened("#ring-overflow?rxRingFrames=16&clockHertz=150MHz")).toEqual(both);
    expect(await opened("https://a.example/x/?theme=dark#Ring-Overflow@5?rxRingFrames=16")).toEqual(ring);
  });

  const expectOpens = async (id: string, count: number) => {
    const base = await baseOf(id);
    const numbers = fieldsOf(base.scenario).filter(
      ({ of, value }) => of.kind === "number" && typeof value === "number",
    );
    let written = 0;
    for (const field of numbers.slice(0, count)) {
      const made = changeField(base.scenario, field, Number(field.value) + 1);
      const address = made.ok ? shortAddress(made.scenario, base) : undefined;
      if (!made.ok || address === undefined) continue;
      written += 1;
      expect(await opened(address), address).toEqual(made.scenario);
      expect(address.length, address).toBeLessThan(150);
    }
    expect(written).toBeGreaterThan(Math.floor(count / 2) - 1);
  };
  const IDS = BUILTIN_SCENARIOS.map(({ id }) => id);
  it.each(someOf(IDS, 4).some)("with four changed numbers of %s opens the same machine", (id) =>
    expectOpens(id, 4),
  );
  it.each(IDS)(
    "with twelve changed numbers of %s opens the same machine",
    long(
      "The first twelve numbers of every scenario are changed instead of four of a quarter, which takes 20 s of CPU.",
    ),
    (id) => expectOpens(id, 12),
  );

  it("does not exist for a machine that differs in more than single fields", async () => {
    const base = await baseOf("ring-overflow");
    const { scenario } = await baseOf("eight-cores");
    expect(shortAddress(scenario, base)).toBeUndefined();
    expect(shortAddress({ ...base.scenario, description: "Mine." }, base)).toBeUndefined();
    const [step] = base.scenario.software.threads[0]?.steps ?? [];
    const threads = base.scenario.software.threads.map((one) => ({ ...one, steps: [...one.steps, step] }));
    const longer = { ...base.scenario, software: { ...base.scenario.software, threads } } as Scenario;
    expect(shortAddress(longer, base)).toBeUndefined();
  });

  it("keeps page, breakpoints, bookmarks and the second machine, as a link does", async () => {
    const base = await baseOf("overload-one-context");
    const place = {
      cycle: 700,
      zoom: { from: 100, to: 900 },
      page: "compare",
      breakpoints: [{ condition: "nic.eth0.rx.dropped > 0", fromHit: 1, everyHits: 1, enabled: true }],
      bookmarks: [{ cycle: 5, note: "Here & there?" }],
      pair: { offsetCycles: -3, breakpoints: [], bookmarks: [] },
    };
    const address = shortAddress(base.scenario, base, place, builtinScenario("overload-three-contexts"));
    const read = readAddress(address ?? "");
    expect(read).toEqual({
      id: "overload-one-context",
      position: place,
      changes: [],
      other: "overload-three-contexts",
      faults: [],
    });
  });

  it("omits the zoom with which its cycle opens by default", async () => {
    const base = await baseOf("ring-overflow");
    const { opening } = base.builtin;
    const inside = opensAt(opening, opening.fromCycle + 5);
    expect(inside).toMatchObject({ fromCycle: opening.fromCycle, toCycle: opening.toCycle });
    const far = opensAt(opening, 10);
    expect(far).toEqual({ cycle: 10, fromCycle: 0, toCycle: opening.toCycle - opening.fromCycle });
    const zoom = { from: far.fromCycle, to: far.toCycle };
    expect(shortAddress(base.scenario, base, { cycle: 10, zoom })).toBe("#ring-overflow@10");
    expect(shortAddress(base.scenario, base, { cycle: 11_000_000, zoom })).toContain("?z=");
  });
});

describe("reading a short address", () => {
  it.each([
    "#nosuch",
    "#",
    "#compare",
    "#labs",
    "#s=1.abc",
    "#ring overflow",
    "#ring-overflow/5",
    "#constructor",
  ])("finds no scenario in %s", (hash) => expect(readAddress(hash)).toBeUndefined());

  it.each([
    ["#ring-overflow@x", "the text after @ is not a cycle"],
    ["#ring-overflow?z=9-1", "the link's zoom (z) is not a pair of rising cycles"],
    ["#ring-overflow?o=nosuch", "the second machine (o) is not a built-in scenario"],
  ])("opens %s and reports the part that it cannot read", (hash, fault) => {
    expect(readAddress(hash)).toMatchObject({ id: "ring-overflow", faults: [fault] });
  });

  it.each([
    ["rxRingFrame=16", "rxRingFrame is not a field; did you mean rxRingFrames?"],
    ["rxRingFrames=many", "machine.nics.eth0.rxRingFrames must be a number in frames"],
    ["priority=7", /^priority may be .*, /],
    ["__proto__=1", /^__proto__ is no/],
  ])("ignores the change ?%s and reports why", async (change, fault) => {
    const { scenario } = await baseOf("ring-overflow");
    const made = withChanges(scenario, readAddress(`#ring-overflow?${change}`)?.changes ?? []);
    expect(made).toMatchObject({ ok: true, scenario });
    expect(made.ok && made.faults).toEqual([
      typeof fault === "string" ? fault : expect.stringMatching(fault),
    ]);
  });

  it("reports changes that make a machine invalid", async () => {
    const { scenario } = await baseOf("ring-overflow");
    const made = withChanges(scenario, ["policy=round-robin", "contexts=4"]);
    expect(made.ok || made.message).toMatch(/\w/);
  });

  it("ignores what other programs append to or encode in an address", () => {
    const plain = readAddress("#ring-overflow@5?rxRingFrames=16");
    for (const spoilt of [
      "#ring-overflow@5?rxRingFrames=16&fbclid=abc&utm_source=mail",
      "#ring-overflow%405%3FrxRingFrames%3D16",
      "#ring-overflow@5?rxRingFrames=16).",
      "#ring-overflow@5?rxRingFrames=16?gclid=1",
    ])
      expect(readAddress(spoilt), spoilt).toEqual(plain);
  });
});

describe("field keys of a short address", () => {
  it("are short, and each names one field", async () => {
    const { scenario } = await baseOf("timer-network-disk");
    const fields = fieldsOf(scenario);
    const keys = fields.map((field) => fieldKey(scenario, field)).filter((key) => key !== undefined);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toContain("rxRingFrames");
    expect(keys.length).toBeGreaterThan(fields.length * 0.5);
  });
});

describe("ids of built-in scenarios", () => {
  it("never change, because addresses contain them", () => {
    const now = new Set(BUILTIN_SCENARIOS.map(({ id }) => id));
    expect(builtinIds.filter((id) => !now.has(id))).toEqual([]);
  });

  it("are all in the list of published ids", () => {
    const listed = new Set(builtinIds);
    expect(BUILTIN_SCENARIOS.map(({ id }) => id).filter((id) => !listed.has(id))).toEqual([]);
  });

  it("differ from page names and need no escaping in an address", () => {
    for (const { id } of BUILTIN_SCENARIOS) {
      expect(id).toMatch(/^[a-z0-9-]+$/);
      expect(id).not.toMatch(/^(simulate|compare|papers|labs?|lab-.*|sweep)$/);
    }
  });
});

/** Every table by device kind has an entry for each kind. */
import { readFileSync } from "node:fs";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";

import { sim_config, sim_counters, sim_device_kind_names, sim_view } from "../../core-wasm/binding/index.ts";
import { HEADLINES } from "../../lib/knobs/headlines.ts";
import { readMetrics } from "../../lib/metrics/metrics.ts";
import { DEVICE_METRICS } from "../../lib/metrics/registry/deviceKinds.ts";
import { shownIn } from "../../lib/metrics/registry/entry.ts";
import { kindOfList, namesOf } from "../../lib/settings/edit.ts";
import { scenarioField } from "../../scenarios/check/refusal.ts";
import { resolveNames } from "../../scenarios/compile/names.ts";
import { DEVICE_KINDS, DEVICE_RECORDS, deviceTotal, isDeviceStep } from "../../scenarios/devices/kinds.ts";
import { lineIndex, linesOf } from "../../scenarios/devices/lines.ts";
import { DEVICE_LISTS, DEVICE_RULES, lineChoice } from "../../scenarios/devices/schemas.ts";
import { someStep } from "../../scenarios/software/steps.ts";
import { scoresOf } from "../../web/compare/race/score.ts";
import { ROW_KINDS } from "../../web/devices/kinds.ts";
import { viewOf } from "../../web/engine/decode.ts";
import { shapeOf } from "../../web/engine/run.ts";
import { machineWords } from "../../web/scenarios/gallery/ScenarioCard.tsx";
import { schematic } from "../../web/scenarios/gallery/Schematic.tsx";
import { emptyTexts } from "../../web/simulate/metrics/metricsText.ts";
import { devicesText } from "../../web/simulate/stage/labels.ts";
import { machineInfo } from "../../web/simulate/stage/machineInfo.ts";
import { stageRates } from "../../web/simulate/stage/rates.ts";
import { DEVICES_DATA, DEVICES_MESSAGES } from "../../web/text/de/devices.gen.ts";
import { straightMachine } from "../web/engine/support.ts";
import { alone, everyKind } from "./alone.ts";

const text = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const WHOLE = everyKind();
const ROWS = DEVICE_KINDS.filter(({ list }) => list !== "nics");

it("the core and the scenario format list the same device kinds in one order", () => {
  expect(DEVICE_KINDS.map(({ kind }) => kind)).toEqual([...sim_device_kind_names]);
});

describe.each(DEVICE_KINDS)("device kind $kind", ({ kind, list, drivers }) => {
  it("has a list, rules and a choice of an interrupt line in the format", () => {
    expect(Object.keys(DEVICE_LISTS)).toContain(list);
    expect(Object.keys(DEVICE_RULES)).toContain(list);
    expect(Object.keys(lineChoice)).toContain(kind);
    expect(text("scenarios/format/scenario.schema.json")).toContain(`"${list}"`);
  });

  it("has records, counters and a view in the core", () => {
    expect(Object.keys(sim_config.fields)).toEqual(expect.arrayContaining([list, `${kind}_count`]));
    expect(Object.keys(sim_counters.fields)).toContain(list);
    expect(Object.keys(sim_view.fields).some((field) => field === list || field.startsWith(kind))).toBe(true);
  });

  it("is refused with the path of its field", () => {
    expect(scenarioField(`${kind}_count`)).toBe(`machine.${list}`);
    expect(scenarioField(`${list}[1].line`)).toBe(`machine.${list}[1].line`);
    for (const shared of DEVICE_RECORDS[list].refusals.shared ?? [])
      expect(scenarioField(`${shared}[3]`)).toBe(`machine.${list}`);
  });

  it("is in the scenario of all kinds, with a thread for its line and a step that names it", () => {
    const [first] = WHOLE.machine[list];
    expect(first).toBeDefined();
    expect(drivers(first ?? { name: "" }).length).toBeGreaterThan(0);
    const { threads } = WHOLE.software;
    const names = (step: object) => kind in step;
    expect(threads.some(({ steps }) => someStep(steps, (step) => isDeviceStep(step) && names(step)))).toBe(
      true,
    );
    const line = lineIndex(WHOLE.machine, { [kind]: first?.name });
    expect(linesOf(WHOLE.machine)[line]).toBeDefined();
    expect(threads.some(({ start }) => start.on === "line" && lineIndex(WHOLE.machine, start) === line)).toBe(
      true,
    );
  });

  it("has names in settings and on the page", () => {
    expect(kindOfList(["machine", list])).toBe(kind);
    expect(namesOf(WHOLE, kind)).toEqual(WHOLE.machine[list].map(({ name }) => name));
    expect(resolveNames(WHOLE)[list]).toEqual(WHOLE.machine[list].map(({ name }) => name));
  });

  it("is described in docs/model.md and docs/expressions.md", () => {
    expect(text("docs/model.md").toLowerCase()).toMatch(new RegExp(`${kind}s? `));
    expect(text("docs/expressions.md")).toContain(`\`${kind}["`);
  });
});

describe.each(ROWS)("device kind $kind in the device list of the page", ({ kind, list }) => {
  const row = ROW_KINDS.find((one) => one.list === list);
  if (list === "nics" || row === undefined) throw new Error(`${kind} has no row`);
  const scenario = alone(list);
  const facts = machineInfo(scenario);

  it("counts as a device in every text about machines without devices", () => {
    expect(deviceTotal(scenario.machine)).toBe(1);
    expect(devicesText(facts)).toBe("Devices");
    expect(emptyTexts(scenario, 0).interrupts).toBe("No interrupt has been handled yet: press Play.");
  });

  it("is drawn in the gallery beside the others", () => {
    expect(schematic(scenario).filter((mark) => mark.kind === "device")).toHaveLength(1);
    expect(machineWords(WHOLE)).toContain(row.words(1));
    const small = schematic(WHOLE).filter((mark) => mark.kind === "device");
    const covered = small.flatMap((one, index) =>
      small
        .slice(index + 1)
        .filter(({ x, y, width }) => y === one.y && x < one.x + one.width && one.x < x + width),
    );
    expect(covered).toEqual([]);
  });

  it("runs, and the stage shows its view, its row with and without rates, and its messages", async () => {
    const machine = await straightMachine(scenario);
    const shape = shapeOf(scenario, () => undefined);
    const before = { view: viewOf(machine, shape), metrics: readMetrics(machine, scenario.machine) };
    machine.step(60_000);
    const after = { view: viewOf(machine, shape), metrics: readMetrics(machine, scenario.machine) };
    const rates = stageRates(before.metrics, after.metrics, facts);
    const [fact, view, was] = [facts[list][0], after.view[list][0], before.view[list][0]];
    if (fact === undefined || view === undefined || was === undefined) throw new Error("no facts or no view");
    for (const rate of [undefined, rates[list][0]]) {
      const shown = renderToStaticMarkup(
        createElement(row.Row, {
          view,
          facts: fact,
          rates: rate,
          cycle: after.view.cycle,
          index: 0,
          programs: undefined,
        }),
      );
      expect(shown).toContain(fact.name);
      expect(shown.replace(/<[^>]*>/g, "").length).toBeGreaterThan(fact.name.length);
    }
    expect(rates[list]).toHaveLength(1);
    // The disk does nothing without a request.
    const then = { view: was, cycle: before.view.cycle };
    const now = { view, cycle: after.view.cycle };
    const said = row.changes(fact.name, then, now);
    expect(
      said.length,
      "`changes` finds that something was done from two views, also when it is over by the second one",
    ).toBe(list === "disks" ? 0 : 1);
    for (const one of [then, now])
      expect(row.changes(fact.name, one, one), "`changes` is empty if nothing was done").toEqual([]);
  });

  it("has metrics with texts, and the panel shows one if something was missed or refused", () => {
    expect(shownIn("text", DEVICE_METRICS[list], scenario.machine).length).toBeGreaterThan(1);
    expect(
      shownIn("panel", DEVICE_METRICS[list], scenario.machine).filter(
        ({ shown }) => shown.section === "missed",
      ),
    ).toHaveLength(1);
  });

  it("counts towards missed in the headline of a run and in the score", async () => {
    const [missed] = shownIn("panel", DEVICE_METRICS[list], scenario.machine).filter(
      ({ shown }) => shown.section === "missed",
    );
    const metrics = readMetrics(await straightMachine(scenario), scenario.machine);
    const devices = { ...metrics.devices, [list]: [{ [missed?.key ?? ""]: 7 }] };
    const headline = HEADLINES.find(({ key }) => key === "missed");
    expect(headline?.read({ ...metrics, devices }, 1)).toBe(7);
    const side = { metrics: { ...metrics, devices }, clockHertz: 1 };
    const { of, scores } = scoresOf(side, side);
    expect(of).toBe("interrupts");
    expect(scores.find((score) => score.kind === "lost")?.a, "the score of Compare").toBe(7);
  });

  it("has German texts", () => {
    expect(Object.keys(DEVICES_MESSAGES)).toContain(kind);
    expect(Object.keys(DEVICES_DATA)).toContain(`Name of a ${kind}.`);
  });
});

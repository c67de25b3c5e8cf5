import { expect, test } from "vitest";
import { SCENARIO_VERSION } from "../../scenarios/format/schema.ts";
import { UPGRADERS, type Upgrader, upgrade } from "../../scenarios/upgrade/upgrade.ts";

const HEAD = { format: "irqscope-scenario", version: 1 };

const upgraders: Readonly<Record<number, Upgrader>> = {
  1: ({ title, ...rest }) => ({ ...rest, name: title }),
  2: ({ cycles, ...rest }) => ({ ...rest, runCycles: cycles }),
};

test("an old file passes through every version up to the present one", () => {
  expect(upgrade({ ...HEAD, title: "x", cycles: 5 }, 3, upgraders)).toEqual({
    ok: true,
    json: { format: "irqscope-scenario", version: 3, name: "x", runCycles: 5 },
  });
});

test("a file of a later version enters the upgrade there", () => {
  expect(upgrade({ ...HEAD, version: 2, name: "x", cycles: 5 }, 3, upgraders)).toMatchObject({
    ok: true,
    json: { version: 3, name: "x", runCycles: 5 },
  });
});

test("a newer file is refused as newer", () => {
  expect(upgrade({ ...HEAD, version: 4 }, 3, upgraders)).toEqual({
    ok: false,
    error: { field: "version", message: "4 was made by a newer irqscope; this one reads up to 3" },
  });
});

test("every version up to the present one has an upgrader", () => {
  for (let version = 1; version < SCENARIO_VERSION; version++)
    expect(UPGRADERS[version]).toBeTypeOf("function");
});

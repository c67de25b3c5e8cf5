/** The fuzzer of configurations patches every record of the configuration. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as layout from "../../core-wasm/binding/layout.gen.ts";

const fuzzer = readFileSync(new URL("../../core-wasm/fuzz/fuzz_config.c", import.meta.url), "utf8");
const fields = readFileSync(new URL("../../core-wasm/fuzz/record_fields.c", import.meta.url), "utf8");

interface Layout {
  readonly size: number;
  readonly fields: Readonly<Record<string, object>>;
}

const isLayout = (value: unknown): value is Layout =>
  typeof value === "object" && value !== null && "fields" in value && "size" in value;

/** Record names by the layout objects that describe them. */
const names: ReadonlyMap<Layout, string> = new Map(
  Object.entries(layout).flatMap(([name, value]: [string, unknown]) =>
    isLayout(value) ? [[value, name] as const] : [],
  ),
);

/** The record and all records that it contains. */
function recordsIn(record: Layout): string[] {
  const inner = Object.values(record.fields).flatMap((field) =>
    "record" in field && isLayout(field.record) ? recordsIn(field.record) : [],
  );
  return [names.get(record) ?? "?", ...inner];
}

const config: unknown = layout.sim_config;
const all = isLayout(config) ? [...new Set(recordsIn(config))] : [];

test("the layout lists the records of the configuration and of its NICs", () => {
  expect(all).toContain("sim_config");
  expect(all).toContain("sim_ring_config");
  expect(all.length).toBeGreaterThan(12);
});

test.each([...all, "sim_trace_entry", "sim_observer_config"])("the fuzzer patches %s", (record) => {
  const devices = layout.sim_device_kind_names.map((kind) => `sim_${kind}_config`);
  const region = devices.includes(record) ? "sim_##kind##_config" : record;
  expect(fuzzer).toMatch(new RegExp(`REGION\\(${region}, `));
});

test("the fuzzer takes the fields of records from sim_layout.def", () => {
  expect(fields).toContain('#include "sim_layout.def"');
  for (const kind of ["FIELD", "FIELD_RECORD"])
    expect(fields).toMatch(new RegExp(`^#define ${kind}\\(`, "m"));
});

/** The tables of device kinds, as the core's list of kinds asks for them. They name the modules of each kind, which the
 * compiler then asks for. */
import { existsSync, readFileSync } from "node:fs";
import * as layout from "../../core-wasm/binding/layout.gen.ts";

interface Kind {
  readonly kind: string;
  /** Its list in sim_config and in `machine`. */
  readonly list: string;
  /** As constants are called. */
  readonly name: string;
}

export const ROOT = new URL("../../", import.meta.url);

/** The field of sim_config that holds the records of the kind. */
function listOf(kind: string): string {
  const record = (layout as Readonly<Record<string, unknown>>)[`sim_${kind}_config`];
  const found = Object.entries(layout.sim_config.fields).find(
    ([, field]) => field.type === "record" && field.record === record,
  );
  if (record === undefined || found === undefined)
    throw new Error(`sim_config has no list of sim_${kind}_config`);
  return found[0];
}

const KINDS: readonly Kind[] = layout.sim_device_kind_names.map((kind) => ({
  kind,
  list: listOf(kind),
  name: kind.toUpperCase(),
}));
/** A network card is a part of its own everywhere. */
const ROWS = KINDS.filter(({ kind }) => kind !== "nic");
/** As the page and the documents list them: a disk before the timers. */
const SHOWN = ["nic", "disk"];
const place = ({ kind }: Kind) => (SHOWN.includes(kind) ? SHOWN.indexOf(kind) : SHOWN.length);
const inOrderShown = (kinds: readonly Kind[]) => kinds.toSorted((a, b) => place(a) - place(b));

/** Whether the module of the kind has this; where it should and has not, the compiler says so. */
function has(path: string, exported: string): boolean {
  const url = new URL(path, ROOT);
  return existsSync(url) && readFileSync(url, "utf8").includes(`export const ${exported}`);
}

const HEAD = "// Written by tests/devices/tables.test.ts from the core's list of device kinds. Do not edit.";
const importLine = (names: readonly string[], from: string) =>
  names.length === 0 ? [] : [`import { ${names.toSorted().join(", ")} } from "${from}";`];
const table = (name: string, entries: readonly string[]) =>
  `export const ${name} = {\n${entries.map((one) => `  ${one},\n`).join("")}} as const;`;
const moduleOf = (parts: readonly string[]) => `${[HEAD, ...parts].join("\n")}\n`;

function scenarioKinds(): string {
  const parts = (kind: string) =>
    ["Conditions", "Exports", "Records", "Steps", "View"].filter((part) =>
      has(`scenarios/devices/${kind}.ts`, kind + part),
    );
  const having = (part: string) => KINDS.filter(({ kind }) => parts(kind).includes(part));
  return moduleOf([
    ...KINDS.flatMap(({ kind }) =>
      importLine([kind, ...parts(kind).map((part) => kind + part)], `./${kind}.ts`),
    ),
    "",
    table(
      "KINDS",
      KINDS.map(({ kind, list }) => `${list}: ${kind}`),
    ),
    table(
      "RECORDS",
      having("Records").map(({ kind, list }) => `${list}: ${kind}Records`),
    ),
    table(
      "EXPORTS",
      having("Exports").map(({ kind, list }) => `${list}: ${kind}Exports`),
    ),
    table(
      "VIEWS",
      having("View").map(({ kind, list }) => `${list}: ${kind}View`),
    ),
    table(
      "STEPS",
      having("Steps").map(({ kind }) => `...${kind}Steps`),
    ),
    table(
      "CONDITIONS",
      having("Conditions").map(({ kind }) => `...${kind}Conditions`),
    ),
  ]);
}

/** A NIC's steps and conditions stand with the packets. */
function scenarioSchemas(): string {
  const module = (kind: string) => `scenarios/devices/${kind}Schema.ts`;
  const own = (part: string) => ROWS.filter(({ kind }) => has(module(kind), kind + part));
  const imported = ({ kind }: Kind) => [
    ...["List", "Reference", "Rules"].map((part) => kind + part),
    ...["StepSchemas", "ConditionSchemas"].flatMap((part) =>
      own(part).some((one) => one.kind === kind) ? [kind + part] : [],
    ),
  ];
  const listed = (name: string, part: string) =>
    `export const ${name} = [${own(part)
      .map(({ kind }) => `...${kind}${part}`)
      .join(", ")}] as const;`;
  return moduleOf([
    ...KINDS.flatMap((one) => importLine(imported(one), `./${one.kind}Schema.ts`)),
    "",
    table(
      "LISTS",
      KINDS.map(({ kind, list }) => `${list}: ${kind}List`),
    ),
    table(
      "RULES",
      KINDS.map(({ kind, list }) => `${list}: ${kind}Rules`),
    ),
    table(
      "REFERENCES",
      KINDS.map(({ kind }) => `${kind}: ${kind}Reference.optional()`),
    ),
    listed("STEP_SCHEMAS", "StepSchemas"),
    listed("CONDITION_SCHEMAS", "ConditionSchemas"),
  ]);
}

function metrics(): string {
  const shown = inOrderShown(ROWS);
  return moduleOf([
    ...ROWS.flatMap(({ kind, name }) => importLine([name, `${name}_SIGN`], `./${kind}.ts`)),
    "",
    "/** Of kinds that are no cards, by their list in the machine; in the order of the tables of expressions. */",
    table(
      "DEVICE_METRICS",
      shown.map(({ list, name }) => `${list}: ${name}`),
    ),
    "",
    "/** Stands for a name in docs/expressions.md. */",
    table(
      "DEVICE_SIGNS",
      shown.map(({ list, name }) => `${list}: ${name}_SIGN`),
    ),
  ]);
}

function page(): string {
  return moduleOf([
    ...KINDS.flatMap(({ kind }) => importLine([kind], `./${kind}.ts${kind === "nic" ? "" : "x"}`)),
    "",
    table(
      "KINDS",
      inOrderShown(KINDS).map(({ kind, list }) => `${list}: ${kind}`),
    ),
  ]);
}

function german(): string {
  const tables = (kind: string, name: string) =>
    ["DATA", "MESSAGES", "PAGE"]
      .map((part) => `${name}_${part}`)
      .filter((one) => has(`web/text/de/devices/${kind}.ts`, one));
  const all = (part: string) =>
    ROWS.flatMap(({ kind, name }) => tables(kind, name).filter((one) => one === `${name}_${part}`));
  return moduleOf([
    ...ROWS.flatMap(({ kind, name }) => importLine(tables(kind, name), `./devices/${kind}.ts`)),
    "",
    ...["PAGE", "DATA", "MESSAGES"].map((part) =>
      table(
        `DEVICES_${part}`,
        all(part).map((one) => `...${one}`),
      ),
    ),
  ]);
}

function tests(): string {
  return moduleOf([
    ...ROWS.flatMap(({ kind }) => importLine([kind], `./${kind}.ts`)),
    "",
    table(
      "TEST_KINDS",
      ROWS.map(({ kind, list }) => `${list}: ${kind}`),
    ),
  ]);
}

/** Each table with what should be in it. */
export const DEVICE_TABLES = [
  ["scenarios/devices/kinds.gen.ts", scenarioKinds],
  ["scenarios/devices/schemas.gen.ts", scenarioSchemas],
  ["lib/metrics/registry/devices.gen.ts", metrics],
  ["web/devices/kinds.gen.ts", page],
  ["web/text/de/devices.gen.ts", german],
  ["tests/devices/kinds.gen.ts", tests],
] as const;

export const WRITE_TABLES = "npx vitest run tests/devices/tables.test.ts -u";

/** Before all tests: many of them fail for a table that is out of date, and none of them can tell. */
export default function setup(): void {
  for (const [path, write] of DEVICE_TABLES)
    if (!existsSync(new URL(path, ROOT)) || readFileSync(new URL(path, ROOT), "utf8") !== write())
      process.stderr.write(`${path} is out of date: ${WRITE_TABLES}\n`);
}

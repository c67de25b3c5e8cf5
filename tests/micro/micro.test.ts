/** Every table of docs/micro.md equals the behaviour of the core, cycle by cycle. The document is the expectation. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { type CoreModule, createMachine } from "../../core-wasm/binding/index.ts";
import { compileScenario } from "../../scenarios/compile/compile.ts";
import { openCore } from "../boundary/support.ts";
import { type MicroScenario, wholeScenario } from "./microScenario.ts";
import { deadlockText, lostText, tableOf } from "./table.ts";

const LAST_CYCLE = 400;
const LEAST_SCENARIOS = 60;

interface Case {
  readonly name: string;
  readonly micro: MicroScenario;
  readonly table: string;
  /** Why the core is known to differ from the table. */
  readonly known: string | undefined;
}

/** A section has `### name`, text, a block of JSON and a block with the table. A known difference has the line `Known
 * difference: why`. */
function readCases(markdown: string): readonly Case[] {
  return markdown
    .split(/^### /m)
    .slice(1)
    .map((section) => {
      const name = section.slice(0, section.indexOf("\n"));
      const [, json = ""] = /```json\n(.*?)```/s.exec(section) ?? [];
      const [, table = ""] = /```text\n(.*?)\n```/s.exec(section) ?? [];
      const known = /^Known difference: (.+)$/m.exec(section)?.[1];
      return { name, micro: JSON.parse(json) as MicroScenario, table, known };
    });
}

const cases = readCases(readFileSync(fileURLToPath(new URL("../../docs/micro.md", import.meta.url)), "utf8"));
let core: CoreModule;

beforeAll(async () => {
  core = await openCore();
});

function actualTable({ name, micro, table }: Case): string {
  const scenario = wholeScenario(name, micro);
  const machine = createMachine(core, compileScenario(scenario), {
    rowCapacity: 400,
    eventCapacity: 1 << 12,
  });
  const from = micro.from ?? 0;
  machine.setWindow(from, LAST_CYCLE);
  machine.step(LAST_CYCLE);
  expect(machine.windowFull).toBe(false);
  expect(machine.checkInvariants()).toBe(0);
  const drawn = tableOf({ scenario, rows: machine.windowRows(), events: machine.readEvents(0), from });
  const lines = [drawn];
  if (/^lost: /m.test(table)) lines.push(`lost: ${lostText(machine.counters())}`);
  if (/^deadlock: /m.test(table)) lines.push(`deadlock: ${deadlockText(scenario, machine.counters())}`);
  return lines.join("\n");
}

describe("docs/micro.md", () => {
  it("has many scenarios, each with a unique name", () => {
    expect(cases.length).toBeGreaterThanOrEqual(LEAST_SCENARIOS);
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  });

  it.each(cases.filter(({ known }) => known === undefined))("$name", (one) => {
    expect(actualTable(one)).toBe(one.table);
  });

  /** Tables worked by hand from the rules from which the core differs. The test fails once the core agrees, and the
   * note must then be removed. */
  const differing = cases.filter(({ known }) => known !== undefined);
  if (differing.length > 0)
    it.each(differing)("known difference: $name", (one) => {
      expect(actualTable(one)).not.toBe(one.table);
    });
});

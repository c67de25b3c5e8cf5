/** Three devices that one hart serves by the PLIC: the results, and the effect of nesting by the threshold. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { hartRegisters, SIM_PROGRAM_MEMORY_BASE } from "../../../core-wasm/binding/index.ts";
import { namedEvents } from "../../../lib/events/events.ts";
import { programSymbols } from "../../../lib/programs/ends.ts";
import { assembleProgram } from "../../../scenarios/compile/assembleProgram.ts";
import { placeRoutines } from "../../../scenarios/compile/programs.ts";
import { parseScenario } from "../../../scenarios/read/parse.ts";
import { build, openCore } from "../../boundary/support.ts";

const core = await openCore();
const textOf = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
const [CARD, BUTTON, CONSOLE] = [1, 2, 3];

/** The machine at the end of its run, with a changed source. */
function ended(id: string, before = "", after = "") {
  const text = textOf(`scenarios/${id}.json`);
  if (!text.includes(before)) throw new Error(`${id} has no ${before}`);
  const parsed = parseScenario(text.replace(before, after));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  const { scenario } = parsed;
  const machine = build(core, scenario, { eventCapacity: 2 ** 16 });
  machine.step(scenario.runCycles);
  expect(machine.checkInvariants()).toBe(0);
  const symbols = programSymbols(placeRoutines(scenario, assembleProgram));
  const sent = machine.consoleText(0)?.characters ?? [];
  const counters = machine.counters();
  expect(counters.program_faults).toBe(0);
  const events = namedEvents(machine.readEvents(0));
  return {
    word: (name: string, index = 0): number => {
      const at = symbols.get(name);
      if (at === undefined) throw new Error(`${id} has no ${name}`);
      const bytes = machine.programMemory(at - SIM_PROGRAM_MEMORY_BASE + 4 * index, 4);
      return new DataView(bytes.buffer).getUint32(0, true);
    },
    counters,
    hart: hartRegisters(machine, 0),
    sent: String.fromCharCode(...sent.map(({ character }) => character)),
    typed: scenario.machine.consoles.flatMap(({ input }) => input.map(({ text: line }) => line)).join(""),
    presses: scenario.machine.buttons[0]?.pressCycles.length,
    asserted: (line: number) =>
      events.filter(({ kind, subject }) => kind === "line-asserted" && subject === line).length,
    stackBytes: machine.marks().stack_bytes[0],
    longest: (source: number) => machine.marks().lines[source - 1]?.longest ?? 0,
  };
}

const plic = ended("programs/plic-devices");
const taken = (source: number) => plic.word("taken", source);

describe("three devices on the PLIC", () => {
  it("are all served: each press, each character, each frame", () => {
    expect(taken(BUTTON)).toBe(plic.presses);
    expect(plic.counters.buttons[0]).toMatchObject({ acknowledged: plic.presses, overruns: 0 });
    expect(plic.sent).toBe(plic.typed);
    expect(plic.counters.nics[0]).toMatchObject({ rx_offered: 600, rx_delivered: 600, rx_in_flight: 0 });
    expect(plic.word("frames")).toBe(600);
    // Another driver reads the same frames.
    expect(plic.word("sum")).toBe(ended("demos/napi-driver").word("sum"));
  });

  it("cause one claim for each interrupt and for each rise of an unclaimed line", () => {
    const claims = [CARD, BUTTON, CONSOLE].map(taken);
    expect(claims.reduce((sum, count) => sum + count, 0)).toBe(plic.hart?.interrupts);
    for (const source of [BUTTON, CONSOLE]) expect(taken(source)).toBe(plic.asserted(source - 1));
    // The driver empties its ring, and its line rises and falls meanwhile.
    expect(taken(CARD)).toBeLessThan(plic.asserted(CARD - 1));
    expect(taken(0)).toBe(0);
  });

  it("leave the application's registers and the PLIC unchanged", () => {
    expect(plic.word("wrong")).toBe(0);
    expect(plic.word("rounds")).toBeGreaterThan(100);
    expect(plic.hart?.plic).toMatchObject({ enabled: 0xen, threshold: 0, pending: 0n, claimed: 0n });
  });

  it("wait as long as docs/devices.md states, with and without nesting", () => {
    const flat = ended("programs/plic-devices", "csrsi mstatus, 8       # nested", "nop");
    expect(flat.word("taken", BUTTON)).toBe(flat.presses);
    expect(textOf("docs/devices.md")).toContain(
      `its claim comes at most ${plic.longest(BUTTON)} cycles after the press, and ${flat.longest(BUTTON)} without the \`csrsi\` that lets it in`,
    );
    // The handler saves a frame of 48 bytes.
    expect([plic.stackBytes, flat.stackBytes]).toEqual([96, 48]);
    expect(flat.longest(BUTTON)).toBeGreaterThan(5 * plic.longest(BUTTON));
  });
});

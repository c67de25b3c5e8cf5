/** Source 004: its machines differ only in what the source or the paper file states. */
import { describe, expect, test } from "vitest";
import { loadPapers } from "../../lib/papers/gallery.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { builtinScenario } from "../../scenarios/index.ts";
import { someStep } from "../../scenarios/software/steps.ts";

async function builtin(id: string): Promise<Scenario> {
  const result = await builtinScenario(id)?.load();
  if (!result?.ok) throw new Error(`no scenario ${id}`);
  return result.scenario;
}

const [smp, tuned, eta] = await Promise.all(["004-smp", "004-smp-tuned", "004-eta"].map(builtin));
const paper = (await loadPapers()).find(({ id }) => id === "004");
if (!smp || !tuned || !eta || !paper) throw new Error("source 004 is missing");

test("no number of the charts of source 004 is known, so none counts as printed", () => {
  for (const { claims } of paper.experiments)
    for (const { kind } of claims) expect(kind).not.toBe("prediction");
  expect(paper.unused.flatMap(({ printed }) => printed ?? [])).toEqual([]);
});

const routine = ({ software }: Scenario, name: string) => software.routines.find((one) => one.name === name);

describe("SMP and the packet engine of source 004", () => {
  const shared = smp.software.routines.filter(({ name }) => routine(eta, name)).map(({ name }) => name);

  test("share TCP/IP, driver and program, instruction for instruction", () => {
    expect(shared).toEqual([
      "application: next message",
      "TCP/IP send: connection",
      "TCP/IP send: path",
      "TCP/IP acknowledgement: connection",
      "TCP/IP acknowledgement: path",
      "driver: send",
      "driver: doorbell",
      "driver: clean",
    ]);
    for (const name of shared) expect(routine(eta, name)).toEqual(routine(smp, name));
  });

  test("differ in the TCP/IP path by wake-up and locks only, which is an input", () => {
    const protocolOnly = smp.software.routines
      .map(({ name }) => name)
      .filter((name) => !shared.includes(name) && !/^(driver|system call|socket: send|copy)/.test(name));
    expect(protocolOnly).toEqual(["wake-up", "socket: set", "socket: clear", "ring: set", "ring: clear"]);
  });

  test("have the same machine except for the masked line", () => {
    const without = ({ machine }: Scenario) => ({
      ...machine,
      nics: machine.nics.map(({ line: _, ...nic }) => nic),
    });
    expect(without(eta)).toEqual(without(smp));
  });

  test("differ in that the engine has no lock, system call or copy", () => {
    expect(eta.software.locks).toEqual([]);
    for (const { steps } of eta.software.threads)
      expect(someStep(steps, (step) => step.do === "system-call" || step.do === "lock")).toBe(false);
  });
});

test("the control of source 004 is SMP except for affinity and coalescing", () => {
  const placed = { core: 0, line: {}, txCoalescing: {} };
  const leveled = ({ machine, software, traffic }: Scenario) => ({
    software: { ...software, threads: software.threads.map((thread) => ({ ...thread, core: placed.core })) },
    machine: {
      ...machine,
      nics: machine.nics.map((nic) => ({ ...nic, line: placed.line, txCoalescing: placed.txCoalescing })),
    },
    traffic,
  });
  expect(leveled(tuned)).toEqual(leveled(smp));
});

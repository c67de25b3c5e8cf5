/** The requirements of a thread in machine mode, and what its program may contain. */
import { describe, expect, it } from "vitest";
import { assemble } from "../../../lib/assembler/assemble.ts";
import { parseScenario } from "../../../scenarios/read/parse.ts";

const HART = {
  name: "hart",
  machineMode: true,
  layer: "application",
  priority: 5,
  start: { on: "always" },
  steps: [{ do: "exec", routine: "code" }],
};
const OTHER = {
  name: "other",
  layer: "protocol",
  priority: 3,
  context: 1,
  start: { on: "soft" },
  steps: [{ do: "exec", routine: "work" }],
};

interface Change {
  readonly hart?: object;
  readonly other?: object;
  readonly software?: object;
  readonly core?: object;
}

function errorsWith({ hart, other, software, core }: Change): readonly string[] {
  const result = parseScenario({
    format: "irqscope-scenario",
    version: 1,
    name: "hart",
    machine: { core: core ?? { policy: "round-robin", contexts: 2 } },
    software: {
      routines: [
        { name: "code", kind: "program", program: { source: "csrw mtvec, t0\nloop: j loop" } },
        { name: "work", kind: "cycles", cycles: 10 },
      ],
      threads: [
        { ...HART, ...hart },
        { ...OTHER, ...other },
      ],
      ...software,
    },
  });
  return result.ok ? [] : result.errors.map(({ field }) => field);
}

describe("a thread in machine mode", () => {
  it("is accepted with all its parts", () => expect(errorsWith({})).toEqual([]));

  it.each<readonly [string, Change, string]>([
    ["a start that is not always", { hart: { start: { on: "soft" } } }, "software.threads[0].start.on"],
    ["any context", { hart: { context: "any" } }, "software.threads[0].context"],
    ["interrupts off", { hart: { interruptsEnabled: false } }, "software.threads[0].interruptsEnabled"],
    ["another routine", { hart: { steps: [{ do: "exec", routine: "work" }] } }, "software.threads[0].steps"],
    [
      "two steps",
      { hart: { steps: [...HART.steps, { do: "exec", routine: "work" }] } },
      "software.threads[0].steps",
    ],
    [
      "a layer of its step",
      { hart: { steps: [{ do: "exec", routine: "code", layer: "protocol" }] } },
      "software.threads[0].steps[0].layer",
    ],
    ["a scheduler", { software: { scheduler: { policy: "priority" } } }, "software.scheduler.policy"],
    ["another on its context", { other: { context: 0 } }, "software.threads[1].context"],
    ["another on any context of its core", { other: { context: "any" } }, "software.threads[1].context"],
  ])("is refused with %s", (_, change, field) => {
    expect(errorsWith(change)).toContain(field);
  });

  it("has registers that other programs may not write", () => {
    const options = { codeAddress: 0x1000, dataAddress: 0x2000_0000, wordLimit: 64, dataByteLimit: 64 };
    const refused = (source: string, isMachineMode: boolean) => {
      const result = assemble(source, { ...options, isMachineMode });
      return result.ok ? undefined : result.errors[0]?.message;
    };
    for (const source of ["csrw mtvec, t0", "csrrs t0, mlayer, t1", "csrsi mstatus, 8", "csrr t0, mip"]) {
      expect(refused(source, true)).toBeUndefined();
      expect(refused(source, false)).toBeDefined();
    }
    expect(refused("csrw time, t0", true)).toBe("time can only be read");
    expect(refused("csrr t0, satp", true)).toBe("this machine has no satp");
  });
});

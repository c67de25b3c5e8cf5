/** The stage of harts, compared with the machine cycle by cycle, and as it is drawn. */
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { Scenario } from "../../../../scenarios/format/schema.ts";
import { HART_PARTS } from "../../../../web/simulate/stage/harts/HartParts.tsx";
import {
  hartsOf,
  phaseOf,
  sourceRows,
  targetRows,
  timerRows,
  trapSteps,
} from "../../../../web/simulate/stage/harts/harts.ts";
import { InterruptController } from "../../../../web/simulate/stage/InterruptController.tsx";
import { machineInfo } from "../../../../web/simulate/stage/machineInfo.ts";
import { SessionContext } from "../../../../web/state/hooks.ts";
import type { Session } from "../../../../web/state/session.ts";
import { hartScenario, timerAndButton } from "../../../why/hartScenario.ts";
import { openEngine } from "../../engine/support.ts";

/** A button through the PLIC. MIE is 0 until some cycles after its press. */
const SOURCE = `
${timerAndButton(4000)}        li   t0, 0x800
        csrw mie, t0
        li   t2, 600
wait:   addi t2, t2, -1
        bnez t2, wait
        csrsi mstatus, 8
work:   j    work
trap:   li   t0, PLIC_THRESHOLD0
        lw   t1, 4(t0)
        li   t2, BUTTON0_STATUS
        li   t3, 1
        sw   t3, 0(t2)
        li   t4, 60
hold:   addi t4, t4, -1
        bnez t4, hold
        sw   t1, 4(t0)
        mret
`;

async function opened(scenario: Scenario) {
  const engine = await openEngine();
  engine.load(scenario);
  const facts = machineInfo(scenario);
  const [hart] = hartsOf(facts);
  if (hart === undefined) throw new Error("no hart");
  return { engine, facts, hart };
}

const { engine, facts, hart } = await opened(hartScenario(SOURCE, { presses: [1000] }));

describe("the steps of a trap on the stage", () => {
  const late = engine.seekCycle(4900);
  const taken = late.traps?.[0]?.cycle ?? 0;
  const handler = late.traps?.[0]?.handlerCycle ?? 0;

  it("are highlighted in their cycles, and done after them", () => {
    const phases = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => phaseOf(engine.seekCycle(from + index), hart));
    expect(taken).toBeGreaterThan(1100);
    expect(phases(998, 1003)).toEqual([undefined, undefined, undefined, "pending", "pending"]);
    const drains = Array.from({ length: handler - taken - 1 }, () => "drain");
    expect(phases(taken, handler + 2)).toEqual(["pending", "recognised", ...drains, "fetch"]);
    expect(phaseOf(engine.seekCycle(handler + 60), hart)).toBeUndefined();
  });

  it("state how long the last one took", () => {
    const { rows, underWay } = trapSteps(late, hart);
    expect(underWay).toBe(false);
    expect(rows.map(({ key }) => key)).toEqual(["pending", "recognised", "drain", "fetch"]);
    expect(rows[0]?.cyclesText.replaceAll(/\D/g, "")).toBe(String(taken - 999));
    expect(rows[2]?.cyclesText).toBe(String(handler - taken - 1));
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(["done"]));
  });

  it("are drawn without entry steps, with the last trap, the PLIC and the CLINT", () => {
    const html = renderToStaticMarkup(
      <InterruptController view={late} facts={facts} rates={undefined} hasHarts Harts={HART_PARTS.Traps} />,
    );
    for (const none of ["push SR", "load PC", "get vector", "Entry sequence"])
      expect(html).not.toContain(none);
    for (const there of ["PLIC", "stop", "threshold", "last trap", "external interrupt"])
      expect(html).toContain(there);
  });

  it("have a button for the CLINT's pending interrupt, and for no other", () => {
    const session = { actions: {} } as unknown as Session;
    const clint = (cycle: number) =>
      renderToStaticMarkup(
        <SessionContext value={session}>
          <HART_PARTS.Clint view={engine.seekCycle(cycle)} facts={facts} rates={undefined} />
        </SessionContext>,
      );
    expect(clint(3900)).toMatch(/mtime.*due in 100.*msip/);
    expect(clint(3900)).not.toContain("<button");
    expect(clint(4900)).toMatch(/<button[^>]*>due since 900<\/button>.*msip/);
  });
});

describe("PLIC and CLINT on the stage", () => {
  it("show what the program has enabled and claimed", () => {
    const states = (cycle: number) =>
      sourceRows(engine.seekCycle(cycle), facts, [hart]).map((row) => row.state);
    const at = engine.seekCycle(4900);
    const taken = at.traps?.[0]?.cycle ?? 0;
    expect(states(1)).toEqual(["off"]);
    expect(states(900)).toEqual(["clear"]);
    expect(states(1010)).toEqual(["pending"]);
    expect(states(taken + 60)).toEqual(["claimed"]);
    expect(states(4900)).toEqual(["clear"]);
    expect(sourceRows(at, facts, [hart])[0]).toMatchObject({ name: "stop", source: 1, priority: 5 });
    expect(targetRows(at, [hart])).toEqual([{ name: "hart", enables: "1", threshold: 0 }]);
  });

  it("show how far the timer is", () => {
    const timer = (cycle: number) => timerRows(engine.seekCycle(cycle), [hart])[0];
    expect(timer(1)).toMatchObject({ isDue: false, text: "timer not set" });
    expect(timer(3990)?.text).toBe("due in 10");
    expect(timer(4010)).toMatchObject({ isDue: true, text: "due since 10", msip: false });
  });
});

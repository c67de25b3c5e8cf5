/** Stretches with interrupts off on the page: the kept results of a count, and the texts of the rows. */
import { expect, it } from "vitest";
import { createStore } from "zustand/vanilla";
import type { OffPlace } from "../../../lib/programs/irqsOff.ts";
import { programCodeOf } from "../../../lib/programs/programMap.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import type { CountProfile } from "../../../web/engine/oneTask.ts";
import { beginText, irqsOffStore, startIrqsOff } from "../../../web/program/IrqsOffSection.tsx";
import type { Session } from "../../../web/state/session.ts";
import { hartScenario } from "../../why/hartScenario.ts";

const scenario = hartScenario("loop: csrci mstatus, 8\n csrsi mstatus, 8\n j loop\n");
const begin = { kind: "start" } as const;
const PLACE: OffPlace = {
  begin,
  thread: 0,
  count: 1,
  cycles: 9,
  longest: { thread: 0, fromCycle: 0, toCycle: 9, begin, end: undefined },
};

it("the panel requests the run from its begin, and keeps the result for this scenario only", async () => {
  const store = createStore<{ scenario: Scenario }>()(() => ({ scenario }));
  const countProfile: CountProfile = async (task, onPart) => {
    expect(task).toMatchObject({ what: "irqs-off", span: { from: 0, to: 400 } });
    onPart({ cycle: 100, profile: [] });
    expect(irqsOffStore.getState()).toMatchObject({ share: 0.25, places: undefined });
    onPart({ cycle: 400, profile: [], places: [PLACE] });
    return true;
  };
  await startIrqsOff({ countProfile, store } as unknown as Session, scenario, 400);
  expect(irqsOffStore.getState()).toMatchObject({ scenario, share: undefined, places: [PLACE], cycles: 400 });
  const fails: CountProfile = () => Promise.reject(new Error("no worker"));
  await startIrqsOff({ countProfile: fails, store } as unknown as Session, scenario, 400);
  expect(irqsOffStore.getState()).toMatchObject({ places: undefined, fault: "no worker" });
});

it("the panel names the instruction with its place, or the handler", () => {
  const code = programCodeOf(scenario);
  const address = code.placed[0]?.codeAddress ?? 0;
  expect(beginText(scenario, code, { kind: "instruction", address })).toMatch(/^csrci mstatus, 8 .*:1\)$/);
  expect(beginText(scenario, code, { kind: "trap", cause: { kind: "timer" }, address })).toBe(
    "handler of the timer interrupt",
  );
  expect(beginText(scenario, code, begin)).toBe("the start of the run");
});

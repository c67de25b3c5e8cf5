/** The stretches with interrupts off that were counted last, or are being counted. Outlives the panel. */
import { createStore } from "zustand/vanilla";
import type { OffPlace } from "../../lib/programs/irqsOff.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { Session } from "../state/session.ts";

interface IrqsOffState {
  /** The scenario that was counted. The result is not valid for another one. */
  readonly scenario: Scenario | undefined;
  /** Cycles of the run that were gone through, from 0 on. */
  readonly cycles: number;
  /** Undefined if it is not counted yet. */
  readonly places: readonly OffPlace[] | undefined;
  /** Progress. Undefined if no count is running. */
  readonly share: number | undefined;
  readonly fault: string | undefined;
}

const NONE: IrqsOffState = {
  scenario: undefined,
  cycles: 0,
  places: undefined,
  share: undefined,
  fault: undefined,
};

export const irqsOffStore = createStore<IrqsOffState>()(() => NONE);

let underWay: AbortController | undefined;

export function stopIrqsOff(): void {
  underWay?.abort();
  underWay = undefined;
  irqsOffStore.setState({ share: undefined });
}

/** Counts the cycles [0, cycles) in a worker of its own. Another count, or another scenario, cancels it. */
export async function startIrqsOff(
  { countProfile, store }: Pick<Session, "countProfile" | "store">,
  scenario: Scenario,
  cycles: number,
): Promise<void> {
  stopIrqsOff();
  if (countProfile === undefined) return;
  const controller = new AbortController();
  underWay = controller;
  const forget = store.subscribe((now) => {
    if (now.scenario !== scenario) controller.abort();
  });
  irqsOffStore.setState({ ...NONE, scenario, cycles, share: 0 });
  const isOurs = () => underWay === controller;
  try {
    await countProfile(
      { scenario, span: { from: 0, to: cycles }, what: "irqs-off" },
      ({ cycle, places }) => {
        if (isOurs()) irqsOffStore.setState({ places, share: cycle / cycles });
      },
      controller.signal,
    );
  } catch (error) {
    if (isOurs()) irqsOffStore.setState({ fault: error instanceof Error ? error.message : String(error) });
  } finally {
    forget();
    if (isOurs()) stopIrqsOff();
  }
}

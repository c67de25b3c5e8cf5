/** Intervals in which a thread had a processor. */
import { SIM_NONE_8, sim_run_state } from "../../core-wasm/binding/layout.gen.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { contextTotal, cpuOf } from "../../scenarios/software/contexts.ts";
import type { Records } from "./records.ts";

/** The processor ran this thread, or prepared to run it. Undefined if nothing ran. */
export interface Stint {
  readonly fromCycle: number;
  readonly toCycle: number;
  readonly thread: number | undefined;
  /** The processor prepared to run it: entry steps, saving, restoring. */
  readonly switching: boolean;
}

/** Decodes the value of a LAYER event (sim_layout.def). */
const holderIn = (packed: number): Holder | undefined => {
  const state = (packed >>> 8) & 0xff;
  const thread = packed >>> 16;
  const has = state !== sim_run_state.waiting && state !== sim_run_state.ready;
  return has && thread !== SIM_NONE_8 ? { thread, switching: state !== sim_run_state.running } : undefined;
};

interface Holder {
  readonly thread: number;
  readonly switching: boolean;
}

/** The state at the start of the records. */
function holderAtBegin({ begin }: Records, context: number): Holder | undefined {
  const frame = begin.frames.find(
    (one) =>
      one.context === context &&
      one.thread !== SIM_NONE_8 &&
      one.run_state !== sim_run_state.waiting &&
      one.run_state !== sim_run_state.ready,
  );
  return frame && { thread: frame.thread, switching: frame.run_state !== sim_run_state.running };
}

/** In order and without gaps over [fromCycle, toCycle) of the records. Neighbours differ. */
export function stintsOf(scenario: Scenario, records: Records, cpu: number): readonly Stint[] {
  const { machine } = scenario;
  const contexts = Array.from({ length: contextTotal(machine) }, (_, context) => context).filter(
    (context) => cpuOf(machine, context) === cpu,
  );
  const changes = records.events.filter(
    ({ kind, context }) => kind === "layer" && contexts.includes(context),
  );
  const runs = new Map<number, Holder | undefined>();
  const active = records.begin.cpus[cpu]?.active_context ?? 0;
  for (const context of contexts) {
    const first = changes.find((event) => event.context === context);
    if (first !== undefined) runs.set(context, holderIn(first.value));
    else if (context === active) runs.set(context, holderAtBegin(records, context));
  }
  const stints: Stint[] = [];
  let fromCycle = records.fromCycle;
  const now = () => [...runs.values()].find((holder) => holder !== undefined);
  const close = (toCycle: number) => {
    if (toCycle <= fromCycle) return;
    const { thread, switching } = now() ?? { thread: undefined, switching: false };
    const last = stints.at(-1);
    if (last !== undefined && last.thread === thread && last.switching === switching)
      stints[stints.length - 1] = { ...last, toCycle };
    else stints.push({ fromCycle, toCycle, thread, switching });
    fromCycle = toCycle;
  };
  for (const { cycle, context, subject } of changes) {
    close(Math.min(cycle, records.toCycle));
    runs.set(context, holderIn(subject));
  }
  close(records.toCycle);
  return stints;
}

/** The parts of the stints that lie in [fromCycle, toCycle). */
export function within(stints: readonly Stint[], fromCycle: number, toCycle: number): readonly Stint[] {
  return stints.flatMap((stint) => {
    const from = Math.max(stint.fromCycle, fromCycle);
    const to = Math.min(stint.toCycle, toCycle);
    return to > from ? [{ ...stint, fromCycle: from, toCycle: to }] : [];
  });
}

/** Timers: lines, steps, records and the page's view of a timer. */
import { sim_config, sim_timer_config } from "../../core-wasm/binding/layout.gen.ts";
import { cyclesOfPeriod } from "../base/cycles.ts";
import { at, writeRecord } from "../base/record.ts";
import {
  type DeviceExports,
  type DeviceKind,
  type DeviceRecords,
  oneDriver,
  type StepsOf,
  type ViewOf,
} from "./device.ts";
import type { Timer, TimerStep } from "./timerSchema.ts";

export const timer = {
  kind: "timer",
  list: "timers",
  drivers: oneDriver,
} as const satisfies DeviceKind<Timer>;

export const timerRecords: DeviceRecords<Timer> = {
  compile(view, timers, { clockHertz, lineOf }) {
    writeRecord(view, 0, sim_config, { timer_count: timers.length });
    timers.forEach((one, index) => {
      const { numerator, denominator } = cyclesOfPeriod(one.periodNanoseconds, clockHertz);
      writeRecord(view, at(sim_config.fields.timers, index), sim_timer_config, {
        period_cycles_numerator: numerator,
        period_cycles_denominator: denominator,
        start_cycle: one.startCycle ?? numerator / denominator,
        line: lineOf(one),
      });
    });
  },
  refusals: {
    names: { period_cycles_numerator: "periodNanoseconds", period_cycles_denominator: "periodNanoseconds" },
  },
};

export const timerExports = {
  events: {},
  series: [],
} as const satisfies DeviceExports;

export const timerSteps: StepsOf<TimerStep> = {
  "acknowledge-timer": () => ({ op: "acknowledge" }),
};

export interface TimerView {
  readonly nextTickCycle: number;
}

export const timerView: ViewOf<TimerView> = (view, index) => ({
  nextTickCycle: view.timer_next_cycle[index] ?? 0,
});

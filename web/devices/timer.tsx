/** Timers on the page. */
import type { TimerView } from "../../scenarios/devices/timer.ts";
import type { Timer } from "../../scenarios/devices/timerSchema.ts";
import { partText } from "../../scenarios/story/parts.ts";
import { Trans } from "../text/Trans.tsx";
import { t } from "../text/t.ts";
import { Amount } from "../ui/Amount.tsx";
import { formatInteger, perSecond, quantityText } from "../ui/format.ts";
import { plural } from "../ui/plural.ts";
import type { RowKind, RowProps } from "./pageKind.ts";

interface TimerFacts {
  readonly name: string;
  readonly periodCycles: number;
}

/** Finished part of the period, 0..1. */
export function timerShare(nextTick: number, cycle: number, { periodCycles }: TimerFacts): number {
  return Math.min(1, Math.max(0, 1 - (nextTick - cycle) / periodCycles));
}

function cyclesLeft(then: number, cycle: number) {
  const left = Math.max(0, then - cycle);
  return { value: formatInteger(left), unit: plural(left, "cycle") };
}

/** `rates` are ticks per second. */
function Row({ view, facts, rates, cycle }: RowProps<TimerView, TimerFacts, number>) {
  const left = Math.max(0, view.nextTickCycle - cycle);
  return (
    <li className="device" data-part={partText("device", facts.name)}>
      <b>{facts.name}</b>
      <span className="device__end">
        {rates === undefined ? (
          <Trans
            text="tick in {time}"
            gaps={{ time: <Amount of={cyclesLeft(view.nextTickCycle, cycle)} /> }}
          />
        ) : (
          <Trans text="{rate} ticks" gaps={{ rate: <Amount of={perSecond(rates)} /> }} />
        )}
      </span>
      <span className="device__period" aria-hidden="true">
        <i style={{ width: rates === undefined ? `${100 * timerShare(cycle + left, cycle, facts)}%` : 0 }} />
      </span>
    </li>
  );
}

export const timer: RowKind<Timer, TimerView, TimerFacts, number> = {
  isCard: false,
  facts: ({ name, periodNanoseconds }, { machine }) => ({
    name,
    periodCycles: (periodNanoseconds / 1e9) * machine.clockHertz,
  }),
  rates: (index, { perSecond: rate }) => rate((one) => one.devices.timers[index]?.ticks),
  Row,
  says: ({ nextTickCycle }, _, cycle) =>
    t("tick in {time}", { time: quantityText(cyclesLeft(nextTickCycle, cycle)) }),
  purpose: () => t("It requests an interrupt at the end of each period."),
  changes: (name, before, now) =>
    now.view.nextTickCycle > before.view.nextTickCycle ? [t("{name} ticked", { name })] : [],
  mark: { isRound: true, from: "right", offset: 0, width: 10, pitch: 14, most: 2 },
  words: () => "",
};

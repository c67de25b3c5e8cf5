/** Buttons on the page. */
import type { ButtonView } from "../../scenarios/devices/button.ts";
import type { Button } from "../../scenarios/devices/buttonSchema.ts";
import { partText } from "../../scenarios/story/parts.ts";
import { Trans } from "../text/Trans.tsx";
import { t, tCount } from "../text/t.ts";
import { Amount } from "../ui/Amount.tsx";
import { formatInteger, perSecond, quantityText } from "../ui/format.ts";
import { plural } from "../ui/plural.ts";
import type { RowKind, RowProps } from "./pageKind.ts";

interface ButtonFacts {
  readonly name: string;
}

/** `rates` are presses per second. */
function Row({
  view: { isPressed, nextPressCycle },
  facts,
  rates,
  cycle,
}: RowProps<ButtonView, ButtonFacts, number>) {
  return (
    <li className="device" data-part={partText("device", facts.name)}>
      <b>{facts.name}</b>
      <span className="device__end">
        {rates !== undefined ? (
          <Trans text="{rate} presses" gaps={{ rate: <Amount of={perSecond(rates)} /> }} />
        ) : isPressed ? (
          t("pressed, not acknowledged")
        ) : nextPressCycle === undefined ? (
          t("no more presses")
        ) : (
          <Trans text="press in {time}" gaps={{ time: <Amount of={timeUntil(nextPressCycle, cycle)} /> }} />
        )}
      </span>
    </li>
  );
}

function timeUntil(then: number, cycle: number) {
  const left = Math.max(0, then - cycle);
  return { value: formatInteger(left), unit: plural(left, "cycle") };
}

export const button: RowKind<Button, ButtonView, ButtonFacts, number> = {
  isCard: false,
  facts: ({ name }) => ({ name }),
  rates: (index, { perSecond: rate }) => rate((one) => one.devices.buttons[index]?.presses),
  Row,
  says: ({ isPressed, nextPressCycle }, _, cycle) => {
    if (isPressed) return t("pressed, not acknowledged");
    if (nextPressCycle === undefined) return t("no more presses");
    return t("press in {time}", { time: quantityText(timeUntil(nextPressCycle, cycle)) });
  },
  track: "press",
  purpose: () => t("A user presses it. A press is lost if the previous one has not been acknowledged."),
  changes: (name, { view: before }, { view: now }) =>
    now.nextPressCycle === before.nextPressCycle ? [] : [t("{name} was pressed", { name })],
  mark: { isRound: false, from: "left", offset: 30, width: 6, pitch: 0, most: 1 },
  words: (count) => tCount(count, "{count} button", "{count} buttons"),
};

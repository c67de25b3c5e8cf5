/** Consoles on the page. */
import { Suspense } from "react";
import type { ConsoleView } from "../../scenarios/devices/console.ts";
import type { Console } from "../../scenarios/devices/consoleSchema.ts";
import { partText } from "../../scenarios/story/parts.ts";
import { Trans } from "../text/Trans.tsx";
import { t, tCount } from "../text/t.ts";
import { Amount } from "../ui/Amount.tsx";
import { perSecond } from "../ui/format.ts";
import { lazyPart } from "../ui/lazyPart.tsx";
import type { RowKind, RowProps } from "./pageKind.ts";

const SentLine = lazyPart(() => import("./SentLine.tsx"));

interface ConsoleFacts {
  readonly name: string;
}

/** `rates` are characters per second, in both directions. */
function Row({ view, facts, rates, index, programs }: RowProps<ConsoleView, ConsoleFacts, number>) {
  const text = programs?.consoles[index];
  return (
    <li className="device" data-part={partText("device", facts.name)}>
      <b>{facts.name}</b>
      <span className="device__end">
        {rates === undefined ? (
          textOf(view)
        ) : (
          <Trans text="{rate} characters" gaps={{ rate: <Amount of={perSecond(rates)} /> }} />
        )}
      </span>
      {text === undefined || text.sent === 0 ? null : (
        <Suspense>
          <SentLine of={text} />
        </Suspense>
      )}
    </li>
  );
}

const textOf = ({ received, toSend }: ConsoleView): string =>
  t("{received} to read, {waiting} to send", { received, waiting: toSend });

export const console: RowKind<Console, ConsoleView, ConsoleFacts, number> = {
  isCard: false,
  facts: ({ name }) => ({ name }),
  rates: (index, { perSecond: rate }) =>
    rate(({ devices }) => {
      const one = devices.consoles[index];
      return one === undefined ? undefined : one.arrived + one.sent;
    }),
  Row,
  says: textOf,
  purpose: () =>
    t("It sends and receives text, one character at a time. A character that finds the FIFO full is lost."),
  changes: (name, { view: before }, { view: now }) =>
    now.nextInputCycle === before.nextInputCycle ? [] : [t("a character arrived at {name}", { name })],
  mark: { isRound: false, from: "left", offset: 42, width: 9, pitch: 0, most: 1 },
  words: (count) => tCount(count, "{count} console", "{count} consoles"),
};

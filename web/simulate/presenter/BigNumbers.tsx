import { useState } from "react";
import { useApp, useMetrics } from "../../state/hooks.ts";
import { t } from "../../text/t.ts";
import { quantityText } from "../../ui/format.ts";
import { BIG_NUMBERS, nextNumber } from "./bigNumbers.ts";
import "./bigNumbers.css";
import "./largeStage.css";

/** Two numbers of choice in presenter mode: a press shows the next one. */
export default function BigNumbers() {
  const [shown, show] = useState<readonly [number, number]>([0, 2]);
  const metrics = useMetrics();
  const clockHertz = useApp(({ scenario }) => scenario?.machine.clockHertz);
  return (
    <div className="bignumbers flex at-end rigid ground">
      {shown.map((index, place) => {
        const number = BIG_NUMBERS[index];
        if (number === undefined) return null;
        const name = number.name();
        const other = shown[1 - place] ?? 0;
        const value =
          metrics === undefined || clockHertz === undefined ? undefined : number.read(metrics, clockHertz);
        return (
          <button
            key={place === 0 ? "first" : "second"}
            type="button"
            className="bignumber line gap-3 tight bare press"
            data-loss={number.isLoss === true && value?.value !== "0"}
            title={t("Show another number")}
            onClick={() => {
              const next = nextNumber(index, other);
              show(place === 0 ? [next, other] : [other, next]);
            }}
          >
            <b className="mono">{value === undefined ? "–" : quantityText(value)}</b>
            <span className="t-15 ink-2">{name}</span>
          </button>
        );
      })}
    </div>
  );
}

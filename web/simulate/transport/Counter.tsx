import { FAST_INTERVAL_MS, useApp, useLive, useThrottled } from "../../state/hooks.ts";
import { t } from "../../text/t.ts";
import { formatInteger } from "../../ui/format.ts";
import { millisecondsText } from "./milliseconds.ts";

export function Counter({ fast }: { readonly fast: boolean }) {
  const cycle = useThrottled(useLive().playhead, fast ? FAST_INTERVAL_MS : 0);
  const clockHertz = useApp((state) => state.scenario?.machine.clockHertz);
  return (
    <div className="counter to-right nowrap">
      <div className="counter__cycle">
        <span className="sr-only">{t("Cycle")} </span>
        {formatInteger(cycle)}
      </div>
      <div className="counter__time small">
        <span className="mono">{clockHertz === undefined ? "–" : millisecondsText(cycle, clockHertz)}</span>{" "}
        ms
        <span className="not-phone"> {t("simulated")}</span>
      </div>
    </div>
  );
}

import { formatFixed, formatInteger } from "../../base/format.ts";
import { useApp, useLive } from "../../state/hooks.ts";
import { FAST_INTERVAL_MS, useThrottled } from "../useThrottled.ts";

export function Counter({ fast }: { readonly fast: boolean }) {
  const cycle = useThrottled(useLive().playhead, fast ? FAST_INTERVAL_MS : 0);
  const clockHertz = useApp((state) => state.scenario?.machine.clockHertz);
  return (
    <div className="counter">
      <div className="counter__cycle">
        <span className="sr-only">Cycle </span>
        {formatInteger(cycle)}
      </div>
      <div className="counter__time">
        <span className="mono">{clockHertz === undefined ? "–" : millisecondsText(cycle, clockHertz)}</span>{" "}
        ms simulated
      </div>
    </div>
  );
}

/** As many decimals as one cycle needs, so that every step shows. */
export function millisecondsText(cycle: number, clockHertz: number): string {
  const decimals = Math.min(6, Math.max(0, Math.ceil(Math.log10(clockHertz / 1000))));
  return formatFixed((cycle * 1000) / clockHertz, decimals);
}

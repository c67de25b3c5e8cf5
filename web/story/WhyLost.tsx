import { useState } from "react";
import { missedByDevices } from "../../lib/metrics/devices.ts";
import type { Metrics } from "../../lib/metrics/metrics.ts";
import { useActions, useApp, useCell, useKeyHint, useLive, useMetrics } from "../state/hooks.ts";
import { t } from "../text/t.ts";
import { lostIn } from "./lost.ts";

/** A link to the causes, if the last step forward lost something. */
export default function WhyLost() {
  const { askWhyHere } = useActions();
  const hasLostPress = useHasLostPress();
  const hasLost = useHasLost() || hasLostPress;
  const hint = useKeyHint();
  if (!hasLost) return null;
  return (
    <button
      type="button"
      className="btn btn--small storyline__why"
      title={hint("why", t("Why was it lost?"))}
      onClick={askWhyHere}
    >
      {t("Why?")}
    </button>
  );
}

/** Whether frames or packets were lost between the previous view and the present one, if the playhead went forward. */
function useHasLost(): boolean {
  const live = useLive();
  const passed = useCell(live.passed);
  const playing = useApp((state) => state.playing);
  const view = live.view.get();
  if (playing || passed === undefined || view === undefined || passed.toCycle < passed.fromCycle)
    return false;
  return view.cycle === passed.toCycle && lostIn(view) > lostIn(passed.earlier);
}

/** True if devices of a machine without packets missed a press between the previous numbers and the present ones. */
function useHasLostPress(): boolean {
  const live = useLive();
  const metrics = useMetrics();
  const passed = useCell(live.passed);
  const playing = useApp((state) => state.playing);
  const hasTraffic = useApp(({ scenario }) => scenario === undefined || scenario.traffic.length > 0);
  const [seen, see] = useState<{ readonly before?: Metrics | undefined; readonly now?: Metrics }>({});
  if (metrics !== undefined && metrics !== seen.now) see({ before: seen.now, now: metrics });
  const { before, now } = seen;
  if (hasTraffic || playing || passed === undefined || before === undefined || now === undefined)
    return false;
  const isOfThis = now.cycle === passed.toCycle && before.cycle === passed.fromCycle;
  return isOfThis && before.cycle < now.cycle && missedByDevices(now) > missedByDevices(before);
}

import { FAST_INTERVAL_MS, useApp, useLive, useThrottled } from "../../state/hooks.ts";
import { t } from "../../text/t.ts";
import { formatInteger } from "../../ui/format.ts";

/** A changed machine runs again from cycle 0 to where the page stands: how far it is. */
export function Rerun() {
  const cycle = useThrottled(useLive().playhead, FAST_INTERVAL_MS);
  const frontier = useApp((state) => state.frontier);
  const isLoading = useApp((state) => state.status === "loading");
  const isBehind = frontier < cycle;
  if (!isBehind && !isLoading) return <div className="rerun" />;
  const share = isBehind && cycle > 0 ? frontier / cycle : 0;
  return (
    <div className="rerun" role="status">
      <div className="rerun__bar">
        <i style={{ width: `${share * 100}%` }} />
      </div>
      <span className="sr-only">
        {isLoading
          ? t("Building the machine")
          : t("Running again to cycle {cycle}", { cycle: formatInteger(cycle) })}
      </span>
    </div>
  );
}

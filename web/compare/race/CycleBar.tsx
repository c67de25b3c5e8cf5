import { layerShares } from "../../simulate/metrics/metricsText.ts";
import { useMetrics } from "../../state/hooks.ts";
import { t } from "../../text/t.ts";
import { StackedBar } from "../../ui/charts/StackedBar.tsx";
import { formatPercent, quantityText } from "../../ui/format.ts";

/** Shares too small to be read are in the bar alone. */
const LEAST_SHARE = 0.005;
const DIGITS = 1;

/** Where the cycles of this machine went so far: what one machine saves stands here as another's work. */
export function CycleBar() {
  const metrics = useMetrics();
  const shares = metrics === undefined ? [] : layerShares(metrics);
  if (shares.length === 0) return null;
  const title = t("where the cycles went");
  return (
    <div className="race__cycles grid gap-1 slim t-12">
      <p>{title}</p>
      <StackedBar label={title} segments={shares} />
      <ul className="flex wrap flush tight">
        {shares
          .filter(({ share }) => share >= LEAST_SHARE)
          .map(({ key, label, layer, tone, share }) => (
            <li className="row gap-1" key={key}>
              <i
                className={tone === "hatch" ? "swatch hatch" : "swatch"}
                data-layer={layer}
                data-tone={tone}
                aria-hidden="true"
              />
              {label} <b className="mono">{quantityText(formatPercent(share, DIGITS))}</b>
            </li>
          ))}
      </ul>
    </div>
  );
}

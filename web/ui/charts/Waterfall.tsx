import type { PartMean } from "../../../lib/metrics/distributions.ts";
import { t } from "../../text/t.ts";
import { formatFixed, formatPercent, quantityText } from "../format.ts";
import { waterfall } from "./parts.ts";

interface WaterfallProps {
  readonly parts: readonly PartMean[];
}

export function Waterfall({ parts }: WaterfallProps) {
  const { rows, total } = waterfall(parts);
  return (
    <ol className="waterfall grid">
      {rows.map((row) => (
        <li
          key={row.part}
          title={t("{label}: {meanCycles} cycles, {share}", {
            label: row.style.label,
            meanCycles: meanText(row.meanCycles),
            share: shareText(row.share),
          })}
        >
          <span className="nowrap">{row.style.label}</span>
          <span className="waterfall__track anchor" aria-hidden="true">
            {row.meanCycles === 0 ? null : (
              <i
                className={row.style.hatched ? "hatch" : undefined}
                data-layer={row.style.layer}
                style={{ left: `${row.start * 100}%`, width: `${row.share * 100}%` }}
              />
            )}
          </span>
          <span className="mono waterfall__value">{meanText(row.meanCycles)}</span>
        </li>
      ))}
      <li className="w-600">
        <span className="nowrap">{t("mean")}</span>
        <span className="waterfall__track anchor" />
        <span className="mono waterfall__value">{meanText(total)}</span>
      </li>
    </ol>
  );
}

export function WaterfallTable({ parts }: WaterfallProps) {
  const { rows, total } = waterfall(parts);
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{t("part")}</th>
          <th scope="col">{t("mean cycles")}</th>
          <th scope="col">{t("share")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.part}>
            <th scope="row">{row.style.label}</th>
            <td className="mono">{meanText(row.meanCycles)}</td>
            <td className="mono">{shareText(row.share)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">{t("mean")}</th>
          <td className="mono">{meanText(total)}</td>
          <td className="mono">{shareText(total === 0 ? 0 : 1)}</td>
        </tr>
      </tbody>
    </table>
  );
}

/** One decimal if it carries information. */
export function meanText(cycles: number): string {
  return formatFixed(cycles, cycles < 100 && !Number.isInteger(cycles) ? 1 : 0);
}

function shareText(share: number): string {
  return quantityText(formatPercent(share));
}

import type { Curve } from "../../lib/papers/paper.ts";
import type { DrawnCurve } from "../../lib/papers/value.ts";
import { paperText } from "../text/papers/paperText.ts";
import { t } from "../text/t.ts";
import { claimNumber } from "./numbers.ts";
import { Quoted } from "./Quoted.tsx";

/** A sweep as bars from zero, each with its number. */
export function CurveTable({
  curve,
  drawn,
}: {
  readonly curve: Curve;
  readonly drawn: DrawnCurve | undefined;
}) {
  const values = curve.points.map((_, index) => drawn?.points[index]?.value);
  const most = Math.max(...values.map((value) => Math.abs(value ?? 0)));
  return (
    <table className="curve wide t-12">
      <caption className="ink-2 to-left">
        <Quoted text={curve.text} />
      </caption>
      <thead>
        <tr className="small">
          <th scope="col" className="curve__at w-400 to-left">
            <Quoted text={curve.along} />
          </th>
          <th scope="col">
            <span className="sr-only">{t("bar")}</span>
          </th>
          <th scope="col" className="curve__value w-400 to-right">
            {curve.unit === "" ? <span className="sr-only">{t("simulated")}</span> : paperText(curve.unit)}
          </th>
        </tr>
      </thead>
      <tbody>
        {curve.points.map(({ at }, index) => {
          const value = values[index];
          return (
            <tr key={at}>
              <th scope="row" className="curve__at w-400 to-left">
                <Quoted text={at} />
              </th>
              <td>
                <svg className="curve__bar block wide" height="10" aria-hidden="true">
                  <rect
                    width={`${value === undefined || most === 0 ? 0 : (100 * Math.max(0, value)) / most}%`}
                    height="10"
                    rx="2"
                  />
                </svg>
              </td>
              <td className="mono curve__value w-400 to-right">{claimNumber(value)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

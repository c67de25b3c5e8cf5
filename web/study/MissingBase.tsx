import type { Scenario } from "../../scenarios/format/schema.ts";
import { t } from "../text/t.ts";
import type { MissingBase as Missing } from "./basePoints.ts";
import { columnLabel, fieldText } from "./labels.ts";

interface MissingBaseProps {
  readonly missing: Missing;
  readonly scenario: Scenario | undefined;
  readonly onAdd: () => void;
}

/** No circle is in the pictures: why, and the way to have one. */
export function MissingBase({ missing: { name, gaps }, scenario, onAdd }: MissingBaseProps) {
  const values = gaps.axes
    .flatMap(({ columns }) => columns.filter(({ isOfRun }) => !isOfRun))
    .map(({ column, value }) => `${columnLabel(column, scenario)} ${fieldText(value)}`)
    .join(" · ");
  const reason =
    gaps.set.length > 0
      ? t("It differs in what is the same at every point: {fields}.", { fields: gaps.set.join(", ") })
      : t("It has {values}.", { values });
  return (
    <p className="t-12 ink-2">
      {t("No point is “{scenario}” as it is.", { scenario: name })}{" "}
      {values === "" && gaps.set.length === 0 ? null : reason}{" "}
      {values === "" || gaps.set.length > 0 ? null : (
        <button type="button" className="btn btn--small" onClick={onAdd}>
          {t("Add this point")}
        </button>
      )}
    </p>
  );
}

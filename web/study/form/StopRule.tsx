import type { StudyPlan } from "../../../lib/study/plan.ts";
import { columnName } from "../../../lib/sweep/column.ts";
import { t } from "../../text/t.ts";
import { Choose } from "../Choose.tsx";
import { numberAt, textAt, textsOf, withField } from "../draft/draft.ts";
import { CheckField, NumberField } from "./formFields.tsx";
import type { PartProps } from "./formProps.ts";

interface StopRuleProps extends PartProps {
  readonly plan: StudyPlan | undefined;
}

/** Of one measure: seeds are added until its interval is narrow. */
export function StopRule({ draft, plan, onChange }: StopRuleProps) {
  const isOn = typeof draft.stop === "object" && draft.stop !== null;
  const own = textsOf(draft.metrics);
  const usual = plan?.metrics.map(columnName) ?? [];
  const metric = textAt(draft, "stop", "metric");
  const known = own.length > 0 ? own : usual;
  const metrics = metric === undefined || known.includes(metric) ? known : [...known, metric];
  const unit = metric && (/ in (\S+)$/.exec(metric) ?? [])[1];
  const set = (field: string, value: unknown) => onChange(withField(draft, ["stop", field], value));
  return (
    <>
      <CheckField
        label={t("More seeds until the interval is narrow")}
        isOn={isOn}
        isDisabled={!isOn && metrics.length === 0}
        onChange={(isWanted) =>
          onChange(withField(draft, ["stop"], isWanted ? { metric: metrics[0], halfWidth: 1 } : undefined))
        }
      />
      {isOn ? (
        <>
          <Choose
            label={t("Interval of")}
            value={metric ?? ""}
            options={metrics.map((one) => [one, one])}
            onChoose={(one) => set("metric", one)}
          />
          <NumberField
            label={unit === undefined ? t("Interval at most ±") : `${t("Interval at most ±")} ${unit}`}
            value={numberAt(draft, "stop", "halfWidth")}
            onCommit={(value) => set("halfWidth", value)}
          />
          <NumberField
            label={t("Seeds added at a time")}
            value={numberAt(draft, "stop", "batch") ?? 5}
            onCommit={(value) => set("batch", value)}
          />
          <NumberField
            label={t("Most seeds")}
            value={numberAt(draft, "stop", "maximumSeeds") ?? 100}
            onCommit={(value) => set("maximumSeeds", value)}
          />
        </>
      ) : null}
    </>
  );
}

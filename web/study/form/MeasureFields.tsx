import { t } from "../../text/t.ts";
import { textsOf, withField, withMetric } from "../draft/draft.ts";
import { lossMetrics } from "../draft/newDraft.ts";
import { Group, TextField } from "./formFields.tsx";
import type { PartProps } from "./formProps.ts";

interface MeasureFieldsProps extends PartProps {
  /** Id of the list of suggestions. */
  readonly metrics: string;
}

export function MeasureFields({ draft, scenario, metrics, onChange }: MeasureFieldsProps) {
  const known = textsOf(draft.metrics);
  return (
    <Group title={t("What is measured")}>
      {known.length === 0 ? (
        <p className="sweep-form__other">{t("Usual: loss, rate, latency, interrupts, load.")}</p>
      ) : null}
      {known.map((metric, at) => (
        <TextField
          // biome-ignore lint/suspicious/noArrayIndexKey: a metric is its place
          key={at}
          label={t("Measure {number}", { number: at + 1 })}
          value={metric}
          list={metrics}
          isMono
          onCommit={(text) => onChange(withMetric(draft, at, text))}
        />
      ))}
      <TextField
        label={t("Another measure")}
        value=""
        placeholder={t("Another measure")}
        list={metrics}
        isMono
        onCommit={(text) => text !== "" && onChange(withMetric(draft, known.length, text))}
      />
      <LossCauses draft={draft} scenario={scenario} onChange={onChange} />
    </Group>
  );
}

function LossCauses({ draft, scenario, onChange }: PartProps) {
  const known = textsOf(draft.metrics);
  const missing = (scenario === undefined ? [] : lossMetrics(scenario)).filter((one) => !known.includes(one));
  return missing.length === 0 ? null : (
    <button
      type="button"
      className="btn btn--small"
      onClick={() => onChange(withField(draft, ["metrics"], [...known, ...missing]))}
    >
      {t("Add the causes of loss")}
    </button>
  );
}

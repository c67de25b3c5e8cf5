import type { Scenario } from "../../../scenarios/format/schema.ts";
import { t } from "../../text/t.ts";
import { textsOf, withField, withMetric } from "../draft/draft.ts";
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
        placeholder={known.length === 0 ? t("loss, rate, latency, interrupts, load") : t("Another measure")}
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
  const missing = lossMetrics(scenario).filter((one) => !known.includes(one));
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

/** Of what may lose frames in this machine. */
function lossMetrics(scenario: Scenario | undefined): readonly string[] {
  if (scenario === undefined) return [];
  const { machine, software } = scenario;
  return [
    ...(machine.nics.length === 0 ? [] : ['receive.drop["rx-ring-full"]']),
    ...(machine.nics.some(({ fifoBytes }) => fifoBytes > 0) ? ['receive.drop["fifo-full"]'] : []),
    ...(software.queues.length === 0 ? [] : ['receive.drop["queue-full"]']),
  ];
}

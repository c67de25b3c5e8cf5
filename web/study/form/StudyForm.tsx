import { useId } from "react";
import { dictionaryOf } from "../../../lib/metrics/dictionary.ts";
import { fieldsOf } from "../../../lib/scenarioFields/describe.ts";
import { CONTEXTS } from "../../../lib/scenarioFields/withContexts.ts";
import { t } from "../../text/t.ts";
import { shownAxes } from "../draft/axes.ts";
import { numberAt, textAt, withField } from "../draft/draft.ts";
import { fixedLines, recordedPlaces, resampleField, withoutSet } from "../draft/fixed.ts";
import { AxisFields } from "./AxisFields.tsx";
import { axisOfError, Errors } from "./Errors.tsx";
import { FixedFields } from "./FixedFields.tsx";
import { Fold, Group, LabelledText, NumberField, Suggestions } from "./formFields.tsx";
import type { PartProps, StudyFormProps } from "./formProps.ts";
import { MeasureFields } from "./MeasureFields.tsx";
import { ScenarioFields } from "./ScenarioFields.tsx";
import { SearchFields } from "./SearchFields.tsx";
import { SeedFields } from "./SeedFields.tsx";
import { StopRule } from "./StopRule.tsx";

/** All that a study says: what is asked first is in front, the rest is folded until the study uses it. */
export function StudyForm({ draft, scenario, plan, errors, open, onChange }: StudyFormProps) {
  const fields = useId();
  const metrics = useId();
  const axes = shownAxes(draft);
  const runCycles = numberAt(draft, "set", "runCycles");
  const part = { draft, scenario, onChange };
  const set = (path: readonly string[], value: unknown) => onChange(withField(draft, path, value));
  const others = errors.filter((error) => (axisOfError(error) ?? axes.length) >= axes.length);
  return (
    <div className="sweep-form">
      <Suggestions
        id={fields}
        values={[CONTEXTS, ...(scenario === undefined ? [] : fieldsOf(scenario).map(({ name }) => name))]}
      />
      <Suggestions id={metrics} values={scenario === undefined ? [] : [...dictionaryOf(scenario).keys()]} />
      <ScenarioFields {...part} open={open} />
      <AxisFields {...part} axes={axes} fields={fields} errors={errors} />
      <MeasureFields {...part} metrics={metrics} />
      <Group title={t("Each run")}>
        <NumberField
          label={t("Length in cycles")}
          value={runCycles ?? scenario?.runCycles}
          onCommit={(value) => set(["set", "runCycles"], value)}
          onClear={runCycles === undefined ? undefined : () => onChange(withoutSet(draft, "runCycles"))}
        />
        <NumberField
          label={t("Warm-up in cycles")}
          value={numberAt(draft, "warmUpCycles") ?? 0}
          onCommit={(value) => set(["warmUpCycles"], value)}
        />
        <Blocks {...part} />
        <Fold title={t("The same at every point")} isUsed={fixedLines(draft, scenario).length > 0}>
          <FixedFields {...part} fields={fields} />
        </Fold>
      </Group>
      <Group title={t("Seeds")}>
        <SeedFields {...part} plan={plan} />
        <StopRule {...part} plan={plan} />
        <NumberField
          label={t("Of maxima, the worst of so many runs")}
          value={numberAt(draft, "worstOf")}
          onCommit={(value) => set(["worstOf"], value)}
          onClear={numberAt(draft, "worstOf") === undefined ? undefined : () => set(["worstOf"], undefined)}
        />
      </Group>
      <SearchFields draft={draft} metrics={metrics} onChange={onChange} />
      <div className="sweep-form__group">
        <Fold title={t("Name and description")} isUsed={false}>
          <LabelledText
            label={t("Name of the study")}
            value={textAt(draft, "name") ?? ""}
            onCommit={(name) => set(["name"], name)}
          />
          <LabelledText
            label={t("What is asked")}
            value={textAt(draft, "description") ?? ""}
            rows={4}
            onCommit={(text) => set(["description"], text === "" ? undefined : text)}
          />
        </Fold>
      </div>
      <Errors errors={others} />
    </div>
  );
}

/** Of recorded traffic, which is the same with every seed unless it is resampled. */
function Blocks({ draft, scenario, onChange }: PartProps) {
  return recordedPlaces(scenario).map((index) => {
    const field = resampleField(index);
    const recorded = scenario?.traffic[index];
    const own = recorded?.kind === "trace" ? recorded.resample?.blockEvents : undefined;
    return (
      <NumberField
        key={index}
        label={t("Resampled in blocks of so many packets")}
        value={numberAt(draft, "set", field, "blockEvents") ?? own}
        onCommit={(blockEvents) => onChange(withField(draft, ["set", field], { blockEvents }))}
        onClear={() => onChange(withoutSet(draft, field))}
      />
    );
  });
}

import type { Scenario } from "../../../scenarios/format/schema.ts";
import { SCENARIO_GROUPS } from "../../../scenarios/groups.ts";
import { BUILTIN_SCENARIOS, builtinScenario } from "../../../scenarios/index.ts";
import { t, translated } from "../../text/t.ts";
import {
  type ShownScenario,
  shownScenarios,
  withoutScenario,
  withScenario,
  withScenarioName,
} from "../draft/scenarios.ts";
import { Group, TakeAway, TextField } from "./formFields.tsx";
import type { PartProps } from "./formProps.ts";

interface ScenarioFieldsProps extends PartProps {
  readonly open: string | Scenario | undefined;
}

/** What runs; of several the names are the first column of the results. */
export function ScenarioFields({ draft, open, onChange }: ScenarioFieldsProps) {
  const scenarios = shownScenarios(draft);
  return (
    <Group title={t("Scenarios|study")}>
      {scenarios.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a scenario is its place
        <div key={at} className="sweep-form__line">
          <p>{titleOf(one)}</p>
          {scenarios.length < 2 ? null : (
            <TakeAway
              label={t("Take {field} away", { field: one.name })}
              onPress={() => onChange(withoutScenario(draft, at))}
            />
          )}
          {one.isNamed || scenarios.length > 1 ? (
            <TextField
              label={t("Name of scenario {number} in results", { number: at + 1 })}
              value={one.name}
              check={(text) => (text === "" ? t("a name is missing") : undefined)}
              onCommit={(name) => onChange(withScenarioName(draft, at, name))}
            />
          ) : null}
        </div>
      ))}
      <select
        className="field"
        aria-label={t("Add a scenario")}
        value=""
        onChange={(event) => {
          const id = event.currentTarget.value;
          const added = id === OPEN ? open : id;
          if (added !== undefined && added !== "") onChange(withScenario(draft, added));
        }}
      >
        <option value="">{t("Add a scenario")} …</option>
        {open === undefined ? null : (
          <option value={OPEN}>{t("Open now: {scenario}", { scenario: openName(open) })}</option>
        )}
        {SCENARIO_GROUPS.map(({ id, title, part }) => (
          <optgroup key={id} label={translated(title)}>
            {BUILTIN_SCENARIOS.filter(
              (one) => one.group === id && (part === "Papers" || one.isVariant !== true),
            ).map((one) => (
              <option key={one.id} value={one.id}>
                {translated(one.name)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </Group>
  );
}

/** A value of the list that is no id. */
const OPEN = " open";

const openName = (open: string | Scenario): string =>
  typeof open === "string" ? translated(builtinScenario(open)?.name ?? open) : open.name;

function titleOf({ from, name }: ShownScenario): string {
  if (from === undefined) return t("{name}, which stands in the study itself", { name });
  const builtin = builtinScenario(from);
  return builtin === undefined ? t("{name}, a file", { name: from }) : translated(builtin.name);
}

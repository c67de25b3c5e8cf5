import { isObject } from "../../../scenarios/base/values.ts";
import { t } from "../../text/t.ts";
import { Choose } from "../Choose.tsx";
import { axisColumns } from "../draft/columns.ts";
import { type Draft, numberAt, textsOf, withField } from "../draft/draft.ts";
import { CheckField, Group, NumberField, TextField } from "./formFields.tsx";

const EXAMPLE = "receive.loss == 0";

interface SearchFieldsProps {
  readonly draft: Draft;
  /** Id of the list of suggestions. */
  readonly metrics: string;
  readonly onChange: (draft: Draft) => void;
}

/** What the best point is, and which columns are searched for it. */
export function SearchFields({ draft, metrics, onChange }: SearchFieldsProps) {
  const columns = axisColumns(draft);
  const search = isObject(draft.search) ? draft.search : undefined;
  const over = textsOf(search?.over);
  const set = (field: string, value: unknown) => onChange(withField(draft, ["search", field], value));
  const begin = () => {
    const column = columns.at(-1) ?? "";
    onChange({ ...draft, search: { over: [column], goal: "minimize", of: column, subjectTo: [] } });
  };
  return (
    <Group title={t("Search|study")}>
      <CheckField
        label={t("Look for the best point, run no others")}
        isOn={search !== undefined}
        isDisabled={search === undefined && columns.length === 0}
        onChange={(isOn) => (isOn ? begin() : onChange({ ...draft, search: undefined }))}
      />
      {search === undefined ? null : (
        <>
          <div className="sweep-form__goal">
            <select
              className="field"
              aria-label={t("Goal")}
              value={search.goal === "maximize" ? "maximize" : "minimize"}
              onChange={(event) => set("goal", event.currentTarget.value)}
            >
              <option value="minimize">{t("least|goal")}</option>
              <option value="maximize">{t("greatest|goal")}</option>
            </select>
            <TextField
              label={t("Of what")}
              value={typeof search.of === "string" ? search.of : ""}
              list={metrics}
              isMono
              onCommit={(of) => set("of", of)}
            />
          </div>
          {columns.includes(String(search.of)) ? null : (
            <Choose
              label={t("Of the seeds")}
              value={typeof search.ofSeeds === "string" ? search.ofSeeds : ""}
              options={[
                ["", t("of a maximum the greatest, else the mean")],
                ["mean", t("the mean")],
                ["greatest", t("the greatest|seed")],
              ]}
              onChoose={(ofSeeds) => set("ofSeeds", ofSeeds === "" ? undefined : ofSeeds)}
            />
          )}
          {columns.map((column) => (
            <CheckField
              key={column}
              label={t("over the values of {field}", { field: column })}
              isOn={over.includes(column)}
              isDisabled={over.length === 1 && over.includes(column)}
              onChange={(isOn) =>
                set("over", isOn ? [...over, column] : over.filter((one) => one !== column))
              }
            />
          ))}
          {textsOf(search.subjectTo).map((condition, at, all) => (
            <TextField
              // biome-ignore lint/suspicious/noArrayIndexKey: a condition is its place
              key={at}
              label={t("Condition {number}", { number: at + 1 })}
              value={condition}
              isMono
              onCommit={(text) => set("subjectTo", text === "" ? all.toSpliced(at, 1) : all.with(at, text))}
            />
          ))}
          <TextField
            label={t("Another condition")}
            value=""
            placeholder={EXAMPLE}
            isMono
            onCommit={(text) => text !== "" && set("subjectTo", [...textsOf(search.subjectTo), text])}
          />
          <NumberField
            label={t("Most points")}
            value={numberAt(draft, "search", "maximumPoints") ?? 60}
            onCommit={(value) => set("maximumPoints", value)}
          />
        </>
      )}
    </Group>
  );
}

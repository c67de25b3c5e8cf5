import { t } from "../../text/t.ts";
import { fixedLines, withFixed, withFixedField, withoutSet } from "../draft/fixed.ts";
import { unchangedValue } from "../draft/newDraft.ts";
import { readTyped } from "../draft/typedValues.ts";
import { TakeAway, TextField } from "./formFields.tsx";
import type { FieldPartProps } from "./formProps.ts";
import { faultOf } from "./typed.ts";

/** Fields that have one value at every point. */
export function FixedFields({ draft, scenario, fields, onChange }: FieldPartProps) {
  const lines = fixedLines(draft, scenario);
  const begin = (field: string) => onChange(withFixed(draft, field, unchangedValue(scenario, field)));
  return (
    <>
      {lines.map(({ field, value }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a field is its place
        <div key={at} className="sweep-form__line">
          <TextField
            label={t("Field {number} that is the same", { number: at + 1 })}
            value={field}
            list={fields}
            onCommit={(name) =>
              onChange(name === "" ? withoutSet(draft, field) : withFixedField(draft, field, name))
            }
          />
          <TakeAway
            label={t("Take {field} away", { field })}
            onPress={() => onChange(withoutSet(draft, field))}
          />
          <TextField
            label={t("Value of {field}", { field })}
            value={value}
            isMono
            check={faultOf(readTyped)}
            onCommit={(text) => {
              const read = readTyped(text);
              if (read.ok) onChange(withFixed(draft, field, read.value));
            }}
          />
        </div>
      ))}
      <TextField
        label={t("Another field that is the same")}
        value=""
        placeholder={t("Another field that is the same")}
        list={fields}
        onCommit={(field) => field !== "" && begin(field)}
      />
    </>
  );
}

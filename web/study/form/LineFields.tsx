import type { StudyValue } from "../../../scenarios/study/study.ts";
import { translatedMessage } from "../../text/message.ts";
import { t, tCount } from "../../text/t.ts";
import {
  type FieldLine,
  isNameTaken,
  type LinePlace,
  withLineField,
  withLineLabels,
  withLineName,
  withLineValues,
} from "../draft/axes.ts";
import { readLabels } from "../draft/typedLabels.ts";
import { readAxisValues, readList, type Typed } from "../draft/typedValues.ts";
import { Fold, LabelledText, TakeAway, TextField } from "./formFields.tsx";
import type { FieldPartProps } from "./formProps.ts";
import { faultOf } from "./typed.ts";

interface LineFieldsProps extends FieldPartProps {
  readonly line: FieldLine;
  readonly place: LinePlace;
  /** Of the field. */
  readonly label: string;
  /** undefined: it has to stay. */
  readonly onTakeAway: (() => void) | undefined;
  /** Another field goes along from then on. */
  readonly onCompanion?: (() => void) | undefined;
}

/** A field, its values, and how results call them. */
export function LineFields({
  draft,
  scenario,
  fields,
  line: { field, name, values, labels },
  place,
  label,
  onChange,
  onTakeAway,
  onCompanion,
}: LineFieldsProps) {
  const read = place.line === undefined ? readAxisValues : readWalked;
  const shownLabels = readLabels(labels);
  const labelCount = shownLabels.ok ? shownLabels.value.length : 0;
  return (
    <div className="sweep-form__line">
      <TextField
        label={label}
        value={field}
        list={fields}
        onCommit={(text) => onChange(withLineField(draft, place, text, scenario))}
      />
      {onTakeAway === undefined ? null : (
        <TakeAway label={t("Take {field} away", { field })} onPress={onTakeAway} />
      )}
      <TextField
        label={t("Values of {field}", { field })}
        value={values}
        isMono
        check={faultOf(read)}
        onCommit={(text) => {
          const typed = read(text);
          if (typed.ok) onChange(withLineValues(draft, place, typed.value));
        }}
      />
      <Fold title={foldTitle(name, labelCount)} isUsed={labels !== ""}>
        <LabelledText
          shown={t("Column|study")}
          label={t("Column of {field}", { field })}
          value={name}
          placeholder={field}
          check={(text) =>
            isNameTaken(draft, place, text)
              ? translatedMessage(`"${text === "" ? field : text}" is there twice`)
              : undefined
          }
          onCommit={(text) => onChange(withLineName(draft, place, text))}
        />
        <LabelledText
          shown={t("Labels|study")}
          label={t("Labels of {field}", { field })}
          value={labels}
          check={faultOf(readLabels)}
          onCommit={(text) => {
            const typed = readLabels(text);
            if (typed.ok) onChange(withLineLabels(draft, place, typed.value));
          }}
        />
        <p className="sweep-form__other">
          {t("Values: numbers, words, 4..64*2; null leaves the field out; objects and lists as JSON.")}
        </p>
        {onCompanion === undefined ? null : (
          <button type="button" className="btn btn--small" onClick={onCompanion}>
            {t("Another field side by side with it")}
          </button>
        )}
      </Fold>
    </div>
  );
}

/** What is in it can be seen while it is closed. */
function foldTitle(name: string, labelCount: number): string {
  const parts = [
    ...(name === "" ? [] : [t("column {name}", { name })]),
    ...(labelCount === 0 ? [] : [tCount(labelCount, "{count} label", "{count} labels")]),
  ];
  return parts.length === 0 ? t("Column and labels") : parts.join(" · ");
}

/** Of fields that go together each value stands for itself. */
function readWalked(text: string): Typed<readonly StudyValue[]> {
  return /\.\./.test(text) && !text.includes('"')
    ? { ok: false, message: t("ranges have no place side by side: write each value") }
    : readList(text);
}

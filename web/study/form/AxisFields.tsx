/** What varies. Every combination of values of the axes is a point. */
import type { ReactNode } from "react";
import { childrenOf, type FieldNode } from "../../../lib/settings/node.ts";
import type { StudyValue } from "../../../scenarios/study/study.ts";
import { Fields } from "../../form/Field.tsx";
import type { NodeProps } from "../../form/useForm.ts";
import { translatedMessage } from "../../text/message.ts";
import { t, tCount } from "../../text/t.ts";
import {
  type FieldLine,
  firstValues,
  isNameTaken,
  type LinePlace,
  type ShownAxis,
  shownAxes,
  withAxis,
  withCompanion,
  withLine,
  withLineField,
  withLineLabels,
  withLineName,
  withLineValues,
  withoutAxis,
  withoutLine,
} from "../draft/axes.ts";
import { type FreshField, freshFields, freshWindows } from "../draft/newDraft.ts";
import { readAxisValues, readLabels, readList, readTable, type Typed } from "../draft/typed.ts";
import { Errors, errorsIn, Fold, placeOf, TakeAway, TextField, TypedField, useStudy } from "./formFields.tsx";

export function AxisFields({ node }: NodeProps) {
  const { draft, scenario, errors, onChange } = useStudy();
  const axes = shownAxes(draft);
  const entries = childrenOf(node);
  const fresh = (count: number) => (scenario === undefined ? [] : freshFields(draft, scenario, count));
  const add = (axis: Readonly<Record<string, unknown>>) => onChange(withAxis(draft, axes.length, axis));
  const [first] = fresh(1);
  const pair = fresh(2);
  const windows = scenario && freshWindows(draft, scenario);
  return (
    <>
      {axes.map((axis, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an axis is its place
        <div key={at} className="sweep-form__axis grid gap-1 slim">
          <Axis axis={axis} at={at} companion={first} entry={entries[at]} />
          <Errors errors={errorsIn(errors, `axes[${at}]`)} />
        </div>
      ))}
      <button
        type="button"
        className="btn btn--small"
        disabled={first === undefined}
        onClick={() => first && add({ kind: "field", ...listed(first) })}
      >
        {t("Vary another field")}
      </button>
      {windows === undefined ? null : (
        <button type="button" className="btn btn--small" onClick={() => add(windows)}>
          {t("Windows of the capture")}
        </button>
      )}
      <Fold title={t("Fields together, table of points")} isUsed={false}>
        <button
          type="button"
          className="btn btn--small"
          disabled={pair.length < 2}
          onClick={() => add({ kind: "together", fields: pair.map(listed) })}
        >
          {t("Vary fields side by side")}
        </button>
        <button
          type="button"
          className="btn btn--small"
          disabled={pair.length < 2}
          onClick={() =>
            add({
              kind: "table",
              fields: pair.map(({ field }) => field),
              rows: [pair.map(({ value }) => value)],
            })
          }
        >
          {t("Add a table of points")}
        </button>
      </Fold>
      <Errors errors={errors.filter((error) => placeOf(error) === node.field)} />
    </>
  );
}

const listed = ({ field, value }: FreshField) => ({ field, values: [value] });

interface AxisProps {
  readonly axis: ShownAxis;
  readonly at: number;
  /** A field that may change together with the others. */
  readonly companion: FreshField | undefined;
  readonly entry: FieldNode | undefined;
}

function Axis({ axis, at, companion, entry }: AxisProps) {
  const { draft, scenario, onChange } = useStudy();
  const number = at + 1;
  const away = () => onChange(withoutAxis(draft, at));
  const values = firstValues(draft, at, scenario);
  switch (axis.kind) {
    case "field":
      return (
        <LineFields
          line={axis.line}
          place={{ axis: at }}
          label={t("Field {number}", { number })}
          onTakeAway={away}
          onCompanion={
            companion &&
            values &&
            (() => onChange(withCompanion(draft, at, values, beside(values, companion))))
          }
        />
      );
    case "together":
      return <Together {...{ at, lines: axis.lines, companion, values, onTakeAway: away }} />;
    case "table":
      return (
        <>
          <AxisHead
            title={t("Table: fields in the first line, then a point a line")}
            number={number}
            onTakeAway={away}
          />
          <TypedField
            label={t("Table {number}", { number })}
            value={axis.text}
            lines={true}
            read={readTable}
            onValue={(table) => onChange(withAxis(draft, at, { kind: "table", ...table }))}
          />
        </>
      );
    case "windows":
      return (
        <>
          <AxisHead
            title={t("Windows of the capture: each is a run, and one value of the means")}
            number={number}
            onTakeAway={away}
          />
          {entry === undefined ? null : <Fields nodes={childrenOf(entry)} />}
        </>
      );
    case "unknown":
      return <AxisHead title={t("No axis of this format")} number={number} onTakeAway={away} />;
  }
}

interface TogetherProps {
  readonly at: number;
  readonly lines: readonly FieldLine[];
  readonly companion: FreshField | undefined;
  /** Values of the first line. Undefined if its range cannot be read. */
  readonly values: readonly StudyValue[] | undefined;
  readonly onTakeAway: () => void;
}

function Together({ at, lines, companion, values, onTakeAway }: TogetherProps) {
  const { draft, onChange } = useStudy();
  const number = at + 1;
  const withoutOne = (index: number) => onChange(withoutLine(draft, { axis: at, line: index }));
  return (
    <>
      <AxisHead
        title={t("Side by side: all first values, then all second ones")}
        number={number}
        onTakeAway={onTakeAway}
      />
      <div className="sweep-form__together grid gap-2">
        {lines.map((line, index) => (
          <LineFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a field is its place
            key={index}
            line={line}
            place={{ axis: at, line: index }}
            label={t("Field {number}, part {part}", { number, part: index + 1 })}
            onTakeAway={lines.length > 2 ? () => withoutOne(index) : undefined}
          />
        ))}
      </div>
      <button
        type="button"
        className="btn btn--small"
        disabled={companion === undefined}
        onClick={() => companion && onChange(withLine(draft, at, beside(values ?? [], companion)))}
      >
        {t("One more field side by side")}
      </button>
    </>
  );
}

interface AxisHeadProps {
  readonly title: string;
  readonly number: number;
  readonly onTakeAway: () => void;
}

function AxisHead({ title, number, onTakeAway }: AxisHeadProps) {
  return (
    <div className="sweep-form__head grid gap-1">
      <p>{title}</p>
      <TakeAway label={t("Take axis {number} away", { number })} onPress={onTakeAway} />
    </div>
  );
}

/** One value for each of `values`, all the scenario's own, so that no point changes. */
const beside = (values: readonly StudyValue[], { field, value }: FreshField) => ({
  field,
  values: values.map(() => value),
});

interface LineFieldsProps {
  readonly line: FieldLine;
  readonly place: LinePlace;
  /** Label of the field. */
  readonly label: string;
  /** Undefined if the field cannot be removed. */
  readonly onTakeAway: (() => void) | undefined;
  /** Another field changes together with this one from then on. */
  readonly onCompanion?: (() => void) | undefined;
}

/** A field, its values, and their names in results. */
function LineFields({ line, place, label, onTakeAway, onCompanion }: LineFieldsProps) {
  const { draft, scenario, fieldList, onChange } = useStudy();
  const { field, name, values, labels } = line;
  const readValues = place.line === undefined ? readAxisValues : readWalked;
  const shownLabels = readLabels(labels);
  const labelCount = shownLabels.ok ? shownLabels.value.length : 0;
  return (
    <div className="sweep-form__line grid gap-1">
      <TextField
        label={label}
        value={field}
        list={fieldList}
        onCommit={(text) => onChange(withLineField(draft, place, text, scenario))}
      />
      {onTakeAway === undefined ? null : (
        <TakeAway label={t("Take {field} away", { field })} onPress={onTakeAway} />
      )}
      <TypedField<string | readonly StudyValue[]>
        label={t("Values of {field}", { field })}
        value={values}
        read={readValues}
        onValue={(read) => onChange(withLineValues(draft, place, read))}
      />
      <Fold title={foldTitle(name, labelCount)} isUsed={labels !== ""}>
        <Labelled text={t("Column|study")}>
          <TextField
            label={t("Column of {field}", { field })}
            value={name}
            placeholder={field}
            refusalOf={(text) =>
              isNameTaken(draft, place, text)
                ? translatedMessage(`"${text === "" ? field : text}" is listed twice`)
                : undefined
            }
            onCommit={(text) => onChange(withLineName(draft, place, text))}
          />
        </Labelled>
        <Labelled text={t("Labels|study")}>
          <TypedField
            label={t("Labels of {field}", { field })}
            value={labels}
            read={readLabels}
            onValue={(read) => onChange(withLineLabels(draft, place, read))}
          />
        </Labelled>
        <p className="note">
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

/** A visible caption above a control. The control's own label is longer. */
function Labelled({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <div className="grid gap-2px t-12 ink-2">
      <span aria-hidden="true">{text}</span>
      {children}
    </div>
  );
}

/** Title that describes the contents while the fold is closed. */
function foldTitle(name: string, labelCount: number): string {
  const parts = [
    ...(name === "" ? [] : [t("column {name}", { name })]),
    ...(labelCount === 0 ? [] : [tCount(labelCount, "{count} label", "{count} labels")]),
  ];
  return parts.length === 0 ? t("Column and labels") : parts.join(" · ");
}

/** For fields that change together, each value is a separate entry. */
function readWalked(text: string): Typed<readonly StudyValue[]> {
  return /\.\./.test(text) && !text.includes('"')
    ? { ok: false, message: t("ranges have no place side by side: write each value") }
    : readList(text);
}

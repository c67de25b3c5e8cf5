import { WINDOWS_COLUMN } from "../../../lib/study/replicates.ts";
import type { ScenarioError } from "../../../scenarios/base/messages.ts";
import type { StudyValue } from "../../../scenarios/study/study.ts";
import { t } from "../../text/t.ts";
import {
  firstValues,
  type ShownAxis,
  withAxis,
  withCompanion,
  withLine,
  withoutAxis,
  withoutLine,
} from "../draft/axes.ts";
import type { Line } from "../draft/columns.ts";
import { type FreshField, freshFields, freshWindows } from "../draft/newDraft.ts";
import { readTable } from "../draft/typedValues.ts";
import { axisOfError, Errors } from "./Errors.tsx";
import { Fold, Group, NumberField, TakeAway, TextField } from "./formFields.tsx";
import type { FieldPartProps } from "./formProps.ts";
import { LineFields } from "./LineFields.tsx";
import { faultOf } from "./typed.ts";

interface AxisFieldsProps extends FieldPartProps {
  readonly axes: readonly ShownAxis[];
  readonly errors: readonly ScenarioError[];
}

/** What is varied: every combination of the axes is a point. */
export function AxisFields({ axes, errors, ...part }: AxisFieldsProps) {
  const { draft, scenario, onChange } = part;
  const fresh = (count: number) => (scenario === undefined ? [] : freshFields(draft, scenario, count));
  const add = (axis: Readonly<Record<string, unknown>>) => onChange(withAxis(draft, axes.length, axis));
  const [first] = fresh(1);
  const pair = fresh(2);
  const windows = scenario && freshWindows(draft, scenario);
  return (
    <Group title={t("What is varied")}>
      {axes.map((axis, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an axis is its place
        <div key={at} className="sweep-form__axis">
          <Axis {...part} axis={axis} at={at} companion={first} />
          <Errors errors={errors.filter((error) => axisOfError(error) === at)} />
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
    </Group>
  );
}

const listed = ({ field, value }: FreshField) => ({ field, values: [value] });

interface AxisProps extends FieldPartProps {
  readonly axis: ShownAxis;
  readonly at: number;
  /** A field that may go along. */
  readonly companion: FreshField | undefined;
}

function Axis({ axis, at, companion, ...part }: AxisProps) {
  const { draft, onChange } = part;
  const number = at + 1;
  const away = () => onChange(withoutAxis(draft, at));
  const withThis = (changed: Line) => onChange(withAxis(draft, at, changed));
  const values = firstValues(draft, at, part.scenario);
  switch (axis.kind) {
    case "field":
      return (
        <LineFields
          {...part}
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
      return (
        <>
          <AxisHead
            title={t("Side by side: all first values, then all second ones")}
            number={number}
            onTakeAway={away}
          />
          <div className="sweep-form__together">
            {axis.lines.map((line, index) => (
              <LineFields
                // biome-ignore lint/suspicious/noArrayIndexKey: a field is its place
                key={index}
                {...part}
                line={line}
                place={{ axis: at, line: index }}
                label={t("Field {number}, part {part}", { number, part: index + 1 })}
                onTakeAway={
                  axis.lines.length > 2
                    ? () => onChange(withoutLine(draft, { axis: at, line: index }))
                    : undefined
                }
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
    case "table":
      return (
        <>
          <AxisHead
            title={t("Table: fields in the first line, then a point a line")}
            number={number}
            onTakeAway={away}
          />
          <TextField
            label={t("Table {number}", { number })}
            value={axis.text}
            isMono
            rows={Math.min(TABLE_ROWS, axis.text.split("\n").length + 2)}
            check={faultOf(readTable)}
            onCommit={(text) => {
              const read = readTable(text);
              if (read.ok) onChange(withAxis(draft, at, { kind: "table", ...read.value }));
            }}
          />
        </>
      );
    case "windows":
      return <WindowsFields {...{ axis, number }} onTakeAway={away} onChange={withThis} />;
    case "unknown":
      return <AxisHead title={t("No axis of this format")} number={number} onTakeAway={away} />;
  }
}

interface WindowsFieldsProps {
  readonly axis: ShownWindows;
  readonly number: number;
  readonly onTakeAway: () => void;
  readonly onChange: (axis: Line) => void;
}

function WindowsFields({ axis, number, onTakeAway, onChange }: WindowsFieldsProps) {
  return (
    <>
      <AxisHead
        title={t("Windows of the capture: each is a run, and one value of the means")}
        number={number}
        onTakeAway={onTakeAway}
      />
      <NumberField
        label={t("Length of a window, ms")}
        value={axis.milliseconds}
        onCommit={(milliseconds) => onChange(windowsAxis(axis, { milliseconds }))}
      />
      <TextField
        label={t("Column of the windows")}
        value={axis.name}
        placeholder={WINDOWS_COLUMN}
        onCommit={(name) => onChange(windowsAxis(axis, { name }))}
      />
    </>
  );
}

type ShownWindows = ShownAxis & { readonly kind: "windows" };

const windowsAxis = (
  { milliseconds, name }: ShownWindows,
  change: Partial<Pick<ShownWindows, "milliseconds" | "name">>,
) => {
  const changed = { milliseconds, name, ...change };
  return {
    ...{ kind: "windows", milliseconds: changed.milliseconds },
    ...(changed.name === "" ? {} : { name: changed.name }),
  };
};

const TABLE_ROWS = 12;

interface AxisHeadProps {
  readonly title: string;
  readonly number: number;
  readonly onTakeAway: () => void;
}

function AxisHead({ title, number, onTakeAway }: AxisHeadProps) {
  return (
    <div className="sweep-form__head">
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

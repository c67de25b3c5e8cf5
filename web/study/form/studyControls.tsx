/** Controls of a study that need more than their schema: the fields of the scenario, and the axes. */
import { type ComponentType, useId } from "react";
import type { StudyPlan } from "../../../lib/study/plan.ts";
import { columnName } from "../../../lib/sweep/column.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { SCENARIO_GROUPS } from "../../../scenarios/groups.ts";
import { BUILTIN_SCENARIOS, builtinScenario } from "../../../scenarios/index.ts";
import { Marks, NumberInput, Select, TextInput } from "../../form/controls.tsx";
import { Row, ScalarField } from "../../form/Field.tsx";
import { type NodeProps, useControl, useFormFacts } from "../../form/useForm.ts";
import { t, translated } from "../../text/t.ts";
import {
  axisColumns,
  type Draft,
  fixedLines,
  numberAt,
  pointColumns,
  recordedPlaces,
  resampleField,
  type ShownScenario,
  shownScenarios,
  textAt,
  textsOf,
  withField,
  withFixed,
  withFixedField,
  withMetric,
  withoutScenario,
  withoutSet,
  withScenario,
  withScenarioName,
} from "../draft/draft.ts";
import { lossMetrics, unchangedValue } from "../draft/newDraft.ts";
import { readTyped } from "../draft/typed.ts";
import { AxisFields } from "./AxisFields.tsx";
import { Errors, errorsIn, Fold, TakeAway, TextField, TypedField, useStudy } from "./formFields.tsx";

/** Controls by their place in the format. */
export const STUDY_CONTROLS: Readonly<Record<string, ComponentType<NodeProps>>> = {
  scenarios: ScenarioFields,
  axes: AxisFields,
  metrics: MeasureFields,
  set: SetFields,
  compare: ComparedColumn,
  "stop.metric": StopMetric,
  "stop.halfWidth": StopWidth,
  "search.over": SearchedColumns,
  "search.of": SearchedMetric,
  "search.ofSeeds": SearchedSeeds,
};

/** The scenarios to run. If there are several, their names are the first column of the results. */
function ScenarioFields({ node }: NodeProps) {
  const { draft, errors, open, onChange } = useStudy();
  const scenarios = shownScenarios(draft);
  return (
    <>
      {scenarios.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a scenario is its place
        <div key={at} className="sweep-form__line grid gap-1">
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
              refusalOf={(text) => (text === "" ? t("a name is missing") : undefined)}
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
              (one) => one.group === id && (part === "Published experiments" || one.isVariant !== true),
            ).map((one) => (
              <option key={one.id} value={one.id}>
                {translated(one.name)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <Errors errors={errorsIn(errors, node.field)} />
    </>
  );
}

/** A value of the list that is not an id. */
const OPEN = " open";

const openName = (open: string | Scenario): string =>
  typeof open === "string" ? translated(builtinScenario(open)?.name ?? open) : open.name;

function titleOf({ from, name }: ShownScenario): string {
  if (from === undefined) return t("{name}, which stands in the study itself", { name });
  const builtin = builtinScenario(from);
  return builtin === undefined ? t("{name}, a file", { name: from }) : translated(builtin.name);
}

function MeasureFields({ node }: NodeProps) {
  const { draft, scenario, errors, metricList, onChange } = useStudy();
  const known = textsOf(draft.metrics);
  const causes = scenario === undefined ? [] : lossMetrics(scenario);
  const missing = causes.filter((one) => !known.includes(one));
  return (
    <>
      {known.length === 0 ? (
        <p className="note">{t("Usual: loss, rate, latency, interrupts, load.")}</p>
      ) : null}
      {known.map((metric, at) => (
        <TextField
          // biome-ignore lint/suspicious/noArrayIndexKey: a metric is its place
          key={at}
          label={t("Measure {number}", { number: at + 1 })}
          value={metric}
          list={metricList}
          onCommit={(text) => onChange(withMetric(draft, at, text))}
        />
      ))}
      <TextField
        label={t("Another measure")}
        value=""
        placeholder={t("Another measure")}
        list={metricList}
        onCommit={(text) => text !== "" && onChange(withMetric(draft, known.length, text))}
      />
      {missing.length === 0 ? null : (
        <button
          type="button"
          className="btn btn--small"
          onClick={() => onChange(withField(draft, ["metrics"], [...known, ...missing]))}
        >
          {t("Add the causes of loss")}
        </button>
      )}
      <Errors errors={errorsIn(errors, node.field)} />
    </>
  );
}

/** Fields that have one value at every point. The length of a run and blocks of captures have rows of their own. */
function SetFields({ node }: NodeProps) {
  const { draft, scenario, errors, fieldList, onChange } = useStudy();
  const runCycles = numberAt(draft, "set", "runCycles");
  const lines = fixedLines(draft, scenario);
  return (
    <>
      <SetNumber
        title={t("Length in cycles")}
        value={runCycles ?? scenario?.runCycles}
        onValue={(value) => onChange(withField(draft, ["set", "runCycles"], value))}
        onLeaveOut={() => onChange(withoutSet(draft, "runCycles"))}
      />
      {recordedPlaces(scenario).map((index) => {
        const field = resampleField(index);
        const recorded = scenario?.traffic[index];
        const own = recorded?.kind === "trace" ? recorded.resample?.blockEvents : undefined;
        return (
          <SetNumber
            key={index}
            title={t("Resampled in blocks of so many packets")}
            value={numberAt(draft, "set", field, "blockEvents") ?? own}
            onValue={(blockEvents) => onChange(withField(draft, ["set", field], { blockEvents }))}
            onLeaveOut={() => onChange(withoutSet(draft, field))}
          />
        );
      })}
      <Fold title={node.title} isUsed={lines.length > 0}>
        {lines.map(({ field, value }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a field is its place
          <div key={at} className="sweep-form__line grid gap-1">
            <TextField
              label={t("Field {number} that is the same", { number: at + 1 })}
              value={field}
              list={fieldList}
              onCommit={(name) =>
                onChange(name === "" ? withoutSet(draft, field) : withFixedField(draft, field, name))
              }
            />
            <TakeAway
              label={t("Take {field} away", { field })}
              onPress={() => onChange(withoutSet(draft, field))}
            />
            <TypedField
              label={t("Value of {field}", { field })}
              value={value}
              read={readTyped}
              onValue={(read) => onChange(withFixed(draft, field, read))}
            />
          </div>
        ))}
        <TextField
          label={t("Another field that is the same")}
          value=""
          placeholder={t("Another field that is the same")}
          list={fieldList}
          onCommit={(field) =>
            field !== "" && onChange(withFixed(draft, field, unchangedValue(scenario, field)))
          }
        />
      </Fold>
      <Errors errors={errorsIn(errors, node.field)} />
    </>
  );
}

interface SetNumberProps {
  readonly title: string;
  readonly value: number | undefined;
  readonly onValue: (value: unknown) => void;
  /** Called when the field is emptied. The scenario's own number is used again. */
  readonly onLeaveOut: () => void;
}

function SetNumber({ title, value, onValue, onLeaveOut }: SetNumberProps) {
  const id = useId();
  return (
    <div className="sfield">
      <label className="sfield__title" htmlFor={id}>
        {title}
      </label>
      <div className="sfield__control">
        <NumberInput
          id={id}
          control={ANY_COUNT}
          isOptional={true}
          {...{ value, title, onValue, onLeaveOut }}
        />
      </div>
    </div>
  );
}

const ANY_COUNT = {
  kind: "number",
  minimum: 1,
  maximum: Number.POSITIVE_INFINITY,
  step: 1,
  powersOfTwo: false,
  words: [],
} as const;

/** Offers words that occur elsewhere in the study, and the present value. */
function OneOf({ node, options }: NodeProps & { readonly options: readonly string[] }) {
  const { edit } = useFormFacts();
  const { path, value, form } = node;
  return (
    <Row node={node} isWide={true}>
      <Select
        {...useControl(node)}
        options={options}
        value={value}
        isOptional={!form.required}
        onValue={(next) =>
          edit(next === undefined ? { kind: "remove", path } : { kind: "set", path, value: next })
        }
      />
    </Row>
  );
}

function ComparedColumn({ node }: NodeProps) {
  return <OneOf node={node} options={[...new Set(pointColumns(useStudy().draft))]} />;
}

function StopMetric({ node }: NodeProps) {
  const { draft, plan } = useStudy();
  return <OneOf node={node} options={knownMetrics(draft, plan)} />;
}

function knownMetrics(draft: Draft, plan: StudyPlan | undefined): readonly string[] {
  const own = textsOf(draft.metrics);
  return own.length > 0 ? own : (plan?.metrics.map(columnName) ?? []);
}

export function startOfStop(draft: Draft, plan: StudyPlan | undefined): unknown {
  const [metric] = knownMetrics(draft, plan);
  return metric === undefined ? undefined : { metric, halfWidth: 1 };
}

/** In the unit of the metric. */
function StopWidth({ node }: NodeProps) {
  const [, unit = ""] = / in (\S+)$/.exec(textAt(useStudy().draft, "stop", "metric") ?? "") ?? [];
  return <ScalarField node={{ ...node, form: { ...node.form, unit } }} />;
}

export function startOfSearch(draft: Draft): unknown {
  const column = axisColumns(draft).at(-1);
  return column === undefined ? undefined : { over: [column], goal: "minimize", of: column, subjectTo: [] };
}

function SearchedColumns({ node }: NodeProps) {
  const { edit } = useFormFacts();
  const { id } = useControl(node);
  const columns = axisColumns(useStudy().draft);
  return (
    <Row node={node} isWide={true}>
      <Marks
        id={id}
        options={columns}
        value={node.value}
        onValue={(marked) => edit({ kind: "set", path: node.path, value: marked })}
      />
    </Row>
  );
}

function SearchedMetric({ node }: NodeProps) {
  const { edit } = useFormFacts();
  const { metricList } = useStudy();
  return (
    <Row node={node} isWide={true}>
      <TextInput
        {...useControl(node)}
        lines={false}
        list={metricList}
        text={typeof node.value === "string" ? node.value : ""}
        onText={(text) => edit({ kind: "set", path: node.path, value: text.trim() })}
      />
    </Row>
  );
}

/** A column has one value at a point, for all seeds. */
function SearchedSeeds({ node }: NodeProps) {
  const { draft } = useStudy();
  const isColumn = axisColumns(draft).includes(textAt(draft, "search", "of") ?? "");
  return isColumn ? null : <ScalarField node={node} />;
}

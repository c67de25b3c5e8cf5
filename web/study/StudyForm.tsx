import { useId } from "react";
import { dictionaryOf } from "../../lib/metrics/dictionary.ts";
import { fieldsOf } from "../../lib/scenarioFields/describe.ts";
import type { ScenarioError } from "../../scenarios/base/messages.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { translatedMessage } from "../text/message.ts";
import { t } from "../text/t.ts";
import {
  axisLines,
  type Draft,
  numberAt,
  resampleField,
  textsOf,
  withAxis,
  withField,
  withoutAxis,
  withoutSet,
} from "./draft.ts";
import { Group, NumberField, Suggestions, TextField } from "./formFields.tsx";
import { SearchFields } from "./SearchFields.tsx";

interface StudyFormProps {
  readonly draft: Draft;
  /** The first of the study; undefined: it is not loaded. */
  readonly scenario: Scenario | undefined;
  readonly errors: readonly ScenarioError[];
  readonly onChange: (draft: Draft) => void;
}

/** What is varied, measured and run. What it cannot say stands in the study's file and is kept. */
export function StudyForm({ draft, scenario, errors, onChange }: StudyFormProps) {
  const fields = useId();
  const metrics = useId();
  const set = (path: readonly string[], value: unknown) => onChange(withField(draft, path, value));
  return (
    <div className="sweep-form">
      <Suggestions
        id={fields}
        values={["contexts", ...(scenario === undefined ? [] : fieldsOf(scenario).map(({ name }) => name))]}
      />
      <Suggestions id={metrics} values={scenario === undefined ? [] : [...dictionaryOf(scenario).keys()]} />
      <Group title={t("What is varied")}>
        {axisLines(draft).map((axis, at) =>
          axis === undefined ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: an axis is its place
            <p key={at} className="sweep-form__other">
              {t("A table or lists that go together: changed in the file.")}
            </p>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: an axis is its place
            <div key={at} className="sweep-form__axis">
              <TextField
                label={t("Field {number}", { number: at + 1 })}
                value={axis.field}
                list={fields}
                onCommit={(field) => onChange(withAxis(draft, at, { ...axis, field }))}
              />
              <TextField
                label={t("Values of {field}", { field: axis.field })}
                value={axis.values}
                isMono
                onCommit={(values) => onChange(withAxis(draft, at, { ...axis, values }))}
              />
              <button
                type="button"
                className="btn btn--ghost btn--icon"
                aria-label={t("Take {field} away", { field: axis.field })}
                onClick={() => onChange(withoutAxis(draft, at))}
              >
                ×
              </button>
            </div>
          ),
        )}
        <button
          type="button"
          className="btn btn--small"
          onClick={() => onChange(withAxis(draft, axisLines(draft).length, { field: "seed", values: "1" }))}
        >
          {t("Vary another field")}
        </button>
      </Group>
      <Group title={t("What is measured")}>
        {textsOf(draft.metrics).map((metric, at, all) => (
          <TextField
            // biome-ignore lint/suspicious/noArrayIndexKey: a metric is its place
            key={at}
            label={t("Measure {number}", { number: at + 1 })}
            value={metric}
            list={metrics}
            isMono
            onCommit={(text) => set(["metrics"], text === "" ? all.toSpliced(at, 1) : all.with(at, text))}
          />
        ))}
        <TextField
          label={t("Another measure")}
          value=""
          placeholder={
            textsOf(draft.metrics).length === 0
              ? t("loss, rate, latency, interrupts, load")
              : t("Another measure")
          }
          list={metrics}
          isMono
          onCommit={(text) => text !== "" && set(["metrics"], [...textsOf(draft.metrics), text])}
        />
        <LossCauses draft={draft} scenario={scenario} onChange={onChange} />
      </Group>
      <Group title={t("Each run")}>
        <NumberField
          label={t("Length in cycles")}
          value={numberAt(draft, "set", "runCycles") ?? scenario?.runCycles}
          onCommit={(value) => set(["set", "runCycles"], value)}
        />
        <NumberField
          label={t("Warm-up in cycles")}
          value={numberAt(draft, "warmUpCycles") ?? 0}
          onCommit={(value) => set(["warmUpCycles"], value)}
        />
        <NumberField
          label={t("Seeds")}
          value={numberAt(draft, "seeds", "count") ?? 10}
          onCommit={(value) => set(["seeds", "count"], value)}
        />
        <Blocks draft={draft} scenario={scenario} onChange={onChange} />
        <StopRule draft={draft} onChange={onChange} />
      </Group>
      <SearchFields draft={draft} metrics={metrics} onChange={onChange} />
      {errors.length === 0 ? null : (
        <ul className="sweep-form__errors" role="alert">
          {errors.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              <span className="loss">✕ </span>
              <code>{field}</code> {translatedMessage(message)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Of recorded traffic, which is the same with every seed unless it is resampled. */
function Blocks({ draft, scenario, onChange }: Pick<StudyFormProps, "draft" | "scenario" | "onChange">) {
  return scenario?.traffic.map((one, index) =>
    one.kind === "trace" ? (
      <NumberField
        // biome-ignore lint/suspicious/noArrayIndexKey: traffic is its place
        key={index}
        label={t("Resampled in blocks of so many packets")}
        value={numberAt(draft, "set", resampleField(index), "blockEvents") ?? one.resample?.blockEvents}
        onCommit={(blockEvents) => onChange(withField(draft, ["set", resampleField(index)], { blockEvents }))}
        onClear={() => onChange(withoutSet(draft, resampleField(index)))}
      />
    ) : null,
  );
}

function LossCauses({ draft, scenario, onChange }: Pick<StudyFormProps, "draft" | "scenario" | "onChange">) {
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

function StopRule({ draft, onChange }: Pick<StudyFormProps, "draft" | "onChange">) {
  const isOn = typeof draft.stop === "object" && draft.stop !== null;
  const metric = textsOf(draft.metrics)[0];
  return (
    <>
      <label className="sweep-form__check">
        <input
          type="checkbox"
          checked={isOn}
          disabled={!isOn && metric === undefined}
          onChange={(event) =>
            onChange(
              withField(draft, ["stop"], event.currentTarget.checked ? { metric, halfWidth: 1 } : undefined),
            )
          }
        />
        {t("More seeds until the interval is narrow")}
      </label>
      {isOn ? (
        <>
          <p className="sweep-form__other">{metric}</p>
          <NumberField
            label={t("Interval at most ±")}
            value={numberAt(draft, "stop", "halfWidth")}
            onCommit={(value) => onChange(withField(draft, ["stop", "halfWidth"], value))}
          />
          <NumberField
            label={t("Most seeds")}
            value={numberAt(draft, "stop", "maximumSeeds") ?? 100}
            onCommit={(value) => onChange(withField(draft, ["stop", "maximumSeeds"], value))}
          />
        </>
      ) : null}
    </>
  );
}

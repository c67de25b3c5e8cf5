import { type SubmitEvent, useId, useMemo, useRef, useState } from "react";
import { EXAMPLES, type ExampleKey, exampleColumns } from "../../../lib/sweep/column.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { MEASURE_CHARACTER_LIMIT, MEASURE_LIMIT } from "../../../scenarios/link/measures.ts";
import { useActions, useApp, useCounted } from "../../state/hooks.ts";
import { type Label, t } from "../../text/t.ts";
import { Icon } from "../../ui/Icon.tsx";
import { later } from "../../ui/later.ts";
import { useLater } from "../../ui/useLater.ts";
import type { MeasureRow } from "./measures.ts";

const EXAMPLE_TEXTS: Readonly<Record<ExampleKey, Label>> = {
  p95: "95 % of the interrupt latencies",
  late: "Interrupts later than 20 µs",
  loss: "Less than 1 % lost?",
  sent: "95 % of the send latencies",
  busy: "Load of the processors",
};

type Measures = typeof import("./measures.ts");

const lateMeasures = later(() => import("./measures.ts"));

/** The user's own measures in the language of docs/expressions.md, with their values up to the playhead. */
export function OwnMeasures({ scenario }: { readonly scenario: Scenario }) {
  const { setMeasures } = useActions();
  const texts = useApp((state) => state.measures);
  const warmUpCycles = useApp((state) => state.warmUpCycles);
  const counted = useCounted();
  const [isTyped, setTyped] = useState(false);
  const measures = useLater(lateMeasures, isTyped || texts.length > 0);
  const rows = useMemo(
    () => measures?.measureRows(scenario, texts, counted?.measured),
    [measures, scenario, texts, counted],
  );
  const examples = exampleColumns(scenario).filter((key) => !texts.includes(EXAMPLES[key]));
  const isFull = texts.length >= MEASURE_LIMIT;
  return (
    <section className="section" aria-label={t("Own measures")}>
      <div className="section__head">
        <h3>{t("Own measures")}</h3>
        <span className="section__note small pushed nowrap">
          {t("from cycle {cycle}", { cycle: counted?.warmUpCycles ?? warmUpCycles })}
        </span>
      </div>
      {texts.length === 0 ? null : measures === undefined || rows === undefined ? (
        <p className="empty">{t("loading")}</p>
      ) : (
        <ul className="measures__list" aria-label={t("Own measures")}>
          {rows.map((row) => (
            <Measure
              key={row.text}
              row={row}
              measures={measures}
              onRemove={() => setMeasures(texts.filter((one) => one !== row.text))}
            />
          ))}
        </ul>
      )}
      {isFull ? null : (
        <MeasureForm
          scenario={scenario}
          known={texts}
          measures={measures}
          onTyped={() => setTyped(true)}
          onAdd={(text) => setMeasures([...texts, text])}
        />
      )}
      {isFull || examples.length === 0 ? null : (
        <ul className="measures__examples flex wrap gap-1 above-2" aria-label={t("Examples of measures")}>
          {examples.map((key) => (
            <li key={key}>
              <button
                type="button"
                className="btn btn--small"
                title={EXAMPLES[key]}
                onClick={() => setMeasures([...texts, EXAMPLES[key]])}
              >
                <Icon name="add" />
                <span>{t(EXAMPLE_TEXTS[key])}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface MeasureProps {
  readonly row: MeasureRow;
  readonly measures: Measures;
  readonly onRemove: () => void;
}

function Measure({ row, measures, onRemove }: MeasureProps) {
  return (
    <li className="measures__item grid middle t-12">
      <code className="measures__name anywhere">{"fault" in row ? row.text : row.name}</code>
      {"fault" in row ? (
        <span className="measures__error t-12 ink-drop anywhere">
          <span className="loss" aria-hidden="true">
            ✕{" "}
          </span>
          {row.fault}
        </span>
      ) : (
        <output className="mono w-600 nowrap">{measures.measureText(row)}</output>
      )}
      <button
        type="button"
        className="btn btn--ghost btn--small btn--icon"
        aria-label={t("Take {field} away", { field: row.text })}
        title={t("Remove")}
        onClick={onRemove}
      >
        <Icon name="trash" />
      </button>
    </li>
  );
}

interface MeasureFormProps {
  readonly scenario: Scenario;
  readonly known: readonly string[];
  /** Undefined if it is not loaded. */
  readonly measures: Measures | undefined;
  readonly onTyped: () => void;
  readonly onAdd: (text: string) => void;
}

function MeasureForm({ scenario, known, measures, onTyped, onAdd }: MeasureFormProps) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string | undefined>(undefined);
  const field = useRef<HTMLInputElement>(null);
  const errorId = useId();
  const listId = useId();
  const suggestions = useMemo(() => measures?.suggestedMeasures(scenario) ?? [], [measures, scenario]);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const { newMeasure } = await lateMeasures.load();
    const read = newMeasure(scenario, text, known);
    if (!read.ok) {
      setError(read.message);
      field.current?.focus();
      return;
    }
    setText("");
    setError(undefined);
    onAdd(read.text);
  }

  return (
    <form className="grid gap-2 above-2" onSubmit={(event) => void submit(event)} noValidate>
      <datalist id={listId}>
        {suggestions.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <span className="measures__row flex wrap gap-2">
        <input
          ref={field}
          className="field mono"
          aria-label={t("Another measure")}
          placeholder={t("a metric or an expression")}
          value={text}
          list={listId}
          maxLength={MEASURE_CHARACTER_LIMIT}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId}
          onFocus={onTyped}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setError(undefined);
          }}
        />
        <button type="submit" className="btn btn--small">
          {t("Add")}
        </button>
      </span>
      {error === undefined ? null : (
        <p className="measures__error t-12 ink-drop anywhere" id={errorId} role="alert">
          {error}
        </p>
      )}
    </form>
  );
}

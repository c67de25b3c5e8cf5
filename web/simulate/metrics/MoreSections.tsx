import { type ReactNode, type SubmitEvent, useId, useRef, useState } from "react";
import { together } from "../../../lib/metrics/distributions.ts";
import type { Metrics } from "../../../lib/metrics/metrics.ts";
import { DEADLINE, deadlinesOf, type KeptDeadline } from "../../../lib/metrics/registry/deadline.ts";
import { HELD, type HeldPlace, heldAt } from "../../../lib/metrics/registry/held.ts";
import { APART_IN_PANEL, LATENCY, latencyShown } from "../../../lib/metrics/registry/latency.ts";
import { type ToldApart, toldApart, worthTelling } from "../../../lib/metrics/toldApart.ts";
import { readNumber } from "../../../lib/settings/numberText.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { useActions, useApp, useLive } from "../../state/hooks.ts";
import { t } from "../../text/t.ts";
import { formatInteger, formatPercent, quantityText } from "../../ui/format.ts";
import { MissList } from "../../why/MissList.tsx";
import { type Column, columnsOf } from "./metricRows.ts";
import { countedCycles } from "./metricsText.ts";
import { OwnMeasures } from "./OwnMeasures.tsx";

interface MoreSectionsProps {
  /** Undefined if the warm-up has not ended. */
  readonly metrics: Metrics | undefined;
  readonly scenario: Scenario;
}

/**
 * Sections that the first page does not need: own measures, deadlines, separate latencies and high-water
 * marks.
 */
export function MoreSections({ metrics, scenario }: MoreSectionsProps) {
  return (
    <>
      <OwnMeasures scenario={scenario} />
      {metrics === undefined ? null : (
        <>
          <DeadlineSection metrics={metrics} scenario={scenario} />
          <ApartSection metrics={metrics} scenario={scenario} />
          <HeldSection metrics={metrics} scenario={scenario} />
        </>
      )}
    </>
  );
}

interface MetricRow {
  readonly key: string;
  readonly name: string;
  /** Keyed by column. */
  readonly values: object;
  /** Below the name. */
  readonly below?: ReactNode;
  /** Follows the columns. */
  readonly more?: ReactNode;
}

/** A section with a table: a row for each subject, a column for each metric. */
function MetricColumns({
  title,
  note,
  subject,
  columns,
  more,
  rows,
  foot,
}: {
  readonly title: string;
  readonly note: string;
  readonly subject: string;
  readonly columns: readonly Column[];
  /** Heading of the cells after the columns. */
  readonly more?: string;
  readonly rows: readonly MetricRow[];
  /** Below the table. */
  readonly foot?: ReactNode;
}) {
  if (rows.length === 0) return null;
  return (
    <section className="section" aria-label={title}>
      <div className="section__head">
        <h3>{title}</h3>
        <span className="section__note small pushed nowrap">{note}</span>
      </div>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{subject}</th>
            {columns.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
            {more === undefined ? null : <th scope="col">{more}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, values, below, more: behind }) => (
            <tr key={key}>
              <th scope="row">
                {name}
                {below}
              </th>
              {columns.map((column) => (
                <td key={column.key} className="mono">
                  {column.text(values)}
                </td>
              ))}
              {more === undefined ? null : <td className="mono">{behind}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {foot}
    </section>
  );
}

/** The results of lines and threads with a deadline. A click opens the start of the first miss or of the longest time.
 */
function DeadlineSection({ metrics, scenario }: { readonly metrics: Metrics; readonly scenario: Scenario }) {
  return (
    <MetricColumns
      title={t("Deadlines")}
      note={t("cycles, from cycle {cycle}", { cycle: metrics.fromCycle })}
      subject={t("of")}
      columns={columnsOf(DEADLINE, scenario.machine, countedCycles(metrics), []).filter(
        ({ key }) => key !== "count",
      )}
      rows={deadlinesOf(scenario, metrics.marks, metrics.toldApart)
        .filter(({ deadlineCycles }) => deadlineCycles > 0)
        .map((one) => ({
          key: `${one.of} ${one.name}`,
          name:
            one.of === "line"
              ? t("line {name}", { name: one.name })
              : t("response of {name}", { name: one.name }),
          values: { ...one, misses: one.missed },
          below: <Begins deadline={one} />,
        }))}
      foot={<MissList scenario={scenario} warmUpCycles={metrics.fromCycle} />}
    />
  );
}

function Begins({ deadline: { firstMissedFrom, longestFrom } }: { readonly deadline: KeptDeadline }) {
  const { seek } = useActions();
  const places = [
    [t("first miss"), firstMissedFrom],
    [t("longest"), firstMissedFrom === undefined ? undefined : longestFrom],
  ] as const;
  return places.map(([name, cycle]) =>
    cycle === undefined ? null : (
      <div key={name}>
        <button type="button" className="btn btn--small" onClick={() => seek(cycle)}>
          {name}: {formatInteger(cycle)}
        </button>
      </div>
    ),
  );
}

function apartName({ by, name, direction }: ToldApart): string {
  switch (by) {
    case "line":
      return t("line {name}", { name });
    case "priority":
      return t("lines of priority {name}", { name });
    case "nic":
      return direction === "receive" ? t("{name}, received", { name }) : t("{name}, sent", { name });
    case "traffic":
      return t("traffic {name}", { name: String(Number(name) + 1) });
    case "thread":
      return t("response of {name}", { name });
    case "timer":
      return t("timer interrupt of {name}", { name });
    case "software":
      return t("software interrupt of {name}", { name });
    case "request":
      return t("{name}, requests answered", { name });
  }
}

/** Latencies of lines, priorities, cards and traffic, if there are several, and the responses of threads. */
function ApartSection({ metrics, scenario }: { readonly metrics: Metrics; readonly scenario: Scenario }) {
  const found = toldApart(scenario)
    .map((apart) => ({
      by: apart.by,
      apart,
      distribution: together(apart.indices.flatMap((index) => metrics.toldApart[apart.kind][index] ?? [])),
    }))
    .filter(({ distribution }) => distribution.count > 0);
  return (
    <MetricColumns
      title={t("Latencies apart")}
      note={t("cycles, from cycle {cycle}", { cycle: metrics.fromCycle })}
      subject={t("of")}
      columns={columnsOf(LATENCY, scenario.machine, countedCycles(metrics), []).filter(({ key }) =>
        APART_IN_PANEL.has(key),
      )}
      rows={worthTelling(found).map(({ apart, distribution }) => ({
        key: `${apart.by} ${apart.name} ${apart.direction ?? ""}`,
        name: apartName(apart),
        values: Object.fromEntries(
          Object.keys(LATENCY).map((key) => [key, Math.round(latencyShown(distribution, key))]),
        ),
      }))}
    />
  );
}

function heldName({ kind, name, ring = 0 }: HeldPlace): string {
  switch (kind) {
    case "ring":
      return ring === 0
        ? t("ring of {name}, frames", { name })
        : t("ring {ring} of {name}, frames", { name, ring });
    case "fifo":
      return t("FIFO of {name}, bytes", { name });
    case "send-queue":
      return t("send queue of {name}, frames", { name });
    case "queue":
      return t("queue {name}, packets", { name });
    case "disk-queue":
      return t("disk {name}, requests", { name });
    case "stack":
      return t("stack of {name}, bytes", { name });
  }
}

/** The greatest fill of rings, FIFOs, queues and stacks. Omits places that were always empty. */
function HeldSection({ metrics, scenario }: { readonly metrics: Metrics; readonly scenario: Scenario }) {
  return (
    <MetricColumns
      title={t("High-water marks")}
      note={t("from cycle {cycle}", { cycle: metrics.fromCycle })}
      subject={t("place")}
      columns={columnsOf(HELD, scenario.machine, countedCycles(metrics), [])}
      more={t("of its room")}
      rows={heldAt(scenario, metrics.marks)
        .filter(({ most }) => most > 0)
        .map(({ place, most }) => ({
          key: `${place.kind} ${place.name} ${place.ring ?? 0}`,
          name: heldName(place),
          values: { maximum: most, capacity: place.capacity },
          more: quantityText(formatPercent(most / place.capacity)),
        }))}
    />
  );
}

/** Sets the cycle from which the panel counts. */
export function WarmUpForm({ onDone }: { readonly onDone: () => void }) {
  const { setWarmUp } = useActions();
  const warmUpCycles = useApp((state) => state.warmUpCycles);
  const endCycle = useApp((state) => state.endCycle);
  const { playhead } = useLive();
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string | undefined>(undefined);
  const errorId = useId();

  function take(cycle: number): void {
    // The same limit as in the command: a part of the run must remain.
    const isInside = Number.isInteger(cycle) && cycle >= 0 && cycle < endCycle;
    setError(
      isInside ? undefined : t("cycle: a whole number before the end of the run, {endCycle}", { endCycle }),
    );
    if (!isInside) {
      field.current?.focus();
      return;
    }
    onDone();
    setWarmUp(cycle).catch(() => undefined); // main.tsx reports code that could not be loaded
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    take(readNumber(field.current?.value ?? "") ?? Number.NaN);
  }

  return (
    <form className="grid gap-2 above-2" onSubmit={submit} noValidate>
      <label className="grid gap-1 t-12 ink-2">
        <span>{t("Count from cycle")}</span>
        <input
          ref={field}
          className="field mono"
          inputMode="decimal"
          defaultValue={warmUpCycles}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId}
        />
      </label>
      {error === undefined ? null : (
        <p className="measures__error t-12 ink-drop anywhere" id={errorId} role="alert">
          {error}
        </p>
      )}
      <span className="measures__row flex wrap gap-2">
        <button type="submit" className="btn btn--primary btn--small">
          {t("Apply")}
        </button>
        <button type="button" className="btn btn--small" onClick={() => take(playhead.get())}>
          {t("From the playhead")}
        </button>
      </span>
      <p className="empty">
        {t(
          "The warm-up before it is left out of the numbers below, but not of findings, as by irqscope run --warm-up.",
        )}
      </p>
    </form>
  );
}

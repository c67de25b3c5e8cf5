/** The interrupt controller with its lines, and the entry sequence. */
import { type ComponentType, useState } from "react";
import { partText } from "../../../scenarios/story/parts.ts";
import type { MachineView } from "../../engine/protocol.ts";
import { t, translated } from "../../text/t.ts";
import { formatSignificant, perSecondText } from "../../ui/format.ts";
import { Term } from "../../ui/Term.tsx";
import {
  elapsedText,
  entryEndText,
  entryMark,
  entrySequence,
  meanEntry,
  runningRows,
  shownCpu,
} from "./entry.ts";
import { TRIGGER_TEXT } from "./labels.ts";
import { foldLines, type LineRow, lineRows, pendingCount } from "./lines.ts";
import type { MachineInfo } from "./machineInfo.ts";
import { placeOfCpu } from "./places.ts";
import { rateRows, type StageRates } from "./rates.ts";
import { FoldButton } from "./StageButtons.tsx";

interface InterruptControllerProps {
  readonly view: MachineView;
  readonly facts: MachineInfo;
  readonly rates: StageRates | undefined;
  readonly hasHarts: boolean;
  /** The parts that only harts have. */
  readonly Harts: ComponentType<Omit<InterruptControllerProps, "Harts" | "hasHarts">> | undefined;
}

export function InterruptController({ view, facts, rates, hasHarts, Harts }: InterruptControllerProps) {
  const [isOpen, setOpen] = useState(false);
  const states = lineRows(view, facts);
  const all = rates === undefined ? states : rateRows(states, rates);
  // A line that starts no thread is a source of the PLIC, if there is one.
  const rows = hasHarts ? all.filter(({ soft }, line) => soft || facts.lines[line]?.contexts.length) : all;
  const { shown, folded } = foldLines(rows);
  const pending = pendingCount(folded);
  return (
    <div className="controller stack slim" data-part="controller">
      {rows.length === 0 && !hasHarts ? (
        <p className="stage__none small">{t("No lines: nothing interrupts.")}</p>
      ) : null}
      {rows.length === 0 ? null : (
        <ul className="lines rigid" id="lines" aria-label={t("Interrupt lines")} data-open={isOpen}>
          {(isOpen ? rows : shown).map((row) => (
            <Line key={row.key} row={row} />
          ))}
        </ul>
      )}
      {folded.length === 0 ? null : (
        <FoldButton open={isOpen} onToggle={() => setOpen(!isOpen)} controls="lines">
          {isOpen ? t("fewer lines") : t("{folded} more lines", { folded: folded.length })}
          {isOpen || pending === 0 ? null : (
            <b className="fold__note pushed t-11 w-600" title={t("{pending} pending", { pending })}>
              <i className="lines__dot rigid" aria-hidden="true" />
              <span aria-hidden="true">{pending}</span>
              <span className="sr-only">, {t("{pending} pending", { pending })}</span>
            </b>
          )}
        </FoldButton>
      )}
      {hasHarts && rows.length === 0 ? null : <EntryList view={view} facts={facts} rates={rates} />}
      {Harts === undefined ? null : <Harts view={view} facts={facts} rates={rates} />}
    </div>
  );
}

/** Hides words that do not fit beside the name, the last ones first. The dot shows the state. If the target needs the
 * room, only the hollow dot shows a clear line. */
function Line({ row }: { readonly row: LineRow }) {
  const isQuiet = row.target !== undefined && row.state === "clear" && row.isRate !== true;
  return (
    <li
      data-state={row.state}
      data-soft={row.soft}
      data-part={partText(row.soft ? "thread" : "line", row.name)}
    >
      <i className="lines__dot rigid" aria-hidden="true" />
      <span className="lines__words flex wrap fill clip">
        <span className="lines__name ends w-600" title={translated(row.name)}>
          {translated(row.name)}
        </span>
        {row.target === undefined ? null : (
          <span className="lines__target small">
            <span aria-hidden="true">→ </span>
            <span className="sr-only">{t("goes to")} </span>
            {row.target}
          </span>
        )}
        {row.targetContext === undefined ? null : (
          <span className="lines__target small">· {row.targetContext}</span>
        )}
        {row.soft ? (
          <span className="lines__soft opt t-10 ink-3">
            <Term id="softirq">{t("soft")}</Term>
          </span>
        ) : null}
        {row.trigger === undefined ? null : (
          <span className={isUsual(row) ? "sr-only" : "lines__soft opt t-10 ink-3"}>
            {TRIGGER_TEXT[row.trigger]}
          </span>
        )}
        <span className={isQuiet ? "sr-only" : "lines__state small"}>{row.text}</span>
      </span>
      <span className="mono lines__priority t-11 to-right">
        {t("P{priority}", { priority: row.priority })}
      </span>
    </li>
  );
}

/** The most common trigger is only read out by screen readers if the target is shown beside it. */
function isUsual({ trigger, target }: LineRow): boolean {
  return trigger === "level" && target !== undefined;
}

interface EntryListProps {
  readonly view: MachineView;
  readonly facts: MachineInfo;
  readonly rates: StageRates | undefined;
}

function EntryList({ view, facts, rates }: EntryListProps) {
  const [shown, show] = useState(0);
  const cpu = shownCpu(view, shown);
  if (cpu !== shown) show(cpu);
  const sequence = rates === undefined ? entrySequence(view, cpu, facts) : meanEntry(rates, facts);
  const rows = rates === undefined ? runningRows(sequence) : sequence.rows;
  const target = sequence.thread === undefined ? undefined : facts.threads[sequence.thread]?.name;
  return (
    <div className="entry" data-part="entry" data-under-way={sequence.underWay}>
      <h3 className="entry__head line apart t-12 w-600">
        <Term id="entry-sequence">{t("Entry sequence")}</Term>{" "}
        <span className="dim">
          {rates === undefined
            ? (placeOfCpu(cpu, view, facts) ?? t("cycles"))
            : perSecondText(rates.interruptsPerSecond)}
        </span>
      </h3>
      {rows.length === 0 ? null : (
        <ol className="entry__steps above-1">
          {rows.map((row, index) => (
            <li
              key={row.key}
              className="grid middle gap-2 t-12 ink-2 nowrap"
              data-state={row.state}
              aria-current={row.state === "current" ? "step" : undefined}
            >
              <span className="entry__mark grid centre ink-3 hair-2" aria-hidden="true">
                {entryMark(row, index + 1)}
              </span>
              <span
                className="entry__label ends"
                title={row.state === "past" ? t("no registers in memory now") : undefined}
              >
                {row.label}
              </span>
              {row.state === "left-out" ? <span className="sr-only">{t("left out")}</span> : null}
              {row.state === "past" ? (
                <span className="sr-only">{t("no registers in memory now")}</span>
              ) : null}
              <span className="mono entry__cycles small" title={row.note}>
                {row.cyclesText}
                {row.note === undefined ? null : <span className="sr-only">, {row.note}</span>}
              </span>
            </li>
          ))}
        </ol>
      )}
      <p className="entry__total flex apart gap-2 t-12 ink-2 nowrap">
        <span title={target}>{rates === undefined ? entryEndText(sequence, facts) : t("mean")}</span>
        <span className="mono">
          {rates === undefined
            ? elapsedText(sequence.elapsedCycles, sequence.totalCycles)
            : `${formatSignificant(rates.entry.cycles)} ${t("cycles")}`}
        </span>
      </p>
    </div>
  );
}

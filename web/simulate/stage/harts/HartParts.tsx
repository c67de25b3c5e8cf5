/** Parts of the stage that only machines with harts have: their interrupt controllers, and the steps of their traps. */
import { type ReactNode, useState } from "react";
import { causeOf } from "../../../../lib/events/traps.ts";
import type { WhyTarget } from "../../../../lib/why/why.ts";
import { partText } from "../../../../scenarios/story/parts.ts";
import type { MachineView } from "../../../engine/protocol.ts";
import { useActions } from "../../../state/hooks.ts";
import { t } from "../../../text/t.ts";
import { formatInteger, formatSignificant, perSecondText } from "../../../ui/format.ts";
import type { EntryRow } from "../entry.ts";
import type { MachineInfo } from "../machineInfo.ts";
import type { StageRates } from "../rates.ts";
import {
  causeText,
  hartsOf,
  shownHart,
  sourceRows,
  targetRows,
  timeOf,
  timerRows,
  toHandlerText,
  trapSteps,
} from "./harts.ts";
import "./harts.css";

interface HartPartsProps {
  readonly view: MachineView;
  readonly facts: MachineInfo;
  readonly rates: StageRates | undefined;
}

/** Shown among the devices. */
function Clint({ view, facts, rates }: HartPartsProps) {
  const harts = hartsOf(facts);
  const time = timeOf(view, harts);
  return (
    <ul className="devices clint" aria-label={t("CLINT")}>
      <li className="device">
        <b>{t("CLINT")}</b>
        <span className="to-right">
          {t("mtime")}{" "}
          <span className="mono">{time === undefined ? "\u2013" : formatInteger(Number(time))}</span>
        </span>
        {rates !== undefined
          ? null
          : timerRows(view, harts).map((row) => (
              <span
                className="device__line hart__row flex apart gap-2 across nowrap"
                key={row.name}
                data-due={row.isDue}
              >
                {harts.length === 1 ? null : (
                  <span className="device__state fill ends ink-2" title={row.name}>
                    {row.name}
                  </span>
                )}
                <Bit
                  of={row.isDue ? { source: "timer", thread: row.thread, cycle: view.cycle } : undefined}
                  title={t("mtimecmp {value}", { value: row.mtimecmp })}
                >
                  {row.text}
                </Bit>
                <span className="hart__bit ink-3" data-set={row.msip}>
                  <Bit
                    of={row.msip ? { source: "software", thread: row.thread, cycle: view.cycle } : undefined}
                  >
                    {t("msip")} <span className="mono">{row.msip ? 1 : 0}</span>
                  </Bit>
                </span>
              </span>
            ))}
      </li>
    </ul>
  );
}

type Pending = Omit<Extract<WhyTarget, { readonly what: "pending" }>, "what">;

/** A pending interrupt leads to the reason why it is pending. */
function Bit({
  of,
  title,
  children,
}: {
  readonly of: Pending | undefined;
  readonly title?: string;
  readonly children: ReactNode;
}) {
  const { askWhy } = useActions();
  if (of === undefined) return <span title={title}>{children}</span>;
  return (
    <button
      type="button"
      className="term press"
      title={title === undefined ? t("Why?") : `${title}. ${t("Why?")}`}
      onClick={() => askWhy({ what: "pending", ...of })}
    >
      {children}
    </button>
  );
}

/** Traps in the column of the interrupt controller. */
function Traps({ view, facts, rates }: HartPartsProps) {
  return (
    <>
      <Plic view={view} facts={facts} rates={rates} />
      <TrapList view={view} facts={facts} rates={rates} />
    </>
  );
}

function Plic({ view, facts, rates }: HartPartsProps) {
  const harts = hartsOf(facts);
  const rows = sourceRows(view, facts, harts);
  if (rows.length === 0) return null;
  return (
    <div className="plic">
      <h3 className="entry__head line apart t-12 w-600">
        PLIC <span className="dim">{t("source, priority")}</span>
      </h3>
      <ul className="lines rigid" aria-label={t("Sources of the PLIC")}>
        {rows.map((row) => (
          <li key={row.source} data-state={row.state} data-part={partText("line", row.name)}>
            <i className="lines__dot rigid" aria-hidden="true" />
            <span className="lines__words flex wrap fill clip">
              <span className="lines__name ends w-600" title={row.name}>
                {row.name}
              </span>
              {row.bound.length === 0 ? null : (
                <span className="lines__target small">
                  <span aria-hidden="true">→ </span>
                  <span className="sr-only">{t("goes to")} </span>
                  {t("{harts} by mline", { harts: row.bound.join(", ") })}
                </span>
              )}
              <span className="lines__state small slim cut">
                {rates === undefined ? row.text : perSecondText(rates.lines[row.line] ?? 0)}
              </span>
            </span>
            <span
              className="mono lines__priority t-11 to-right"
              title={t("source {source}", { source: row.source })}
            >
              {row.isOfPlic ? (
                <>
                  <span className="dim">{row.source}</span> P{row.priority}
                </>
              ) : (
                t("mline")
              )}
            </span>
          </li>
        ))}
      </ul>
      {targetRows(view, harts).map((row) => (
        <p className="hart__row hart__target flex apart gap-2 t-11 ink-2 nowrap" key={row.name}>
          {harts.length === 1 ? null : (
            <span className="fill ends" title={row.name}>
              {row.name}
            </span>
          )}
          <span>
            {t("enables")} <span className="mono">{row.enables}</span>
          </span>
          <span>
            {t("threshold")} <span className="mono">{row.threshold}</span>
          </span>
        </p>
      ))}
    </div>
  );
}

function TrapList({ view, facts, rates }: HartPartsProps) {
  const [shown, show] = useState(0);
  const harts = hartsOf(facts);
  const index = shownHart(view, harts, shown);
  if (index !== shown) show(index);
  const hart = harts[index];
  if (hart === undefined) return null;
  const { rows, underWay, trap } = trapSteps(view, hart);
  const isAlone = facts.threads.every(({ start }) => start === "always");
  const named = harts.length > 1 ? t("Traps of {hart}", { hart: hart.name }) : t("Traps");
  return (
    <div
      className="entry traps"
      data-part={isAlone ? "entry" : undefined}
      data-under-way={rates === undefined && underWay}
    >
      <h3 className="entry__head line apart t-12 w-600">
        <span>{named}</span>{" "}
        <span className="dim">
          {rates === undefined ? t("cycles") : perSecondText(rates.interruptsPerSecond)}
        </span>
      </h3>
      <ol className="entry__steps above-1">
        {rows.map((row, number) => (
          <Step key={row.key} row={rates === undefined ? row : meanRow(row, rates)} number={number + 1} />
        ))}
      </ol>
      {rates !== undefined ? null : (
        <>
          <p className="entry__total flex apart gap-2 t-12 ink-2 nowrap">
            <span>{t("last trap")}</span>
            <span>{trap === undefined ? "\u2013" : causeText(causeOf(trap.mcause), facts)}</span>
          </p>
          {trap === undefined ? null : (
            <p className="entry__total traps__more flex apart wrap t-12 ink-2">
              <span>{t("cycle {cycle}", { cycle: trap.cycle })}</span>
              <span>{toHandlerText(trap)}</span>
            </p>
          )}
        </>
      )}
    </div>
  );
}

/** Average length of the steps, as far as it is counted. */
function meanRow(row: EntryRow, { entry }: StageRates): EntryRow {
  const cyclesText = row.key === "drain" ? formatSignificant(entry.drainCycles) : "\u2013";
  return { ...row, state: "todo", cyclesText };
}

function Step({ row, number }: { readonly row: EntryRow; readonly number: number }) {
  return (
    <li
      className="grid middle gap-2 t-12 ink-2 nowrap"
      data-state={row.state}
      aria-current={row.state === "current" ? "step" : undefined}
    >
      <span className="entry__mark grid centre ink-3 hair-2" aria-hidden="true">
        {row.state === "done" ? "✓" : row.state === "left-out" ? "" : number}
      </span>
      <span className="entry__label ends" title={row.note}>
        {row.label}
      </span>
      {row.state === "left-out" ? <span className="sr-only">{t("left out")}</span> : null}
      <span className="mono entry__cycles small">{row.cyclesText}</span>
    </li>
  );
}

export const HART_PARTS = { Clint, Traps };

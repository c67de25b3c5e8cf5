import { useState } from "react";
import type { MachineView } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { formatSignificant } from "../../ui/format.ts";
import { perSecondText } from "../../ui/rates.ts";
import { Term } from "../../ui/Term.tsx";
import { elapsedText, entryEndText, entryMark, entrySequence, shownCpu } from "./entry.ts";
import type { MachineInfo } from "./machineInfo.ts";
import { placeOfCpu } from "./places.ts";
import type { StageRates } from "./rates.ts";
import { meanEntry } from "./rateText.ts";

interface EntryListProps {
  readonly view: MachineView;
  readonly facts: MachineInfo;
  readonly rates: StageRates | undefined;
}

export function EntryList({ view, facts, rates }: EntryListProps) {
  const [shown, show] = useState(0);
  const cpu = shownCpu(view, shown);
  if (cpu !== shown) show(cpu);
  const sequence = rates === undefined ? entrySequence(view, cpu, facts) : meanEntry(rates, facts);
  const target = sequence.thread === undefined ? undefined : facts.threads[sequence.thread]?.name;
  return (
    <div className="entry" data-part="entry" data-under-way={sequence.underWay}>
      <h3 className="entry__head">
        <Term id="entry-sequence">{t("Entry sequence")}</Term>{" "}
        <span className="dim">
          {rates === undefined
            ? (placeOfCpu(cpu, view, facts) ?? t("cycles"))
            : perSecondText(rates.interruptsPerSecond)}
        </span>
      </h3>
      <ol className="entry__steps above-1">
        {sequence.rows.map((row, index) => (
          <li
            key={row.key}
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
            {row.state === "past" ? <span className="sr-only">{t("no registers in memory now")}</span> : null}
            <span className="mono entry__cycles small" title={row.note}>
              {row.cyclesText}
              {row.note === undefined ? null : <span className="sr-only">, {row.note}</span>}
            </span>
          </li>
        ))}
      </ol>
      <p className="entry__total">
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

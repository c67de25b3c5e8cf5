import { useMemo, useState } from "react";
import { type RangeMetrics, rangeData, rangeMetrics } from "../../lib/metrics/range.ts";
import { useActions, useApp, useCell, useLive } from "../state/hooks.ts";
import { t } from "../text/t.ts";
import { dataCsv } from "../ui/dataCsv.ts";
import { saveBlob } from "../ui/saveBlob.ts";
import { rangeRows, rangeSummary } from "./rangeText.ts";
import "./study.css";
import { ToolButton } from "./ToolButton.tsx";

/** Statistics of the chosen range, in one line above the tracks. Loaded when a range is first chosen. */
export default function RangeBar() {
  const range = useApp((state) => state.range);
  const clockHertz = useApp((state) => state.scenario?.machine.clockHertz);
  const queues = useApp((state) => state.scenario?.software.queues) ?? [];
  const endCycle = useApp((state) => state.endCycle);
  const ends = useCell(useLive().range);
  const { setRange, showCycles } = useActions();
  const [showsTable, setShowsTable] = useState(false);
  const measured = useMemo(() => ends && rangeMetrics(ends.before, ends.after), [ends]);
  if (range === undefined || clockHertz === undefined) return null;
  const hertz = clockHertz;
  function save(shown: RangeMetrics): void {
    const csv = dataCsv(rangeData(shown, hertz, queues));
    saveBlob(`range-${shown.fromCycle}-${shown.toCycle}.csv`, new Blob([csv], { type: "text/csv" }));
  }
  const isMeasured = measured?.fromCycle === range.from && measured.toCycle === range.to;
  return (
    <section className="study rigid anchor" aria-label={t("Chosen range")} aria-busy={!isMeasured}>
      <div className="study__bar row gap-2px t-12 nowrap soft">
        <span className="study__ends row gap-1">
          <CycleInput
            key={`from ${range.from}`}
            label={t("from cycle")}
            value={range.from}
            most={endCycle}
            onChange={(from) => setRange({ from, to: range.to })}
          />
          –
          <CycleInput
            key={`to ${range.to}`}
            label={t("to cycle")}
            value={range.to}
            most={endCycle}
            onChange={(to) => setRange({ from: range.from, to })}
          />
        </span>
        <dl className="study__figures flex wrap fill clip" data-stale={!isMeasured}>
          {measured === undefined
            ? null
            : rangeSummary(measured).map(({ name, value, note, isLoss }) => (
                <div key={name} className={isLoss ? "loss" : undefined}>
                  <dt className="ink-2">{name}</dt>
                  <dd className="mono">
                    {value}
                    {note === "" ? "" : ` ${note}`}
                  </dd>
                </div>
              ))}
        </dl>
        <span className="flex pushed">
          <ToolButton
            label={t("Table of the range")}
            pressed={showsTable}
            onClick={() => setShowsTable((shown) => !shown)}
          >
            <path d="M2.5 3.5h11v9h-11zM2.5 6.5h11M2.5 9.5h11M6.5 3.5v9" />
          </ToolButton>
          {measured === undefined || !isMeasured ? null : (
            <ToolButton label={t("Save the range as CSV")} onClick={() => save(measured)}>
              <path d="M8 2.5v7M5 7l3 3 3-3M3 12.5h10" />
            </ToolButton>
          )}
          <ToolButton label={t("Show the range as a whole")} onClick={() => showCycles(range.from, range.to)}>
            <path d="M2.5 3v10M13.5 3v10M5 8h6M6.8 6 5 8l1.8 2M9.2 6 11 8l-1.8 2" />
          </ToolButton>
          <ToolButton label={t("Choose no range")} onClick={() => setRange(undefined)}>
            <path d="m4 4 8 8M12 4l-8 8" />
          </ToolButton>
        </span>
      </div>
      {showsTable && measured !== undefined ? <RangeTable range={measured} clockHertz={clockHertz} /> : null}
    </section>
  );
}

interface CycleInputProps {
  readonly label: string;
  readonly value: number;
  readonly most: number;
  readonly onChange: (cycle: number) => void;
}

/** Takes effect at Enter, or when the field loses the focus. */
function CycleInput({ label, value, most, onChange }: CycleInputProps) {
  function take(input: HTMLInputElement): void {
    const cycle = input.valueAsNumber;
    if (Number.isFinite(cycle) && cycle !== value) onChange(cycle);
  }
  return (
    <input
      className="field mono"
      type="number"
      min={0}
      max={most}
      aria-label={label}
      defaultValue={value}
      onBlur={(event) => take(event.currentTarget)}
      onKeyDown={(event) => {
        if (event.key === "Enter") take(event.currentTarget);
      }}
    />
  );
}

interface RangeTableProps {
  readonly range: RangeMetrics;
  readonly clockHertz: number;
}

function RangeTable({ range, clockHertz }: RangeTableProps) {
  const queues = useApp((state) => state.scenario?.software.queues) ?? [];
  return (
    <section
      className="study__table scroll placed t-11 surface floating"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard
      tabIndex={0}
      aria-label={t("Statistics of the range")}
    >
      <table className="wide">
        <thead>
          <tr>
            <th scope="col">{t("in the range")}</th>
            <th scope="col">{t("number or cycles")}</th>
            <th scope="col">{t("rate, share or time")}</th>
          </tr>
        </thead>
        <tbody>
          {rangeRows(range, clockHertz, queues).map(({ name, value, note, isLoss }) => (
            <tr key={name} className={isLoss ? "loss" : undefined}>
              <th scope="row">{name}</th>
              <td className="mono">{value}</td>
              <td className="mono">{note}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

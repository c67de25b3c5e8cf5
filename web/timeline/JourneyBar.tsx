import { useMemo, useState } from "react";
import type { Journey } from "../engine/protocol.ts";
import { journeyParts, lastCycleOf } from "../state/follow.ts";
import { useActions, useApp, useCell, useLive } from "../state/hooks.ts";
import { t } from "../text/t.ts";
import { useLanguage } from "../text/useLanguage.ts";
import { formatInteger, formatPercent } from "../ui/format.ts";
import { partStyle } from "../ui/latencyParts.ts";
import "./study.css";
import { fateText, journeyName, waypointName } from "./journey.ts";
import { labelsOf } from "./labels.ts";
import type { MachineLabels } from "./spec.ts";
import { ToolButton } from "./ToolButton.tsx";
import { lengthText, withUnit } from "./text.ts";

/** The followed packet or interrupt, in one line above the tracks. Loaded when something is first followed. */
export default function JourneyBar() {
  const journey = useCell(useLive().journey);
  const { followNext, showJourney, unfollow } = useActions();
  const scenario = useApp((state) => state.scenario);
  const endCycle = useApp((state) => state.endCycle);
  const [showsTable, setShowsTable] = useState(false);
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: names depend on the language
  const machine = useMemo(() => scenario && labelsOf(scenario, endCycle), [scenario, endCycle, language]);
  if (journey === undefined || machine === undefined) return null;
  const parts = journeyParts(journey).filter((one) => one.toCycle > one.fromCycle);
  const { what } = journey;
  return (
    <section
      className="study rigid anchor"
      aria-label={what === "packet" ? t("Followed packet") : t("Followed interrupt")}
    >
      <div className="study__bar row gap-2px t-12 nowrap soft">
        <ToolButton
          label={what === "packet" ? t("Previous packet") : t("Previous interrupt")}
          onClick={() => followNext(-1)}
        >
          <path d="m9.5 4-4 4 4 4" />
        </ToolButton>
        <ToolButton
          label={what === "packet" ? t("Next packet") : t("Next interrupt")}
          onClick={() => followNext(1)}
        >
          <path d="m6.5 4 4 4-4 4" />
        </ToolButton>
        <p className="study__name flex" role="status">
          <b>{journeyName(journey, machine)}</b> <span className="ink-2">{placeText(journey, machine)}</span>{" "}
          <span className={journey.fate.kind === "dropped" ? "loss" : "ink-2"}>
            {fateText(journey, machine)}
          </span>{" "}
          <span className={journey.fate.kind === "dropped" ? "ink-2" : "mono"}>
            {cyclesText(journey, machine)}
          </span>
        </p>
        {journey.parts.length === 0 ? null : (
          <ol
            className="study__parts flex wrap fill t-11 opt"
            aria-label={t(journey.fate.kind === "dropped" ? "Parts of its way" : "Parts of its latency")}
          >
            {parts.map(({ part, fromCycle, toCycle }) => {
              const { label, layer, hatched } = partStyle(part);
              return (
                <li className="row" key={part}>
                  <i className={hatched ? "swatch hatch" : "swatch"} data-layer={layer ?? "stall"} />
                  {label} <span className="mono">{formatInteger(toCycle - fromCycle)}</span>
                </li>
              );
            })}
          </ol>
        )}
        <span className="flex pushed">
          <ToolButton
            label={t("Table of its parts")}
            pressed={showsTable}
            onClick={() => setShowsTable((shown) => !shown)}
          >
            <path d="M2.5 3.5h11v9h-11zM2.5 6.5h11M2.5 9.5h11M6.5 3.5v9" />
          </ToolButton>
          <WhyButton journey={journey} />
          <ToolButton label={t("Show it as a whole")} onClick={showJourney}>
            <path d="M2.5 3v10M13.5 3v10M5 8h6M6.8 6 5 8l1.8 2M9.2 6 11 8l-1.8 2" />
          </ToolButton>
          <ToolButton label={t("Stop following")} onClick={unfollow}>
            <path d="m4 4 8 8M12 4l-8 8" />
          </ToolButton>
        </span>
      </div>
      {showsTable ? <JourneyTable journey={journey} machine={machine} /> : null}
    </section>
  );
}

function WhyButton({ journey: { what, stop, number } }: { readonly journey: Journey }) {
  const { askWhy } = useActions();
  return (
    <button type="button" className="btn btn--small" onClick={() => askWhy({ what, cycle: stop, number })}>
      {t("Why?")}
    </button>
  );
}

function placeText({ what, place, context, sizeBytes }: Journey, machine: MachineLabels): string {
  const size = sizeBytes === undefined ? "" : `${formatInteger(sizeBytes)} B`;
  const at = what === "packet" && place !== undefined ? (machine.nics[place] ?? "") : "";
  const on = context === undefined ? "" : t("on {name}", { name: machine.contexts[context]?.name ?? "" });
  return [at, size, on].filter((text) => text !== "").join(" \u00b7 ");
}

function cyclesText(journey: Journey, { clockHertz }: MachineLabels): string {
  const { fate, offeredCycle, endCycle } = journey;
  if (fate.kind === "dropped" && offeredCycle !== undefined && endCycle !== undefined) {
    const lostCycle = endCycle - 1;
    // A card without room loses a frame in the cycle in which it has arrived completely, or is to be sent.
    if (lostCycle <= offeredCycle) return t("as it was offered, in cycle {cycle}", { cycle: offeredCycle });
    return t("{length} after it was offered", { length: lengthText(lostCycle - offeredCycle, clockHertz) });
  }
  const length = lengthText(lastCycleOf(journey) - journey.beginCycle, clockHertz);
  return journey.endCycle === undefined ? t("{length} so far", { length }) : length;
}

interface JourneyTableProps {
  readonly journey: Journey;
  readonly machine: MachineLabels;
}

/** Every part, including those of length 0, so that they add up to the whole. */
function JourneyTable({ journey, machine }: JourneyTableProps) {
  const parts = journeyParts(journey);
  const end = lastCycleOf(journey);
  const whole = end - journey.beginCycle;
  return (
    <section
      className="study__table study__table--sum scroll placed t-11 surface floating"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard
      tabIndex={0}
      aria-label={t("Parts of the latency")}
    >
      <table className="wide">
        <thead>
          <tr>
            <th scope="col">{t("part")}</th>
            <th scope="col">{t("from cycle")}</th>
            <th scope="col">{t("to cycle")}</th>
            <th scope="col">{t("cycles")}</th>
            <th scope="col">{t("share")}</th>
            <th scope="col">{t("on the way")}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ part, fromCycle, toCycle }) => (
            <tr key={part}>
              <th scope="row">{partStyle(part).label}</th>
              <td className="mono">{formatInteger(fromCycle)}</td>
              <td className="mono">{formatInteger(toCycle)}</td>
              <td className="mono">{formatInteger(toCycle - fromCycle)}</td>
              <td className="mono">
                {whole === 0 ? "" : withUnit(formatPercent((toCycle - fromCycle) / whole))}
              </td>
              <td>{wayText(journey, fromCycle, toCycle)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t("whole")}</th>
            <td className="mono">{formatInteger(journey.beginCycle)}</td>
            <td className="mono">{formatInteger(end)}</td>
            <td className="mono">{formatInteger(whole)}</td>
            <td />
            <td>{lengthText(whole, machine.clockHertz)}</td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}

function wayText({ waypoints }: Journey, fromCycle: number, toCycle: number): string {
  return waypoints
    .filter(({ cycle }) => cycle >= fromCycle && cycle < toCycle)
    .map(({ kind, cycle, cycles }) =>
      cycles === undefined
        ? t("{kind} at {cycle}", { kind: waypointName(kind), cycle: formatInteger(cycle) })
        : `${waypointName(kind)} ${formatInteger(cycles)}`,
    )
    .join(", ");
}

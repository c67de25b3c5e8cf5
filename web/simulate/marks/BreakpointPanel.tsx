import type { Scenario } from "../../../scenarios/format/schema.ts";
import { BREAKPOINT_LIMIT, type Breakpoint, HIT_NUMBER_LIMIT } from "../../../scenarios/link/marks.ts";
import { watchedFor } from "../../state/breakpointHits.ts";
import { useActions, useApp, useLive, useThrottled } from "../../state/hooks.ts";
import { translatedMessage } from "../../text/message.ts";
import { t, tCount } from "../../text/t.ts";
import { Icon } from "../../ui/Icon.tsx";
import { BreakpointForm } from "./BreakpointForm.tsx";
import { conditionText } from "./conditionText.ts";
import "./marks.css";

const READING_INTERVAL_MS = 150;

/** Loaded when it is opened first. */
export default function BreakpointPanel() {
  const { setBreakpoints, runToBreakpoint } = useActions();
  const scenario = useApp((state) => state.scenario);
  const breakpoints = useApp((state) => state.breakpoints);
  const replace = (index: number, by: readonly Breakpoint[]) =>
    setBreakpoints(breakpoints.toSpliced(index, 1, ...by));
  if (scenario === undefined) return null;
  return (
    <div className="grid gap-3">
      <div className="marks__head row gap-2">
        <h2 className="grow t-13 w-600">{t("Breakpoints")}</h2>
        <button
          type="button"
          className="btn btn--small"
          disabled={breakpoints.length === 0}
          onClick={() => runToBreakpoint(-1)}
        >
          <Icon name="back" />
          {t("before")}
          <kbd>{t("⇧B")}</kbd>
        </button>
        <button
          type="button"
          className="btn btn--small"
          disabled={breakpoints.length === 0}
          onClick={() => runToBreakpoint(1)}
        >
          {t("next")}
          <Icon name="forward" />
          <kbd>{t("B")}</kbd>
        </button>
      </div>
      {breakpoints.length === 0 ? (
        <p className="note">
          {t(
            "Play stops right after the cycle in which a condition comes true, at any speed at the same cycle.",
          )}
        </p>
      ) : (
        <ul className="marks__list grid scroll-down" aria-label={t("Breakpoints")}>
          {breakpoints.map((breakpoint, index) => (
            <Row
              // Two may be the same: their place is what they are.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={index}
              breakpoint={breakpoint}
              scenario={scenario}
              onChange={(changed) => replace(index, [changed])}
              onRemove={() => replace(index, [])}
            />
          ))}
        </ul>
      )}
      {breakpoints.length < BREAKPOINT_LIMIT ? (
        <BreakpointForm
          scenario={scenario}
          onAdd={(condition) =>
            setBreakpoints([...breakpoints, { condition, fromHit: 1, everyHits: 1, enabled: true }])
          }
        />
      ) : null}
    </div>
  );
}

interface RowProps {
  readonly breakpoint: Breakpoint;
  readonly scenario: Scenario;
  readonly onChange: (breakpoint: Breakpoint) => void;
  readonly onRemove: () => void;
}

function Row({ breakpoint, scenario, onChange, onRemove }: RowProps) {
  const { condition, enabled, fromHit, everyHits } = breakpoint;
  const words = conditionText(condition, scenario);
  return (
    <li className="marks__row grid middle hair-below" data-off={!enabled}>
      <label className="marks__on row gap-2 slim press target">
        <input
          type="checkbox"
          checked={enabled}
          onChange={(event) => onChange({ ...breakpoint, enabled: event.currentTarget.checked })}
        />
        {words.isCode ? (
          <code className="mono">{condition}</code>
        ) : (
          <span className="marks__words grid slim">
            {words.text}
            <code className="mono">{condition}</code>
          </span>
        )}
      </label>
      <button
        type="button"
        className="btn btn--ghost btn--small btn--icon"
        aria-label={t("Remove {condition}", { condition })}
        title={t("Remove")}
        onClick={onRemove}
      >
        <Icon name="trash" />
      </button>
      <p className="marks__detail row wrap apart across note">
        <Hits breakpoint={breakpoint} />
        <span className="marks__counts flex gap-3">
          <CountField
            label={t("from hit")}
            of={condition}
            value={fromHit}
            onChange={(value) => onChange({ ...breakpoint, fromHit: value })}
          />
          <CountField
            label={t("every")}
            of={condition}
            value={everyHits}
            onChange={(value) => onChange({ ...breakpoint, everyHits: value })}
          />
        </span>
      </p>
    </li>
  );
}

/** How often it came true, in the part of the run that is known. */
function Hits({ breakpoint }: { readonly breakpoint: Breakpoint }) {
  const watched = useThrottled(useLive().watch, READING_INTERVAL_MS);
  const endCycle = useApp((state) => state.endCycle);
  const stop = useApp((state) => state.stop);
  const condition = watchedFor(breakpoint, watched);
  if (condition?.refused !== undefined)
    return (
      <span className="loss" role="status">
        ✕ {translatedMessage(condition.refused)}
      </span>
    );
  const count = condition?.hits.length ?? 0;
  const isHere = stop?.breakpoint.condition === breakpoint.condition;
  const known = watched.knownTo >= endCycle ? "" : ` ${t("up to cycle {cycle}", { cycle: watched.knownTo })}`;
  const full =
    condition?.fullAtCycle === undefined
      ? ""
      : `, ${t("no more are looked for from {cycle}", { cycle: condition.fullAtCycle })}`;
  return (
    <span className="marks__hits">
      {isHere
        ? t("hit {number} of {of}", { number: stop.hit, of: count })
        : tCount(count, "{count} hit", "{count} hits")}
      {known}
      {full}
    </span>
  );
}

interface CountFieldProps {
  readonly label: string;
  readonly of: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

function CountField({ label, of, value, onChange }: CountFieldProps) {
  return (
    <label>
      {label}
      <input
        className="field mono marks__count"
        type="number"
        min={1}
        max={HIT_NUMBER_LIMIT}
        value={value}
        aria-label={`${of}: ${label}`}
        onChange={(event) => {
          const read = event.currentTarget.valueAsNumber;
          if (Number.isSafeInteger(read) && read >= 1 && read <= HIT_NUMBER_LIMIT) onChange(read);
        }}
      />
    </label>
  );
}

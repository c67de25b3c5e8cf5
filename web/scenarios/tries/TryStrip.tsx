import "./tries.css";
import { useMemo } from "react";
import { useStore } from "zustand";
import type { Path } from "../../../lib/expressions/index.ts";
import {
  type EndedRun,
  type HeadlineChange,
  hasDeadlines,
  headlinesOf,
} from "../../../lib/knobs/headlines.ts";
import { offeredKnobs } from "../../../lib/knobs/offered.ts";
import { readField } from "../../../scenarios/base/fieldPath.ts";
import { useActions, useApp, useCell, useLive, useSession } from "../../state/hooks.ts";
import { translatedMessage } from "../../text/message.ts";
import { labels, t } from "../../text/t.ts";
import { Amount } from "../../ui/Amount.tsx";
import {
  formatInteger,
  formatPercent,
  formatSeconds,
  formatSignificant,
  type Quantity,
  quantityText,
} from "../../ui/format.ts";
import { Icon } from "../../ui/Icon.tsx";
import { useLater } from "../../ui/useLater.ts";
import type { Settings } from "../settings/settings.ts";
import { KnobRow } from "./KnobRow.tsx";
import { lateSettings, useFieldSetter } from "./useFieldSetter.ts";

/** Fields to try in the open scenario, and the result of the last change. */
export function TryStrip() {
  const scenario = useApp((state) => state.scenario);
  const original = useApp((state) => state.original);
  const hasBefore = useCell(useLive().before) !== undefined;
  const knobs = useMemo(() => (scenario === undefined ? [] : offeredKnobs(scenario)), [scenario]);
  const setter = useFieldSetter();
  if (knobs.length === 0 && !hasBefore) return null;
  return (
    <section className="section tries" aria-label={t("Try")} data-part="tries">
      <div className="section__head">
        <h3>{t("Try")}</h3>
        <WayBack isChanged={scenario !== original} />
      </div>
      <ul className="tries__knobs grid flush tight no-marks" onPointerEnter={prepare} onFocus={prepare}>
        {knobs.map((knob) => (
          <KnobRow
            key={knob.path.join("/")}
            knob={knob}
            original={original && readField(original, knob.path as Path)}
            setter={setter}
          />
        ))}
      </ul>
      <Refused />
      <HeadlineTable />
      {hasBefore ? <Before /> : null}
    </section>
  );
}

/** The pointer is near, so the code for a change is loaded. */
function prepare(): void {
  // main.tsx reports code that could not be loaded.
  lateSettings.load().catch(() => undefined);
}

/** The settings of this visit, once they are loaded. */
function useLoadedSettings(): Settings | undefined {
  const session = useSession();
  return useLater(lateSettings, false)?.settingsOf(session);
}

function WayBack({ isChanged }: { readonly isChanged: boolean }) {
  const settings = useLoadedSettings();
  return settings === undefined ? null : <Ways settings={settings} isChanged={isChanged} />;
}

function Ways({ settings, isChanged }: { readonly settings: Settings; readonly isChanged: boolean }) {
  const canUndo = useStore(settings.store, (state) => state.canUndo);
  return (
    <span className="row gap-1">
      <button
        type="button"
        className="btn btn--ghost btn--icon btn--small"
        aria-label={t("Undo the last change")}
        title={t("Undo the last change")}
        disabled={!canUndo}
        onClick={settings.undo}
      >
        <Icon name="undo" />
      </button>
      {isChanged ? (
        <button type="button" className="btn btn--ghost btn--small" onClick={settings.reset}>
          {t("Back to the original")}
        </button>
      ) : null}
    </span>
  );
}

/** The reason why the last change does not run. */
function Refused() {
  const settings = useLoadedSettings();
  return settings === undefined ? null : <Errors settings={settings} />;
}

function Errors({ settings }: { readonly settings: Settings }) {
  const [error] = useStore(settings.store, (state) => state.errors);
  return error === undefined ? null : (
    <p className="tries__refused t-12" role="alert">
      <span className="loss" aria-hidden="true">
        ✕{" "}
      </span>
      {t("Not applied: {reason}", { reason: `${error.field} ${translatedMessage(error.message)}` })}
    </p>
  );
}

/** Legend of the previous run in tracks and histogram, with a button that removes it. */
function Before() {
  const { forgetRunBefore } = useActions();
  return (
    <p className="tries__before row gap-2 small">
      <i className="before-line rigid" aria-hidden="true" />
      {t("Previous run: a thin line in the tracks, an outline in the histogram")}
      <button
        type="button"
        className="btn btn--ghost btn--icon btn--small"
        aria-label={t("Hide the previous run")}
        title={t("Hide the previous run")}
        onClick={forgetRunBefore}
      >
        <Icon name="close" />
      </button>
    </p>
  );
}

/** Results of the whole run, compared with those before the last change. */
function HeadlineTable() {
  const live = useLive();
  const end = useCell(live.end);
  const before = useCell(live.before);
  const clockHertz = useApp((state) => state.scenario?.machine.clockHertz);
  const ofDeadlines = useApp(({ scenario }) => scenario !== undefined && hasDeadlines(scenario));
  const was: EndedRun | undefined =
    before?.end === undefined
      ? undefined
      : { metrics: before.end, clockHertz: before.scenario.machine.clockHertz };
  const is: EndedRun | undefined =
    end === undefined || clockHertz === undefined ? undefined : { metrics: end, clockHertz };
  const shown = is ?? was;
  const rows = shown === undefined ? [] : headlinesOf(shown, was, { ofDeadlines });
  const isRunning = is === undefined;
  return (
    <>
      <table className="table headlines above-2" aria-busy={isRunning}>
        <caption className="sr-only">{t("In the whole run")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("whole run")}</th>
            {was === undefined ? null : <th scope="col">{t("before|run")}</th>}
            <th scope="col">{was === undefined ? t("now|number") : t("after|number")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 ? (
            <tr>
              <th scope="row">{t("still running")}</th>
              <td>…</td>
            </tr>
          ) : null}
          {rows.map((row) => (
            <Row key={row.key} row={row} hasBefore={was !== undefined} isRunning={isRunning} />
          ))}
        </tbody>
      </table>
      <p className="sr-only" role="status">
        {was === undefined || isRunning ? "" : rows.map(sentence).join(". ")}
      </p>
    </>
  );
}

function sentence(row: HeadlineChange): string {
  return t("{what}: {before} before, {after} after, {change}", {
    what: HEADLINE_LABEL[row.key],
    before: plain(row.unit, row.before),
    after: plain(row.unit, row.after),
    change: changeText(row),
  });
}

function plain(unit: HeadlineChange["unit"], value: number | undefined): string {
  const { value: digits, unit: of } = headlineQuantity(unit, value);
  return of === "" ? digits : `${digits} ${of}`;
}

interface RowProps {
  readonly row: HeadlineChange;
  readonly hasBefore: boolean;
  readonly isRunning: boolean;
}

function Row({ row, hasBefore, isRunning }: RowProps) {
  const { key, unit, before, after, ofBefore, ofAfter, verdict } = row;
  return (
    <tr data-headline={key}>
      <th scope="row">
        {HEADLINE_LABEL[key]}
        {hasBefore && !isRunning ? (
          <span className="headlines__change block small" data-verdict={verdict}>
            {changeText(row)}
          </span>
        ) : null}
      </th>
      {hasBefore ? (
        <td className="mono headlines__before ink-3">
          <Amount of={headlineQuantity(unit, before)} />
          <Share of={key === "lost" ? shareText(before, ofBefore) : ""} />
        </td>
      ) : null}
      <td className="mono headlines__after w-600">
        {isRunning ? (
          <span title={t("still running")}>…</span>
        ) : (
          <>
            {hasBefore ? <span aria-hidden="true">→ </span> : null}
            <Amount of={headlineQuantity(unit, after)} />
            <Share of={key === "lost" ? shareText(after, ofAfter) : ""} />
          </>
        )}
      </td>
    </tr>
  );
}

function Share({ of }: { readonly of: string }) {
  return of === "" ? null : <small className="block ink-3 w-400">{of}</small>;
}

/** Words for the results of a run. */
const HEADLINE_LABEL = labels({
  late: "late responses",
  lost: "packets lost",
  delivered: "packets delivered",
  "packet-p99": "packet latency, p99",
  "packet-mean": "packet latency, mean",
  missed: "events missed",
  "interrupt-p99": "interrupt latency, p99",
  "interrupt-mean": "interrupt latency, mean",
  ipc: "instructions per cycle",
  application: "cycles for the application",
});

/** Undefined if there is no such number. */
function headlineQuantity(unit: HeadlineChange["unit"], value: number | undefined): Quantity {
  if (value === undefined) return { value: "–", unit: "" };
  switch (unit) {
    case "seconds":
      return formatSeconds(value);
    case "share":
      return formatPercent(value);
    case "per-cycle":
      return { value: formatSignificant(value), unit: "" };
    default:
      return { value: formatInteger(value), unit: "" };
  }
}

/** "621 fewer", "12 % longer", or "6 % more per second" if the runs have different lengths. "" if there is nothing to
 * compare. */
export function changeText({ unit, before, after, verdict, rateRatio }: HeadlineChange): string {
  if (before === undefined || after === undefined || verdict === undefined) return "";
  if (verdict === "same") return t("no change|number");
  if (rateRatio !== undefined) {
    const share = quantityText(formatPercent(Math.abs(rateRatio - 1)));
    return rateRatio > 1 ? t("{share} more per second", { share }) : t("{share} fewer per second", { share });
  }
  const isMore = after > before;
  if (unit === "frames" || unit === "count") {
    const count = formatInteger(Math.abs(after - before));
    return isMore ? t("{count} more", { count }) : t("{count} fewer", { count });
  }
  if (before === 0) return isMore ? t("more|than before") : t("less|than before");
  const share = quantityText(formatPercent(Math.abs(after - before) / before));
  if (unit === "seconds") return isMore ? t("{share} longer", { share }) : t("{share} shorter", { share });
  return isMore ? t("{share} more", { share }) : t("{share} less", { share });
}

/** "8.8 %" of the offered packets. "" if the number is not a part of a whole. */
export function shareText(part: number | undefined, of: number | undefined): string {
  return part === undefined || of === undefined || of === 0 ? "" : quantityText(formatPercent(part / of));
}

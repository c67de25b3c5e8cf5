import { type EndedRun, type HeadlineChange, headlinesOf } from "../../../lib/knobs/headlines.ts";
import { useApp, useCell, useLive } from "../../state/hooks.ts";
import { t } from "../../text/t.ts";
import { Amount } from "../../ui/Amount.tsx";
import { changeText, HEADLINE_LABEL, headlineQuantity, shareText } from "./headlineText.ts";

/** What the whole run comes to, beside the run before the last change. */
export function HeadlineTable() {
  const live = useLive();
  const end = useCell(live.end);
  const before = useCell(live.before);
  const clockHertz = useApp((state) => state.scenario?.machine.clockHertz);
  const was: EndedRun | undefined =
    before?.end === undefined
      ? undefined
      : { metrics: before.end, clockHertz: before.scenario.machine.clockHertz };
  const is: EndedRun | undefined =
    end === undefined || clockHertz === undefined ? undefined : { metrics: end, clockHertz };
  const shown = is ?? was;
  const rows = shown === undefined ? [] : headlinesOf(shown, was);
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

import { t } from "../../text/t.ts";
import { formatInteger, formatSignificant } from "../../ui/format.ts";
import type { Compared } from "../useCompared.ts";
import { type Score, type ScoreKind, scoresOf } from "./score.ts";

interface ScoreboardProps {
  readonly compared: Compared | undefined;
}

const WAIT_DIGITS = 3;

/** Three large numbers of both machines at the playhead. */
export function Scoreboard({ compared }: ScoreboardProps) {
  if (compared === undefined) return <div className="race__scores" aria-busy="true" />;
  const { of, scores } = scoresOf(
    { metrics: compared.a, clockHertz: compared.clockHertzA },
    { metrics: compared.b, clockHertz: compared.clockHertzB },
  );
  return (
    <table className="race__scores">
      <caption className="sr-only">{t("Score of both machines at the playhead")}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">A</th>
          <th scope="col">{t("metric")}</th>
          <th scope="col">B</th>
        </tr>
      </thead>
      <tbody>
        {scores.map((score) => (
          <tr key={score.kind} data-kind={score.kind}>
            <Value score={score} of="A" />
            <th scope="row">{nameOf(score.kind, of)}</th>
            <Value score={score} of="B" />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ score, of }: { readonly score: Score; readonly of: "A" | "B" }) {
  const value = of === "A" ? score.a : score.b;
  const isAhead = score.ahead === of;
  return (
    <td className="mono" data-ahead={isAhead} data-loss={score.kind === "lost" && value > 0}>
      {valueText(score.kind, value)}
      {isAhead ? <span className="sr-only"> {t("(better)")}</span> : null}
    </td>
  );
}

function valueText(kind: ScoreKind, value: number): string {
  if (Number.isNaN(value)) return "–";
  return kind === "wait" ? formatSignificant(value, WAIT_DIGITS) : formatInteger(value);
}

function nameOf(kind: ScoreKind, of: "packets" | "interrupts"): string {
  switch (kind) {
    case "delivered":
      return of === "packets" ? t("delivered") : t("handled");
    case "lost":
      return of === "packets" ? t("packets lost") : t("presses lost");
    case "wait":
      return t("mean latency in µs");
  }
}

import { t } from "../../text/t.ts";
import { formatInteger, formatSignificant } from "../../ui/format.ts";
import { Letter } from "../Letter.tsx";
import type { Compared } from "../useCompared.ts";
import { type Score, type Scored, type ScoreKind, scoresOf } from "./score.ts";

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
      <thead>
        <tr>
          <th scope="col">
            <Letter of="A" />
          </th>
          <th scope="col">
            {countedText(of)} <span className="dim block w-400">{t("so far")}</span>
          </th>
          <th scope="col">
            <Letter of="B" />
          </th>
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

function countedText(of: Scored): string {
  switch (of) {
    case "received":
      return t("received packets");
    case "sent":
      return t("sent packets");
    case "interrupts":
      return t("interrupts");
  }
}

function nameOf(kind: ScoreKind, of: Scored): string {
  const isOfInterrupts = of === "interrupts";
  switch (kind) {
    case "delivered":
      return isOfInterrupts ? t("handled") : t("delivered");
    case "lost":
      return isOfInterrupts ? t("events missed") : t("lost");
    case "wait":
      return t("mean latency in µs");
  }
}

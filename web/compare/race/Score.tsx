import { t } from "../../text/t.ts";
import { formatInteger, formatSignificant } from "../../ui/format.ts";
import type { Compared } from "../useCompared.ts";
import { type Score, type Scored, type ScoreKind, scoresOf } from "./score.ts";

interface ScoreProps {
  readonly compared: Compared | undefined;
  readonly of: "A" | "B";
}

const WAIT_DIGITS = 3;

/** Three large numbers of a machine at the playhead. */
export function ScoreOf({ compared, of: letter }: ScoreProps) {
  if (compared === undefined) return <dl className="race__score flush" aria-busy="true" />;
  const { of, scores } = scoresOf(
    { metrics: compared.a, clockHertz: compared.clockHertzA },
    { metrics: compared.b, clockHertz: compared.clockHertzB },
  );
  return (
    <dl className="race__score flush">
      {scores.map((score) => (
        <Value key={score.kind} score={score} of={of} letter={letter} />
      ))}
    </dl>
  );
}

interface ValueProps {
  readonly score: Score;
  readonly of: Scored;
  readonly letter: "A" | "B";
}

function Value({ score, of, letter }: ValueProps) {
  const value = letter === "A" ? score.a : score.b;
  const isAhead = score.ahead === letter;
  return (
    <div data-kind={score.kind}>
      <dt className="t-13 ink-2">{nameOf(score.kind, of)}</dt>
      <dd className="flush" data-ahead={isAhead} data-loss={score.kind === "lost" && value > 0}>
        {valueText(score.kind, value)}
        {isAhead ? <span className="sr-only"> {t("(better)")}</span> : null}
      </dd>
    </div>
  );
}

function valueText(kind: ScoreKind, value: number): string {
  if (Number.isNaN(value)) return "–";
  return kind === "wait" ? formatSignificant(value, WAIT_DIGITS) : formatInteger(value);
}

function nameOf(kind: ScoreKind, of: Scored): string {
  switch (kind) {
    case "delivered":
      return { received: t("packets delivered"), sent: t("sent packets"), interrupts: t("handled") }[of];
    case "lost":
      return of === "interrupts" ? t("events missed") : t("packets lost");
    case "wait":
      return t("mean latency in µs");
  }
}

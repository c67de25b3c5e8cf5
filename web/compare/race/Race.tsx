import { useStore } from "zustand";
import { SessionContext } from "../../state/hooks.ts";
import type { Session } from "../../state/session.ts";
import { t } from "../../text/t.ts";
import type { Follower } from "../follower.ts";
import { type Compared, useCompared } from "../useCompared.ts";
import { RaceStage } from "./RaceStage.tsx";
import { resultOf } from "./result.ts";
import { ScoreOf } from "./Score.tsx";
import { scoresOf } from "./score.ts";
import "./race.css";

interface RaceProps {
  readonly a: Session;
  readonly b: Follower;
}

/** Two stages, one above the other, on one clock, each with its score. */
export function Race({ a, b }: RaceProps) {
  const compared = useCompared(a, b);
  return (
    <section className="race grid gap-2 rigid hair-above" aria-label={t("Race of A and B")}>
      <SessionContext value={a}>
        <RaceStage letter="A">
          <ScoreOf compared={compared} of="A" />
        </RaceStage>
      </SessionContext>
      <SessionContext value={b}>
        <RaceStage letter="B">
          <ScoreOf compared={compared} of="B" />
        </RaceStage>
      </SessionContext>
      <Outcome a={a} b={b} compared={compared} />
    </section>
  );
}

interface OutcomeProps extends RaceProps {
  readonly compared: Compared | undefined;
}

/** The result as text, when both runs have ended. */
function Outcome({ a, b, compared }: OutcomeProps) {
  const endCycle = useStore(a.store, (state) => state.endCycle);
  const ofA = useStore(a.store, ({ scenario }) => scenario);
  const ofB = useStore(b.store, ({ scenario }) => scenario);
  const endB = useStore(b.store, (state) => state.endCycle);
  if (compared === undefined || ofA === undefined || ofB === undefined) return null;
  const isOver = compared.a.cycle >= endCycle && (compared.endedB || compared.b.cycle >= endB);
  if (!isOver) return null;
  const { of, scores, offered } = scoresOf(
    { metrics: compared.a, clockHertz: compared.clockHertzA },
    { metrics: compared.b, clockHertz: compared.clockHertzB },
  );
  const { headline, sentence } = resultOf({ a: ofA, b: ofB }, of, scores, offered);
  return (
    <div className="race__result t-13 to-middle" role="status">
      <h2 className="t-15">{headline}</h2>
      <p>{sentence}</p>
    </div>
  );
}

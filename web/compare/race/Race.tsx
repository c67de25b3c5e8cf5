import { useState } from "react";
import { useStore } from "zustand";
import { SessionContext } from "../../state/hooks.ts";
import type { Session } from "../../state/session.ts";
import { t } from "../../text/t.ts";
import { Icon } from "../../ui/Icon.tsx";
import type { Follower } from "../follower.ts";
import { type Compared, useCompared } from "../useCompared.ts";
import { RaceStage } from "./RaceStage.tsx";
import { resultOf } from "./result.ts";
import { Scoreboard } from "./Scoreboard.tsx";
import { scoresOf } from "./score.ts";
import "./race.css";

interface RaceProps {
  readonly a: Session;
  readonly b: Follower;
}

/** Two compact stages on one clock, and between them the score. */
export function Race({ a, b }: RaceProps) {
  const compared = useCompared(a, b);
  return (
    <section className="race grid gap-4 rigid hair-above" aria-label={t("Race of A and B")}>
      <SessionContext value={a}>
        <RaceStage letter="A" />
      </SessionContext>
      <div className="race__middle grid gap-2">
        <Scoreboard compared={compared} />
        <Outcome a={a} b={b} compared={compared} />
        <div className="flex wrap in-middle gap-2">
          <StartButton b={b} />
          <EndButton a={a} />
        </div>
      </div>
      <SessionContext value={b}>
        <RaceStage letter="B" />
      </SessionContext>
    </section>
  );
}

interface OutcomeProps extends RaceProps {
  readonly compared: Compared | undefined;
}

/** Where the run is over for both: how it came out, in words. */
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

function EndButton({ a }: { readonly a: Session }) {
  const endCycle = useStore(a.store, (state) => state.endCycle);
  const isSeeking = useStore(a.store, (state) => state.seeking);
  const toEnd = () => {
    a.actions.pause();
    a.actions.seek(endCycle);
  };
  return (
    <button type="button" className="btn" aria-busy={isSeeking} onClick={toEnd}>
      <Icon name="forward" />
      {t("To the end")}
    </button>
  );
}

/** Both play from where the same packet begins, at the speed at which packets can be seen. */
function StartButton({ b }: { readonly b: Follower }) {
  const [starting, setStarting] = useState(false);
  async function start(): Promise<void> {
    setStarting(true);
    try {
      await b.start();
    } finally {
      setStarting(false);
    }
  }
  return (
    <button
      type="button"
      className="btn"
      aria-busy={starting}
      disabled={starting}
      onClick={() => void start()}
    >
      <Icon name="play" />
      {t("Start at the same packet")}
    </button>
  );
}

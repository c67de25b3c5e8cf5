import { useState } from "react";
import { SessionContext } from "../../state/hooks.ts";
import type { Session } from "../../state/session.ts";
import { t } from "../../text/t.ts";
import { Icon } from "../../ui/Icon.tsx";
import type { Follower } from "../follower.ts";
import { useCompared } from "../useCompared.ts";
import { RaceStage } from "./RaceStage.tsx";
import { Scoreboard } from "./Scoreboard.tsx";
import "./race.css";

interface RaceProps {
  readonly a: Session;
  readonly b: Follower;
}

/** Two compact stages on one clock, and between them the score. */
export function Race({ a, b }: RaceProps) {
  const compared = useCompared(a, b);
  return (
    <section className="race" aria-label={t("Race of A and B")}>
      <SessionContext value={a}>
        <RaceStage letter="A" />
      </SessionContext>
      <div className="race__middle">
        <Scoreboard compared={compared} />
        <StartButton b={b} />
      </div>
      <SessionContext value={b}>
        <RaceStage letter="B" />
      </SessionContext>
    </section>
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

import { type ReactNode, useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import { MarkPopovers, Stopped } from "../simulate/marks/MarkPopovers.tsx";
import { LiveText } from "../simulate/stage/LiveText.tsx";
import { machineInfo } from "../simulate/stage/machineInfo.ts";
import { Pipeline } from "../simulate/stage/Pipeline.tsx";
import { ratesSpeech } from "../simulate/stage/rates.ts";
import { standingText } from "../simulate/stage/speech.ts";
import { useFast, useRates } from "../simulate/stage/useRates.ts";
import {
  FAST_INTERVAL_MS,
  SessionContext,
  useApp,
  useLive,
  useMetrics,
  useThrottled,
} from "../state/hooks.ts";
import { errorText } from "../state/notices.ts";
import type { Session } from "../state/session.ts";
import { t, translated } from "../text/t.ts";
import { CompareTracks } from "../timeline/compare/CompareTracks.tsx";
import { PlayheadLine } from "../timeline/compare/PlayheadLine.tsx";
import { labelsOf } from "../timeline/labels.ts";
import { HEAD_HEIGHT_PX, tracksHeight } from "../timeline/layout.ts";
import { Timeline } from "../timeline/Timeline.tsx";
import { formatInteger } from "../ui/format.ts";
import type { Follower } from "./follower.ts";
import { Letter } from "./Letter.tsx";
import type { AlignOn } from "./packetAlignment.ts";

interface CompareStackProps {
  readonly a: Session;
  readonly b: Follower;
}

/** One time axis for all parts: the run and the ruler, A, B, and the differences below them. */
export function CompareStack({ a, b }: CompareStackProps) {
  return (
    <div className="compare__stack stack grow low">
      <div className="compare__axis stack grow anchor">
        <PlayheadLine session={a} />
        <div className="compare__head rigid" style={{ "--head": `${HEAD_HEIGHT_PX}px` }}>
          <Timeline parts="head" side="A" />
          <LostOfB b={b} />
        </div>
        <SessionContext value={a}>
          <MachineBand letter="A" tools={null} />
        </SessionContext>
        <SessionContext value={b}>
          <MachineBand letter="B" tools={<FollowerTools leader={a} follower={b} />} />
        </SessionContext>
        <CompareTracks
          a={a}
          b={b}
          label={t(
            "Where A and B do different work, how many frames B is ahead, and the frames that each has delivered; the numbers are in the table",
          )}
        />
      </div>
    </div>
  );
}

/** Shown next to the losses of A in the overview. */
function LostOfB({ b }: { readonly b: Follower }) {
  const overview = useThrottled(b.live.overview, READING_INTERVAL_MS);
  // B has no overview of its own. A few columns are enough for its counts.
  useEffect(() => b.actions.setOverviewWidth(COLUMNS), [b]);
  const lost = overview?.drops.count.reduce((sum, count) => sum + count, 0) ?? 0;
  return lost === 0 ? null : (
    <p className="compare__lost loss t-11 to-right nowrap not-phone">
      B {t("✕ {count} in all", { count: formatInteger(lost) })}
    </p>
  );
}

const COLUMNS = 16;
/** Readers cannot read numbers that change faster. */
const READING_INTERVAL_MS = 150;

function machineName(letter: "A" | "B"): string {
  return t(letter === "A" ? "Machine A" : "Machine B");
}

interface MachineBandProps {
  readonly letter: "A" | "B";
  readonly tools: ReactNode;
}

function MachineBand({ letter, tools }: MachineBandProps) {
  const scenario = useApp((state) => state.scenario);
  const endCycle = useApp((state) => state.endCycle);
  const error = useApp((state) => state.loadError);
  const silent = useApp((state) => state.silent);
  const height = useMemo(
    () => (scenario === undefined ? undefined : tracksHeight(labelsOf(scenario, endCycle))),
    [scenario, endCycle],
  );
  const natural = height?.natural ?? 0;
  const least = height?.least ?? 0;
  return (
    <section
      className="band stack hair-above"
      data-machine={letter}
      aria-label={machineName(letter)}
      style={{ "--natural": natural, "--least": `${least}px` }}
    >
      <header className="band__head row wrap rigid">
        <Letter of={letter} />
        <h2 className="band__name fill cut t-13">
          <span>{scenario === undefined ? "…" : translated(scenario.name)}</span>
        </h2>
        <Standing
          letter={letter}
          fault={
            error !== undefined
              ? errorText(error)
              : silent
                ? t("The engine has not answered for some seconds: it hangs, or is gone.")
                : undefined
          }
        >
          {tools}
        </Standing>
      </header>
      <div className="band__tracks grow">
        <Timeline
          parts="tracks"
          side={letter}
          name={t(letter === "A" ? "Timeline of machine A" : "Timeline of machine B")}
        />
      </div>
    </section>
  );
}

interface StandingProps {
  readonly letter: "A" | "B";
  /** The reason why there is no machine. */
  readonly fault: string | undefined;
  /** Precedes the pipeline, so that the pipelines of both machines are aligned. */
  readonly children: ReactNode;
}

/** The state of the machine at the playhead: text, and the pipeline if one context uses it at a time. */
function Standing({ letter, fault, children }: StandingProps) {
  const scenario = useApp((state) => state.scenario);
  const fast = useFast();
  const live = useThrottled(useLive().view, fast ? FAST_INTERVAL_MS : 0);
  const view = fault === undefined ? live : undefined;
  const facts = useMemo(() => (scenario === undefined ? undefined : machineInfo(scenario)), [scenario]);
  const rates = useRates(facts, fast, view?.cycle, useMetrics());
  const known = view === undefined || facts === undefined ? undefined : { view, facts };
  const standing = known === undefined || fast ? "" : standingText(known.view, known.facts);
  const doing = rates !== undefined && known !== undefined ? ratesSpeech(rates, known.facts) : standing;
  return (
    <>
      {fault === undefined ? (
        <span className="band__doing note cut lh-16 not-phone" title={doing}>
          <span>{doing}</span>
        </span>
      ) : (
        <span className="loss">✕ {fault}</span>
      )}
      {children}
      {known === undefined || known.facts.interleaved || known.facts.cores.cores > 1 ? null : (
        <div className="band__pipeline rigid not-phone" data-fast={fast}>
          <Pipeline {...known} core={0} motions={[]} rates={rates} />
        </div>
      )}
      {known === undefined || letter === "B" ? null : <LiveText {...known} rates={rates} />}
    </>
  );
}

interface FollowerToolsProps {
  readonly leader: Session;
  readonly follower: Follower;
}

/** B's own tools: its position beside A, its breakpoints and its bookmarks. Must be inside B's context. */
function FollowerTools({ leader, follower }: FollowerToolsProps) {
  const offset = useStore(leader.store, (state) => state.pair.offsetCycles);
  const [finding, find] = useState(false);
  const shifted = t(offset > 0 ? "{cycles} cycles later" : "{cycles} cycles earlier", {
    cycles: formatInteger(Math.abs(offset)),
  });
  async function align(on: AlignOn): Promise<void> {
    find(true);
    await follower.align(on);
    find(false);
  }
  return (
    <span className="band__tools row gap-1 rigid t-11" aria-busy={finding}>
      <select
        className="field band__align t-11"
        aria-label={t("Where B stands")}
        title={t("Shows B where the packet is that A follows")}
        value={offset === 0 ? "moment" : "shifted"}
        onChange={(event) => void align(event.currentTarget.value as AlignOn)}
      >
        <option value="moment">{t("same moment")}</option>
        {offset === 0 ? null : <option value="shifted">{shifted}</option>}
        <option value="begin">{t("where the same packet begins")}</option>
        <option value="end">{t("where the same packet ends")}</option>
      </select>
      <MarkPopovers />
      <Stopped />
    </span>
  );
}

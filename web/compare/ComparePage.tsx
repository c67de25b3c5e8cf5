import "./compare.css";
import "./comparePhone.css";
import "./comparePanel.css";
import { Suspense, useEffect, useRef } from "react";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { OPENING } from "../scenarios/open/openings.ts";
import { hashOf, makeShare, namesOf } from "../scenarios/share.ts";
import { type RunToState, Transport } from "../simulate/transport/Transport.tsx";
import { SessionContext, useActions, useApp, useSession } from "../state/hooks.ts";
import { namesLink, pageOf } from "../state/usePage.ts";
import { t } from "../text/t.ts";
import type { Frame } from "../ui/frame.ts";
import { lazyPart } from "../ui/lazyPart.tsx";
import { usePageLayout } from "../ui/useMedia.ts";
import { WhyPlace } from "../why/WhyPlace.tsx";
import { CompareStack } from "./CompareStack.tsx";
import { chooseOther, mayChoose } from "./choosePair.ts";
import type { Follower } from "./follower.ts";
import { Letter } from "./Letter.tsx";
import { PairBar } from "./PairBar.tsx";
import { EndButton, StartButton } from "./RaceButtons.tsx";
import { Summary } from "./Summary.tsx";
import { useFollower } from "./useFollower.ts";

const late = () => import("./late.ts");
const Race = lazyPart(async () => ({ default: (await late()).Race }));
const ComparePanel = lazyPart(async () => ({ default: (await late()).ComparePanel }));

interface ComparePageProps {
  readonly frame: Frame;
  /** Ends presenter mode. */
  readonly onLeaveStage: (() => void) | undefined;
  readonly runTo: RunToState;
  readonly onRunTo: (state: RunToState) => void;
}

/** Two machines with one playhead. A is the open scenario, and B is shown next to it. */
export default function ComparePage({ frame, onLeaveStage, runTo, onRunTo }: ComparePageProps) {
  const session = useSession();
  const scenario = useApp((state) => state.scenario);
  const other = useOther(scenario);
  const follower = useFollower(session, other);
  const layout = usePageLayout();
  const summary = useRef<HTMLParagraphElement>(null);
  useAddress(scenario, other);
  if (scenario === undefined || other === undefined || follower === undefined)
    return <main className="compare grid grow low surface" aria-busy="true" />;
  const transport = <Transport runTo={runTo} onRunTo={onRunTo} onLeaveStage={onLeaveStage} />;
  return (
    <main
      className="compare grid grow low surface"
      data-layout={layout}
      onPointerDownCapture={({ target }) => turnTo(follower, target)}
      onFocusCapture={({ target }) => turnTo(follower, target)}
    >
      <div className="compare__main stack slim low">
        <PairBar a={scenario} b={other} result={summary} />
        <div className="compare__told row wrap gap-2 rigid">
          <Summary a={session} b={follower} place={summary} />
          <StartButton b={follower} />
          <EndButton a={session} />
        </div>
        {layout === "phone" ? null : transport}
        <Suspense fallback={null}>
          <Race a={session} b={follower} />
        </Suspense>
        <CompareStack a={session} b={follower} />
      </div>
      {frame === "presenter" ? null : (
        <Suspense
          fallback={
            <aside className="compare__panel low scroll" aria-label={t("Differences")} aria-busy="true" />
          }
        >
          <ComparePanel a={session} b={follower} />
        </Suspense>
      )}
      {layout === "phone" ? transport : null}
      <WhyOfBoth b={follower} />
    </main>
  );
}

function turnTo(follower: Follower, place: EventTarget): void {
  const machine = place instanceof Element ? place.closest<HTMLElement>("[data-machine]") : null;
  if (machine !== null) follower.turnTo(machine.dataset.machine === "B" ? "B" : "A");
}

/** The card of A, otherwise that of B. */
function WhyOfBoth({ b }: { readonly b: Follower }) {
  const isOfA = useApp(({ why }) => why !== undefined);
  const { setOther } = useActions();
  if (isOfA) return <WhyPlace of={<Letter of="A" />} />;
  return (
    <SessionContext value={b}>
      <WhyPlace remedies={setOther} of={<Letter of="B" />} />
    </SessionContext>
  );
}

/** The page chooses B until the reader makes or selects one. A first visit starts with a pair. */
function useOther(scenario: Scenario | undefined): Scenario | undefined {
  const other = useApp((state) => state.other);
  const session = useSession();
  const isHere = useRef(false);
  useEffect(() => {
    if (scenario === undefined) return;
    const arriving = !isHere.current;
    isHere.current = true;
    if (mayChoose(session, arriving)) void chooseOther(session, namesLink(window.location.hash));
  }, [scenario, session]);
  return other;
}

/** The address always contains both machines, so a reload or a bookmark restores them. */
function useAddress(scenario: Scenario | undefined, other: Scenario | undefined): void {
  const session = useSession();
  useEffect(() => {
    if (scenario === undefined || other === undefined || pageOf(window.location.hash) !== "compare") return;
    if (window.history.state === OPENING) return;
    let isLeft = false;
    const write = async () => {
      const state = session.store.getState();
      const names = await namesOf(state, other);
      if (isLeft || pageOf(window.location.hash) !== "compare") return;
      const { href } = window.location;
      const share = makeShare(scenario, session.position(), href, other, state.modelVersion, names);
      if (share.kind === "link") window.history.replaceState(window.history.state, "", hashOf(share.url));
    };
    void write();
    return () => {
      isLeft = true;
    };
  }, [session, scenario, other]);
}

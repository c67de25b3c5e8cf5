import { Suspense, useCallback, useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import type { Experiment, Paper } from "../../lib/papers/paper.ts";
import { DEFAULT_SCENARIO_ID } from "../../scenarios/default.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { EventPlace } from "../../scenarios/story/story.ts";
import { isNewVersionHere, onNewVersion } from "../offline/newVersion.ts";
import type { DroppedCapture } from "../scenarios/capture/choice.ts";
import { useDrafts } from "../scenarios/library/useDrafts.ts";
import { DropTarget } from "../scenarios/open/DropTarget.tsx";
import { type Elsewhere, type Opened, openBuiltin, run } from "../scenarios/open/open.ts";
import { simulatorParts } from "../simulate/parts.tsx";
import { SimulatePage } from "../simulate/SimulatePage.tsx";
import { LeaveStage, type RunToState } from "../simulate/transport/Transport.tsx";
import { useActions, useApp, useSession } from "../state/hooks.ts";
import type { Session } from "../state/session.ts";
import type { Notice, Position } from "../state/store.ts";
import { namesLink, type Page, usePage } from "../state/usePage.ts";
import { t } from "../text/t.ts";
import { useLanguage } from "../text/useLanguage.ts";
import { type Frame, isEmbedded } from "../ui/frame.ts";
import { Icon } from "../ui/Icon.tsx";
import { lazyPart } from "../ui/lazyPart.tsx";
import { PageLoading } from "../ui/Skeleton.tsx";
import { browserStorage } from "../ui/storage.ts";
import { FrameContext, usePageLayout } from "../ui/useMedia.ts";
import type { CommandFrame } from "./commands/run.ts";
import { Header } from "./shell/Header.tsx";
import { useKeyboard } from "./useKeyboard.ts";
import { useTheme } from "./useTheme.ts";

const PresenterTools = lazyPart(() => import("./presenter/PresenterTools.tsx"), true);
const EmbedBar = lazyPart(() => import("./shell/EmbedBar.tsx"));
const NewVersionBar = lazyPart(() => import("./shell/NewVersionBar.tsx"), true);
const RecoverBar = lazyPart(() => import("../scenarios/library/RecoverBar.tsx"), true);
const KeySheet = lazyPart(() => import("./commands/KeySheet.tsx"), true);
const ShelfPlace = lazyPart(() => import("../scenarios/shelf/ShelfPlace.tsx"), true);
const Palette = lazyPart(() => import("./commands/Palette.tsx"), true);
const CapturePanel = lazyPart(() => import("../scenarios/capture/CapturePanel.tsx"), true);
const PapersPage = lazyPart(() => import("../papers/PapersPage.tsx"));
const SweepPage = lazyPart(() => import("../study/SweepPage.tsx"));
const LabPages = lazyPart(() => import("../labs/LabPages.tsx"));
const ComparePage = lazyPart(() => import("../compare/ComparePage.tsx"));
const ContextsSplit = lazyPart(() => import("../compare/split/ContextsSplit.tsx"));

/** Pages without a stage: lists of papers and labs. */
function hasStage(page: Page, hash: string): boolean {
  return page === "sweep" || showsMachine(page, hash);
}

function showsMachine(page: Page, hash: string): boolean {
  return page === "lab" ? /^#lab(-link)?=/.test(hash) : page !== "papers" && page !== "sweep";
}

/** Sweep shows the choice only if nothing runs without one. Elsewhere the panel with the facts of the capture is beside
 * the simulator. */
function isAskedFor(capture: DroppedCapture, page: Page, frame: Frame): boolean {
  return frame === "full" && (page !== "sweep" || "reason" in capture.taken);
}

/** A view in which most of the visible cycles come before `cycle`. */
function positionBehind(cycle: number): Position {
  const visibleCycles = 50_000;
  return { cycle, startCycle: Math.max(0, cycle - 0.8 * visibleCycles), visibleCycles };
}

async function openElsewhere(session: Session, elsewhere: Elsewhere): Promise<void> {
  const { openElsewhere: open } = await import("./openElsewhere.ts");
  await open(session, elsewhere);
}

/** Notices below the header: a new version of the page, and drafts from an earlier visit. */
function Bars({ areDraftsLeft, page }: { readonly areDraftsLeft: boolean; readonly page: Page }) {
  const isNewVersion = useSyncExternalStore(onNewVersion, isNewVersionHere);
  return (
    <Suspense>
      {isNewVersion ? <NewVersionBar /> : null}
      {areDraftsLeft && page !== "lab" ? <RecoverBar /> : null}
    </Suspense>
  );
}

export function App() {
  const session = useSession();
  const actions = useActions();
  const scenario = useApp((state) => state.scenario);
  const other = useApp((state) => state.other);
  const split = useSplit();
  const notice = useApp((state) => state.notice);
  const page = usePage();
  const areDraftsLeft = useDrafts();
  const theme = useTheme();
  useLanguage();
  const compared = page === "compare" ? other : undefined;
  const { frame, togglePresenter, leaveStage } = useFrame();
  const onLeaveStage = frame === "presenter" ? leaveStage : undefined;
  const hasWayOutInBar = usePageLayout() !== "phone" && showsMachine(page, window.location.hash);
  const [shown, show] = useState<"palette" | "keys" | undefined>(undefined);
  const close = useCallback(() => show(undefined), []);
  const [runTo, setRunTo] = useState<RunToState>({ open: false, toField: false });

  useFirstVisit(frame, page);
  function startTour(): void {
    if (page !== "simulate") window.location.hash = "#simulate";
    show(undefined);
    actions.startTour();
  }
  const commands: CommandFrame = {
    page,
    isBusy: shown === "palette" || shown === "keys",
    theme: theme.toggle,
    presenter: () => {
      if (hasStage(page, window.location.hash)) togglePresenter();
    },
    goTo: () => setRunTo({ open: true, toField: true }),
    show: (what) => (what === "tour" ? startTour() : show(what)),
  };
  useKeyboard(session, commands, leaveStage);

  const [capture, setCapture] = useState<DroppedCapture | undefined>(undefined);
  const open = useCallback(
    (opened: Opened) => {
      setCapture(opened.capture);
      if (!opened.ok && opened.elsewhere !== undefined) void openElsewhere(session, opened.elsewhere);
      else if (opened.ok || opened.capture === undefined) void run(session, opened);
    },
    [session],
  );
  const drop = useCallback(
    async (files: readonly File[]) => {
      const { openFiles } = await import("../scenarios/open/openFile.ts");
      open(await openFiles(files, session.store.getState().scenario));
    },
    [open, session],
  );

  const compareFromPaper = useCallback(
    async (paper: Paper, experiment: Experiment, runs: readonly [string, string]) => {
      const { openPaperPair } = await import("../papers/openPaper.ts");
      if (await run(session, await openPaperPair(paper, experiment, runs))) window.location.hash = "#compare";
    },
    [session],
  );

  const tellFromPaper = useCallback(
    async (id: string) => {
      if (!(await run(session, await openBuiltin(id)))) return;
      window.location.hash = "#simulate";
      actions.setTold(1);
    },
    [session, actions],
  );

  const openFromPaper = useCallback(
    async (paper: Paper, experiment: Experiment, id: string, at?: EventPlace) => {
      const { openPaperRun } = await import("../papers/openPaper.ts");
      if (!(await run(session, await openPaperRun(paper, experiment, id)))) return;
      window.location.hash = "#simulate";
      if (at === undefined) return;
      const { event, number, after: afterCycle } = at;
      const cycle = await session.find({ of: { event }, number, afterCycle });
      if (cycle !== undefined) actions.seek(cycle);
    },
    [session, actions],
  );

  const openPoint = useCallback(
    async (scenario: Scenario, compared?: Scenario, cycle?: number) => {
      const opened = {
        ok: true,
        scenario,
        origin: { kind: "link" },
        ...(compared && { other: compared }),
        ...(cycle !== undefined && { position: positionBehind(cycle) }),
      } as const;
      if (await run(session, opened))
        window.location.hash = compared === undefined ? "#simulate" : "#compare";
    },
    [session],
  );

  return (
    <FrameContext value={frame}>
      {frame === "embed" ? (
        <Suspense fallback={<header className="header header--embed" />}>
          <EmbedBar page={page} scenario={scenario} other={compared} position={session.position} />
        </Suspense>
      ) : null}
      {frame === "presenter" ? (
        <header>
          <h1 className="sr-only">irqscope</h1>
          {hasWayOutInBar ? null : <LeaveStage onLeave={leaveStage} />}
        </header>
      ) : null}
      {frame === "full" ? (
        <Header
          page={page}
          theme={theme}
          onOpen={open}
          onShow={show}
          onTour={startTour}
          onPresenter={commands.presenter}
        />
      ) : null}
      <NoticeBar notice={notice} onDismiss={actions.dismissNotice} />
      {frame === "full" ? <Bars areDraftsLeft={areDraftsLeft} page={page} /> : null}
      {page === "lab" && frame !== "presenter" ? (
        <Suspense fallback={<PageLoading />}>
          <LabPages simulator={simulatorParts(runTo, setRunTo)} onDrop={drop} />
        </Suspense>
      ) : page === "papers" ? (
        <Suspense fallback={<PageLoading />}>
          <PapersPage
            onOpen={openFromPaper}
            onStory={tellFromPaper}
            onCompare={compareFromPaper}
            onOpenMachine={openPoint}
          />
        </Suspense>
      ) : page === "sweep" ? (
        <Suspense fallback={<PageLoading />}>
          <SweepPage onOpen={openPoint} isOnStage={frame === "presenter"} />
        </Suspense>
      ) : page === "compare" ? (
        <Suspense fallback={<PageLoading />}>
          <ComparePage frame={frame} onLeaveStage={onLeaveStage} runTo={runTo} onRunTo={setRunTo} />
        </Suspense>
      ) : (
        <SimulatePage {...{ frame, onLeaveStage, runTo }} onRunTo={setRunTo} split={split} />
      )}
      <Suspense>
        {shown === "palette" ? <Palette frame={commands} onClose={close} /> : null}
        {shown === "keys" ? <KeySheet onClose={close} onTour={startTour} /> : null}
        {capture && isAskedFor(capture, page, frame) ? (
          <CapturePanel
            key={capture.file.name}
            dropped={capture}
            onOpen={open}
            onClose={() => setCapture(undefined)}
          />
        ) : null}
      </Suspense>
      <Suspense>
        <Clicker isPresenter={frame === "presenter"} />
        <Shelf frame={frame} page={page} />
      </Suspense>
      {page === "lab" ? null : <DropTarget onFiles={drop} />}
    </FrameContext>
  );
}

/** Replaces the stage while a machine is shown beside the open one. */
function useSplit(): React.ReactNode {
  const beside = useApp((state) => state.beside);
  if (beside === undefined) return undefined;
  return (
    <Suspense fallback={<PageLoading />}>
      <ContextsSplit other={beside} />
    </Suspense>
  );
}

/** Parts for machines that differ from built-in ones. */
function Shelf({ frame, page }: { readonly frame: Frame; readonly page: Page }) {
  const isOwn = useApp(
    ({ scenario, original, origin }) => scenario !== original || (origin && origin.kind !== "bundled"),
  );
  return isOwn && frame === "full" && page === "simulate" ? <ShelfPlace /> : null;
}

/** Active in presenter mode, and while a story is open. */
function Clicker({ isPresenter }: { readonly isPresenter: boolean }) {
  const isTold = useApp(({ told }) => told !== undefined);
  return isPresenter || isTold ? <PresenterTools isPresenter={isPresenter} /> : null;
}

interface FrameControl {
  readonly frame: Frame;
  /** An embedded page has no presenter mode. */
  readonly togglePresenter: () => void;
  readonly leaveStage: () => void;
}

/** The address of a lecture is shown on stage (presenter/LectureBar.tsx). */
const isLecture = () => window.location.hash.startsWith("#lecture=");

/** Applies the current frame mode to the document, where the tokens read it. */
function useFrame(): FrameControl {
  const [embedded] = useState(() => isEmbedded(window.location.search));
  const [presenting, setPresenting] = useState(isLecture);
  // The listener stays for the life of the page.
  useEffect(() => window.addEventListener("hashchange", () => isLecture() && setPresenting(true)), []);
  const frame: Frame = embedded ? "embed" : presenting ? "presenter" : "full";
  useLayoutEffect(() => {
    document.documentElement.dataset.frame = frame;
  }, [frame]);
  return {
    frame,
    togglePresenter: () => setPresenting((now) => !now),
    leaveStage: () => setPresenting(false),
  };
}

/** The key has the name of the tour that came before stories. A browser that has shown the tour does not open the first
 * story automatically. */
const SEEN_KEY = "irqscope.tour";

/** Opens the story of the default scenario automatically on a first visit to the start page. A link opens on its own
 * machine. If the browser stores nothing, the story does not open, because it would open on every visit. */
function useFirstVisit(frame: Frame, page: Page): void {
  const isSimulate = frame === "full" && page === "simulate";
  const [isFirst, setFirst] = useState(beginsVisits);
  const isReady = useApp(
    ({ status, scenarioId }) => status === "ready" && scenarioId === DEFAULT_SCENARIO_ID,
  );
  const { setTold } = useActions();
  useEffect(() => {
    if (!isFirst || !isReady || !isSimulate) return;
    setFirst(false);
    browserStorage.write(SEEN_KEY, "settled");
    setTold(1);
  }, [isFirst, isReady, isSimulate, setTold]);
}

function beginsVisits(): boolean {
  if (namesLink(window.location.hash) || browserStorage.read(SEEN_KEY) !== undefined) return false;
  browserStorage.write(SEEN_KEY, "asked");
  const isRemembered = browserStorage.read(SEEN_KEY) !== undefined;
  browserStorage.remove(SEEN_KEY);
  return isRemembered;
}

const INFO_MS = 6000;

interface NoticeBarProps {
  readonly notice: Notice | undefined;
  readonly onDismiss: () => void;
}

/** All messages of the page appear here. */
function NoticeBar({ notice, onDismiss }: NoticeBarProps) {
  useEffect(() => {
    if (notice?.tone !== "info") return;
    const timer = setTimeout(onDismiss, INFO_MS);
    return () => clearTimeout(timer);
  }, [notice, onDismiss]);

  return (
    <div className="notices rigid anchor">
      <div role="alert">
        {notice?.tone === "error" ? <Bar key={notice.id} notice={notice} onDismiss={onDismiss} /> : null}
      </div>
      <div role="status">
        {notice !== undefined && notice.tone !== "error" ? (
          <Bar key={notice.id} notice={notice} onDismiss={onDismiss} />
        ) : null}
      </div>
    </div>
  );
}

function Bar({ notice, onDismiss }: { readonly notice: Notice; readonly onDismiss: () => void }) {
  return (
    <div className="notice" data-tone={notice.tone}>
      {notice.tone === "error" ? (
        <span className="ink-drop w-600" aria-hidden="true">
          ✕
        </span>
      ) : null}
      <p className="notice__text fill scroll-down anywhere">{notice.text}</p>
      <button
        type="button"
        className="btn btn--small btn--ghost"
        onClick={onDismiss}
        aria-label={t("Dismiss")}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

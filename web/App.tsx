import { Suspense, useCallback, useState } from "react";
import type { Experiment, Paper } from "../lib/papers/paper.ts";
import { lazyPart } from "./base/lazyPart.tsx";
import type { CommandFrame } from "./pages/commands/run.ts";
import { Icon } from "./pages/Icon.tsx";
import { type Opened, run } from "./pages/open.ts";
import { DropTarget } from "./pages/shell/DropTarget.tsx";
import { LanguageButton } from "./pages/shell/LanguageButton.tsx";
import { Logo } from "./pages/shell/Logo.tsx";
import { NoticeBar } from "./pages/shell/NoticeBar.tsx";
import { ScenarioPicker } from "./pages/shell/ScenarioPicker.tsx";
import { SharePopover } from "./pages/shell/SharePopover.tsx";
import { ThemeButton } from "./pages/shell/ThemeButton.tsx";
import { TourInvitation } from "./pages/shell/TourInvitation.tsx";
import { simulatorParts } from "./pages/simulate/parts.tsx";
import { SimulatePage } from "./pages/simulate/SimulatePage.tsx";
import type { RunToState } from "./pages/simulate/Transport.tsx";
import { useDrafts } from "./pages/useDrafts.ts";
import { useFrame } from "./pages/useFrame.ts";
import { useInvitation } from "./pages/useInvitation.ts";
import { useKeyboard } from "./pages/useKeyboard.ts";
import { usePage } from "./pages/usePage.ts";
import { useTheme } from "./pages/useTheme.ts";
import { useActions, useApp, useKeyHint, useSession } from "./state/hooks.ts";
import { Said } from "./text/Said.tsx";
import { say, translated } from "./text/say.ts";
import { useLanguage } from "./text/useLanguage.ts";

const EmbedBar = lazyPart(() => import("./pages/shell/EmbedBar.tsx"));
const RecoverBar = lazyPart(() => import("./pages/library/RecoverBar.tsx"), true);
const KeySheet = lazyPart(() => import("./pages/commands/KeySheet.tsx"), true);
const Palette = lazyPart(() => import("./pages/commands/Palette.tsx"), true);
const Tour = lazyPart(() => import("./pages/tour/Tour.tsx"), true);
const PapersPage = lazyPart(() => import("./PapersRoute.ts"));
const LabPages = lazyPart(() => import("./LabRoute.ts"));
const ComparePage = lazyPart(() => import("./CompareRoute.ts"));

export function App() {
  const session = useSession();
  const actions = useActions();
  const scenario = useApp((state) => state.scenario);
  const scenarioId = useApp((state) => state.scenarioId);
  const other = useApp((state) => state.other);
  const isEdited = useApp((state) => state.scenario !== state.original);
  const loading = useApp((state) => state.status === "loading");
  const notice = useApp((state) => state.notice);
  const gallery = useApp(({ panel }) => (panel === "scenarios" || panel === "save" ? panel : undefined));
  const page = usePage();
  const areDraftsLeft = useDrafts();
  const { theme, toggle } = useTheme();
  useLanguage();
  const compared = page === "compare" ? other : undefined;
  const { frame, togglePresenter, leaveStage } = useFrame();
  const [shown, show] = useState<"palette" | "keys" | "tour" | undefined>(undefined);
  const close = useCallback(() => show(undefined), []);
  const [runTo, setRunTo] = useState<RunToState>({ open: false, toField: false });

  const hint = useKeyHint();
  const invitation = useInvitation();
  function startTour(): void {
    invitation.settle();
    if (page !== "simulate") window.location.hash = "#simulate";
    show("tour");
  }
  const commands: CommandFrame = {
    page,
    isBusy: shown === "palette" || shown === "keys",
    theme: toggle,
    presenter: togglePresenter,
    goTo: () => setRunTo({ open: true, toField: true }),
    show: (what) => (what === "tour" ? startTour() : show(what)),
  };
  useKeyboard(session, commands, leaveStage);

  const open = useCallback((opened: Opened) => void run(session, opened), [session]);
  const drop = useCallback(
    async (files: readonly File[]) => {
      const { openFiles } = await import("./pages/openFile.ts");
      void run(session, await openFiles(files));
    },
    [session],
  );

  const compareFromPaper = useCallback(
    async (paper: Paper, experiment: Experiment, runs: readonly [string, string]) => {
      const { openPaperPair } = await import("./pages/openPaper.ts");
      if (await run(session, await openPaperPair(paper, experiment, runs))) window.location.hash = "#compare";
    },
    [session],
  );

  const openFromPaper = useCallback(
    async (paper: Paper, experiment: Experiment, id: string) => {
      const { openPaperRun } = await import("./pages/openPaper.ts");
      if (await run(session, await openPaperRun(paper, experiment, id))) window.location.hash = "#simulate";
    },
    [session],
  );

  return (
    <>
      {frame === "embed" ? (
        <Suspense fallback={<header className="header header--embed" />}>
          <EmbedBar scenario={scenario} other={compared} position={session.position} />
        </Suspense>
      ) : null}
      {frame === "presenter" ? (
        <header>
          <h1 className="sr-only">irqscope</h1>
          <button type="button" className="btn btn--small leave-stage" onClick={leaveStage}>
            <Said text="Leave the stage {key}" gaps={{ key: <kbd>Esc</kbd> }} />
          </button>
        </header>
      ) : null}
      {frame === "full" ? (
        <header className="header">
          <Logo />
          <nav className={page === "simulate" ? "nav not-phone" : "nav"} aria-label={say("Main")}>
            <a href="#simulate" aria-current={page === "simulate" ? "page" : undefined}>
              {say("Simulate")}
            </a>
            <a href="#compare" aria-current={page === "compare" ? "page" : undefined}>
              {say("Compare")}
            </a>
            <a href="#papers" aria-current={page === "papers" ? "page" : undefined}>
              {say("Papers")}
            </a>
            <a href="#labs" aria-current={page === "lab" ? "page" : undefined}>
              {say("Labs")}
            </a>
          </nav>
          {page === "simulate" ? (
            <ScenarioPicker
              name={scenario === undefined ? say("none") : translated(scenario.name)}
              isEdited={isEdited}
              selectedId={scenarioId}
              onOpen={open}
              panel={{ open: gallery, onChange: actions.setPanel }}
            />
          ) : null}
          {loading ? (
            <span className="header__loading not-phone" role="status">
              {say("loading")}
            </span>
          ) : null}
          <span className={page === "simulate" ? "header__spacer not-phone" : "header__spacer"} />
          {invitation.isOpen && page === "simulate" ? (
            <TourInvitation onStart={startTour} onDismiss={invitation.settle} />
          ) : null}
          {page === "papers" || page === "lab" ? null : (
            <SharePopover scenario={scenario} other={compared} position={session.position} />
          )}
          {page === "simulate" ? (
            <button
              type="button"
              className="btn btn--ghost btn--icon not-phone"
              aria-label={say("Presenter mode")}
              title={hint("presenter", say("Machine and timeline alone, in large type"))}
              onClick={togglePresenter}
            >
              <Icon name="stage" />
            </button>
          ) : null}
          <button
            type="button"
            className="btn btn--ghost btn--icon not-phone"
            aria-label={say("Keyboard shortcuts")}
            title={hint("keys", say("Keyboard shortcuts"))}
            onClick={() => show("keys")}
          >
            ?
          </button>
          <button
            type="button"
            className="btn btn--ghost btn--icon"
            aria-label={say("All commands")}
            title={hint("palette", say("All commands"))}
            onClick={() => show("palette")}
          >
            <Icon name="search" />
          </button>
          <LanguageButton />
          <ThemeButton theme={theme} onToggle={toggle} />
        </header>
      ) : null}
      <NoticeBar notice={notice} onDismiss={actions.dismissNotice} />
      {areDraftsLeft && frame === "full" ? (
        <Suspense>
          <RecoverBar />
        </Suspense>
      ) : null}
      {page === "lab" && frame !== "presenter" ? (
        <Suspense fallback={<main className="page" aria-busy="true" />}>
          <LabPages simulator={simulatorParts(runTo, setRunTo)} />
        </Suspense>
      ) : page === "papers" && frame === "full" ? (
        <Suspense fallback={<main className="papers" aria-busy="true" />}>
          <PapersPage onOpen={openFromPaper} onCompare={compareFromPaper} />
        </Suspense>
      ) : page === "compare" && frame !== "presenter" ? (
        <Suspense fallback={<main className="page" aria-busy="true" />}>
          <ComparePage runTo={runTo} onRunTo={setRunTo} />
        </Suspense>
      ) : (
        <SimulatePage frame={frame} runTo={runTo} onRunTo={setRunTo} />
      )}
      <Suspense>
        {shown === "palette" ? <Palette frame={commands} onClose={close} /> : null}
        {shown === "keys" ? <KeySheet onClose={close} onTour={startTour} /> : null}
        {shown === "tour" ? <Tour onClose={close} /> : null}
      </Suspense>
      {page === "lab" ? null : <DropTarget onFiles={drop} />}
    </>
  );
}

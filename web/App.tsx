import { useCallback, useState } from "react";
import { openBuiltin, run } from "./pages/open.ts";
import { openFiles } from "./pages/openFile.ts";
import { DropTarget } from "./pages/shell/DropTarget.tsx";
import { HelpDialog } from "./pages/shell/HelpDialog.tsx";
import { Logo } from "./pages/shell/Logo.tsx";
import { NoticeBar } from "./pages/shell/NoticeBar.tsx";
import { ScenarioPicker } from "./pages/shell/ScenarioPicker.tsx";
import { SharePopover } from "./pages/shell/SharePopover.tsx";
import { ThemeButton } from "./pages/shell/ThemeButton.tsx";
import { SimulatePage } from "./pages/simulate/SimulatePage.tsx";
import type { RunToState } from "./pages/simulate/Transport.tsx";
import { useKeyboard } from "./pages/useKeyboard.ts";
import { useTheme } from "./pages/useTheme.ts";
import { useActions, useApp, useSession } from "./state/hooks.ts";

export function App() {
  const session = useSession();
  const actions = useActions();
  const scenario = useApp((state) => state.scenario);
  const scenarioId = useApp((state) => state.scenarioId);
  const loading = useApp((state) => state.status === "loading");
  const notice = useApp((state) => state.notice);
  const { theme, toggle } = useTheme();
  const [help, setHelp] = useState(false);
  const [runTo, setRunTo] = useState<RunToState>({ open: false, toField: false });

  useKeyboard(session, {
    onTheme: toggle,
    onHelp: () => setHelp(true),
    onGoTo: () => setRunTo({ open: true, toField: true }),
  });

  const pick = useCallback(async (id: string) => void run(session, await openBuiltin(id)), [session]);
  const drop = useCallback(
    async (files: readonly File[]) => void run(session, await openFiles(files)),
    [session],
  );

  return (
    <>
      <header className="header">
        <Logo />
        <nav className="nav not-phone" aria-label="Main">
          <span aria-current="page">Simulate</span>
        </nav>
        <ScenarioPicker
          name={scenario?.name ?? "none"}
          selectedId={scenarioId}
          onPick={pick}
          onFile={(file) => drop([file])}
        />
        {loading ? (
          <span className="header__loading not-phone" role="status">
            loading
          </span>
        ) : null}
        <span className="header__spacer not-phone" />
        <SharePopover scenario={scenario} position={session.position} />
        <button
          type="button"
          className="btn btn--ghost btn--icon not-phone"
          aria-label="Keyboard shortcuts"
          title="Keyboard shortcuts (?)"
          onClick={() => setHelp(true)}
        >
          ?
        </button>
        <ThemeButton theme={theme} onToggle={toggle} />
      </header>
      <NoticeBar notice={notice} onDismiss={actions.dismissNotice} />
      <SimulatePage runTo={runTo} onRunTo={setRunTo} />
      <HelpDialog open={help} onOpenChange={setHelp} />
      <DropTarget onFiles={drop} />
    </>
  );
}

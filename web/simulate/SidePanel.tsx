import { useEffect, useEffectEvent } from "react";
import { useActions, useApp, useSession } from "../state/hooks.ts";
import type { SideTab } from "../state/store.ts";
import { t } from "../text/t.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { useLater } from "../ui/useLater.ts";
import { lateDrawer, latePanels } from "./late.ts";
import { useSideTabs } from "./sideTabs.ts";

export function SidePanel() {
  const SideTabs = useLater(latePanels)?.SideTabs;
  useAsked(() => undefined);
  return (
    <aside className="side stack low surface" aria-label={t("Metrics and settings")}>
      {SideTabs === undefined ? <TabsToCome /> : <SideTabs />}
    </aside>
  );
}

/** Answers a key or command that asks for a panel, where it is not folded away. */
export function useAsked(onAsked: (tab: SideTab) => void): void {
  const { store, actions } = useSession();
  const answer = useEffectEvent(onAsked);
  useEffect(() => {
    const look = () => {
      const { sideOpen, sideTab } = store.getState();
      if (!sideOpen) return;
      actions.setSideOpen(false);
      answer(sideTab);
    };
    look();
    return store.subscribe(look);
  }, [store, actions]);
}

function TabsToCome() {
  const sideTab = useApp((state) => state.sideTab);
  const { setSideTab } = useActions();
  const tabs = useSideTabs();
  return (
    <div className="side__tabs flex low stack grow" aria-hidden="true">
      <div className="tabs">
        {tabs.map(({ tab, text }) => (
          <button
            key={tab}
            type="button"
            role="tab"
            className="tab"
            tabIndex={-1}
            aria-selected={tab === sideTab}
            onClick={() => setSideTab(tab)}
          >
            {t(text)}
          </button>
        ))}
      </div>
      <div className="section">
        <Skeleton />
      </div>
    </div>
  );
}

/** Below 1200 px: a rail of names that opens the same panels over the page. */
export function SideRail() {
  const open = useApp((state) => state.sideOpen);
  const { showSide, setSideOpen } = useActions();
  const tabs = useSideTabs();
  useEffect(() => () => setSideOpen(false), [setSideOpen]);
  const SideDrawer = useLater(lateDrawer, open);
  return (
    <aside className="side stack low surface" aria-label={t("Metrics and settings")}>
      <div className="rail row gap-6px">
        {tabs.map(({ tab, text }) => (
          <button
            key={tab}
            type="button"
            data-part={tab}
            aria-haspopup="dialog"
            onClick={() => showSide(tab)}
          >
            {t(text)}
          </button>
        ))}
      </div>
      {SideDrawer === undefined ? null : <SideDrawer open={open} onOpenChange={setSideOpen} />}
    </aside>
  );
}

import { useEffect } from "react";
import { useActions, useApp } from "../state/hooks.ts";
import { t } from "../text/t.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { useLater } from "../ui/useLater.ts";
import { LateTries, latePanels } from "./LateParts.tsx";
import { lateDrawer } from "./late.ts";
import { useAsked, useSideTabs } from "./useSidePanels.ts";

export function SidePanel() {
  const SideTabs = useLater(latePanels)?.SideTabs;
  useAsked(() => undefined);
  return (
    <aside className="side stack low surface" aria-label={t("Results and settings")}>
      {SideTabs === undefined ? <TabsToCome /> : <SideTabs tries={<LateTries />} />}
    </aside>
  );
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
    <aside className="side stack low surface" aria-label={t("Results and settings")}>
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
      {SideDrawer === undefined ? null : (
        <SideDrawer open={open} onOpenChange={setSideOpen} tries={<LateTries />} />
      )}
    </aside>
  );
}

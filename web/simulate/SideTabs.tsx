import { Tabs } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import { useActions, useApp } from "../state/hooks.ts";
import { t } from "../text/t.ts";
import { Icon } from "../ui/Icon.tsx";
import { usePainted } from "../ui/usePainted.ts";
import { ProgramTab, SettingsTab } from "./LatePanels.tsx";
import { MetricsPanel } from "./metrics/MetricsPanel.tsx";
import { useQuiet } from "./quiet/useShownParts.ts";
import { isPanel, useSideTabs } from "./useSidePanels.ts";

interface SideTabsProps {
  /** Fields to try, above the metrics. */
  readonly tries: ReactNode;
}

export function SideTabs({ tries }: SideTabsProps) {
  const wanted = useApp((state) => state.sideTab);
  const { setSideTab } = useActions();
  const tabs = useSideTabs();
  const isQuiet = useQuiet();
  const sideTab = tabs.some(({ tab }) => tab === wanted) ? wanted : (tabs[0]?.tab ?? "metrics");
  // The tab reacts at once, although a whole panel takes longer than a frame.
  const shown = usePainted(sideTab);
  return (
    <Tabs.Root className="side__tabs flex low stack grow anchor" value={shown} onValueChange={setSideTab}>
      <Tabs.List className="tabs" aria-label={t("Panels")}>
        {tabs.map(({ tab, text }) => (
          <Tabs.Tab
            key={tab}
            className="tab"
            value={tab}
            data-part={tab === shown ? undefined : tab}
            aria-selected={tab === sideTab}
            onClick={() => setSideTab(tab)}
          >
            {t(text)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {isQuiet ? <ClosePanel /> : null}
      <p className="sr-only" role="status">
        {tabs.map(({ tab, text }) => (tab === shown ? t(text) : null))}
      </p>
      <Tabs.Panel
        className="side__panel grow low scroll-down"
        data-part="metrics"
        value="metrics"
        tabIndex={0}
      >
        {tries}
        <MetricsPanel />
      </Tabs.Panel>
      <Tabs.Panel
        className="side__panel grow low scroll-down"
        data-part="settings"
        value="settings"
        tabIndex={0}
      >
        <SettingsTab />
      </Tabs.Panel>
      <Tabs.Panel className="side__panel grow low scroll-down" value="program" tabIndex={0}>
        <ProgramTab />
      </Tabs.Panel>
    </Tabs.Root>
  );
}

/** Without Details, the panel is open only on request. */
function ClosePanel() {
  const { setOpenParts } = useActions();
  const openParts = useApp((state) => state.openParts);
  return (
    <button
      type="button"
      className="btn btn--ghost btn--icon side__close placed"
      aria-label={t("Close")}
      onClick={() => setOpenParts(openParts.filter((part) => !isPanel(part)))}
    >
      <Icon name="close" />
    </button>
  );
}

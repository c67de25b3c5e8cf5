import { useState } from "react";
import { Skeleton } from "../../base/Skeleton.tsx";
import { useLater } from "../../base/useLater.ts";
import { useActions, useApp } from "../../state/hooks.ts";
import { say } from "../../text/say.ts";
import { latePanels } from "./late.ts";
import { SIDE_TABS } from "./sideTabs.ts";

export function SidePanel() {
  const SideTabs = useLater(latePanels)?.SideTabs;
  return (
    <aside className="side" aria-label={say("Metrics and settings")}>
      {SideTabs === undefined ? <TabsToCome /> : <SideTabs />}
    </aside>
  );
}

function TabsToCome() {
  const sideTab = useApp((state) => state.sideTab);
  const { setSideTab } = useActions();
  return (
    <div className="side__tabs" aria-hidden="true">
      <div className="tabs">
        {SIDE_TABS.map(({ tab, text }) => (
          <button
            key={tab}
            type="button"
            role="tab"
            className="tab"
            tabIndex={-1}
            aria-selected={tab === sideTab}
            onClick={() => setSideTab(tab)}
          >
            {say(text)}
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
  const [open, setOpen] = useState(false);
  const { setSideTab } = useActions();
  const SideDrawer = useLater(latePanels)?.SideDrawer;
  return (
    <aside className="side" aria-label={say("Metrics and settings")}>
      <div className="rail">
        {SIDE_TABS.map(({ tab, text }) => (
          <button
            key={tab}
            type="button"
            aria-haspopup="dialog"
            onClick={() => {
              setSideTab(tab);
              setOpen(true);
            }}
          >
            {say(text)}
          </button>
        ))}
      </div>
      {SideDrawer === undefined ? null : <SideDrawer open={open} onOpenChange={setOpen} />}
    </aside>
  );
}

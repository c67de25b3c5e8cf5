import { Dialog } from "@base-ui/react/dialog";
import { Tabs } from "@base-ui/react/tabs";
import { lazy, Suspense, useState } from "react";
import { useActions, useApp } from "../../state/hooks.ts";
import type { SideTab } from "../../state/store.ts";
import { Icon } from "../Icon.tsx";
import { MetricsPanel } from "./MetricsPanel.tsx";

/** With the schema, the form and the editor: loaded when somebody wants to see it. */
const SettingsPanel = lazy(() => import("../settings/SettingsPanel.tsx"));

export function SettingsTab() {
  return (
    <Suspense fallback={<p className="section empty">Loading the settings</p>}>
      <SettingsPanel />
    </Suspense>
  );
}

export const SIDE_TABS: readonly { readonly tab: SideTab; readonly text: string }[] = [
  { tab: "metrics", text: "Metrics" },
  { tab: "settings", text: "Settings" },
];

export function SidePanel() {
  return (
    <aside className="side" aria-label="Metrics and settings">
      <SideTabs />
    </aside>
  );
}

function SideTabs() {
  const sideTab = useApp((state) => state.sideTab);
  const { setSideTab } = useActions();
  return (
    <Tabs.Root className="side__tabs" value={sideTab} onValueChange={setSideTab}>
      <Tabs.List className="tabs" aria-label="Panels">
        {SIDE_TABS.map(({ tab, text }) => (
          <Tabs.Tab key={tab} className="tab" value={tab}>
            {text}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel className="side__panel" value="metrics" tabIndex={0}>
        <MetricsPanel />
      </Tabs.Panel>
      <Tabs.Panel className="side__panel" value="settings" tabIndex={0}>
        <SettingsTab />
      </Tabs.Panel>
    </Tabs.Root>
  );
}

/** Below 1200 px: a rail of names that opens the same panels over the page. */
export function SideRail() {
  const [open, setOpen] = useState(false);
  const { setSideTab } = useActions();
  return (
    <aside className="side" aria-label="Metrics and settings">
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
            {text}
          </button>
        ))}
      </div>
      <Dialog.Root open={open} onOpenChange={setOpen} modal={false}>
        <Dialog.Portal>
          <Dialog.Popup className="drawer">
            <Dialog.Title className="sr-only">Metrics and settings</Dialog.Title>
            <SideTabs />
            <Dialog.Close className="btn btn--ghost btn--icon drawer__close" aria-label="Close">
              <Icon name="close" />
            </Dialog.Close>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </aside>
  );
}

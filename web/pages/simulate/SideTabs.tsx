import { Tabs } from "@base-ui/react/tabs";
import { useActions, useApp } from "../../state/hooks.ts";
import { say } from "../../text/say.ts";
import { MetricsPanel } from "./MetricsPanel.tsx";
import { SettingsTab } from "./SettingsTab.tsx";
import { SIDE_TABS } from "./sideTabs.ts";

export function SideTabs() {
  const sideTab = useApp((state) => state.sideTab);
  const { setSideTab } = useActions();
  return (
    <Tabs.Root className="side__tabs" value={sideTab} onValueChange={setSideTab}>
      <Tabs.List className="tabs" aria-label={say("Panels")}>
        {SIDE_TABS.map(({ tab, text }) => (
          <Tabs.Tab key={tab} className="tab" value={tab}>
            {say(text)}
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

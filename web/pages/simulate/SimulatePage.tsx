import { Tabs } from "@base-ui/react/tabs";
import { type ReactNode, useState } from "react";
import { Timeline } from "../../timeline/Timeline.tsx";
import type { Frame } from "../frame.ts";
import { usePageLayout } from "../useMedia.ts";
import { MetricsPanel } from "./MetricsPanel.tsx";
import { SettingsTab, SidePanel, SideRail } from "./SidePanel.tsx";
import { StageRegion } from "./StageRegion.tsx";
import { type RunToState, Transport } from "./Transport.tsx";

interface SimulatePageProps {
  readonly frame: Frame;
  readonly runTo: RunToState;
  readonly onRunTo: (state: RunToState) => void;
}

export function SimulatePage({ frame, runTo, onRunTo }: SimulatePageProps) {
  const layout = usePageLayout();
  const transport = <Transport runTo={runTo} onRunTo={onRunTo} />;
  if (layout === "phone") return <PhonePage transport={transport} />;
  return (
    <main className="page">
      <div className="page__main">
        <StageRegion />
        {transport}
        <div className="page__timeline">
          <Timeline />
        </div>
      </div>
      {frame !== "full" ? null : layout === "wide" ? <SidePanel /> : <SideRail />}
    </main>
  );
}

const PHONE_TABS = [
  { tab: "machine", text: "Machine" },
  { tab: "timeline", text: "Timeline" },
  { tab: "metrics", text: "Metrics" },
  { tab: "settings", text: "Settings" },
] as const;
type PhoneTab = (typeof PHONE_TABS)[number]["tab"];

/** One thing at a time; a short timeline and the transport stay at the bottom. */
function PhonePage({ transport }: { readonly transport: ReactNode }) {
  const [tab, setTab] = useState<PhoneTab>("machine");
  const full = tab === "timeline";
  return (
    <Tabs.Root className="page page--phone" value={tab} onValueChange={setTab} render={<main />}>
      <Tabs.List className="tabs tabs--phone" aria-label="Views">
        {PHONE_TABS.map((one) => (
          <Tabs.Tab key={one.tab} className="tab" value={one.tab}>
            {one.text}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel className="page__panel page__panel--stage" value="machine">
        <StageRegion />
      </Tabs.Panel>
      <Tabs.Panel className="page__panel" value="metrics" tabIndex={0}>
        <MetricsPanel />
      </Tabs.Panel>
      <Tabs.Panel className="page__panel" value="settings" tabIndex={0}>
        <SettingsTab />
      </Tabs.Panel>
      <Tabs.Panel
        className={full ? "page__timeline page__timeline--full" : "page__timeline"}
        value="timeline"
        keepMounted
        hidden={false}
        tabIndex={-1}
      >
        <Timeline parts={full ? "all" : "strip"} />
      </Tabs.Panel>
      {transport}
    </Tabs.Root>
  );
}

import { Tabs } from "@base-ui/react/tabs";
import { type ReactNode, useState } from "react";
import { Timeline } from "../../timeline/Timeline.tsx";
import { usePageLayout } from "../useMedia.ts";
import { MetricsPanel } from "./MetricsPanel.tsx";
import { ScenarioPanel } from "./ScenarioPanel.tsx";
import { SidePanel, SideRail } from "./SidePanel.tsx";
import { StageRegion } from "./StageRegion.tsx";
import { type RunToState, Transport } from "./Transport.tsx";

interface SimulatePageProps {
  readonly runTo: RunToState;
  readonly onRunTo: (state: RunToState) => void;
}

export function SimulatePage({ runTo, onRunTo }: SimulatePageProps) {
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
      {layout === "wide" ? <SidePanel /> : <SideRail />}
    </main>
  );
}

const PHONE_TABS = [
  { tab: "machine", text: "Machine" },
  { tab: "timeline", text: "Timeline" },
  { tab: "metrics", text: "Metrics" },
  { tab: "scenario", text: "Scenario" },
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
      <Tabs.Panel className="page__panel" value="scenario" tabIndex={0}>
        <ScenarioPanel />
      </Tabs.Panel>
      <Tabs.Panel
        className={full ? "page__timeline page__timeline--full" : "page__timeline"}
        value="timeline"
        keepMounted
        hidden={false}
        tabIndex={-1}
      >
        <Timeline compact={!full} />
      </Tabs.Panel>
      {transport}
    </Tabs.Root>
  );
}

import { Tabs } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import { Timeline } from "../../timeline/Timeline.tsx";
import { DropTarget } from "../shell/DropTarget.tsx";
import { MetricsPanel } from "./MetricsPanel.tsx";
import { SideRail } from "./SidePanel.tsx";
import { StageRegion } from "./StageRegion.tsx";
import { type RunToState, Transport } from "./Transport.tsx";

/** The simulator for a page that puts something beside it. They are handed over, not imported there: the first page
 * has them anyway, and stays in few chunks that compress well. */
export interface SimulatorParts {
  readonly stage: ReactNode;
  readonly transport: ReactNode;
  readonly timeline: (parts: "all" | "strip") => ReactNode;
  /** Metrics and settings. */
  readonly panels: ReactNode;
  /** Alone, for phones. */
  readonly metrics: ReactNode;
  /** One of several at a time, for phones. */
  readonly tabs: (props: TabsOfPage) => ReactNode;
  /** Takes files that are dropped on the window. */
  readonly dropTarget: (props: {
    readonly onFiles: (files: readonly File[]) => void;
    readonly title: string;
    readonly what: string;
  }) => ReactNode;
}

export interface TabsOfPage {
  readonly label: string;
  readonly tabs: readonly { readonly name: string; readonly content: ReactNode }[];
}

function PageTabs({ label, tabs }: TabsOfPage) {
  return (
    <Tabs.Root className="page page--phone" defaultValue={tabs[0]?.name} render={<main />}>
      <Tabs.List className="tabs tabs--phone" aria-label={label}>
        {tabs.map(({ name }) => (
          <Tabs.Tab key={name} className="tab" value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ name, content }) => (
        <Tabs.Panel key={name} className="page__panel" value={name}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}

export function simulatorParts(runTo: RunToState, onRunTo: (state: RunToState) => void): SimulatorParts {
  return {
    stage: <StageRegion />,
    transport: <Transport runTo={runTo} onRunTo={onRunTo} />,
    timeline: (parts) => <Timeline parts={parts} />,
    panels: <SideRail />,
    metrics: <MetricsPanel />,
    tabs: (props) => <PageTabs {...props} />,
    dropTarget: (props) => <DropTarget {...props} />,
  };
}

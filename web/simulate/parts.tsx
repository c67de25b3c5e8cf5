import type { ReactNode } from "react";
import { DropTarget } from "../scenarios/open/DropTarget.tsx";
import { WhyPlace } from "../why/WhyPlace.tsx";
import { LateMetrics, LateTabs, LateTimeline } from "./LateParts.tsx";
import type { TabsOfPage } from "./PageTabs.tsx";
import { SideRail } from "./SidePanel.tsx";
import { StageRegion } from "./StageRegion.tsx";
import { type RunToState, Transport } from "./transport/Transport.tsx";

/** The simulator for a page with other contents next to it. Its parts are passed on and not imported there, because
 * the first page has them anyway and should consist of a few chunks that compress well. */
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
    readonly onFolders?: (items: DataTransferItemList) => void;
  }) => ReactNode;
}

export function simulatorParts(runTo: RunToState, onRunTo: (state: RunToState) => void): SimulatorParts {
  return {
    stage: (
      <>
        <StageRegion />
        <WhyPlace remedies="none" />
      </>
    ),
    transport: <Transport runTo={runTo} onRunTo={onRunTo} isBeside />,
    timeline: (parts) => <LateTimeline parts={parts} />,
    panels: <SideRail />,
    metrics: <LateMetrics />,
    tabs: (props) => <LateTabs {...props} />,
    dropTarget: (props) => <DropTarget {...props} />,
  };
}

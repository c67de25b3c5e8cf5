/** Keep their place until they are loaded, so that nothing moves. */

import { t } from "../text/t.ts";
import type { TimelineParts } from "../timeline/spec.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { useLater } from "../ui/useLater.ts";
import { latePanels, lateTimeline, lateTries } from "./late.ts";
import type { TabsOfPage } from "./PageTabs.tsx";

export function LateTimeline({ parts = "all" }: { readonly parts?: TimelineParts }) {
  const Timeline = useLater(lateTimeline);
  if (Timeline !== undefined) return <Timeline parts={parts} />;
  return (
    <div className={parts === "strip" ? "timeline timeline--compact" : "timeline"} aria-hidden="true">
      {parts === "strip" ? null : (
        <div className="timeline__title">
          <h2>{t("Timeline")}</h2>
        </div>
      )}
      <div className="section">
        <Skeleton />
      </div>
    </div>
  );
}

export function LateMetrics() {
  const MetricsPanel = useLater(latePanels)?.MetricsPanel;
  return MetricsPanel === undefined ? <Skeleton /> : <MetricsPanel />;
}

export function LateTries() {
  const TryStrip = useLater(lateTries);
  return TryStrip === undefined ? null : <TryStrip />;
}

export function LateTabs(props: TabsOfPage) {
  const PageTabs = useLater(latePanels)?.PageTabs;
  return PageTabs === undefined ? <main className="page" aria-busy="true" /> : <PageTabs {...props} />;
}

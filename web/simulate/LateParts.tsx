/** Parts of the page that are loaded once the machine is on the screen. They keep their place until then, so that
 * nothing moves. */
import { t } from "../text/t.ts";
import type { TimelineParts } from "../timeline/spec.ts";
import { idle, rested } from "../ui/idle.ts";
import { later } from "../ui/later.ts";
import { Skeleton } from "../ui/Skeleton.tsx";
import { useLater } from "../ui/useLater.ts";
import type { TabsOfPage } from "./PageTabs.tsx";

const lateTimeline = later(async () => {
  await rested();
  return (await import("../timeline/Timeline.tsx")).Timeline;
});
export const latePanels = later(async () => {
  await lateTimeline.load();
  await idle();
  return import("./panels.ts");
});
/** Fields to try. They load after the panel that contains them. */
const lateTries = later(async () => {
  await latePanels.load();
  await idle();
  return (await import("../scenarios/tries/TryStrip.tsx")).TryStrip;
});

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

import { type ReactNode, Suspense, useLayoutEffect } from "react";
import { useApp } from "../state/hooks.ts";
import { StoryPlace } from "../story/StoryPlace.tsx";
import type { Frame } from "../ui/frame.ts";
import { lazyPart } from "../ui/lazyPart.tsx";
import { useLater } from "../ui/useLater.ts";
import { useMedia, usePageLayout } from "../ui/useMedia.ts";
import { WhyPlace } from "../why/WhyPlace.tsx";
import { LateTimeline } from "./LateParts.tsx";
import { phonePage } from "./late.ts";
import { useQuiet } from "./quiet/useShownParts.ts";
import { SidePanel, SideRail } from "./SidePanel.tsx";
import { StageRegion } from "./StageRegion.tsx";
import { type RunToState, Transport } from "./transport/Transport.tsx";
import { hasProgram, useOpenPanel } from "./useSidePanels.ts";

const BigNumber = lazyPart(() => import("./presenter/BigNumber.tsx"), true);

interface SimulatePageProps {
  readonly frame: Frame;
  /** Ends presenter mode. */
  readonly onLeaveStage: (() => void) | undefined;
  readonly runTo: RunToState;
  readonly onRunTo: (state: RunToState) => void;
  /** Replaces the stage if two machines are shown. */
  readonly split: ReactNode;
}

export function SimulatePage({ frame, onLeaveStage, runTo, onRunTo, split }: SimulatePageProps) {
  const layout = usePageLayout();
  // The story of a program explains its lines, so the panel is open if the stage has enough room beside it.
  const tellsProgram = useApp((app) => app.told !== undefined && hasProgram(app));
  const isRoomy = useMedia("(min-width: 960px)");
  const isBesideStory = layout === "rail" && frame === "full" && tellsProgram && isRoomy;
  const isQuiet = useQuiet();
  useLargerWords(isQuiet);
  const hasPanel = useOpenPanel();
  const PhonePage = useLater(phonePage, layout === "phone");
  const isShort = frame === "presenter" || (frame === "embed" && layout !== "wide");
  const transport = (
    <Transport runTo={runTo} onRunTo={onRunTo} onLeaveStage={onLeaveStage} isBeside={isBesideStory} />
  );
  if (layout === "phone")
    return PhonePage === undefined ? (
      <main className="page page--phone" aria-busy="true" />
    ) : (
      <PhonePage transport={transport} split={split} />
    );
  return (
    <main className="page">
      <div className="page__main stack slim low">
        {split ?? <StageRegion />}
        {frame === "presenter" ? (
          <Suspense fallback={null}>
            <BigNumber />
          </Suspense>
        ) : null}
        <StoryPlace />
        {transport}
        <div className="page__timeline">
          <LateTimeline parts={isShort || isQuiet ? "strip" : "all"} />
        </div>
      </div>
      <WhyPlace />
      {frame !== "full" || (isQuiet && !hasPanel) ? null : layout === "wide" ||
        isBesideStory ||
        (isQuiet && isRoomy) ? (
        <SidePanel />
      ) : (
        <SideRail />
      )}
    </main>
  );
}

/** Without details, all text is large, including popups. */
function useLargerWords(isQuiet: boolean): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (isQuiet) dataset.details = "off";
    return () => {
      delete dataset.details;
    };
  }, [isQuiet]);
}

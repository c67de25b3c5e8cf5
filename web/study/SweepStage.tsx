import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { rulesOf, shownPoints } from "../../lib/study/replicates.ts";
import { summarise } from "../../lib/study/summary.ts";
import { type View, viewAxes } from "../../lib/study/views.ts";
import { columnName } from "../../lib/sweep/column.ts";
import { t } from "../text/t.ts";
import { useMedia } from "../ui/useMedia.ts";
import { basePoints } from "./basePoints.ts";
import { studyWords } from "./labels.ts";
import type { LoadedStudy } from "./loadStudy.ts";
import type { PointChoice } from "./PointPanel.tsx";
import { Front, Lines, PointMap } from "./pictures.tsx";
import { progressText } from "./RunBar.tsx";
import { studyPage, studyRuns } from "./studyHere.ts";
import "./sweepStage.css";
import { ChartLookContext } from "./Drawing.tsx";

/** Same value as in the style sheet of tokens, where letters get larger for the last row. */
const PROJECTOR = "(min-width: 1600px)";
const PROJECTOR_SCALE = 1.9;
const LAPTOP_SCALE = 1.25;

/** Presenter mode of a study: one picture that fills the screen, with its caption. A clicker goes to the next. */
export function SweepStage({ title }: { readonly title: string }) {
  const state = useStore(studyRuns.store);
  const { loaded } = state;
  const view = useStore(studyPage.store, (page) => page.view);
  const [place, setPlace] = useState(0);
  const metrics = loaded?.plan.asked.map(columnName) ?? [];
  const slides = view === undefined ? [] : slidesOf(metrics, view);
  const at = Math.min(place, slides.length - 1);
  const slide = slides[at];
  return (
    <main className="sweep-stage grid gap-4 grow low">
      <h2 className="sr-only">{title}</h2>
      {loaded === undefined || view === undefined || slide === undefined ? null : (
        <StagePicture slide={slide} loaded={loaded} view={view} />
      )}
      <footer className="sweep-stage__bar row gap-3 t-15 digits">
        <button
          type="button"
          className="btn t-18"
          data-clicker="back"
          disabled={at <= 0}
          aria-label={t("Previous picture")}
          onClick={() => setPlace(at - 1)}
        >
          ‹
        </button>
        <span role="status">{`${at + 1} / ${slides.length}`}</span>
        <button
          type="button"
          className="btn t-18"
          data-clicker="next"
          disabled={at >= slides.length - 1}
          aria-label={t("Next picture")}
          onClick={() => setPlace(at + 1)}
        >
          ›
        </button>
        <span className="pushed ink-2">
          {state.status === "done" ? title : `${title} · ${progressText(state)}`}
        </span>
      </footer>
    </main>
  );
}

interface StagePictureProps {
  readonly slide: Slide;
  readonly loaded: LoadedStudy;
  readonly view: View;
}

function StagePicture({ slide, loaded, view }: StagePictureProps) {
  const host = useRef<HTMLDivElement>(null);
  const heightPx = useHeight(host);
  const scale = useMedia(PROJECTOR) ? PROJECTOR_SCALE : LAPTOP_SCALE;
  const look = useMemo(() => ({ scale, heightPx }), [scale, heightPx]);
  const rows = useStore(studyRuns.store, (state) => state.rows);
  const { chosen, beside } = useStore(studyPage.store);
  const { points } = useMemo(
    () => summarise(rows, loaded.study.compare, rulesOf(loaded.plan)),
    [rows, loaded],
  );
  const axes = useMemo(() => viewAxes(shownPoints(loaded.plan)), [loaded]);
  const base = useMemo(() => basePoints(loaded), [loaded]);
  const choice: PointChoice = { chosen, beside, baseOf: base.of, choose: studyPage.choose };
  const words = useMemo(() => studyWords(loaded), [loaded]);
  const part = { points, words, base, choice };
  return (
    <div className="slim clip" ref={host}>
      <ChartLookContext value={look}>
        {slide.kind === "front" ? (
          <Front {...part} loaded={loaded} />
        ) : slide.kind === "lines" ? (
          <Lines {...part} axes={axes} view={{ ...view, metric: slide.metric }} />
        ) : (
          <PointMap {...part} axes={axes} view={{ ...view, metric: slide.metric }} />
        )}
      </ChartLookContext>
    </div>
  );
}

/** Pictures of a study for a speaker, one after the other. */
type Slide =
  | { readonly kind: "lines"; readonly metric: string }
  | { readonly kind: "map"; readonly metric: string }
  | { readonly kind: "front" };

/** The present measure comes first. A map needs two axes, a trade-off two measures. */
function slidesOf(metrics: readonly string[], view: Pick<View, "metric" | "y">): readonly Slide[] {
  const ordered = [view.metric, ...metrics.filter((one) => one !== view.metric)];
  return [
    ...ordered.flatMap((metric): Slide[] => [
      { kind: "lines", metric },
      ...(view.y === undefined ? [] : [{ kind: "map", metric } as const]),
    ]),
    ...(metrics.length < 2 ? [] : [{ kind: "front" } as const]),
  ];
}

/** Height of the head above a chart: title, caption and margins. */
const HEAD_PX = 150;

/** Greatest height of a chart in its place. Undefined until it is measured. */
function useHeight(element: RefObject<Element | null>): number | undefined {
  const [height, setHeight] = useState<number>();
  useLayoutEffect(() => {
    const target = element.current;
    if (target === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setHeight(Math.floor(entry.contentRect.height) - HEAD_PX);
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return height;
}

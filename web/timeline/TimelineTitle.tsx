import { Suspense, useMemo } from "react";
import type { TermId } from "../../lib/terms/terms.ts";
import { layersOfThread } from "../../scenarios/software/steps.ts";
import {
  useActions,
  useApp,
  useCell,
  useKeyHint,
  useLive,
  useSession,
  useThrottled,
  useViewport,
} from "../state/hooks.ts";
import { endCycleOf, showsInstructions, visibleCycles } from "../state/viewport.ts";
import { t } from "../text/t.ts";
import { lazyPart } from "../ui/lazyPart.tsx";
import { PopupButton } from "../ui/PopupButton.tsx";
import { Term } from "../ui/Term.tsx";
import { usePageLayout } from "../ui/useMedia.ts";
import { LAYERS } from "./layers.ts";
import type { Side } from "./spec.ts";
import { ToolButton } from "./ToolButton.tsx";
import { lengthText } from "./text.ts";

const BUTTON_ZOOM = 2;

interface TimelineTitleProps {
  /** Whether controls that examine one machine are shown. */
  readonly hasStudies: boolean;
  readonly showsTable: boolean;
  readonly onToggleTable: () => void;
}

export function TimelineTitle({ hasStudies, showsTable, onToggleTable }: TimelineTitleProps) {
  const { fitRun } = useActions();
  const hint = useKeyHint();
  const zoom = useZoomButton();
  return (
    <header className="timeline__title">
      <h2>{t("Timeline")}</h2>
      <Span />
      <Legend isCompared={!hasStudies} />
      <div className="timeline__tools flex gap-1">
        {hasStudies ? <TracksButton /> : null}
        {hasStudies ? <StudyTools /> : null}
        <ToolButton label={t("Table of what is shown")} pressed={showsTable} onClick={onToggleTable}>
          <path d="M2.5 3.5h11v9h-11zM2.5 6.5h11M2.5 9.5h11M6.5 3.5v9" />
        </ToolButton>
        <ToolButton label={hint("fit", t("Show the whole run"))} onClick={fitRun}>
          <path d="M2.5 3v10M13.5 3v10M5 8h6M6.8 6 5 8l1.8 2M9.2 6 11 8l-1.8 2" />
        </ToolButton>
        <ToolButton label={hint("zoom-out", t("Zoom out"))} onClick={() => zoom(1 / BUTTON_ZOOM)}>
          <path d="M3.5 8h9" />
        </ToolButton>
        <ToolButton label={hint("zoom-in", t("Zoom in"))} onClick={() => zoom(BUTTON_ZOOM)}>
          <path d="M8 3.5v9M3.5 8h9" />
        </ToolButton>
      </div>
    </header>
  );
}

const TrackPanel = lazyPart(() => import("./TrackPanel.tsx"));

/** Opens the choice of tracks, their order and their heights. */
function TracksButton() {
  const { setPanel } = useActions();
  const label = useKeyHint()("tracks", "Tracks");
  const open = useApp((state) => state.panel === "tracks");
  const loaded = useApp((state) => state.scenario !== undefined);
  return (
    <PopupButton
      open={open}
      onOpenChange={(next) => setPanel(next ? "tracks" : undefined)}
      button={{
        className: "btn btn--ghost btn--small btn--icon timeline__tool",
        disabled: !loaded,
        name: label,
        title: label,
        content: (
          <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M2.5 4h7M12.5 4h1M2.5 8h2M7.5 8h6M2.5 12h6M11.5 12h2M11 2.5v3M6 6.5v3M10 10.5v3" />
          </svg>
        ),
      }}
      popup={{ name: t("Tracks"), side: "top" }}
    >
      <Suspense fallback={<p className="dim">{t("loading")}</p>}>
        <TrackPanel />
      </Suspense>
    </PopupButton>
  );
}

function StudyTools() {
  const { follow, rangeOfView } = useActions();
  const hint = useKeyHint();
  return (
    <>
      <ToolButton label={hint("follow-packet", t("Follow the packet"))} onClick={() => follow("packet")}>
        <path d="M2 11.5h3.5V6H9M11 3.5h3v5h-3zM9 6h2" />
      </ToolButton>
      <ToolButton
        label={hint("follow-interrupt", t("Follow the interrupt"))}
        onClick={() => follow("interrupt")}
      >
        <path d="M1.5 12.5h3v-8h3v8h3M13 3.5v6M13 12v.5" />
      </ToolButton>
      <ToolButton label={hint("range", t("Statistics of the visible range"))} onClick={rangeOfView}>
        <path d="M2.5 2.5v11M13.5 2.5v11M5 12V8M8 12V4.5M11 12V9.5" />
      </ToolButton>
    </>
  );
}

/** Around the playhead if it is in view, otherwise around the middle. */
function useZoomButton(): (factor: number) => void {
  const { store, live, actions } = useSession();
  return (factor) => {
    const { viewport } = store.getState();
    const playhead = live.playhead.get();
    const isInView = playhead >= viewport.startCycle && playhead <= endCycleOf(viewport);
    actions.zoomAround(isInView ? playhead : viewport.startCycle + visibleCycles(viewport) / 2, factor);
  };
}

function Span() {
  const viewport = useViewport();
  const cycles = Math.round(visibleCycles(viewport));
  const clockHertz = useApp((state) => state.scenario?.machine.clockHertz);
  if (clockHertz === undefined || cycles <= 0) return <span className="timeline__span" />;
  return (
    <span className="timeline__span">
      {lengthText(cycles, clockHertz)}
      {showsInstructions(viewport) ? t(", instruction × cycle") : ""}
    </span>
  );
}

const LEGEND_INTERVAL_MS = 500;

interface LegendProps {
  readonly isCompared: boolean;
  /** Only the colours of layers, without explanations. */
  readonly isPlain?: boolean;
}

/** Meaning of the colours of lanes. */
export function Legend({ isCompared, isPlain = false }: LegendProps) {
  const scenario = useApp((state) => state.scenario);
  const layers = useMemo(() => {
    const used = new Set<string>(
      scenario?.software.threads.flatMap((thread) => [...layersOfThread(scenario, thread)]),
    );
    return LAYERS.filter(
      (layer) => used.has(layer.name) || layer.name === "entry" || layer.name === "save-restore",
    );
  }, [scenario]);
  const hasBefore = useCell(useLive().before) !== undefined;
  // True for columns that are longer than the events in them.
  const areShares = useThrottled(useLive().window, LEGEND_INTERVAL_MS)?.exact === false;
  if (scenario === undefined) return <ul className="timeline__legend" />;
  return (
    <ul
      className="timeline__legend"
      aria-label={t("Colours")}
      // A wheel that turns in one direction only also scrolls sideways.
      onWheel={({ currentTarget, deltaY }) => currentTarget.scrollBy({ left: deltaY })}
    >
      {layers.map((layer) => (
        <li key={layer.name}>
          <i className="swatch" data-layer={layer.name} />
          {isPlain ? layer.label : <Word term={layer.term}>{layer.label}</Word>}
        </li>
      ))}
      {isPlain ? null : (
        <>
          <li>
            <i className="swatch hatch" data-layer="stall" />
            <Word term="stall">{t("stall")}</Word>
          </li>
          <li>
            <i className="swatch" data-layer="idle" />
            <Word term="idle">{t("idle")}</Word>
          </li>
        </>
      )}
      {areShares && !isPlain ? <li className="ink-3">{t("height = share of the time")}</li> : null}
      {hasBefore && !isCompared ? <Before /> : null}
      {isCompared ? (
        <li title={t("bookmarks and breakpoints: outlines of A, filled of B")}>
          {t("marks")}
          <Flag of="A" />
          <Flag of="B" />
        </li>
      ) : null}
    </ul>
  );
}

/** A word of the legend that explains itself, if there is room to press it. */
function Word({ term, children }: { readonly term: TermId; readonly children: React.ReactNode }) {
  return usePageLayout() === "phone" ? children : <Term id={term}>{children}</Term>;
}

/** The run before the last change (draw/before.ts). A press removes it. */
function Before() {
  const { forgetRunBefore } = useActions();
  return (
    <li>
      <button
        type="button"
        className="timeline__before"
        aria-label={t("Hide the previous run")}
        title={t("Hide the previous run")}
        onClick={forgetRunBefore}
      >
        <i aria-hidden="true" />
        {t("before|run")}
        <span aria-hidden="true"> ✕</span>
      </button>
    </li>
  );
}

/** Drawn as on the tracks (draw/flags.ts). */
function Flag({ of }: { readonly of: Side }) {
  return (
    <>
      <svg className="timeline__flag" viewBox="0 0 10 10" aria-hidden="true">
        <path d="M1.5 9.5V1l7 3.5-7 3.5" fill={of === "A" ? "none" : "currentColor"} stroke="currentColor" />
      </svg>
      {of}
    </>
  );
}

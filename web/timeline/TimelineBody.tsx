import { useEffect, useRef } from "react";
import type { Scenario } from "../../scenarios/format/schema.ts";
import type { TimelineWindow } from "../engine/protocol.ts";
import { hitsOf } from "../state/breakpointHits.ts";
import { pictureTask, useKeyHint, useSession } from "../state/hooks.ts";
import type { CommandId } from "../state/keymap.ts";
import type { RunBefore } from "../state/live.ts";
import type { Session } from "../state/session.ts";
import { endCycleOf, showsInstructions, type Viewport } from "../state/viewport.ts";
import { currentSpeech, onSpeech } from "../text/language.ts";
import type { Label } from "../text/t.ts";
import type { Cell } from "../ui/cell.ts";
import { later } from "../ui/later.ts";
import { attachGestures } from "./gestures.ts";
import { hitTest } from "./hitTest.ts";
import { attachKeys } from "./keys.ts";
import { labelsOf } from "./labels.ts";
import { hasRun, plotWidth, usualTracks } from "./layout.ts";
import { attachPointed } from "./pointed.ts";
import type { MachineLabels, Side, TimelineMarks, TimelineParts, TimelineSpec } from "./spec.ts";
import type { Tip } from "./TimelineTooltip.tsx";
import { planTracks, withHeight } from "./trackPlan.ts";
import { createTimelineView, type TimelineData, type TimelineElements } from "./view.ts";

const facts = later(() => import("./facts.ts"));

interface TimelineBodyProps {
  readonly parts: TimelineParts;
  /** Name of the machine, if there are several. */
  readonly name: string;
  readonly side: Side | undefined;
  readonly tip: Cell<Tip | undefined>;
  readonly speech: Cell<string>;
}

const KEY_HELP: Label =
  "Left and right arrows move between spans, up and down between contexts; after a click they do so with Alt. Enter moves the playhead to the span.";
const KEY_COMMANDS = [
  ["zoom-in", "Zoom in"],
  ["zoom-out", "zoom out"],
  ["pan-left", "pan left"],
  ["pan-right", "pan right"],
  ["fit", "whole run"],
] as const satisfies readonly (readonly [CommandId, Label])[];

export function TimelineBody({ parts, name, side, tip, speech }: TimelineBodyProps) {
  const session = useSession();
  const hint = useKeyHint();
  const body = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const overviewCanvas = useRef<HTMLCanvasElement>(null);
  const staticCanvas = useRef<HTMLCanvasElement>(null);
  const interactiveCanvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const elements = {
      body: body.current,
      scroller: scroller.current,
      content: content.current,
      overviewCanvas: overviewCanvas.current,
      staticCanvas: staticCanvas.current,
      interactiveCanvas: interactiveCanvas.current,
    };
    return isComplete(elements) ? mount(session, elements, { parts, side, tip, speech }) : undefined;
  }, [session, parts, side, tip, speech]);

  return (
    <div
      ref={body}
      className="timeline__body"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the canvas is walked with the arrow keys
      tabIndex={0}
      role="application"
      aria-label={`${name}. ${KEY_HELP} ${KEY_COMMANDS.map(([id, text]) => hint(id, text)).join(", ")}.`}
    >
      <canvas ref={staticCanvas} />
      {hasRun(parts) ? (
        <canvas ref={overviewCanvas} className="timeline__run" />
      ) : (
        <canvas ref={overviewCanvas} hidden />
      )}
      <canvas ref={interactiveCanvas} />
      <div ref={scroller} className="timeline__scroller" tabIndex={-1}>
        <div ref={content} />
      </div>
    </div>
  );
}

type MaybeElements = { readonly [K in keyof TimelineElements]: TimelineElements[K] | null };

function isComplete(elements: MaybeElements): elements is TimelineElements {
  return Object.values(elements).every((element) => element !== null);
}

/** Ties the view to the session for as long as the elements live. */
function mount(
  session: Session,
  elements: TimelineElements,
  props: Omit<TimelineBodyProps, "name">,
): () => void {
  const { store, live, actions } = session;
  const labels = createLabels(session);
  const marks = createMarks(session);
  const read = (): TimelineData | undefined => {
    const machine = labels();
    const { viewport, frontier, scenario } = store.getState();
    return (
      machine && {
        machine,
        side: props.side,
        viewport,
        frontier,
        window: windowToDraw(live.window.get(), live.overview.get()?.coarse, viewport),
        before: props.side === undefined ? windowBefore(live.before.get(), scenario, viewport) : undefined,
        overview: live.overview.get(),
        rows: live.rows.get(),
        playheadCycle: live.playhead.get(),
        view: live.view.get(),
        marks: marks(),
        // Controls that examine one machine are left out if two are compared.
        ...(props.parts === "all"
          ? { journey: live.journey.get(), range: store.getState().range, tracks: store.getState().tracks }
          : {}),
      }
    );
  };
  // With a second machine, parts have no stage.
  const pointedTrack = props.side === undefined ? attachPointed(store, elements.body) : undefined;
  const view = createTimelineView({
    elements,
    parts: props.parts,
    taskFor: pictureTask,
    read,
    onPlotWidth: (widthPx, startCycle) => {
      const { viewport, endCycle } = store.getState();
      const showedRun = viewport.widthPx > 0 && viewport.widthPx * viewport.cyclesPerPx >= endCycle * 0.999;
      actions.setViewport(startCycle === undefined ? { widthPx } : { widthPx, startCycle });
      if (showedRun && startCycle === undefined) actions.fitRun();
    },
    onFrame: (spec) => {
      if (hasRun(props.parts)) actions.setOverviewWidth(plotWidth(spec.size.widthPx, spec.frame, "lanes"));
      props.tip.set(tipOf(spec, view.invalidate));
      pointedTrack?.draw(spec);
      tellDrawn(elements.body, spec, live.window.get());
    },
  });
  let current: TimelineSpec | undefined;
  let currentOf: TimelineSpec | undefined;
  /** The last drawing, at the present viewport. */
  const currentSpec = (): TimelineSpec | undefined => {
    const drawn = view.spec();
    const { viewport } = store.getState();
    if (drawn === undefined || drawn.viewport === viewport) return drawn;
    if (currentOf !== drawn || current?.viewport !== viewport) current = { ...drawn, viewport };
    currentOf = drawn;
    return current;
  };
  const detachGestures = attachGestures({
    body: elements.body,
    scroller: elements.scroller,
    // Several events may come between two frames. Each starts from the view that the previous one left.
    spec: currentSpec,
    setViewport: actions.setViewport,
    showCycles: actions.showCycles,
    panBy: actions.panBy,
    zoomAround: actions.zoomAround,
    seek: actions.seek,
    setRange: actions.setRange,
    resizeTrack: ({ kind, index }, heightPx) => {
      const machine = labels();
      if (machine === undefined) return;
      const plan = planTracks(usualTracks(machine), store.getState().tracks);
      actions.setTracks(
        plan.map((one) => (one.kind === kind && one.index === index ? withHeight(one, heightPx) : one)),
      );
    },
    followInterrupt: (cycle) => actions.follow("interrupt", cycle),
    askWhyLost: (what, cycle) => actions.askWhy({ what, cycle }, true),
    setHover: view.setHover,
  });
  const detachKeys = attachKeys({
    body: elements.body,
    spec: view.spec,
    actions,
    setFocus: view.setFocus,
    speak: props.speech.set,
    keys: () => store.getState().keys,
  });
  const stops = [
    store.subscribe(view.invalidate),
    onSpeech(view.invalidate),
    // Another scenario begins at its first track. An edited one keeps the scroll position.
    store.subscribe((now, before) => {
      if (now.original !== before.original) elements.scroller.scrollTop = 0;
    }),
    ...[
      live.window,
      live.overview,
      live.rows,
      live.playhead,
      live.view,
      live.watch,
      live.journey,
      live.before,
    ].map((cell) => cell.subscribe(view.invalidate)),
  ];
  return () => {
    for (const stop of stops) stop();
    pointedTrack?.stop();
    detachKeys();
    detachGestures();
    view.destroy();
    props.tip.set(undefined);
  };
}

/** The marks change only with bookmarks, breakpoints or known hits. */
function createMarks({ store, live }: Session): () => TimelineMarks {
  let made: { readonly of: readonly unknown[]; readonly marks: TimelineMarks } | undefined;
  return () => {
    const { bookmarks, breakpoints } = store.getState();
    const watched = live.watch.get();
    const of = [bookmarks, breakpoints, watched];
    if (made === undefined || of.some((one, index) => one !== made?.of[index]))
      made = { of, marks: { bookmarks, hits: hitsOf(breakpoints, watched) } };
    return made.marks;
  };
}

/** Labels are made once per scenario and language. */
function createLabels({ store }: Session): () => MachineLabels | undefined {
  let made: { readonly of: readonly unknown[]; readonly labels: MachineLabels } | undefined;
  return () => {
    const { scenario, endCycle } = store.getState();
    if (scenario === undefined || endCycle <= 0) return undefined;
    const of = [scenario, endCycle, currentSpeech()];
    if (made === undefined || of.some((one, index) => one !== made?.of[index]))
      made = { of, labels: labelsOf(scenario, endCycle) };
    return made.labels;
  };
}

/** Reports the playhead's cycle to tests and measurements once the data of the whole view are drawn. */
function tellDrawn(
  body: HTMLElement,
  { window, rows, viewport, machine, playheadCycle }: TimelineSpec,
  fine: TimelineWindow | undefined,
): void {
  const data = showsInstructions(viewport) ? rows : window === fine ? window : undefined;
  const from = Math.max(0, Math.ceil(viewport.startCycle));
  const to = Math.min(machine.endCycle, Math.floor(endCycleOf(viewport)));
  const drawn = data !== undefined && data.from <= from && data.to >= to ? String(playheadCycle) : "";
  if (body.dataset.drawn !== drawn) body.dataset.drawn = drawn;
}

function tipOf(spec: TimelineSpec, again: () => void): Tip | undefined {
  const { hover, size } = spec;
  if (hover === undefined) return undefined;
  const words = facts.get();
  // main.tsx reports a part that could not be loaded.
  if (words === undefined) facts.load().then(again, () => undefined);
  const found = words?.factsOf(hitTest(spec, hover.x, hover.y), spec.machine);
  return found && { facts: found, at: hover, widthPx: size.widthPx, heightPx: size.heightPx };
}

// ---- the run before the last change ----

/** Undefined if there is none, or if it had other cards and queues, because their tracks would not match. */
function windowBefore(
  before: RunBefore | undefined,
  scenario: Scenario | undefined,
  viewport: Viewport,
): TimelineWindow | undefined {
  if (before === undefined || scenario === undefined) return undefined;
  if (storesOf(before.scenario) !== storesOf(scenario)) return undefined;
  return windowToDraw(before.window, before.coarse, viewport);
}

const known = new WeakMap<Scenario, string>();

function storesOf(scenario: Scenario): string {
  const found = known.get(scenario);
  if (found !== undefined) return found;
  const { machine, software } = scenario;
  const text = JSON.stringify([machine.nics, software.queues].map((list) => list.map(({ name }) => name)));
  known.set(scenario, text);
  return text;
}

/** Window to draw while the data of a view load: the whole run in columns, if they are known. */
export function windowToDraw(
  window: TimelineWindow | undefined,
  coarse: TimelineWindow | undefined,
  viewport: Viewport,
): TimelineWindow | undefined {
  if (coarse === undefined || window === undefined) return window ?? coarse;
  const from = Math.max(0, viewport.startCycle);
  const to = Math.min(endCycleOf(viewport), coarse.knownTo);
  return window.from <= from && Math.min(window.to, window.knownTo) >= to ? window : coarse;
}

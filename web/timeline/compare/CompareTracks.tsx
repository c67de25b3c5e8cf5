import { useEffect, useRef } from "react";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { pictureTask } from "../../state/hooks.ts";
import type { Live } from "../../state/live.ts";
import type { Session } from "../../state/session.ts";
import { cycleAtPx, isInView, pxAtCycle } from "../../state/viewport.ts";
import { createCell } from "../../ui/cell.ts";
import { labelsOf } from "../labels.ts";
import { inTheme, PRINT_RATIO, printWith } from "../printing.ts";
import type { TimelineTheme } from "../spec.ts";
import { TimelineTooltip, type Tip } from "../TimelineTooltip.tsx";
import { readFrame, readTheme } from "../theme.ts";
import { watchEnvironment } from "../view.ts";
import { type DeliveredFrames, drawCompare, plotOf } from "./draw.ts";
import { type ComparedSide, type CompareSeries, compareFacts, compareSeries } from "./work.ts";

interface CompareTracksProps {
  readonly a: Session;
  readonly b: Session;
  /** Content of the canvas in words. */
  readonly label: string;
}

/** The tracks of the difference, drawn from both machines' data. */
export function CompareTracks({ a, b, label }: CompareTracksProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  // A value that changes with every move of the pointer. It is not part of this component's state.
  const tip = useRef(createCell<Tip | undefined>(undefined)).current;
  useEffect(() => {
    const element = canvas.current;
    return element === null ? undefined : mount(element, a, b, tip.set);
  }, [a, b, tip]);
  return (
    <div className="compare__tracks rigid anchor hair-above">
      <canvas ref={canvas} role="img" aria-label={label} />
      <TimelineTooltip cell={tip} />
    </div>
  );
}

function mount(
  canvas: HTMLCanvasElement,
  a: Session,
  b: Session,
  setTip: (tip: Tip | undefined) => void,
): () => void {
  const surface = canvas.getContext("2d", { alpha: false });
  if (surface === null) throw new Error("this browser cannot draw on a canvas");
  const seriesOf = createSeries(a, b);
  let theme = readTheme(canvas, window.devicePixelRatio);
  let frame = readFrame(canvas, "tracks");
  const task = pictureTask(draw);

  function draw(): void {
    if (surface !== null) drawOn(canvas, surface, theme, window.devicePixelRatio);
  }

  function drawOn(
    sheet: HTMLCanvasElement,
    over: CanvasRenderingContext2D,
    ink: TimelineTheme,
    devicePixelRatio: number,
  ): void {
    const { clientWidth: widthPx, clientHeight: heightPx } = canvas;
    const width = Math.round(widthPx * devicePixelRatio);
    const height = Math.round(heightPx * devicePixelRatio);
    if (width === 0 || height === 0) return;
    if (sheet.width !== width) sheet.width = width;
    if (sheet.height !== height) sheet.height = height;
    const { viewport } = a.store.getState();
    const playhead = a.live.playhead.get();
    drawCompare(over, {
      size: { widthPx, heightPx, devicePixelRatio },
      frame,
      theme: ink,
      viewport,
      series: seriesOf(),
      delivered: deliveredAt(a.live, b.live),
      playheadPx: isInView(viewport, playhead) ? pxAtCycle(viewport, playhead) : undefined,
    });
  }

  const stopPrinting = printWith(canvas.parentElement ?? canvas, () => {
    const sheet = document.createElement("canvas");
    const over = sheet.getContext("2d");
    if (over === null) return undefined;
    drawOn(
      sheet,
      over,
      inTheme("light", () => readTheme(canvas, PRINT_RATIO)),
      PRINT_RATIO,
    );
    sheet.className = "print-picture";
    return sheet;
  });
  const stopWatching = watchEnvironment(canvas, {
    onResize: task.schedule,
    onRestyle: () => {
      theme = readTheme(canvas, window.devicePixelRatio);
      frame = readFrame(canvas, "tracks");
      task.schedule();
    },
  });
  /** The playhead follows a pressed pointer. A pointer that only rests on the tracks shows a tip. */
  const point = ({ buttons, clientX, clientY, pointerId }: PointerEvent): void => {
    const { viewport } = a.store.getState();
    const box = canvas.getBoundingClientRect();
    const at = { x: clientX - box.left, y: clientY - box.top };
    const size = { widthPx: box.width, heightPx: box.height, devicePixelRatio: 1 };
    const px = at.x - plotOf({ size, frame, viewport }).x;
    const series = seriesOf();
    const cycle = Math.round(cycleAtPx(viewport, px));
    const facts = px >= 0 && series !== undefined ? compareFacts(series, Math.floor(px), cycle) : undefined;
    setTip(facts && { facts, at, widthPx: box.width, heightPx: box.height });
    if ((buttons & 1) === 0 || px < 0) return;
    canvas.setPointerCapture(pointerId);
    a.actions.seek(cycle);
  };
  const leave = () => setTip(undefined);
  canvas.addEventListener("pointerdown", point);
  canvas.addEventListener("pointermove", point);
  canvas.addEventListener("pointerleave", leave);
  const stops = [a, b].flatMap(({ store, live }) => [
    store.subscribe(task.schedule),
    ...[live.window, live.playhead, live.metrics].map((cell) => cell.subscribe(task.schedule)),
  ]);
  task.schedule();
  return () => {
    for (const stop of stops) stop();
    canvas.removeEventListener("pointerdown", point);
    canvas.removeEventListener("pointermove", point);
    canvas.removeEventListener("pointerleave", leave);
    stopWatching();
    stopPrinting();
    task.cancel();
  };
}

/** Computed again only if data or view have changed, not when the playhead moves. */
function createSeries(a: Session, b: Session): () => CompareSeries | undefined {
  const sideA = createSide(a);
  const sideB = createSide(b);
  let made:
    | { readonly a: ComparedSide; readonly b: ComparedSide; readonly series: CompareSeries }
    | undefined;
  return () => {
    const [ofA, ofB] = [sideA(), sideB()];
    if (ofA === undefined || ofB === undefined) return undefined;
    if (made?.a !== ofA || made.b !== ofB) made = { a: ofA, b: ofB, series: compareSeries(ofA, ofB) };
    return made.series;
  };
}

/** Returns the same object until one of its inputs changes. */
function createSide({ store, live }: Session): () => ComparedSide | undefined {
  let counted: { readonly scenario: Scenario; readonly cpus: number } | undefined;
  let made: ComparedSide | undefined;
  return () => {
    const { scenario, endCycle, viewport } = store.getState();
    const window = live.window.get();
    if (scenario === undefined || window === undefined) return undefined;
    if (counted?.scenario !== scenario) counted = { scenario, cpus: labelsOf(scenario, endCycle).cpus };
    const { cpus } = counted;
    if (made?.window !== window || made.viewport !== viewport || made.cpus !== cpus)
      made = { window, viewport, cpus };
    return made;
  };
}

function deliveredAt(a: Live, b: Live): DeliveredFrames | undefined {
  const [ofA, ofB] = [a.metrics.get(), b.metrics.get()];
  if (ofA === undefined || ofB === undefined) return undefined;
  return { a: ofA.receive.delivered + ofA.send.delivered, b: ofB.receive.delivered + ofB.send.delivered };
}

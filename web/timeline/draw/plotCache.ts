/** The plot as a picture that is wider than the view. A drag moves it instead of drawing every track again. */
import type { Viewport } from "../../state/viewport.ts";
import type { StaticSpec } from "../spec.ts";
import type { DrawTools } from "./tools.ts";

/** Puts what `draw` draws into the plot. */
export type PlotPainter = (tools: DrawTools, draw: (tools: DrawTools) => void) => void;

export const paintDirectly: PlotPainter = (tools, draw) => draw(tools);

/** Shares of the view's width by which the picture extends beyond the view: in the direction of the drag, and in the
 * opposite one. */
const AHEAD_VIEWS = 0.5;
const BEHIND_VIEWS = 0.05;
/** Device pixels. A picture whose offset is farther from a whole pixel would be blurred. */
const WHOLE_PX_SLACK = 0.01;

/** The inputs of the picture, except the viewport. */
const PICTURE_KEYS = [
  "size",
  "frame",
  "theme",
  "machine",
  "window",
  "before",
  "journey",
  "tracks",
  "scrollTopPx",
] as const;

interface Picture {
  readonly spec: StaticSpec;
  /** Viewport of the whole picture. */
  readonly viewport: Viewport;
}

/** Makes a picture when a drag starts or leaves the previous picture. Other frames are drawn directly, because their
 * picture would not be used again. New data are first drawn directly, so that making their strips takes two short
 * frames instead of a long one. */
export function createPlotCache(): PlotPainter {
  const canvas = document.createElement("canvas");
  const surface = canvas.getContext("2d", { alpha: false });
  if (surface === null) return paintDirectly;
  let picture: Picture | undefined;
  let last: StaticSpec | undefined;

  function paintPicture(tools: DrawTools, draw: (tools: DrawTools) => void, goesOn: boolean): Picture {
    if (surface === null) throw new Error("no picture without a canvas");
    const { spec, layout } = tools;
    const { devicePixelRatio } = spec.size;
    const { cyclesPerPx, startCycle, widthPx } = spec.viewport;
    const aheadPx = Math.round(widthPx * AHEAD_VIEWS);
    const behindPx = Math.round(widthPx * BEHIND_VIEWS);
    const viewport = {
      cyclesPerPx,
      startCycle: startCycle - (goesOn ? behindPx : aheadPx) * cyclesPerPx,
      widthPx: widthPx + aheadPx + behindPx,
    };
    const { heightPx } = layout.tracksArea;
    resize(canvas, viewport.widthPx * devicePixelRatio, heightPx * devicePixelRatio);
    surface.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    surface.fillStyle = spec.theme.surface;
    surface.fillRect(0, 0, viewport.widthPx, heightPx);
    draw({
      ...tools,
      surface,
      spec: { ...spec, viewport },
      layout: {
        ...layout,
        plotX: 0,
        plotWidthPx: viewport.widthPx,
        tracksArea: { y: 0, heightPx },
      },
    });
    return { spec, viewport };
  }

  return (tools, draw) => {
    const { spec } = tools;
    const before = last;
    last = spec;
    if (picture !== undefined && show(picture, canvas, tools)) return;
    picture = undefined;
    if (before === undefined || !isDragStep(before, spec) || !isOnDevicePixels(tools)) {
      draw(tools);
      return;
    }
    picture = paintPicture(tools, draw, spec.viewport.startCycle > before.viewport.startCycle);
    show(picture, canvas, tools);
  };
}

/** False if the picture has other inputs, or does not cover the view. */
function show(picture: Picture, canvas: HTMLCanvasElement, tools: DrawTools): boolean {
  const { surface, spec, layout } = tools;
  if (!agree(picture.spec, spec)) return false;
  const { devicePixelRatio } = spec.size;
  const from = shiftPx(picture.viewport, spec.viewport, devicePixelRatio);
  const { plotX, plotWidthPx, tracksArea } = layout;
  const widthPx = plotWidthPx * devicePixelRatio;
  if (from === undefined || from < 0 || from + widthPx > canvas.width) return false;
  surface.imageSmoothingEnabled = false;
  surface.drawImage(
    canvas,
    from,
    0,
    widthPx,
    canvas.height,
    plotX,
    tracksArea.y,
    plotWidthPx,
    tracksArea.heightPx,
  );
  return true;
}

function agree(before: StaticSpec, now: StaticSpec): boolean {
  return PICTURE_KEYS.every((key) => before[key] === now[key]);
}

/** Device pixels between the starts of two views of the same zoom, if that is a whole number. Undefined otherwise. */
function shiftPx(from: Viewport, to: Viewport, devicePixelRatio: number): number | undefined {
  if (from.cyclesPerPx !== to.cyclesPerPx) return undefined;
  const shift = ((to.startCycle - from.startCycle) / to.cyclesPerPx) * devicePixelRatio;
  const whole = Math.round(shift);
  return Math.abs(shift - whole) <= WHOLE_PX_SLACK ? whole : undefined;
}

function isDragStep(before: StaticSpec, now: StaticSpec): boolean {
  if (before.viewport.widthPx !== now.viewport.widthPx || !agree(before, now)) return false;
  const shift = shiftPx(before.viewport, now.viewport, now.size.devicePixelRatio);
  return shift !== undefined && shift !== 0 && Math.abs(shift) < now.viewport.widthPx * AHEAD_VIEWS;
}

function isOnDevicePixels({ spec, layout }: DrawTools): boolean {
  const { plotX, plotWidthPx, tracksArea } = layout;
  const { devicePixelRatio } = spec.size;
  return [plotX, plotWidthPx, tracksArea.y, tracksArea.heightPx].every((px) =>
    Number.isInteger(px * devicePixelRatio),
  );
}

function resize(canvas: HTMLCanvasElement, widthPx: number, heightPx: number): void {
  if (canvas.width === widthPx && canvas.height === heightPx) return;
  canvas.width = widthPx;
  canvas.height = heightPx;
}

/** The timeline on paper: all tracks, in ink on white, independent of the theme, scroll position and width of the
 * screen. It is drawn when the browser is about to print, and removed afterwards. */
import { showsInstructions, visibleCycles } from "../state/viewport.ts";
import { drawInteractive } from "./draw/drawInteractive.ts";
import { drawRun, drawStatic } from "./draw/drawStatic.ts";
import { layoutTracks, plotWidth } from "./layout.ts";
import type { TimelineSpec, TimelineTheme } from "./spec.ts";
import { createStripCache } from "./strips.ts";
import { readTheme } from "./theme.ts";

/** Width at which letters of 11 px are readable on paper in portrait. */
const PRINT_WIDTH_PX = 960;
export const PRINT_RATIO = 2;
/** A greater height would not fit on one page. */
const MOST_HEIGHT_PX = 1200;

/** Reads style sheets as in this theme. In print everything is light. */
export function inTheme<T>(wanted: "light" | "dark", read: () => T): T {
  const { dataset } = document.documentElement;
  const { theme } = dataset;
  dataset.theme = wanted;
  try {
    return read();
  } finally {
    if (theme === undefined) delete dataset.theme;
    else dataset.theme = theme;
  }
}

/** Keeps a picture in `body` for as long as the browser prints. Returns the function that stops. */
export function printWith(body: HTMLElement, draw: () => HTMLCanvasElement | undefined): () => void {
  let picture: HTMLCanvasElement | undefined;
  const clear = () => {
    picture?.remove();
    picture = undefined;
  };
  const begin = () => {
    clear();
    picture = draw();
    if (picture !== undefined) body.append(picture);
  };
  window.addEventListener("beforeprint", begin);
  window.addEventListener("afterprint", clear);
  return () => {
    clear();
    window.removeEventListener("beforeprint", begin);
    window.removeEventListener("afterprint", clear);
  };
}

/** Spec for a sheet of this width, made from the shown timeline: all tracks, and nothing that depends on the pointer.
 */
export function sheetSpec(
  shown: TimelineSpec,
  theme: TimelineTheme,
  sheetPx: number,
  devicePixelRatio: number,
): TimelineSpec {
  const mode = shown.frame.parts !== "strip" && showsInstructions(shown.viewport) ? "pipeline" : "lanes";
  const widthPx = plotWidth(sheetPx, shown.frame, mode);
  const before = layoutTracks(shown);
  const hiddenPx = mode === "pipeline" ? 0 : Math.max(0, before.contentHeightPx - before.tracksArea.heightPx);
  const heightPx = Math.min(MOST_HEIGHT_PX, shown.size.heightPx + hiddenPx);
  return {
    ...shown,
    theme,
    size: { widthPx: sheetPx, heightPx, devicePixelRatio },
    viewport: {
      startCycle: shown.viewport.startCycle,
      widthPx,
      cyclesPerPx: visibleCycles(shown.viewport) / widthPx,
    },
    scrollTopPx: mode === "pipeline" ? shown.scrollTopPx : 0,
    hover: undefined,
  };
}

export function printedTimeline(shown: TimelineSpec, element: HTMLElement): HTMLCanvasElement | undefined {
  const theme = inTheme("light", () => readTheme(element, PRINT_RATIO));
  // Parts of a comparison keep their width, because they are stacked on one axis.
  const sheetPx =
    shown.frame.parts === "all" || shown.frame.parts === "strip" ? PRINT_WIDTH_PX : shown.size.widthPx;
  const spec = sheetSpec(shown, theme, sheetPx, PRINT_RATIO);
  const layout = layoutTracks(spec);
  const picture = sheet(spec);
  const surface = picture.getContext("2d");
  if (surface === null) return undefined;
  surface.fillStyle = theme.surface;
  surface.fillRect(0, 0, picture.width, picture.height);
  const strips = createStripCache(PRINT_RATIO);
  for (const paint of [
    (over: CanvasRenderingContext2D) => void drawStatic(over, spec, strips),
    (over: CanvasRenderingContext2D) => {
      if (layout.overview !== undefined) drawRun(over, spec, layout);
    },
    (over: CanvasRenderingContext2D) => drawInteractive(over, spec),
  ]) {
    const layer = sheet(spec);
    const over = layer.getContext("2d");
    if (over === null) return undefined;
    paint(over);
    surface.drawImage(layer, 0, 0);
  }
  picture.className = "print-picture";
  return picture;
}

function sheet({ size }: TimelineSpec): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(size.widthPx * size.devicePixelRatio);
  canvas.height = Math.round(size.heightPx * size.devicePixelRatio);
  return canvas;
}

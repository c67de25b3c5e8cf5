/** Goes through a stretch of the run beside the page, picture by picture, and has each encoded. The playhead stays. */
import { createFilm } from "../../simulate/figure/film.ts";
import { paintShapes } from "../../simulate/figure/paint.ts";
import { machineInfo } from "../../simulate/stage/machineInfo.ts";
import type { Session } from "../../state/session.ts";
import type { Palette } from "../../ui/svg.ts";
import type { VideoFormat } from "./encoders.ts";
import { cycleOf, PICTURE_MS, pictureCount, type Stretch } from "./stretch.ts";

interface VideoOrder {
  readonly stretch: Stretch;
  readonly format: VideoFormat;
  readonly color: Palette;
  readonly title: string;
  readonly canvas: HTMLCanvasElement;
  /** 0..1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** Draws the first picture of a video that starts here. */
export async function drawFirst(
  session: Session,
  canvas: HTMLCanvasElement,
  color: Palette,
  title: string,
): Promise<void> {
  const { scenario } = session.store.getState();
  const view = session.live.view.get();
  const surface = canvas.getContext("2d", { alpha: false });
  if (scenario === undefined || view === undefined || surface === null) return;
  // Text drawn before its font is loaded would stay in another font.
  await document.fonts.ready;
  const film = createFilm({ facts: machineInfo(scenario), title, start: view });
  paintShapes(surface, film.picture({ timeMs: 0, share: 0, view, events: [] }), color);
}

/** Undefined if the recording was stopped. */
export async function recordVideo(session: Session, order: VideoOrder): Promise<Blob | undefined> {
  const { stretch, canvas, color, title, signal, onProgress } = order;
  const { scenario } = session.store.getState();
  const surface = canvas.getContext("2d", { alpha: false });
  if (scenario === undefined || surface === null) throw new Error("there is nothing to draw");
  const start = await look(session, stretch.fromCycle, stretch.fromCycle);
  const film = createFilm({ facts: machineInfo(scenario), title, start: start.view });
  const encoder = order.format.open(canvas, title);
  try {
    const count = pictureCount(stretch);
    let at = start;
    for (let picture = 0; picture < count; picture++) {
      if (signal.aborted) return undefined;
      const cycle = cycleOf(stretch, picture);
      const before = at.view.cycle;
      at = cycle === before ? { ...at, passed: [] } : await look(session, before, cycle);
      const share = (cycle - stretch.fromCycle) / Math.max(1, stretch.toCycle - stretch.fromCycle);
      const moment = { timeMs: picture * PICTURE_MS, share, view: at.view, events: at.passed };
      paintShapes(surface, film.picture(moment), color);
      await encoder.add();
      onProgress((picture + 1) / count);
    }
    const blob = signal.aborted ? undefined : await encoder.finish();
    return signal.aborted ? undefined : blob;
  } finally {
    encoder.close();
  }
}

async function look(session: Session, from: number, cycle: number) {
  const answer = await session.look(from, cycle);
  if (answer === undefined) throw new Error("the engine does not answer");
  return answer;
}

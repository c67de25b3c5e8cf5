/** The page as SVG: the machine is drawn from its state, the timeline from the contents of its canvases. */
import { machineFigure } from "../../simulate/figure/machineFigure.ts";
import { shapesSvg } from "../../simulate/figure/svgNode.ts";
import { machineInfo } from "../../simulate/stage/machineInfo.ts";
import { shownPace } from "../../state/playback.ts";
import type { Session } from "../../state/session.ts";
import { savedTimeline } from "../../timeline/saved/timelineSvg.ts";
import { shownIn } from "../../timeline/view.ts";
import { pagePalette } from "../../ui/pagePalette.ts";
import { type SvgPicture, stacked, svgDocument } from "../../ui/svg.ts";

type PicturePart = "both" | "machine" | "timeline";

const GAP_PX = 12;

export function svgPicture({ store, live }: Session, part: PicturePart, title: string): Blob {
  const palette = pagePalette();
  const pictures: SvgPicture[] = [];
  const state = store.getState();
  const { scenario } = state;
  const view = live.view.get();
  if (part !== "timeline" && scenario !== undefined && view !== undefined) {
    const options = { title, pace: shownPace(state) };
    const { shapes, ...size } = machineFigure(view, machineInfo(scenario), options);
    pictures.push({ ...size, content: shapesSvg(shapes, palette) });
  }
  if (part !== "machine") pictures.push(...timelines());
  if (pictures.length === 0) throw new Error("none of it is on the screen");
  const whole = stacked(pictures, GAP_PX, palette("surface"));
  return new Blob([svgDocument(whole, title)], { type: "image/svg+xml" });
}

/** Timelines of the page. A comparison has one for each machine. */
function timelines(): readonly SvgPicture[] {
  return [...document.querySelectorAll<HTMLElement>(".timeline__body")].flatMap((body, index) => {
    const shown = body.checkVisibility() ? shownIn(body) : undefined;
    return shown === undefined ? [] : [savedTimeline(shown, body, `t${index}`)];
  });
}

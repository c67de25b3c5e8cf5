/** Cores: what stands in their stages, or what they work for, and the contexts with the registers that they hold. */
import { partText } from "../../../scenarios/story/parts.ts";
import { coreName } from "../../ui/contextName.ts";
import { contextsPx, drawContexts } from "./contextsFigure.ts";
import { drawTiles } from "./coreTiles.ts";
import { type CoreFigure, corePart } from "./coreView.ts";
import type { Pen, Place } from "./pen.ts";
import { drawPipeline, pipelinePx } from "./pipelineFigure.ts";

const GAP_PX = 10;
/** More cores than these are tiles. */
const PANELS = 3;

/** Returns the height. */
export function drawCores(pen: Pen, figure: CoreFigure, { x, y, width }: Place): number {
  const { cores } = figure.facts.cores;
  if (cores === 1) {
    const height = coreHeightPx(figure, 0, false);
    pen.part(corePart(0), { x, y, width, height }, () => drawCore(pen, figure, 0, { x, y, width }, false));
    return height;
  }
  if (cores > PANELS) return drawTiles(pen, figure, { x, y, width });
  let at = y;
  for (let core = 0; core < cores; core++) {
    const top = at;
    const height = coreHeightPx(figure, core, true) + 40;
    pen.part(corePart(core), { x, y: top, width, height }, () => {
      pen.box({ x, y: top, width, height }, { stroke: "line-2", radiusPx: 6 });
      pen.text(coreName(core), x + 12, top + 18, { weight: 650 });
      drawCore(pen, figure, core, { x: x + 12, y: top + 28, width: width - 24 }, true);
    });
    at += height + GAP_PX;
  }
  return at - y - GAP_PX;
}

function coreHeightPx(figure: CoreFigure, core: number, isLow: boolean): number {
  return pipelinePx(figure, isLow) + GAP_PX + contextsPx(figure, core, isLow);
}

function drawCore(pen: Pen, figure: CoreFigure, core: number, at: Place, isLow: boolean): void {
  const height = pipelinePx(figure, isLow);
  const box = { ...at, height };
  pen.part(partText("pipeline", String(core + 1)), box, () => drawPipeline(pen, figure, core, box));
  drawContexts(pen, figure, core, { ...at, y: at.y + height + GAP_PX }, isLow);
}

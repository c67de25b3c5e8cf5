/** Many cores: each is a tile with what its contexts work for. */
import { partText } from "../../../scenarios/story/parts.ts";
import { t } from "../../text/t.ts";
import { coreName } from "../../ui/contextName.ts";
import { layerToken } from "../../ui/layerTokens.ts";
import { contextsOfCore, cpuOfContext, frameOnCpu, workedLayer } from "../stage/places.ts";
import { type CoreFigure, corePart } from "./coreView.ts";
import { type Pen, type Place, textWidthPx } from "./pen.ts";
import type { Box } from "./shapes.ts";

const TILE_COLUMNS = 4;
const TILE_LINE_PX = 16;
/** More contexts than these are squares without words. */
const NAMED_CONTEXTS = 3;

export function drawTiles(pen: Pen, figure: CoreFigure, { x, y, width }: Place): number {
  const { facts, view } = figure;
  const { cores, contexts } = facts.cores;
  const lines = contexts > NAMED_CONTEXTS ? 1 : contexts;
  const tile = { width: (width - (TILE_COLUMNS - 1) * 8) / TILE_COLUMNS, height: 30 + lines * TILE_LINE_PX };
  for (let core = 0; core < cores; core++) {
    const box = {
      x: x + (core % TILE_COLUMNS) * (tile.width + 8),
      y: y + Math.floor(core / TILE_COLUMNS) * (tile.height + 8),
      ...tile,
    };
    const isBusy = contextsOfCore(core, facts).some(
      (one) => frameOnCpu(view, cpuOfContext(one, facts), facts) !== undefined,
    );
    pen.part(corePart(core), box, () => {
      pen.box(box, { fill: "surface", stroke: isBusy ? "edge" : "line-2", radiusPx: 6 });
      pen.part(partText("pipeline", String(core + 1)), box, () =>
        pen.text(coreName(core), box.x + 10, box.y + 17, { sizePx: 11, weight: 650 }),
      );
      drawTileContexts(pen, figure, core, box);
    });
  }
  return Math.ceil(cores / TILE_COLUMNS) * (tile.height + 8) - 8;
}

function drawTileContexts(pen: Pen, { view, facts }: CoreFigure, core: number, tile: Box): void {
  const contexts = contextsOfCore(core, facts);
  const isNamed = contexts.length <= NAMED_CONTEXTS;
  const cellPx = (tile.width - 20) / contexts.length;
  contexts.forEach((context, index) => {
    const frame = view.frames.find((one) => one.context === context && !one.inMemory);
    const top = tile.y + 24 + (isNamed ? index * TILE_LINE_PX : 0);
    const box = isNamed
      ? { x: tile.x + 10, y: top, width: tile.width - 20, height: TILE_LINE_PX }
      : { x: tile.x + 10 + index * cellPx, y: top, width: cellPx - 2, height: 12 };
    pen.part(partText("context", String(context + 1)), box, () => {
      const layer = workedLayer(frame);
      if (!isNamed) {
        pen.box(box, { fill: layerToken(layer), fillOpacity: frame === undefined ? 0.25 : 1, radiusPx: 2 });
        return;
      }
      const packet = frame?.packet === undefined ? "" : String(frame.packet);
      const packetPx = textWidthPx(packet, 11);
      const thread = frame === undefined ? t("idle") : (facts.threads[frame.thread]?.name ?? "");
      pen.swatch(box.x, top + 12, layer);
      const color = frame === undefined ? "ink-3" : "ink";
      pen.text(thread, box.x + 14, top + 12, { sizePx: 11, color, roomPx: box.width - 22 - packetPx });
      pen.text(packet, box.x + box.width, top + 12, {
        sizePx: 10.5,
        color: "ink-3",
        anchor: "end",
        isMono: true,
      });
    });
  });
}

/** Draws the cores: up to three as panels with their pipeline (pipelineFigure.ts) and their contexts, more as small
 * tiles. */
import { partText } from "../../../scenarios/story/parts.ts";
import { t, translated } from "../../text/t.ts";
import { coreName } from "../../ui/contextName.ts";
import { formatInteger } from "../../ui/format.ts";
import { layerToken } from "../../ui/layerTokens.ts";
import { CARD_LIMIT, type ContextCard, contextCards } from "../stage/contexts.ts";
import { contextsOfCore, cpuOfContext, frameOnCpu, workedLayer } from "../stage/places.ts";
import { type Pen, type Place, textWidthPx } from "./pen.ts";
import { type CoreFigure, corePart, drawPipeline, pipelinePx } from "./pipelineFigure.ts";
import type { Box } from "./shapes.ts";

const GAP_PX = 10;
/** A larger number of cores are drawn as tiles. */
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

/** With many cores, each is a tile with the work of its contexts. */
const TILE_COLUMNS = 4;
const TILE_LINE_PX = 16;
/** More contexts than these are squares without words. */
const NAMED_CONTEXTS = 3;

function drawTiles(pen: Pen, figure: CoreFigure, { x, y, width }: Place): number {
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
      const thread = frame === undefined ? t("idle") : translated(facts.threads[frame.thread]?.name ?? "");
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

/** The contexts of a core with the registers that they hold, and free places where registers will be saved. */
const CARD_GAP_PX = 10;
const CARD_PX = 104;
const ROW_PX = 24;

/** Cards of a core, and free places where registers will be saved. */
function cardsOf({ view, facts, savedSets }: CoreFigure, core: number): readonly (ContextCard | undefined)[] {
  const cards = contextCards(view, facts, core).filter((card) => !facts.interleaved || card.inMemory);
  const saved = cards.filter(({ inMemory }) => inMemory).length;
  const room = core === 0 ? Math.max(savedSets, facts.save === undefined ? 0 : 1) : 0;
  return [...cards, ...Array.from({ length: Math.max(0, room - saved) }, () => undefined)];
}

function areRows(cards: readonly unknown[], isLow: boolean): boolean {
  return isLow || cards.length > CARD_LIMIT;
}

function contextsPx(figure: CoreFigure, core: number, isLow: boolean): number {
  const cards = cardsOf(figure, core);
  if (cards.length === 0) return 0;
  return areRows(cards, isLow) ? Math.ceil(cards.length / 2) * (ROW_PX + 4) : CARD_PX;
}

function drawContexts(
  pen: Pen,
  figure: CoreFigure,
  core: number,
  { x, y, width }: Place,
  isLow: boolean,
): void {
  const cards = cardsOf(figure, core);
  const isInRows = areRows(cards, isLow);
  const columns = isInRows ? 2 : Math.max(2, cards.length);
  const cardPx = (width - (columns - 1) * CARD_GAP_PX) / columns;
  cards.forEach((card, index) => {
    const row = Math.floor(index / columns);
    const box = {
      x: x + (index % columns) * (cardPx + CARD_GAP_PX),
      y: y + row * (ROW_PX + 4),
      width: cardPx,
      height: isInRows ? ROW_PX : CARD_PX,
    };
    if (card === undefined) drawFree(pen, box);
    else pen.part(partOf(card), box, () => (isInRows ? drawRow(pen, card, box) : drawCard(pen, card, box)));
  });
}

function partOf({ context }: ContextCard): string {
  return context === undefined ? "saved" : partText("context", String(context + 1));
}

function drawFree(pen: Pen, box: Box): void {
  pen.part("saved", box, () => {
    pen.box(box, { stroke: "line-2", isDashed: true, radiusPx: 6 });
    const style = { sizePx: 11, color: "ink-3" } as const;
    if (box.height < CARD_PX) pen.text(t("saved registers"), box.x + 10, box.y + 16, style);
    else
      pen.paragraph(
        t("No saved registers. An interrupt saves them here."),
        box.x + 12,
        box.y + 38,
        box.width - 24,
        style,
      );
  });
}

function frameStyle(card: ContextCard) {
  return {
    fill: card.inMemory || card.frame === undefined ? undefined : "surface",
    stroke: card.active ? "accent" : card.inMemory ? "edge" : "line-2",
    strokeWidth: card.active ? 2 : 1,
    isDashed: card.inMemory,
    radiusPx: 6,
  };
}

function drawCard(pen: Pen, card: ContextCard, box: Box): void {
  const { x, y, width } = box;
  const [left, right] = [x + 12, x + width - 12];
  pen.box(box, frameStyle(card));
  const priority = card.priority === undefined ? "" : t("P{priority}", { priority: card.priority });
  pen.text(card.name, left, y + 20, { sizePx: 13, weight: 650, isMono: true, roomPx: width - 30 });
  pen.text(priority, right, y + 20, { sizePx: 11, weight: 600, color: "ink-2", anchor: "end", isMono: true });
  const stateX = left + card.name.length * 8 + 8;
  pen.text(card.stateText, stateX, y + 20, {
    sizePx: 11,
    weight: 600,
    color: card.active ? "accent" : "ink-2",
    roomPx: right - 26 - stateX,
  });
  pen.swatch(left, y + 41, card.frame?.layer ?? "idle");
  pen.text(card.threadName === undefined ? t("nothing") : translated(card.threadName), left + 15, y + 41, {
    roomPx: width - 42,
    color: card.frame === undefined ? "ink-3" : "ink",
  });
  pen.text(card.registers, left, y + 60, { sizePx: 11, color: "ink-3", roomPx: width - 24 });
  const { work } = card;
  if (work === undefined) return;
  const bar = { x: left, y: y + 72, width: width - 24, height: 5 };
  const share = Math.min(1, work.done / work.budget);
  pen.box(bar, { fill: "sunk", stroke: "line-2", radiusPx: 2.5 });
  pen.box({ ...bar, width: bar.width * share }, { fill: layerToken(work.layer), radiusPx: 2.5 });
  const amount = `${formatInteger(work.done)} / ${formatInteger(work.budget)}`;
  pen.text(amount, right, y + 93, { sizePx: 11, anchor: "end", isMono: true });
  pen.text(work.name, left, y + 93, {
    sizePx: 11,
    color: "ink-2",
    roomPx: width - 34 - textWidthPx(amount, 11),
  });
}

function drawRow(pen: Pen, card: ContextCard, box: Box): void {
  const { x, y, width } = box;
  pen.box(box, { ...frameStyle(card), radiusPx: 4 });
  const namePx = card.name.length * 7.2 + 8;
  pen.text(card.name, x + 8, y + 16, { sizePx: 11, weight: 650, isMono: true });
  pen.swatch(x + 8 + namePx, y + 16, card.frame?.layer ?? "idle");
  const state = card.frame === undefined ? "" : card.stateText;
  pen.text(state, x + width - 8, y + 16, {
    sizePx: 11,
    color: card.active ? "accent" : "ink-3",
    anchor: "end",
    roomPx: width / 3,
  });
  const roomPx = width - namePx - 36 - Math.min(width / 3, textWidthPx(state, 11));
  pen.text(card.threadName === undefined ? t("free") : translated(card.threadName), x + 22 + namePx, y + 16, {
    sizePx: 11,
    roomPx,
    color: card.frame === undefined ? "ink-3" : "ink",
  });
}

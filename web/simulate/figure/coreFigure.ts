/** Cores: what stands in their stages, or what they work for, and the contexts with the registers that they hold. */
import { partText } from "../../../scenarios/story/parts.ts";
import type { FrameView, Layer, MachineView, StageView } from "../../engine/protocol.ts";
import type { Pace } from "../../state/pace.ts";
import { t } from "../../text/t.ts";
import { contextNameInCore, coreName } from "../../ui/contextName.ts";
import { formatInteger } from "../../ui/format.ts";
import { stallTag } from "../../ui/stallText.ts";
import type { Box } from "../flow/path.ts";
import { CARD_LIMIT, type ContextCard, contextCards } from "../stage/contexts.ts";
import { frontOf, issueStatusOf, lanesOf } from "../stage/issueStatus.ts";
import { isHeld, LAYER_TEXT } from "../stage/labels.ts";
import type { MachineInfo } from "../stage/machineInfo.ts";
import { coreStage, pipelineColumns } from "../stage/pipelines.ts";
import { contextsOfCore, cpuOfContext, frameOnCpu } from "../stage/places.ts";
import { stageText } from "../stage/speech.ts";
import { type Pen, type Place, textWidthPx } from "./pen.ts";
import { layerToken } from "./shapes.ts";

export interface CoreFigure {
  readonly view: MachineView;
  readonly facts: MachineInfo;
  readonly pace: Pace;
  /** Room that is kept for saved registers: so many sets were seen of this machine. */
  readonly savedSets: number;
}

const GAP_PX = 10;
const BOX_PX = 84;
const LOW_BOX_PX = 48;
const CARD_PX = 104;
const ROW_PX = 24;
const CELL_PX = 26;
/** More cores than these are tiles. */
const PANELS = 3;
const TILE_COLUMNS = 4;

/** Returns the height. */
export function drawCores(pen: Pen, figure: CoreFigure, { x, y, width }: Place): number {
  const { cores } = figure.facts.cores;
  if (cores === 1) {
    const height = coreHeightPx(figure, 0, false);
    pen.part("core:1", { x, y, width, height }, () => drawCore(pen, figure, 0, { x, y, width }, false));
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

const corePart = (core: number) => partText("core", String(core + 1));

function coreHeightPx(figure: CoreFigure, core: number, isLow: boolean): number {
  return pipelinePx(figure, isLow) + GAP_PX + contextsPx(figure, core, isLow);
}

function pipelinePx({ facts, pace }: CoreFigure, isLow: boolean): number {
  const { stages, lanes } = facts.pipeline;
  const boxPx = isLow ? LOW_BOX_PX : BOX_PX;
  if (facts.interleaved) return 20 + CELL_PX * Math.max(2, facts.cores.contexts, lanes);
  return pace === "packets" || pipelineColumns(stages.length) === stages.length ? boxPx : 2 * LOW_BOX_PX + 6;
}

function drawCore(pen: Pen, figure: CoreFigure, core: number, at: Place, isLow: boolean): void {
  const height = pipelinePx(figure, isLow);
  const box = { ...at, height };
  pen.part(partText("pipeline", String(core + 1)), box, () => {
    if (figure.facts.interleaved) drawShared(pen, figure, core, box);
    else if (figure.pace === "packets") drawWork(pen, figure, core, box);
    else drawStages(pen, figure, core, box);
  });
  drawContexts(pen, figure, core, { ...at, y: at.y + height + GAP_PX }, isLow);
}

/** Entry, save and restore belong to no thread. */
function layerOf(frame: FrameView | undefined): Layer {
  if (frame === undefined) return "idle";
  const isMoving =
    frame.runState === "saving" || frame.runState === "restoring" || frame.runState === "entering";
  return isMoving ? "save-restore" : frame.layer;
}

/** The thread that a core works for, in the colour of its layer. */
function drawWork(pen: Pen, { view, facts }: CoreFigure, core: number, box: Box): void {
  const frame = frameOnCpu(view, core, facts);
  const layer = layerOf(frame);
  const thread = frame === undefined ? t("idle") : (facts.threads[frame.thread]?.name ?? "");
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const color = "on-layer";
  const packet = frame?.packet === undefined ? "" : ` ${t("packet {number}", { number: frame.packet })}`;
  const isSame = thread.toLowerCase() === LAYER_TEXT[layer].toLowerCase();
  pen.box(box, { fill: layerToken(layer), radiusPx: 6 });
  pen.text(thread + packet, middle.x, middle.y + (isSame ? 6 : -1), {
    sizePx: 18,
    weight: 650,
    color,
    anchor: "middle",
  });
  if (!isSame) pen.text(LAYER_TEXT[layer], middle.x, middle.y + 20, { color, anchor: "middle" });
}

function drawStages(pen: Pen, { view, facts }: CoreFigure, core: number, box: Box): void {
  const { stages } = facts.pipeline;
  const columns = pipelineColumns(stages.length);
  const rows = Math.ceil(stages.length / columns);
  const gapPx = 6;
  const width = (box.width - (columns - 1) * gapPx) / columns;
  const height = (box.height - (rows - 1) * gapPx) / rows;
  stages.forEach((name, index) => {
    const x = box.x + (index % columns) * (width + gapPx);
    const y = box.y + Math.floor(index / columns) * (height + gapPx);
    drawStage(pen, name, view.stages[coreStage(view, core, index, facts)], { x, y, width, height });
  });
}

function drawStage(pen: Pen, name: string, stage: StageView | undefined, box: Box): void {
  const { x, y, width, height } = box;
  const token = layerToken(stage?.layer ?? "idle");
  face(pen, stage, box);
  if (stage !== undefined) pen.box({ x, y, width: 4, height }, { fill: token, radiusPx: 2 });
  const isStruck = stage !== undefined && (stage.nullified || stage.flushed);
  const tag =
    stage === undefined
      ? undefined
      : isStruck
        ? t(stage.nullified ? "nullified" : "flushed")
        : stallTag(stage.stall);
  pen.text(name, x + 11, y + 16, { sizePx: 11, weight: 600, color: "ink-2" });
  const roomPx = width - 16;
  if (stage === undefined) {
    pen.text(t("bubble"), x + 11, y + height - 9, { sizePx: 11, color: "ink-3", roomPx });
    return;
  }
  const isRoomy = height > LOW_BOX_PX;
  pen.text(stageText(stage), x + 11, y + (isRoomy ? 44 : 33), {
    sizePx: 11,
    isMono: true,
    isItalic: stage.illustrative,
    roomPx: roomPx + 4,
  });
  if (isRoomy)
    pen.text(LAYER_TEXT[stage.layer], x + 11, y + height - 9, { sizePx: 11, color: "ink-2", roomPx });
  if (tag !== undefined) {
    const tagPx = Math.min(textWidthPx(tag, 10) + 8, width - 14);
    const at = { x: x + width - tagPx - 4, y: y + (width > 90 ? 5 : height - 20), width: tagPx, height: 14 };
    pen.box(at, { fill: "surface", stroke: "stall", radiusPx: 3 });
    pen.text(tag, at.x + tagPx / 2, at.y + 10.5, {
      sizePx: 10,
      color: "ink-2",
      anchor: "middle",
      roomPx: tagPx,
    });
  }
}

/** Tinted, hatched where it stands still, struck where it is given up. */
function face(pen: Pen, stage: StageView | undefined, box: Box): void {
  const { x, y, width, height } = box;
  const token = layerToken(stage?.layer ?? "idle");
  const isEmpty = stage === undefined;
  pen.box(box, {
    fill: isEmpty ? undefined : token,
    fillOpacity: isEmpty ? undefined : pen.tint,
    stroke: "line-2",
    isDashed: isEmpty,
    radiusPx: 4,
  });
  if (stage === undefined) return;
  if (isHeld(stage.stall)) pen.hatch(box, token);
  if (stage.nullified || stage.flushed)
    pen.path(`M${x} ${y + height}L${x + width} ${y}`, { stroke: "ink-2", strokeWidth: 1.5 });
}

const GATE_PX = 76;
const LABEL_PX = 30;

/** Stages up to the one that issues are of each context, the others of all. */
function drawShared(pen: Pen, { view, facts, pace }: CoreFigure, core: number, box: Box): void {
  const { stages, executeStage } = facts.pipeline;
  const contexts = contextsOfCore(core, facts);
  const stagePx = (box.width - LABEL_PX - GATE_PX) / stages.length;
  const xOf = (stage: number) => box.x + LABEL_PX + stage * stagePx + (stage >= executeStage ? GATE_PX : 0);
  stages.forEach((name, index) => {
    pen.text(name, xOf(index) + 2, box.y + 12, { sizePx: 11, weight: 600, color: "ink-2", roomPx: stagePx });
  });
  const top = box.y + 20;
  contexts.forEach((context, row) => {
    const y = top + row * CELL_PX;
    const line = { x: box.x, y, width: box.width, height: CELL_PX - 3 };
    pen.part(
      partText("context", String(context + 1)),
      { ...line, width: xOf(executeStage) - box.x - 8 },
      () => {
        pen.text(contextNameInCore(context, facts.cores), box.x, y + 16, {
          sizePx: 11,
          weight: 600,
          isMono: true,
        });
        if (pace === "packets")
          drawRowWork(pen, view, facts, context, { ...line, x: xOf(0), width: executeStage * stagePx - 4 });
        else
          frontOf(view, context, facts).forEach((stage, index) => {
            drawCell(pen, stage, { ...line, x: xOf(index), width: stagePx - 4 });
          });
        const gate = issueStatusOf(view, context, facts);
        const color = gate.kind === "issues" ? "accent" : "ink-3";
        pen.text(gate.text, xOf(executeStage) - GATE_PX + 4, y + 16, {
          sizePx: 11,
          color,
          weight: gate.kind === "issues" ? 650 : 400,
          roomPx: GATE_PX - 10,
        });
      },
    );
  });
  const backPx = box.height - 20;
  for (let stage = executeStage; stage < stages.length; stage++) {
    const lanes = lanesOf(view, contexts, stage, facts);
    const height = backPx / lanes.length;
    lanes.forEach((one, lane) => {
      const name = one === undefined ? "" : contextNameInCore(one.context, facts.cores);
      drawCell(
        pen,
        one,
        { x: xOf(stage), y: top + lane * height, width: stagePx - 4, height: height - 3 },
        name,
      );
    });
  }
}

function drawRowWork(pen: Pen, view: MachineView, facts: MachineInfo, context: number, box: Box): void {
  const frame = frameOnCpu(view, cpuOfContext(context, facts), facts);
  const thread = frame === undefined ? t("idle") : (facts.threads[frame.thread]?.name ?? "");
  const packet = frame?.packet === undefined ? "" : ` ${t("packet {number}", { number: frame.packet })}`;
  pen.box(box, { fill: layerToken(layerOf(frame)), radiusPx: 4 });
  pen.text(thread + packet, box.x + 8, box.y + 16, {
    color: "on-layer",
    weight: 600,
    roomPx: box.width - 16,
  });
}

function drawCell(pen: Pen, stage: StageView | undefined, box: Box, context = ""): void {
  face(pen, stage, box);
  if (stage === undefined) return;
  pen.box({ ...box, width: 3 }, { fill: layerToken(stage.layer) });
  const baseline = box.y + box.height / 2 + 4;
  const namePx = context === "" ? 0 : textWidthPx(context, 11) + 6;
  pen.text(context, box.x + 7, baseline, { sizePx: 11, weight: 650 });
  const style = { sizePx: 10, isMono: true, isItalic: stage.illustrative, roomPx: box.width - 8 - namePx };
  pen.text(stageText(stage), box.x + 7 + namePx, baseline, style);
}

// ---- contexts ----

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
  const cardPx = (width - (columns - 1) * GAP_PX) / columns;
  cards.forEach((card, index) => {
    const row = Math.floor(index / columns);
    const box = {
      x: x + (index % columns) * (cardPx + GAP_PX),
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
  pen.text(card.threadName ?? t("nothing"), left + 15, y + 41, {
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
  pen.text(card.threadName ?? t("free"), x + 22 + namePx, y + 16, {
    sizePx: 11,
    roomPx,
    color: card.frame === undefined ? "ink-3" : "ink",
  });
}

// ---- many cores ----

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
      const layer = layerOf(frame);
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

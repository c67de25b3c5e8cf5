/** The stages of a core with their contents, or the work of the core. */
import { partText } from "../../../scenarios/story/parts.ts";
import type { MachineView, StageView } from "../../engine/protocol.ts";
import type { Pace } from "../../state/playback.ts";
import { t } from "../../text/t.ts";
import { contextNameInCore } from "../../ui/contextName.ts";
import { layerToken } from "../../ui/layerTokens.ts";
import { isHeld } from "../../ui/stallText.ts";
import { frontOf, issueStatusOf, lanesOf } from "../stage/contexts.ts";
import { LAYER_TEXT } from "../stage/labels.ts";
import type { MachineInfo } from "../stage/machineInfo.ts";
import { coreStage, pipelineColumns } from "../stage/pipelines.ts";
import { contextsOfCore, cpuOfContext, cpuWork } from "../stage/places.ts";
import { stageTag, stageText } from "../stage/speech.ts";
import { type Pen, textWidthPx } from "./pen.ts";
import type { Box } from "./shapes.ts";

/** Input for the drawings of a core. */
export interface CoreFigure {
  readonly view: MachineView;
  readonly facts: MachineInfo;
  readonly pace: Pace;
  /** Room for saved registers: the number of sets seen so far of this machine. */
  readonly savedSets: number;
}

export const corePart = (core: number) => partText("core", String(core + 1));

const BOX_PX = 84;
const LOW_BOX_PX = 48;
const CELL_PX = 26;

export function pipelinePx({ facts, pace }: CoreFigure, isLow: boolean): number {
  const { stages, lanes } = facts.pipeline;
  const boxPx = isLow ? LOW_BOX_PX : BOX_PX;
  if (facts.interleaved) return 20 + CELL_PX * Math.max(2, facts.cores.contexts, lanes);
  return pace === "packets" || pipelineColumns(stages.length) === stages.length ? boxPx : 2 * LOW_BOX_PX + 6;
}

export function drawPipeline(pen: Pen, figure: CoreFigure, core: number, box: Box): void {
  if (figure.facts.interleaved) drawShared(pen, figure, core, box);
  else if (figure.pace === "packets") drawWork(pen, figure, core, box);
  else drawStages(pen, figure, core, box);
}

/** The thread for which a core works, in the colour of its layer. */
function drawWork(pen: Pen, { view, facts }: CoreFigure, core: number, box: Box): void {
  const { layer, thread, packet, layerText } = cpuWork(view, core, facts);
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const style = { color: "on-layer", anchor: "middle" } as const;
  pen.box(box, { fill: layerToken(layer), radiusPx: 6 });
  const name = thread + packetText(packet);
  pen.text(name, middle.x, middle.y + (layerText === "" ? 6 : -1), { ...style, sizePx: 18, weight: 650 });
  pen.text(layerText, middle.x, middle.y + 20, style);
}

function packetText(packet: number | undefined): string {
  return packet === undefined ? "" : ` ${t("packet {number}", { number: packet })}`;
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
  const tag = stage === undefined ? undefined : stageTag(stage);
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

/** Tinted; hatched if it is stalled; crossed out if it was nullified. */
function face(pen: Pen, stage: StageView | undefined, box: Box): void {
  const { x, y, width, height } = box;
  const token = layerToken(stage?.layer ?? "idle");
  const isEmpty = stage === undefined;
  pen.box(box, {
    fill: isEmpty ? undefined : token,
    fillOpacity: isEmpty ? undefined : "tint",
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

/** Each context has its own stages up to the one that issues; the others are shared. */
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
  const { layer, thread, packet } = cpuWork(view, cpuOfContext(context, facts), facts);
  pen.box(box, { fill: layerToken(layer), radiusPx: 4 });
  const style = { color: "on-layer", weight: 600, roomPx: box.width - 16 };
  pen.text(thread + packetText(packet), box.x + 8, box.y + 16, style);
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

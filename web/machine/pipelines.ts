/** How the pipelines of the cores are laid out, and which open panels have room. */
import { coreName, coreOf } from "../base/contextName.ts";
import type { MachineView } from "../engine/protocol.ts";
import type { MachineFacts } from "./facts.ts";

/** More stages than this stand in two rows. */
const ROW_STAGE_LIMIT = 7;

export function pipelineColumns(stages: number): number {
  return stages > ROW_STAGE_LIMIT ? Math.ceil(stages / 2) : stages;
}

export function pipelineName(core: number, { cores }: MachineFacts): string {
  return cores.cores === 1 ? "Pipeline" : `Pipeline of ${coreName(core)}`;
}

/** Index in `view.stages` of who stands in a stage of a core that runs one context at a time; -1 = nobody. */
export function coreStage(view: MachineView, core: number, stage: number, { cores }: MachineFacts): number {
  return view.stages.findIndex((one) => one.stage === stage && coreOf(one.context, cores) === core);
}

/** More contexts than this have no cards: their rows say what they run. */
export const SHARED_CARD_LIMIT = 4;

/** Heights on the stage, in px, as the style sheets give them: only to decide what is folded. */
const FOLDED_PX = 34;
const PANEL_HEAD_PX = 40;
const FRONT_ROW_PX = 25;
const LOW_PIPELINE_PX = 62;
const CONTEXT_ROW_PX = 26;

/** Boxes as high as those of a single core, almost. */
const ROOMY_MORE_PX = 26;

function panelHeightPx({ cores, interleaved, pipeline }: MachineFacts): number {
  if (interleaved) return PANEL_HEAD_PX + FRONT_ROW_PX * Math.max(2, cores.contexts);
  const pipelineRows = pipeline.stages.length > ROW_STAGE_LIMIT ? 2 : 1;
  return PANEL_HEAD_PX + pipelineRows * LOW_PIPELINE_PX + Math.ceil(cores.contexts / 2) * CONTEXT_ROW_PX;
}

/** Folded cores stand in two columns when there are many. */
export function foldedColumns(cores: number): number {
  return cores > 3 ? 2 : 1;
}

/** All panels are open and there is room to draw them larger. */
export function isRoomy(facts: MachineFacts, roomPx: number): boolean {
  return facts.cores.cores * (panelHeightPx(facts) + ROOMY_MORE_PX) <= roomPx;
}

/** How many cores, from the first on, are open when nobody has said otherwise: at least one. */
export function openCount(facts: MachineFacts, roomPx: number): number {
  const { cores } = facts.cores;
  const panelPx = panelHeightPx(facts);
  let open = cores;
  while (open > 1) {
    const foldedRows = Math.ceil((cores - open) / foldedColumns(cores));
    if (open * panelPx + foldedRows * FOLDED_PX <= roomPx) break;
    open -= 1;
  }
  return open;
}

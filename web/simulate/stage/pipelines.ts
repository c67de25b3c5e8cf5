/** How the pipelines of the cores are laid out, and which open panels have room. */

import type { MachineView } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { coreName, coreOf } from "../../ui/contextName.ts";
import type { MachineInfo } from "./machineInfo.ts";
import type { Places } from "./places.ts";
import type { Size } from "./useStageRoom.ts";

/** More stages than this are drawn in two rows. */
const ROW_STAGE_LIMIT = 7;

export function pipelineColumns(stages: number): number {
  return stages > ROW_STAGE_LIMIT ? Math.ceil(stages / 2) : stages;
}

export function pipelineName(core: number, { cores }: MachineInfo): string {
  return cores.cores === 1 ? "Pipeline" : t("Pipeline of {core}", { core: coreName(core) });
}

/** Index in `view.stages` of the instruction in a stage, for a core that runs one context at a time. -1 = nothing. */
export function coreStage(view: MachineView, core: number, stage: number, { cores }: MachineInfo): number {
  return view.stages.findIndex((one) => one.stage === stage && coreOf(one.context, cores) === core);
}

/** More contexts than these have no cards. Rows name their threads. */
export const SHARED_CARD_LIMIT = 4;

/** Heights on the stage in px, as in the style sheets. Used only to decide which cores are folded. */
const FOLDED_PX = 34;
const TILE_HEAD_PX = 36;
const TILE_LINE_PX = 15;
const TILE_BAR_PX = 7;
const PANEL_HEAD_PX = 40;
const FRONT_ROW_PX = 25;
const LOW_PIPELINE_PX = 62;
const CONTEXT_ROW_PX = 26;
const CORE_STORES_PX = 20;
/** Height of headings, bus and margins, which the cores cannot use. */
const AROUND_PX = 92;
const STORES_MARGIN_PX = 12;
const STORE_PX = 44;
const STORE_COLUMNS = 3;
const CACHE_STORES = 2;
const PHONE_WIDTH_PX = 640;

/** Additional height that makes boxes almost as high as with a single core. */
const ROOMY_MORE_PX = 26;

/** The cores in the order in which they are opened: `first`, if there is one, then by number. */
export function openingOrder(cores: number, first: number | undefined): readonly number[] {
  const numbers = Array.from({ length: cores }, (_, core) => core);
  return first === undefined || first >= cores
    ? numbers
    : [first, ...numbers.filter((core) => core !== first)];
}

/** A core that enters an interrupt: the one shown for that before, otherwise the first. */
export function enteringCore(
  view: MachineView,
  before: number | undefined,
  facts: Places,
): number | undefined {
  const entering = view.cpus.flatMap((cpu, number) =>
    cpu.entryStep === 0 ? [] : [facts.interleaved ? coreOf(number, facts.cores) : number],
  );
  return before !== undefined && entering.includes(before) ? before : (entering[0] ?? before);
}

/** More contexts than these show cells without the names of their threads in a tile. */
export const TILE_CONTEXT_LIMIT = 2;
/** More contexts than these show cells without the names of their threads in a line. */
export const LINE_CONTEXT_LIMIT = 4;

function hasCoreStores({ memory }: MachineInfo): boolean {
  const { tlbEntries, storeBufferEntries, predictorCounters } = memory;
  return coreCaches(memory) + tlbEntries + storeBufferEntries + predictorCounters > 0;
}

function coreCaches({ caches }: MachineInfo["memory"]): number {
  return caches.filter(({ isPrivate }) => isPrivate).length;
}

function panelHeightPx(facts: MachineInfo): number {
  const { cores, interleaved, pipeline } = facts;
  const headPx = PANEL_HEAD_PX + (hasCoreStores(facts) ? CORE_STORES_PX : 0);
  if (interleaved) return headPx + FRONT_ROW_PX * Math.max(2, cores.contexts);
  const pipelineRows = pipeline.stages.length > ROW_STAGE_LIMIT ? 2 : 1;
  return headPx + pipelineRows * LOW_PIPELINE_PX + Math.ceil(cores.contexts / 2) * CONTEXT_ROW_PX;
}

/** Folded cores are tiles when there are many, a line each when there are few. */
export function foldedColumns(cores: number): number {
  return cores > 3 ? 4 : 1;
}

function foldedHeightPx({ cores, memory }: MachineInfo): number {
  if (foldedColumns(cores.cores) === 1) return FOLDED_PX;
  const lines = cores.contexts > TILE_CONTEXT_LIMIT ? 1 : cores.contexts;
  return TILE_HEAD_PX + lines * TILE_LINE_PX + coreCaches(memory) * TILE_BAR_PX;
}

/** Height that is left for the cores. On a phone everything is stacked, and only one core is open. Large text leaves
 * room for fewer panels above many tiles. */
export function coresRoomPx(facts: MachineInfo, { widthPx, heightPx, textScale }: Size): number {
  if (widthPx < PHONE_WIDTH_PX) return 0;
  const deskPx = foldedColumns(facts.cores.cores) > 1 ? heightPx / textScale : heightPx;
  const cache = facts.memory.caches.some(({ isPrivate }) => !isPrivate) ? 1 : 0;
  const stores = facts.queues.length + cache * CACHE_STORES;
  const rows = Math.max(cache * CACHE_STORES, Math.ceil(stores / STORE_COLUMNS));
  return deskPx - AROUND_PX - (rows === 0 ? 0 : STORES_MARGIN_PX + rows * STORE_PX);
}

/** All panels are open and there is room to draw them larger. */
export function isRoomy(facts: MachineInfo, roomPx: number): boolean {
  return facts.cores.cores * (panelHeightPx(facts) + ROOMY_MORE_PX) <= roomPx;
}

/** How many cores, from the first onwards, are open unless the user has chosen otherwise. At least one. */
export function openCount(facts: MachineInfo, roomPx: number): number {
  const { cores } = facts.cores;
  const panelPx = panelHeightPx(facts);
  const columns = foldedColumns(cores);
  let open = cores;
  while (open > 1) {
    const foldedRows = Math.ceil((columns > 1 ? cores : cores - open) / columns);
    if (open * panelPx + foldedRows * foldedHeightPx(facts) <= roomPx) break;
    open -= 1;
  }
  return open;
}

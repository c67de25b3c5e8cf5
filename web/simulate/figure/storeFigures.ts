/** The area below the cores: caches, queues, locks, the other structures of a single core, the application. */
import { partText } from "../../../scenarios/story/parts.ts";
import type { CacheLevel, CacheView, MachineView } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { formatInteger, shareText } from "../../ui/format.ts";
import { layerToken } from "../../ui/layerTokens.ts";
import {
  CACHE_NAME,
  cacheFactsOf,
  cacheSizeText,
  emptyCells,
  heldCells,
  ownerShares,
  ownerText,
} from "../stage/caches.ts";
import { LAYER_TEXT, PROGRAM_DROP_TEXT } from "../stage/labels.ts";
import type { CacheFacts, MachineInfo } from "../stage/machineInfo.ts";
import { coreStores, lockWords } from "../stage/storeWords.ts";
import { drawStore, fitInto, type Pen, type Place, textWidthPx } from "./pen.ts";

/** Contents of one cell of the grid. */
interface Item {
  readonly part: string | undefined;
  readonly heightPx: number;
  readonly draw: (x: number, y: number, width: number) => void;
}

/** Cells per row; one fewer below this width. */
const COLUMNS = 3;
const NARROW_PX = 560;
const GAP_PX = 16;
const ROW_GAP_PX = 12;
const STORE_PX = 32;
const CACHE_PX = 84;
const LOCK_PX = 34;
const APPLICATION_PX = 40;
const APPLICATIONS = 6;

/** Returns the height. */
export function drawStores(pen: Pen, view: MachineView, facts: MachineInfo, place: Place): number {
  const { x, y, width } = place;
  const items = [
    ...queueItems(pen, view, facts),
    ...applicationItems(pen, view, facts),
    ...cacheItems(pen, view, facts),
    ...lockItems(pen, view, facts),
    ...(facts.cores.cores === 1 ? coreItems(pen, view, facts) : []),
    ...dropItems(pen, view),
  ];
  const columns = width < NARROW_PX ? COLUMNS - 1 : COLUMNS;
  const itemPx = (width - (columns - 1) * GAP_PX) / columns;
  let at = y;
  for (let first = 0; first < items.length; first += columns) {
    const row = items.slice(first, first + columns);
    const heightPx = Math.max(...row.map((one) => one.heightPx));
    row.forEach((item, column) => {
      const box = { x: x + column * (itemPx + GAP_PX), y: at, width: itemPx, height: item.heightPx };
      const draw = () => item.draw(box.x, box.y, box.width);
      if (item.part === undefined) draw();
      else pen.part(item.part, box, draw);
    });
    at += heightPx + ROW_GAP_PX;
  }
  return Math.max(0, at - y - ROW_GAP_PX);
}

function queueItems(pen: Pen, view: MachineView, { queues }: MachineInfo): readonly Item[] {
  return queues.map(({ name, capacity, layer }, index) => {
    const lost = view.queueDropped[index] ?? 0;
    const fill = view.queueFill[index] ?? 0;
    const store = {
      label: name,
      fill,
      capacity,
      unit: t("packets"),
      layer,
      lost: lost === 0 ? "" : formatInteger(lost),
    };
    return {
      part: partText("queue", name),
      heightPx: STORE_PX,
      draw: (x, y, width) => void drawStore(pen, x, y, width, store),
    };
  });
}

function lockItems(pen: Pen, view: MachineView, facts: MachineInfo): readonly Item[] {
  return facts.locks.map((name, index) => {
    const { holder, waitingText } = lockWords(view, index, facts);
    return {
      part: partText("lock", name),
      heightPx: LOCK_PX,
      draw: (x, y, width) => {
        pen.text(name, x, y + 11, { weight: 600, roomPx: width / 2 });
        if (holder !== undefined) pen.swatch(x + width / 2 - 14, y + 11, holder.layer);
        pen.text(holder?.name ?? t("free"), x + width / 2, y + 11, { roomPx: width / 2 });
        pen.text(waitingText, x, y + 28, { sizePx: 11, color: "ink-3", roomPx: width });
      },
    };
  });
}

function coreItems(pen: Pen, view: MachineView, facts: MachineInfo): readonly Item[] {
  return coreStores(view, facts).map((store) => ({
    part: undefined,
    heightPx: STORE_PX,
    draw: (x, y, width) => void drawStore(pen, x, y, width, store),
  }));
}

function dropItems(pen: Pen, { programDropped }: MachineView): readonly Item[] {
  return programDropped.map(({ cause, count }) => ({
    part: undefined,
    heightPx: STORE_PX,
    draw: (x, y, width) => {
      const style = { color: "drop", weight: 700 } as const;
      pen.text(`✕ ${PROGRAM_DROP_TEXT[cause]}`, x, y + 20, { ...style, roomPx: width - 50 });
      pen.text(formatInteger(count), x + width, y + 20, { ...style, anchor: "end" });
    },
  }));
}

/** The destination of packets. It runs in a context, but is not a place of the machine. */
function applicationItems(pen: Pen, view: MachineView, { threads }: MachineInfo): readonly Item[] {
  const delivered = view.nics.reduce((sum, nic) => sum + nic.delivered, 0);
  const applications = threads.flatMap((thread, index) =>
    thread.layer === "application" ? [{ ...thread, index }] : [],
  );
  return applications.slice(0, APPLICATIONS).map(({ name, index }, place) => {
    const frame = view.frames.find((one) => one.thread === index);
    const isRunning = frame?.runState === "running";
    return {
      part: partText("thread", name),
      heightPx: APPLICATION_PX,
      draw: (x, y, width) => {
        const box = { x, y, width, height: APPLICATION_PX };
        pen.box(box, { fill: "app", fillOpacity: isRunning ? 0.3 : "tint", stroke: "app", radiusPx: 6 });
        const isSame = name.toLowerCase() === LAYER_TEXT.application.toLowerCase();
        const count =
          place === 0 && view.nics.length > 0 ? `${formatInteger(delivered)} ${t("delivered")}` : "";
        pen.text(name, x + 10, y + (isSame ? 25 : 18), {
          weight: 650,
          roomPx: width - 28 - textWidthPx(count, 11),
        });
        if (!isSame) pen.text(LAYER_TEXT.application, x + 10, y + 33, { sizePx: 11, color: "ink-2" });
        pen.text(count, x + width - 10, y + 25, { sizePx: 11, color: "ink-2", anchor: "end" });
      },
    };
  });
}

function cacheItems(pen: Pen, view: MachineView, { memory }: MachineInfo): readonly Item[] {
  const levels = [...new Set(view.caches.map(({ level }) => level))];
  return levels.flatMap((level): readonly Item[] => {
    const facts = cacheFactsOf(level, memory);
    const caches = view.caches.filter((one) => one.level === level);
    const [first] = caches;
    if (facts === undefined || first === undefined) return [];
    return [
      {
        part: partText("cache", level),
        heightPx: CACHE_PX,
        draw: (x, y, width) => {
          drawCacheHead(pen, level, facts, x, y, width);
          if (caches.length === 1) drawCacheCells(pen, first, facts, x, y, width);
          else drawCacheBars(pen, caches, facts, x, y, width);
        },
      },
    ];
  });
}

function drawCacheHead(
  pen: Pen,
  level: CacheLevel,
  facts: CacheFacts,
  x: number,
  y: number,
  width: number,
): void {
  pen.text(CACHE_NAME[level], x, y + 11, { weight: 600 });
  pen.text(cacheSizeText(facts), x + width, y + 11, {
    sizePx: 11,
    color: "ink-3",
    anchor: "end",
    roomPx: width - 40,
  });
}

function drawCacheCells(
  pen: Pen,
  cache: CacheView,
  facts: CacheFacts,
  x: number,
  y: number,
  width: number,
): void {
  pen.placed(fitInto({ x, y: y + 18, width, height: 44 }, cache.columns, facts.ways), () => {
    pen.add([emptyCells(cache.columns, facts.ways), ...heldCells(cache, facts.ways)]);
  });
  let left = x;
  for (const { layer, share } of ownerShares(cache, facts)) {
    const text = `${ownerText(layer)} ${shareText(share)}`;
    if (left + 14 + textWidthPx(text, 10.5) > x + width) break;
    pen.swatch(left, y + 78, layer);
    pen.text(text, left + 13, y + 78, { sizePx: 10.5, color: "ink-2" });
    left += 24 + textWidthPx(text, 10.5);
  }
}

/** A bar for each core: the owners of the lines in its cache. */
function drawCacheBars(
  pen: Pen,
  caches: readonly CacheView[],
  facts: CacheFacts,
  x: number,
  y: number,
  width: number,
): void {
  const rowPx = Math.min(12, 62 / caches.length);
  caches.forEach((cache, row) => {
    const bar = { y: y + 18 + row * rowPx, height: Math.max(1, rowPx - 2) };
    pen.box({ ...bar, x, width }, { fill: "sunk" });
    let left = x;
    for (const { layer, share } of ownerShares(cache, facts)) {
      pen.box({ ...bar, x: left, width: share * width }, { fill: layerToken(layer) });
      left += share * width;
    }
  });
}

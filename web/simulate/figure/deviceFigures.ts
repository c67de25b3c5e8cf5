/** Network cards with their wires and rings, and all other devices. */
import { partText } from "../../../scenarios/story/parts.ts";
import { ROW_KINDS } from "../../devices/kinds.ts";
import type { NicFacts } from "../../devices/nic.ts";
import type { MachineView, NicView } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { formatInteger, formatSi, type Quantity, quantityText } from "../../ui/format.ts";
import type { MachineInfo } from "../stage/machineInfo.ts";
import {
  cardQueues,
  droppedText,
  nicStatus,
  raisedSince,
  raisedText,
  ringFrames,
  STATUS_BITS,
} from "../stage/nics.ts";
import { drawBar, drawCells, drawStore, type Pen, type Place, textWidthPx } from "./pen.ts";

/** A larger number of cards are drawn low. */
const FULL_CARDS = 2;
/** This many cards or more are drawn low, in two columns. */
const TWO_COLUMNS = 9;
const AIR_PX = 12;
const GAP_PX = 10;
const LOW_CARD_PX = 50;
const RING_ROW_PX = 18;
/** More rings than this are drawn as one. */
const RING_ROWS = 8;

/** Returns the height of all. */
export function drawDevices(pen: Pen, view: MachineView, facts: MachineInfo, place: Place): number {
  const { x, y, width } = place;
  let at = y;
  const isFull = facts.nics.length <= FULL_CARDS;
  const columns = facts.nics.length >= TWO_COLUMNS ? 2 : 1;
  const cardPx = (width - (columns - 1) * GAP_PX) / columns;
  facts.nics.forEach((nic, index) => {
    const state = view.nics[index];
    if (state === undefined) return;
    if (isFull) {
      at += drawCard(pen, view, state, nic, facts.sends, { x, y: at, width }) + GAP_PX;
      return;
    }
    const column = index % columns;
    drawLowCard(pen, state, nic, { x: x + column * (cardPx + GAP_PX), y: at, width: cardPx });
    if (column === columns - 1 || index === facts.nics.length - 1) at += LOW_CARD_PX + GAP_PX;
  });
  for (const kind of ROW_KINDS)
    facts[kind.list].forEach((device, index) => {
      const state = view[kind.list][index];
      const said = state === undefined ? "" : kind.says(state, device, view.cycle);
      at += drawDevice(pen, device.name, said, { x, y: at, width }) + GAP_PX / 2;
    });
  return at - y;
}

function drawCard(
  pen: Pen,
  view: MachineView,
  nic: NicView,
  facts: NicFacts,
  sends: boolean,
  { x, y, width }: Place,
): number {
  const { name } = facts;
  const inner = { x: x + AIR_PX, width: width - 2 * AIR_PX };
  const heightPx = cardHeightPx(nic, facts, sends);
  pen.part(partText("card", name), { x, y, width, height: heightPx }, () => {
    pen.box({ x, y, width, height: heightPx }, { fill: "surface", stroke: "line-2", radiusPx: 6 });
    pen.text(name, inner.x, y + 20, { sizePx: 13, weight: 650, roomPx: inner.width / 2 });
    pen.text(rateText(facts), x + width - AIR_PX, y + 20, { sizePx: 11, color: "ink-3", anchor: "end" });
    let at = y + 32;
    at += drawRings(pen, nic, facts, { ...inner, y: at }) + GAP_PX;
    at += drawDrops(pen, nic, name, { ...inner, y: at }) + 4;
    for (const { key, unit = t("frames"), ...queue } of cardQueues(nic, facts, sends)) {
      pen.part(
        partText("txqueue", name),
        { ...inner, y: at, height: 28 },
        () =>
          void drawStore(pen, inner.x, at, inner.width, { ...queue, unit, cellPx: key === "tx" ? 12 : 8 }),
      );
      at += QUEUE_PX;
    }
    drawStates(pen, view, nic, facts, { ...inner, y: at });
  });
  return heightPx;
}

const QUEUE_PX = 40;
const DROPS_PX = 18;
const STATES_PX = 42;

function cardHeightPx(nic: NicView, facts: NicFacts, sends: boolean): number {
  const queues = cardQueues(nic, facts, sends).length;
  return 32 + ringsPx(facts) + GAP_PX + DROPS_PX + 4 + queues * QUEUE_PX + STATES_PX + 6;
}

function ringsPx({ rings }: NicFacts): number {
  return rings.length === 1 ? 18 + 24 : Math.min(rings.length, RING_ROWS + 1) * RING_ROW_PX;
}

function rateText({ lineRateBitPerSecond: rate }: NicFacts): string {
  return rate === undefined ? t("ideal wire") : quantityText(formatSi(rate, "b/s"));
}

function drawRings(pen: Pen, nic: NicView, facts: NicFacts, { x, y, width }: Place): number {
  const heightPx = ringsPx(facts);
  pen.part(partText("ring", facts.name), { x, y, width, height: heightPx }, () => {
    if (facts.rings.length === 1) {
      const label = facts.receive === "ring" ? t("rx ring") : t("rx buffer");
      const capacity = ringFrames(facts);
      drawStore(pen, x, y, width, { label, fill: nic.rxFill, capacity, unit: t("frames"), cellPx: 24 });
      return;
    }
    facts.rings.slice(0, RING_ROWS).forEach(({ frames }, index) => {
      const top = y + index * RING_ROW_PX;
      const fill = nic.rings[index]?.fill ?? 0;
      pen.text(t("ring {index}", { index }), x, top + 11, { sizePx: 11, roomPx: 52 });
      drawBar(pen, { x: x + 54, y: top + 2, width: width - 124, height: 10 }, fill, frames, "ink-2");
      pen.text(`${fill} / ${frames}`, x + width, top + 11, { sizePx: 11, anchor: "end" });
    });
    if (facts.rings.length > RING_ROWS)
      pen.text(
        t("{fill} of {capacity} frames", { fill: nic.rxFill, capacity: ringFrames(facts) }),
        x,
        y + heightPx - 6,
        {
          sizePx: 11,
          color: "ink-3",
        },
      );
  });
  return heightPx;
}

function drawDrops(pen: Pen, nic: NicView, name: string, { x, y, width }: Place): number {
  const isLoss = nic.dropped > 0;
  pen.part(partText("drops", name), { x, y, width, height: DROPS_PX }, () => {
    const color = isLoss ? "drop" : "ink-3";
    pen.text(isLoss ? t("✕ lost") : t("lost"), x, y + 12, { color, weight: isLoss ? 700 : 400 });
    pen.text(spacedText(droppedText(nic)), x + width, y + 12, {
      color,
      weight: isLoss ? 700 : 400,
      anchor: "end",
    });
  });
  return DROPS_PX;
}

function drawStates(
  pen: Pen,
  view: MachineView,
  nic: NicView,
  facts: NicFacts,
  { x, y, width }: Place,
): void {
  const status = nicStatus(nic);
  pen.part(partText("status", facts.name), { x, y, width, height: 16 }, () => {
    pen.text(t("status"), x, y + 12, { color: "ink-3", roomPx: 60 });
    let right = x + width;
    for (const { bit, name } of STATUS_BITS.toReversed()) {
      const isOn = (status & bit) !== 0;
      const color = isOn ? "ink" : "ink-3";
      const word = t(name);
      pen.text(word, right, y + 12, { sizePx: 11, color, weight: isOn ? 700 : 400, anchor: "end" });
      right -= textWidthPx(word, 11) + 12;
    }
  });
  const since = raisedSince(view, facts);
  pen.text(t("interrupt"), x, y + 32, { color: "ink-3", roomPx: 90 });
  const ago = raisedText(since, view.cycle);
  const text = ago === undefined ? t("not raised") : spacedText(ago);
  pen.text(text, x + width, y + 32, { color: since === undefined ? "ink-3" : "ink", anchor: "end" });
}

function spacedText({ value, unit }: Quantity): string {
  return `${value} ${unit}`;
}

/** One of many cards: name, ring and losses. */
function drawLowCard(pen: Pen, nic: NicView, facts: NicFacts, { x, y, width }: Place): void {
  const { name } = facts;
  const capacity = ringFrames(facts);
  const inner = { x: x + 10, width: width - 20 };
  pen.part(partText("card", name), { x, y, width, height: LOW_CARD_PX }, () => {
    pen.box({ x, y, width, height: LOW_CARD_PX }, { fill: "surface", stroke: "line-2", radiusPx: 6 });
    pen.text(name, inner.x, y + 18, { weight: 650, roomPx: inner.width / 2 });
    const isLoss = nic.dropped > 0;
    pen.part(partText("drops", name), { x: x + width / 2, y: y + 6, width: width / 2, height: 16 }, () =>
      pen.text(
        isLoss ? `✕ ${formatInteger(nic.dropped)}` : `${nic.rxFill} / ${capacity}`,
        x + width - 10,
        y + 18,
        { sizePx: 11, color: isLoss ? "drop" : "ink-3", weight: isLoss ? 700 : 400, anchor: "end" },
      ),
    );
    const ring = { ...inner, y: y + 28, height: 12 };
    pen.part(partText("ring", name), ring, () => drawCells(pen, ring, nic.rxFill, capacity, "ink-2"));
    pen.part(partText("txqueue", name), { ...ring, y: y + 42, height: 5 }, () => {
      const share = Math.min(1, nic.txFill / Math.max(1, facts.txQueueFrames));
      pen.box({ ...inner, y: y + 44, width: share * inner.width, height: 3 }, { fill: "ink-3" });
    });
  });
}

const DEVICE_PX = 28;

/** Draws the name of a device, and as much of its state as fits. */
function drawDevice(pen: Pen, name: string, said: string, { x, y, width }: Place): number {
  const box = { x, y, width, height: DEVICE_PX };
  pen.part(partText("device", name), box, () => {
    pen.box(box, { fill: "surface", stroke: "line-2", radiusPx: 6 });
    const roomPx = width - 2 * AIR_PX;
    pen.text(name, x + AIR_PX, y + 18, { weight: 600, roomPx: said === "" ? roomPx : roomPx / 2 });
    const leftPx = roomPx - Math.min(roomPx / 2, textWidthPx(name, 12)) - AIR_PX;
    pen.text(said, x + width - AIR_PX, y + 18, { sizePx: 11, color: "ink-3", anchor: "end", roomPx: leftPx });
  });
  return DEVICE_PX;
}

/** The machine at one cycle as a drawing: cards with their wires and rings, the controller, cores, stores and the bus. It is
 * drawn from the same state as the stage, at a width of its own. */
import type { MachineView } from "../../engine/protocol.ts";
import type { Pace } from "../../state/pace.ts";
import { t } from "../../text/t.ts";
import { formatCycles, formatInteger, formatSeconds, formatSi, quantityText } from "../../ui/format.ts";
import { plural } from "../../ui/plural.ts";
import type { Palette } from "../../ui/svg.ts";
import type { Box } from "../flow/path.ts";
import { busQueue, busTransfer, holderText } from "../stage/bus.ts";
import { coresText, devicesText } from "../stage/labels.ts";
import type { MachineInfo } from "../stage/machineInfo.ts";
import { asks } from "../stage/nics.ts";
import { drawController } from "./controllerFigure.ts";
import { drawCores } from "./coreFigure.ts";
import { drawDevices } from "./deviceFigures.ts";
import { Pen } from "./pen.ts";
import type { Shape } from "./shapes.ts";
import { drawStores } from "./storeFigures.ts";

export const FIGURE_WIDTH_PX = 1280;
const MARGIN_PX = 24;
const HEAD_PX = 48;
const ZONE_PX = 24;
const LINK_PX = 44;
const DEVICES_PX = 292;
const CONTROLLER_PX = 232;
const BUS_PX = 44;
const STORES_GAP_PX = 18;

export interface MachineFigureOptions {
  /** Of the scenario. */
  readonly title: string;
  readonly pace: Pace;
  /** Room is kept for so many sets of saved registers. */
  readonly savedSets?: number;
}

export interface MachineFigure {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly shapes: readonly Shape[];
  /** Where the parts stand (scenarios/story/parts.ts), in px. */
  readonly boxes: ReadonlyMap<string, Box>;
}

export function machineFigure(
  view: MachineView,
  facts: MachineInfo,
  color: Palette,
  { title, pace, savedSets = 0 }: MachineFigureOptions,
): MachineFigure {
  const pen = new Pen(color);
  const hasDevices = facts.nics.length + facts.lines.length > 0;
  drawHead(pen, view, facts, title);
  const top = HEAD_PX + ZONE_PX;
  const controllerX = MARGIN_PX + DEVICES_PX + LINK_PX;
  const coreX = hasDevices ? controllerX + CONTROLLER_PX + LINK_PX : MARGIN_PX;
  const corePx = FIGURE_WIDTH_PX - MARGIN_PX - coreX;
  const heights: number[] = [];
  if (hasDevices) {
    heights.push(drawDevices(pen, view, facts, { x: MARGIN_PX, y: top, width: DEVICES_PX }));
    heights.push(drawController(pen, view, facts, { x: controllerX, y: top, width: CONTROLLER_PX }));
    drawLink(pen, controllerX - LINK_PX, top + 42, asks(view, facts, 0));
    drawLink(
      pen,
      coreX - LINK_PX,
      top + 42,
      view.cpus.some(({ entryStep }) => entryStep !== 0),
    );
  }
  const coresPx = drawCores(pen, { view, facts, pace, savedSets }, { x: coreX, y: top, width: corePx });
  const storesY = top + coresPx + STORES_GAP_PX;
  const storesPx = drawStores(pen, view, facts, { x: coreX, y: storesY, width: corePx });
  heights.push(storesY + storesPx - top);
  const busY = top + Math.max(...heights) + 16;
  drawZones(pen, facts, hasDevices, controllerX, coreX);
  drawBus(pen, view, facts, busY);
  return { widthPx: FIGURE_WIDTH_PX, heightPx: busY + BUS_PX + 8, shapes: pen.shapes, boxes: pen.boxes };
}

function drawHead(pen: Pen, view: MachineView, { clockHertz }: MachineInfo, title: string): void {
  const time = quantityText(formatSeconds(view.cycle / clockHertz, 5));
  const place = `${quantityText(formatCycles(view.cycle))} · ${time}`;
  pen.text(title, MARGIN_PX, 30, { sizePx: 16, weight: 650, roomPx: 860 });
  pen.text(place, FIGURE_WIDTH_PX - MARGIN_PX, 30, {
    sizePx: 13,
    color: "ink-2",
    anchor: "end",
    isMono: true,
  });
}

function drawZones(
  pen: Pen,
  facts: MachineInfo,
  hasDevices: boolean,
  controllerX: number,
  coreX: number,
): void {
  const baseline = HEAD_PX + 12;
  const heading = { sizePx: 12, weight: 600, color: "ink-2" } as const;
  if (hasDevices) {
    pen.text(devicesText(facts), MARGIN_PX, baseline, heading);
    pen.text(t("Interrupt controller"), controllerX, baseline, heading);
  }
  pen.text(plural(facts.cores.cores, "CPU core"), coreX, baseline, heading);
  const clock = quantityText(formatSi(facts.clockHertz, "Hz"));
  const note = `${clock}${t(", in order, {cores}", { cores: coresText(facts) })}`;
  pen.text(note, FIGURE_WIDTH_PX - MARGIN_PX, baseline, { sizePx: 11, color: "ink-3", anchor: "end" });
}

function drawLink(pen: Pen, x: number, y: number, isActive: boolean): void {
  const color = isActive ? "accent" : "line-2";
  const tip = x + LINK_PX - 4;
  pen.path(`M${x + 6} ${y}H${tip - 6}`, { stroke: color, strokeWidth: isActive ? 2.5 : 1.5 });
  pen.path(`M${tip - 8} ${y - 5}L${tip} ${y}L${tip - 8} ${y + 5}z`, { fill: color });
}

function drawBus(pen: Pen, view: MachineView, facts: MachineInfo, y: number): void {
  const box = { x: MARGIN_PX, y, width: FIGURE_WIDTH_PX - 2 * MARGIN_PX, height: BUS_PX };
  const line = { ...box, height: 6 };
  const transfer = busTransfer(view, facts);
  pen.part("bus", box, () => {
    pen.box(line, { fill: "sunk", stroke: "edge", radiusPx: 3 });
    const share = transfer === undefined || transfer.bytes === 0 ? 0 : transfer.bytesDone / transfer.bytes;
    pen.box({ ...line, width: share * line.width }, { fill: "ink-2", radiusPx: 3 });
    const said = [
      holderText(view, facts),
      ...(transfer === undefined
        ? []
        : [transfer.text, `${formatInteger(transfer.bytesDone)} / ${formatInteger(transfer.bytes)} B`]),
      ...busQueue(view, facts),
    ];
    pen.text(t("Memory bus"), box.x, y + 24, { sizePx: 11, weight: 600, color: "ink-2" });
    pen.text(said.join(" · "), box.x + 110, y + 24, { sizePx: 11, color: "ink-3", roomPx: box.width - 110 });
  });
}

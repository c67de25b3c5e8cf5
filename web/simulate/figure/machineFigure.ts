/** Draws the machine at one cycle: cards with their wires and rings, the controller, cores, stores and the bus. It uses
 * the same state as the stage, but has its own width. */
import { partText } from "../../../scenarios/story/parts.ts";
import type { MachineView } from "../../engine/protocol.ts";
import type { Pace } from "../../state/playback.ts";
import { t } from "../../text/t.ts";
import { formatCycles, formatInteger, formatSeconds, formatSi, quantityText } from "../../ui/format.ts";
import { plural } from "../../ui/plural.ts";
import { pathText, type Stops, type Way, waysOf } from "../quiet/ways.ts";
import { busQueue, busTransfer, holderText } from "../stage/bus.ts";
import { coresText, devicesText } from "../stage/labels.ts";
import type { MachineInfo } from "../stage/machineInfo.ts";
import { asks } from "../stage/nics.ts";
import { drawController } from "./controllerFigure.ts";
import { drawCores } from "./coresFigure.ts";
import { drawDevices } from "./deviceFigures.ts";
import { Pen } from "./pen.ts";
import type { Box, Shape } from "./shapes.ts";
import { drawStores } from "./storeFigures.ts";

export const FIGURE_WIDTH_PX = 1280;
const MARGIN_PX = 24;
const HEAD_PX = 48;
const ZONE_PX = 24;
/** Shares of the whole width. */
const LINK_PART = 0.034;
const DEVICES_PART = 0.228;
const CONTROLLER_PART = 0.181;
/** Text of cards and lines does not fit into narrower columns. */
const LEAST_DEVICES_PX = 250;
const LEAST_CONTROLLER_PX = 212;
const BUS_PX = 44;
/** Height of the arrows between columns, below their top. */
const LINK_Y_PX = 42;
const STORES_GAP_PX = 18;

interface MachineFigureOptions {
  /** Name of the scenario. */
  readonly title: string;
  readonly pace: Pace;
  /** Number of sets of saved registers for which room is kept. */
  readonly savedSets?: number;
  readonly widthPx?: number;
}

export interface MachineFigure {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly shapes: readonly Shape[];
  /** Positions of the parts (scenarios/story/parts.ts), in px. */
  readonly boxes: ReadonlyMap<string, Box>;
  /** The ends of the lines along which packets run. */
  readonly stops: Stops;
}

/** Columns of a drawing. */
interface Plan {
  readonly widthPx: number;
  readonly hasDevices: boolean;
  readonly linkPx: number;
  readonly devicesPx: number;
  readonly controllerX: number;
  readonly controllerPx: number;
  readonly coreX: number;
  readonly corePx: number;
}

function planOf({ nics, lines }: MachineInfo, widthPx: number): Plan {
  const hasDevices = nics.length + lines.length > 0;
  const linkPx = Math.round(LINK_PART * widthPx);
  const devicesPx = Math.max(LEAST_DEVICES_PX, Math.round(DEVICES_PART * widthPx));
  const controllerPx = Math.max(LEAST_CONTROLLER_PX, Math.round(CONTROLLER_PART * widthPx));
  const controllerX = MARGIN_PX + devicesPx + linkPx;
  const coreX = hasDevices ? controllerX + controllerPx + linkPx : MARGIN_PX;
  const corePx = widthPx - MARGIN_PX - coreX;
  return { widthPx, hasDevices, linkPx, devicesPx, controllerX, controllerPx, coreX, corePx };
}

export function machineFigure(
  view: MachineView,
  facts: MachineInfo,
  { title, pace, savedSets = 0, widthPx = FIGURE_WIDTH_PX }: MachineFigureOptions,
): MachineFigure {
  const pen = new Pen();
  const plan = planOf(facts, widthPx);
  const { controllerX, controllerPx, coreX, corePx, devicesPx } = plan;
  drawHead(pen, view, facts, title, widthPx);
  drawZones(pen, facts, plan);
  const y = HEAD_PX + ZONE_PX;
  const bottoms: number[] = [];
  if (plan.hasDevices) {
    bottoms.push(y + drawDevices(pen, view, facts, { x: MARGIN_PX, y, width: devicesPx }));
    bottoms.push(y + drawController(pen, view, facts, { x: controllerX, y, width: controllerPx }));
    drawLink(pen, MARGIN_PX + devicesPx, plan.linkPx, asks(view, facts, 0));
    const isEntering = view.cpus.some(({ entryStep }) => entryStep !== 0);
    drawLink(pen, controllerX + controllerPx, plan.linkPx, isEntering);
  }
  const coresPx = drawCores(pen, { view, facts, pace, savedSets }, { x: coreX, y, width: corePx });
  const storesY = y + coresPx + STORES_GAP_PX;
  bottoms.push(storesY + drawStores(pen, view, facts, { x: coreX, y: storesY, width: corePx }));
  const busY = Math.max(...bottoms) + 16;
  drawBus(pen, view, facts, busY, widthPx);
  const stops = stopsOf(pen.boxes, facts, plan, busY);
  for (const way of waysOf(stops, facts)) {
    const wire = way.key.startsWith("wire:") ? stops.get(way.key) : undefined;
    if (wire === undefined) drawWay(pen, way);
    else pen.part(way.key, wire, () => drawWay(pen, way));
  }
  return { widthPx, heightPx: busY + BUS_PX, shapes: pen.shapes, boxes: pen.boxes, stops };
}

function drawWay(pen: Pen, { points }: Way): void {
  pen.path(pathText(points), { stroke: "line-2", strokeWidth: 2 });
  const { x, y } = points.at(-1) ?? { x: 0, y: 0 };
  pen.path(`M${x - 6} ${y - 5}L${x + 3} ${y}L${x - 6} ${y + 5}z`, { fill: "line-2" });
}

const CELLS_PX = 24;
const STORE_CELLS_PX = 14;

/** Lines end at the cells of rings and queues, below their words. The memory is a point of its bus. */
function stopsOf(boxes: Pen["boxes"], facts: MachineInfo, plan: Plan, busY: number): Stops {
  const { controllerX, coreX, linkPx } = plan;
  const stops = new Map<string, Box>();
  const add = (name: string, box: Box | undefined) => box && stops.set(name, box);
  const cells = (box: Box | undefined, most: number) => {
    const height = Math.min(most, box?.height ?? 0);
    return box && { ...box, y: box.y + box.height - height, height };
  };
  for (const { name } of facts.nics) {
    const rail = cells(boxes.get(partText("ring", name)), CELLS_PX);
    add(`card:${name}`, boxes.get(partText("card", name)));
    add(`rail:${name}`, rail);
    add(`wire:${name}`, rail && { ...rail, x: 0, width: MARGIN_PX });
  }
  for (const { name } of facts.queues)
    add(`queue:${name}`, cells(boxes.get(partText("queue", name)), STORE_CELLS_PX));
  const application = facts.threads.find(({ layer }) => layer === "application");
  add("application", boxes.get(partText("thread", application?.name ?? "")));
  const spot = { y: busY, width: linkPx / 2, height: 6 };
  add("trunk", { ...spot, x: controllerX - (3 * linkPx) / 4 });
  add("memory", { ...spot, x: coreX - (3 * linkPx) / 4 });
  return stops;
}

function drawHead(
  pen: Pen,
  view: MachineView,
  { clockHertz }: MachineInfo,
  title: string,
  widthPx: number,
): void {
  const time = quantityText(formatSeconds(view.cycle / clockHertz, 5));
  const place = `${quantityText(formatCycles(view.cycle))} · ${time}`;
  const right = widthPx - MARGIN_PX;
  const style = { sizePx: 13, color: "ink-2", anchor: "end", isMono: true } as const;
  pen.text(title, MARGIN_PX, 30, { sizePx: 16, weight: 650, roomPx: widthPx - 2 * MARGIN_PX - 300 });
  pen.text(place, right, 30, style);
}

function drawZones(pen: Pen, facts: MachineInfo, { hasDevices, controllerX, coreX, corePx }: Plan): void {
  const baseline = HEAD_PX + 12;
  const heading = { sizePx: 12, weight: 600, color: "ink-2" } as const;
  if (hasDevices) {
    pen.text(devicesText(facts), MARGIN_PX, baseline, heading);
    pen.text(t("Interrupt controller"), controllerX, baseline, heading);
  }
  pen.text(plural(facts.cores.cores, "CPU core"), coreX, baseline, heading);
  const clock = quantityText(formatSi(facts.clockHertz, "Hz"));
  const note = `${clock}${t(", in order, {cores}", { cores: coresText(facts) })}`;
  const style = { sizePx: 11, color: "ink-3", anchor: "end", roomPx: corePx - 90 } as const;
  pen.text(note, coreX + corePx, baseline, style);
}

function drawLink(pen: Pen, x: number, widthPx: number, isActive: boolean): void {
  const color = isActive ? "accent" : "line-2";
  const tip = x + widthPx - 4;
  const y = HEAD_PX + ZONE_PX + LINK_Y_PX;
  pen.path(`M${x + 6} ${y}H${tip - 6}`, { stroke: color, strokeWidth: isActive ? 2.5 : 1.5 });
  pen.path(`M${tip - 8} ${y - 5}L${tip} ${y}L${tip - 8} ${y + 5}z`, { fill: color });
}

function drawBus(pen: Pen, view: MachineView, facts: MachineInfo, y: number, widthPx: number): void {
  const box = { x: MARGIN_PX, y, width: widthPx - 2 * MARGIN_PX, height: BUS_PX };
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

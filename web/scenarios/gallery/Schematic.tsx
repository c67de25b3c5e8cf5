import { useMemo } from "react";
import { deviceTotal } from "../../../scenarios/devices/kinds.ts";
import { ringsOf } from "../../../scenarios/devices/nic.ts";
import type { Machine, Scenario } from "../../../scenarios/format/schema.ts";
import { contextsOf, contextTotal } from "../../../scenarios/software/contexts.ts";
import { layersOfThread } from "../../../scenarios/software/steps.ts";
import { ROW_KINDS } from "../../devices/kinds.ts";
import type { SmallMark } from "../../devices/pageKind.ts";

/** A decoration. The line of facts beside it has the same contents. */
export function Schematic({ scenario }: { readonly scenario: Scenario }) {
  const marks = useMemo(() => schematic(scenario), [scenario]);
  return (
    <svg className="schematic" viewBox={`0 0 ${SCHEMATIC.width} ${SCHEMATIC.height}`} aria-hidden="true">
      {marks.map((mark) => (
        <Drawn key={keyOf(mark)} mark={mark} />
      ))}
    </svg>
  );
}

function keyOf(mark: Mark): string {
  return `${mark.kind} ${mark.x} ${mark.y}`;
}

function Drawn({ mark }: { readonly mark: Mark }) {
  if (mark.kind === "line")
    return <path className="schematic__line" d={`M${mark.x} ${mark.y}L${mark.toX} ${mark.toY}`} />;
  if (mark.kind === "more")
    return (
      <text className="schematic__more" x={mark.x} y={mark.y} textAnchor="end">
        {mark.text}
      </text>
    );
  const { x, y, width, height, kind } = mark;
  const layer = kind === "layer" ? mark.layer : undefined;
  const round = kind === "card" || kind === "core" ? 3 : kind === "device" && mark.isRound ? width / 2 : 1;
  return (
    <rect
      className={`schematic__${kind}`}
      data-layer={layer}
      x={x}
      y={y}
      width={width}
      height={height}
      rx={round}
    />
  );
}

export const SCHEMATIC = { width: 264, height: 84 } as const;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type Mark =
  | (Box & {
      readonly kind: "card" | "core" | "stage" | "slot" | "idle-context" | "cache" | "pinned";
    })
  /** A device other than a card. */
  | (Box & { readonly kind: "device"; readonly isRound: boolean })
  /** A context on which a thread of this layer runs. */
  | (Box & { readonly kind: "layer"; readonly layer: string })
  | { readonly kind: "more"; readonly x: number; readonly y: number; readonly text: string }
  /** Wires and the bus, drawn from left to right or downwards. */
  | {
      readonly kind: "line";
      readonly x: number;
      readonly y: number;
      readonly toX: number;
      readonly toY: number;
    };

const DEVICES = { x: 16, width: 62, top: 4, bottom: 74 };
const CORES = { x: 100, width: 160, top: 4 };
/** Sizes of devices below the cards, and the gap between them. */
const SMALL_HEIGHT = 10;
const SMALL_GAP = 2;
const BUS_Y = 80;
const GAP = 4;
/** Smaller shapes would be unreadable. */
const CARD_LIMIT = 4;
const SLOT_LIMIT = 8;
const RING_LIMIT = 4;
const CORES_IN_ROW = 4;
const L2_HEIGHT = 7;
const L1_HEIGHT = 6;
const SHORTEST_LANE = 2;
const TALLEST_LANE = 20;
const STAGE_HEIGHT = 11;
/** Narrower cores omit the stages. */
const STAGES_FROM_WIDTH = 70;
const PADDING = 5;

/** A machine as a drawing the size of a stamp, made from its scenario: cards with their rings, cores with a bar for
 * each context in the colours of the layers that run there, caches with their pinned ways. Pure geometry, in pixels. */
export function schematic(scenario: Scenario): readonly Mark[] {
  const { machine } = scenario;
  return [...deviceMarks(machine), ...coreMarks(scenario), ...memoryMarks(machine), ...wireMarks(machine)];
}

function cardHeight(machine: Machine): number {
  const { nics } = machine;
  const small =
    deviceTotal(machine) > nics.length
      ? DEVICES.bottom - Math.min(...smallMarks(machine).map(({ y }) => y)) + GAP
      : 0;
  const rows = Math.min(Math.max(1, nics.length), CARD_LIMIT);
  return Math.min(34, (DEVICES.bottom - DEVICES.top - small - GAP * (rows - 1)) / rows);
}

function cardsBottom(machine: Machine): number {
  const rows = Math.min(machine.nics.length, CARD_LIMIT);
  return DEVICES.top + rows * (cardHeight(machine) + GAP) - GAP;
}

function deviceMarks(machine: Machine): readonly Mark[] {
  const { nics } = machine;
  const shown = nics.slice(0, CARD_LIMIT);
  const height = cardHeight(machine);
  const marks: Mark[] = [];
  for (const [row, nic] of shown.entries()) {
    const y = DEVICES.top + row * (height + GAP);
    marks.push({ kind: "card", x: DEVICES.x, y, width: DEVICES.width, height });
    marks.push(
      ...slotMarks(
        ringsOf(nic).map(({ rxRingFrames }) => rxRingFrames),
        y,
        height,
      ),
    );
  }
  if (nics.length > shown.length) {
    const text = `+${nics.length - shown.length}`;
    marks.push({ kind: "more", x: DEVICES.x - 2, y: cardsBottom(machine) - 2, text });
  }
  return [...marks, ...smallMarks(machine)];
}

type DeviceMark = Extract<Mark, { readonly kind: "device" }>;

/** Each device is at the side of its kind, or at the first free place, from the lowest row upward. */
function smallMarks(machine: Machine): readonly DeviceMark[] {
  const placed: DeviceMark[] = [];
  for (const { list, mark } of ROW_KINDS)
    for (const wanted of wantedMarks(machine[list].length, mark)) {
      let free = wanted;
      while (placed.some((one) => overlap(one, free))) free = nextPlace(free);
      placed.push(free);
    }
  return placed;
}

function wantedMarks(
  count: number,
  { isRound, from, offset, width, pitch, most }: SmallMark,
): readonly DeviceMark[] {
  const [edge, direction] = from === "left" ? [DEVICES.x, 1] : [DEVICES.x + DEVICES.width - width, -1];
  return Array.from({ length: Math.min(count, most) }, (_, index) => ({
    kind: "device",
    isRound,
    x: edge + direction * (offset + index * pitch),
    y: DEVICES.bottom - SMALL_HEIGHT,
    width,
    height: SMALL_HEIGHT,
  }));
}

const overlap = (one: DeviceMark, other: DeviceMark) =>
  one.y === other.y && one.x < other.x + other.width + SMALL_GAP && other.x < one.x + one.width + SMALL_GAP;

/** Moves to the right, then to the start of the row above. */
function nextPlace(mark: DeviceMark): DeviceMark {
  const x = mark.x + SMALL_GAP;
  if (x + mark.width <= DEVICES.x + DEVICES.width) return { ...mark, x };
  return { ...mark, x: DEVICES.x, y: mark.y - SMALL_HEIGHT - SMALL_GAP };
}

/** A row of slots for each ring, as many as it has frames or as are visible. */
function slotMarks(rings: readonly number[], top: number, cardHeightPx: number): readonly Mark[] {
  const rows = Math.min(rings.length, RING_LIMIT);
  const pitch = Math.min(12, (cardHeightPx - 8) / rows);
  const height = Math.max(1.5, Math.min(9, pitch - 1.5));
  const offset = (cardHeightPx - pitch * (rows - 1) - height) / 2;
  return rings.slice(0, rows).flatMap((frames, row) => {
    const slots = Math.min(frames, SLOT_LIMIT);
    const width = (DEVICES.width - 12 - (slots - 1) * 1.5) / slots;
    return Array.from(
      { length: slots },
      (_, slot): Mark => ({
        kind: "slot",
        x: DEVICES.x + 6 + slot * (width + 1.5),
        y: top + offset + row * pitch,
        width,
        height,
      }),
    );
  });
}

interface CoreShape {
  readonly boxes: readonly Box[];
  readonly lanePitch: number;
  readonly laneHeight: number;
  readonly hasStages: boolean;
  readonly hasL1: boolean;
}

/** As high as its contents, if there is room. */
function coreShape({ core, memory }: Machine): CoreShape {
  const columns = Math.min(core.cores, CORES_IN_ROW);
  const rows = Math.ceil(core.cores / columns);
  const bottom = memory.l2 === undefined ? 72 : 72 - L2_HEIGHT - GAP;
  const width = (CORES.width - GAP * (columns - 1)) / columns;
  const room = (bottom - CORES.top - GAP * (rows - 1)) / rows;
  const hasL1 = memory.l1i !== undefined || memory.l1d !== undefined;
  const hasStages = rows === 1 && width >= STAGES_FROM_WIDTH;
  const besides = PADDING * 2 + (hasL1 ? L1_HEIGHT + 3 : 0) + (hasStages ? STAGE_HEIGHT + 4 : 0);
  const pitch = Math.min(TALLEST_LANE + 3, (room - besides) / core.contexts);
  const gap = core.contexts === 1 ? 0 : pitch > 4 ? 3 : 1;
  const laneHeight = Math.max(SHORTEST_LANE, Math.min(TALLEST_LANE, pitch - gap));
  const height = Math.min(room, besides + laneHeight + pitch * (core.contexts - 1));
  const boxes = Array.from({ length: core.cores }, (_, index) => ({
    x: CORES.x + (index % columns) * (width + GAP),
    y: CORES.top + Math.floor(index / columns) * (room + GAP),
    width,
    height,
  }));
  return { boxes, lanePitch: pitch, laneHeight, hasStages, hasL1 };
}

function coreMarks(scenario: Scenario): readonly Mark[] {
  const { machine } = scenario;
  const { boxes, lanePitch, laneHeight, hasStages, hasL1 } = coreShape(machine);
  const layers = contextLayers(scenario);
  const { contexts, pipeline } = machine.core;
  return boxes.flatMap((box, core): readonly Mark[] => {
    const x = box.x + PADDING;
    const width = box.width - PADDING * 2;
    const top = box.y + PADDING;
    const lanes = top + (hasStages ? STAGE_HEIGHT + 4 : 0);
    const marks: Mark[] = [{ kind: "core", ...box }];
    if (hasStages)
      marks.push(...stageMarks({ x, y: top, width, height: STAGE_HEIGHT }, pipeline.stages.length));
    for (let context = 0; context < contexts; context++) {
      const lane: Box = { x, y: lanes + context * lanePitch, width, height: laneHeight };
      marks.push(...laneMarks(lane, layers[core * contexts + context] ?? []));
    }
    if (hasL1) marks.push(...l1Marks(machine, { ...box, y: box.y + box.height - L1_HEIGHT - 4 }));
    return marks;
  });
}

function stageMarks({ x, y, width, height }: Box, stages: number): readonly Mark[] {
  const pitch = (width + 2) / stages;
  return Array.from(
    { length: stages },
    (_, stage): Mark => ({
      kind: "stage",
      x: x + stage * pitch,
      y,
      width: pitch - 2,
      height,
    }),
  );
}

/** Layers in the order of the threads, each once. */
function contextLayers(scenario: Scenario): readonly (readonly string[])[] {
  const { machine, software } = scenario;
  const layers = Array.from({ length: contextTotal(machine) }, () => new Set<string>());
  for (const thread of software.threads) {
    for (const context of contextsOf(scenario, thread))
      for (const layer of layersOfThread(scenario, thread)) layers[context]?.add(layer);
  }
  return layers.map((own) => [...own]);
}

function laneMarks(lane: Box, layers: readonly string[]): readonly Mark[] {
  if (layers.length === 0) return [{ kind: "idle-context", ...lane }];
  const width = (lane.width - (layers.length - 1)) / layers.length;
  return layers.map((layer, index) => ({
    kind: "layer",
    layer,
    x: lane.x + index * (width + 1),
    y: lane.y,
    width,
    height: lane.height,
  }));
}

function l1Marks({ memory }: Machine, { x, y, width }: Box): readonly Mark[] {
  const caches = [memory.l1i, memory.l1d].filter((cache) => cache !== undefined);
  const each = (width - 10 - GAP * (caches.length - 1)) / caches.length;
  return caches.flatMap((cache, index) =>
    cacheMarks({ x: x + 5 + index * (each + GAP), y, width: each, height: L1_HEIGHT }, cache),
  );
}

function memoryMarks({ memory }: Machine): readonly Mark[] {
  if (memory.l2 === undefined) return [];
  return cacheMarks({ x: CORES.x, y: 72 - L2_HEIGHT, width: CORES.width, height: L2_HEIGHT }, memory.l2);
}

function cacheMarks(
  box: Box,
  { ways, pinnedWays }: { readonly ways: number; readonly pinnedWays: readonly number[] },
): readonly Mark[] {
  const way = box.width / ways;
  const pinned = [...new Set(pinnedWays)].filter((index) => index < ways);
  return [
    { kind: "cache", ...box },
    ...pinned.map((index): Mark => ({ kind: "pinned", ...box, x: box.x + index * way, width: way })),
  ];
}

function wireMarks(machine: Machine): readonly Mark[] {
  const { nics, memory } = machine;
  const { y = 0, height = 0 } = coreShape(machine).boxes.at(-1) ?? {};
  const below = memory.l2 === undefined ? y + height : 72;
  const bus: Mark = { kind: "line", x: DEVICES.x, y: BUS_Y, toX: CORES.x + CORES.width, toY: BUS_Y };
  const toCores: Mark = { kind: "line", x: 180, y: below, toX: 180, toY: BUS_Y };
  const toDevices: Mark = { kind: "line", x: 47, y: cardsBottom(machine), toX: 47, toY: BUS_Y };
  const interrupt: Mark = { kind: "line", x: 82, y: 21, toX: 96, toY: 21 };
  const wire: Mark = { kind: "line", x: 2, y: 21, toX: 14, toY: 21 };
  return nics.length === 0 ? [bus, toCores] : [bus, toCores, toDevices, interrupt, wire];
}

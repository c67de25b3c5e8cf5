/** The lines of the quiet stage, between the boxes that they join: wire, card, memory, queues, application. Pure. */
import type { Box } from "../figure/shapes.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Way {
  readonly key: string;
  readonly points: readonly Point[];
}

/** Boxes on the stage by their names: `wire:eth0`, `card:eth0`, `rail:eth0` (where packets enter a card), `memory`,
 * `queue:backlog`, `application`. */
export type Stops = ReadonlyMap<string, Box>;

/** Gap between the end of a line and its box. */
const ARROW_PX = 4;
/** With cards below each other, each has its own vertical line. */
const LANE_PX = 12;

const middle = ({ y, height }: Box) => y + height / 2;
const right = ({ x, width }: Box) => x + width;
const bottom = ({ y, height }: Box) => y + height;

export interface Joined {
  readonly nics: readonly string[];
  readonly queues: readonly string[];
}

/** Only between boxes that are on the stage. */
export function waysOf(stops: Stops, { nics, queues }: Joined): readonly Way[] {
  const shown = nics.filter((name) => stops.has(`card:${name}`));
  const ways = [
    ...shown.map((name) => wireWay(stops, name)),
    ...shown.map((name, index) => dmaWay(stops, name, shown.length - 1 - index)),
    ...queues.flatMap((name) => [
      level(stops, "memory", `queue:${name}`),
      level(stops, `queue:${name}`, "application"),
    ]),
    ...(queues.length === 0 ? [level(stops, "memory", "application")] : []),
  ];
  return ways.filter((way) => way !== undefined);
}

function wireWay(stops: Stops, name: string): Way | undefined {
  const [wire, card, rail] = [`wire:${name}`, `card:${name}`, `rail:${name}`].map((stop) => stops.get(stop));
  if (wire === undefined || card === undefined || rail === undefined || wire.width === 0) return undefined;
  const y = middle(rail);
  return {
    key: `wire:${name}`,
    points: [
      { x: wire.x, y },
      { x: card.x - ARROW_PX, y },
    ],
  };
}

/** Down from the card, then to memory. If memory is below the card, straight down. */
function dmaWay(stops: Stops, name: string, lane: number): Way | undefined {
  const [card, memory] = [stops.get(`card:${name}`), stops.get("memory")];
  if (card === undefined || memory === undefined) return undefined;
  const half = card.x + card.width / 2 - lane * LANE_PX;
  if (half > memory.x - LANE_PX) {
    // If one stands above the other, the line runs at the side, where there is nothing between them.
    const x = Math.max(2, card.x - LANE_PX * (0.5 + lane));
    const y = middle(memory);
    return {
      key: `dma:${name}`,
      points: [
        { x: card.x, y: bottom(card) - LANE_PX },
        { x, y: bottom(card) - LANE_PX },
        { x, y },
        { x: memory.x - ARROW_PX, y },
      ],
    };
  }
  const y = middle(memory);
  return {
    key: `dma:${name}`,
    points: [
      { x: half, y: bottom(card) },
      { x: half, y },
      { x: memory.x - ARROW_PX, y },
    ],
  };
}

/** From the right edge of a box to the left edge of another one, or from its foot if the other one is below it. */
function level(stops: Stops, from: string, to: string): Way | undefined {
  const [start, end] = [stops.get(from), stops.get(to)];
  if (start === undefined || end === undefined) return undefined;
  const key = `${from}>${to}`;
  if (end.x < right(start)) {
    const x = Math.max(start.x, end.x) + Math.min(start.width, end.width) / 2;
    return {
      key,
      points: [
        { x, y: bottom(start) },
        { x, y: end.y - ARROW_PX },
      ],
    };
  }
  const [y, toY] = [middle(start), middle(end)];
  const x = (right(start) + end.x) / 2;
  const bend =
    Math.abs(toY - y) < 1
      ? []
      : [
          { x, y },
          { x, y: toY },
        ];
  return { key, points: [{ x: right(start), y }, ...bend, { x: end.x - ARROW_PX, y: toY }] };
}

export function pathText(points: readonly Point[]): string {
  return points
    .map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${Math.round(x)} ${Math.round(y)}`)
    .join("");
}

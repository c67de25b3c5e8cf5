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
 * `queue:backlog`, `application`, `trunk` (where the lines of several cards go down). */
export type Stops = ReadonlyMap<string, Box>;

/** Gap between the end of a line and its box. */
const ARROW_PX = 4;
/** Distance of a line from the side of a box. */
const LANE_PX = 12;
/** Distance from the foot of the only card to the middle of the corridor below the slots. */
const CORRIDOR_PX = 15;

const middle = ({ y, height }: Box) => y + height / 2;
const centre = ({ x, width }: Box) => x + width / 2;
const right = ({ x, width }: Box) => x + width;
const bottom = ({ y, height }: Box) => y + height;

interface Named {
  readonly name: string;
}

export interface Joined {
  readonly nics: readonly Named[];
  readonly queues: readonly Named[];
}

/** Only between boxes that are on the stage. */
export function waysOf(stops: Stops, { nics, queues }: Joined): readonly Way[] {
  const ways = [
    ...nics.flatMap(({ name }) => [wireWay(stops, name), dmaWay(stops, name)]),
    ...queues.flatMap(({ name }) => [
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
  // A phone has the wire at the right.
  const [from, to] = wire.x < card.x ? [wire.x, card.x - ARROW_PX] : [right(wire), right(card) + ARROW_PX];
  return {
    key: `wire:${name}`,
    points: [
      { x: from, y },
      { x: to, y },
    ],
  };
}

/** The way goes straight down from the foot of the only card. With more cards it goes from a card's rail into the trunk
 * beside the cards, or down the left side on a narrow stage. Then it goes to memory. */
function dmaWay(stops: Stops, name: string): Way | undefined {
  const [card, memory, trunk] = [stops.get(`card:${name}`), stops.get("memory"), stops.get("trunk")];
  const rail = stops.get(`rail:${name}`);
  if (card === undefined || memory === undefined || rail === undefined) return undefined;
  const half = card.x + card.width / 2;
  const isStraight = trunk === undefined && half < memory.x - LANE_PX;
  const x =
    trunk === undefined
      ? isStraight
        ? half
        : Math.max(2, Math.min(card.x, memory.x) - LANE_PX / 2)
      : centre(trunk);
  const start = isStraight
    ? [{ x, y: bottom(card) - CORRIDOR_PX }]
    : [
        { x: trunk === undefined ? card.x : right(card), y: middle(rail) },
        { x, y: middle(rail) },
      ];
  const end =
    x < memory.x - LANE_PX / 4
      ? [
          { x, y: middle(memory) },
          { x: memory.x - ARROW_PX, y: middle(memory) },
        ]
      : [{ x, y: memory.y - ARROW_PX }];
  return { key: `dma:${name}`, points: [...start, ...end] };
}

/** The way goes from the right edge of a box to the left edge of another. If the other box is lower, it starts at the
 * foot, below the packet that a thread holds. */
function level(stops: Stops, from: string, to: string): Way | undefined {
  const [start, end] = [stops.get(from), stops.get(to)];
  if (start === undefined || end === undefined) return undefined;
  const key = `${from}>${to}`;
  const [y, toY] = [middle(start), middle(end)];
  if (right(end) <= start.x) {
    const x = centre(start);
    return {
      key,
      points: [
        { x, y },
        { x, y: toY },
        { x: right(end) + ARROW_PX, y: toY },
      ],
    };
  }
  if (end.x < right(start)) {
    const hand = stops.get(from.replace(/^queue:/, "hand:"));
    const x =
      hand === undefined ? Math.max(start.x, end.x) + Math.min(start.width, end.width) / 2 : centre(hand);
    return {
      key,
      points: [
        { x, y: bottom(start) },
        { x, y: end.y - ARROW_PX },
      ],
    };
  }
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

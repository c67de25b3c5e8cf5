/** Draws a part of the run as pictures of a film: the machine, the tokens that move on it, and a line that says what
 * happened. Pure: states and events in, shapes out. */
import type { MachineEvent } from "../../../lib/events/events.ts";
import type { MachineView } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { type Move, movesBetween } from "../flow/moves.ts";
import type { Place } from "../flow/places.ts";
import { fallOf, type Ground, pointAt, routeOf } from "../flow/routes.ts";
import { type Point, waysOf } from "../quiet/ways.ts";
import type { MachineInfo } from "../stage/machineInfo.ts";
import { spokenChange, standingText } from "../stage/speech.ts";
import { FIGURE_WIDTH_PX, type MachineFigure, machineFigure } from "./machineFigure.ts";
import { lines, Pen } from "./pen.ts";
import type { Shape } from "./shapes.ts";

export const FILM_PX = { width: 1280, height: 720 } as const;
/** The caption. */
const CAPTION_PX = 84;
const CAPTION_TEXT_PX = 20;
const CAPTION_LINES = 2;
/** Shortest time for which a sentence stays. */
const CAPTION_MS = 1200;
const LOSS_INSET_PX = 70;
const LOSS_FALL_PX = 22;
const MARGIN_PX = 32;
const BRAND_PX = 96;
/** The drawing is as narrow as fits: then its words are large. */
const WIDTHS_PX = [1000, 1120, FIGURE_WIDTH_PX] as const;
/** With more cards of contexts and saved registers, the picture starts wider. */
const NARROW_CARDS = 2;

interface FilmOptions {
  readonly facts: MachineInfo;
  readonly title: string;
  /** View of the machine at the start. */
  readonly start: MachineView;
}

export interface FilmMoment {
  readonly timeMs: number;
  /** Position within the video, 0..1. */
  readonly share: number;
  readonly view: MachineView;
  /** Events since the previous picture. Undefined if there are too many. */
  readonly events: readonly MachineEvent[] | undefined;
}

interface Film {
  /** The picture of the next moment. Times ascend. */
  readonly picture: (moment: FilmMoment) => readonly Shape[];
}

interface Flying {
  readonly move: Move;
  readonly points: readonly Point[];
  /** The token jumps from the first point to the last one. */
  readonly isHop: boolean;
  readonly sinceMs: number;
}

const MOVE_MS = 650;
/** Losses take longer, so that users notice them. */
const LOSS_MS = 900;
/** More moves at once would be unreadable. */
const MOST_MOVES = 24;

const moveMs = ({ kind }: Move) => (kind === "lost" ? LOSS_MS : MOVE_MS);

export function createFilm({ facts, title, start }: FilmOptions): Film {
  const savedIn = (view: MachineView) => view.frames.filter(({ inMemory }) => inMemory).length;
  let savedSets = savedIn(start);
  const draw = (view: MachineView, widthPx: number) =>
    machineFigure(view, facts, { title, pace: "packets", savedSets, widthPx });
  const cards = facts.cores.contexts + (facts.save === undefined ? 0 : Math.max(1, savedSets));
  const widths = cards > NARROW_CARDS ? WIDTHS_PX.slice(1) : WIDTHS_PX;
  const widthPx = widths.find((one) => fitOf(draw(start, one)).isWide) ?? FIGURE_WIDTH_PX;
  let before = start;
  let flying: readonly Flying[] = [];
  let told = start;
  let caption = t("Cycle {cycle}: {said}.", { cycle: String(start.cycle), said: standingText(start, facts) });
  let saidMs = 0;

  function launch({ events, timeMs, view }: FilmMoment, figure: MachineFigure): void {
    flying = flying.filter(({ move, sinceMs }) => timeMs - sinceMs < moveMs(move));
    const earlier = before;
    before = view;
    if (events === undefined) return;
    const ground = groundOf(figure, facts);
    const fresh = movesBetween(earlier, view, events, facts)
      .slice(0, MOST_MOVES)
      .flatMap((move): readonly Flying[] => {
        const route = routeOf(move, ground);
        const points = move.kind === "lost" ? fallOf(move, ground) : route?.points;
        const isHop = move.kind !== "lost" && route?.isHop === true;
        return points === undefined ? [] : [{ move, points, isHop, sinceMs: timeMs }];
      });
    // A packet that moves on before it has arrived is still one token.
    const moved = new Set(fresh.map(({ move }) => move.packet));
    flying = [...flying.filter(({ move }) => !moved.has(move.packet)), ...fresh];
  }

  function say({ view, timeMs }: FilmMoment): void {
    if (view === told || timeMs - saidMs < CAPTION_MS) return;
    const said = spokenChange(told, view, facts);
    told = view;
    if (said === "") return;
    caption = said;
    saidMs = timeMs;
  }

  return {
    picture: (moment) => {
      savedSets = Math.max(savedSets, savedIn(moment.view));
      const figure = draw(moment.view, widthPx);
      launch(moment, figure);
      say(moment);
      const tokens = flying.flatMap((one) => flyingShape(one, moment.timeMs) ?? []);
      const { x, y, scale } = fitOf(figure);
      const ground = new Pen();
      ground.box({ x: 0, y: 0, ...FILM_PX }, { fill: "bg" });
      return [
        ...ground.shapes,
        { kind: "group", fit: { x, y, scaleX: scale, scaleY: scale }, shapes: [...figure.shapes, ...tokens] },
        ...captionShapes(caption, moment.share),
      ];
    },
  };
}

const TOKEN_PX = 23;
const TEXT_PX = 13;
/** Width of a letter of the fixed-width font, in parts of its size. */
const LETTER_EM = 0.6;

function flyingShape({ move, points, isHop, sinceMs }: Flying, timeMs: number): Shape | undefined {
  const share = (timeMs - sinceMs) / moveMs(move);
  const at = pointAt(points, isHop ? Math.round(share) : share * share * (3 - 2 * share));
  if (at === undefined || share > 1) return undefined;
  const pen = new Pen();
  const isLost = move.kind === "lost";
  const text = isLost ? `✕ ${move.packet}` : String(move.packet);
  const width = Math.max(TOKEN_PX, text.length * LETTER_EM * TEXT_PX + 16);
  pen.box(
    { x: -width / 2, y: -TOKEN_PX / 2, width, height: TOKEN_PX },
    { fill: isLost ? "drop" : "ink-2", radiusPx: 4 },
  );
  pen.text(text, 0, 4.5, { sizePx: TEXT_PX, weight: 600, color: "surface", anchor: "middle", isMono: true });
  return { kind: "group", fit: { x: at.x, y: at.y, scaleX: 1, scaleY: 1 }, shapes: pen.shapes };
}

/** The drawing has no place for packets that a thread holds, so they stay where the thread took them. A lost packet
 * falls beside the cells. */
function groundOf({ stops }: MachineFigure, facts: MachineInfo): Ground {
  const boxOf = (place: Place) => stops.get(place.replace(/^hand:/, "queue:").replace(/^ring:/, "rail:"));
  return {
    ways: new Map(waysOf(stops, facts).map((way) => [way.key, way])),
    isShared: () => false,
    cardOf: (ring) => stops.get(ring.replace(/^ring:/, "card:")),
    boxOf,
    fallOf: (place) => {
      const full = boxOf(place);
      return full && { ...full, width: LOSS_INSET_PX, y: full.y + LOSS_FALL_PX };
    },
  };
}

function fitOf({ widthPx, heightPx }: Pick<MachineFigure, "widthPx" | "heightPx">) {
  const roomPx = FILM_PX.height - CAPTION_PX;
  const wide = FILM_PX.width / widthPx;
  const scale = Math.min(wide, roomPx / heightPx);
  return {
    scale,
    x: (FILM_PX.width - widthPx * scale) / 2,
    y: (roomPx - heightPx * scale) / 2,
    /** The width is the limit. */
    isWide: scale === wide,
  };
}

function captionShapes(text: string, share: number): readonly Shape[] {
  const pen = new Pen();
  const { width, height } = FILM_PX;
  const top = height - CAPTION_PX;
  pen.box({ x: 0, y: top, width, height: CAPTION_PX }, { fill: "surface" });
  pen.box({ x: 0, y: top, width, height: 2 }, { fill: "line-2" });
  pen.box({ x: 0, y: top, width: width * share, height: 2 }, { fill: "accent" });
  const roomPx = width - 2 * MARGIN_PX - BRAND_PX;
  const rows = lines(text, CAPTION_TEXT_PX, roomPx);
  const shown = rows.slice(0, CAPTION_LINES);
  const last = shown.at(-1);
  if (rows.length > CAPTION_LINES && last !== undefined) shown[CAPTION_LINES - 1] = `${last} …`;
  const first = top + CAPTION_PX / 2 + (shown.length > 1 ? -6 : 7);
  shown.forEach((row, index) => {
    pen.text(row, MARGIN_PX, first + index * 27, { sizePx: CAPTION_TEXT_PX, weight: 500 });
  });
  pen.text("irqscope", width - MARGIN_PX, top + 30, {
    sizePx: 14,
    weight: 600,
    color: "ink-3",
    anchor: "end",
  });
  return pen.shapes;
}

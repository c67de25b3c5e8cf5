/** A stretch of the run as pictures of a film: the machine, the tokens that move on it, and a line that says what
 * happened. Pure: states and events in, shapes out. */
import type { MachineEvent } from "../../../lib/events/events.ts";
import { partText, readPart } from "../../../scenarios/story/parts.ts";
import type { MachineView } from "../../engine/protocol.ts";
import { t } from "../../text/t.ts";
import { knownFrom, type Move, merged, movesOf } from "../flow/choreography.ts";
import { along, flowNames, type Key, MOST_MOVES, moveMs, pathOf, tokenShapes } from "../flow/moves.ts";
import type { MachineInfo } from "../stage/machineInfo.ts";
import { spokenChange, standingText } from "../stage/speech.ts";
import { FIGURE_WIDTH_PX, type MachineFigure, machineFigure } from "./machineFigure.ts";
import { lines, Pen } from "./pen.ts";
import type { Box, Shape } from "./shapes.ts";

export const FILM_PX = { width: 1280, height: 720 } as const;
/** What is said. */
const CAPTION_PX = 84;
const CAPTION_TEXT_PX = 20;
const CAPTION_LINES = 2;
/** So long a sentence stays at least. */
const CAPTION_MS = 1200;
const LOSS_INSET_PX = 70;
const MARGIN_PX = 32;
const BRAND_PX = 96;
/** The drawing is as narrow as fits: then its words are large. */
const WIDTHS_PX = [1000, 1120, FIGURE_WIDTH_PX] as const;
/** For more cards of contexts and saved registers than these it starts wider. */
const NARROW_CARDS = 2;

interface FilmOptions {
  readonly facts: MachineInfo;
  readonly title: string;
  /** The machine where it begins. */
  readonly start: MachineView;
}

export interface FilmMoment {
  readonly timeMs: number;
  /** Of the stretch, 0..1. */
  readonly share: number;
  readonly view: MachineView;
  /** Since the picture before; undefined: too many to be told. */
  readonly events: readonly MachineEvent[] | undefined;
}

interface Film {
  /** Of the next moment: times ascend. */
  readonly picture: (moment: FilmMoment) => readonly Shape[];
}

interface Flying {
  readonly move: Move;
  readonly keys: readonly Key[];
  /** Of the part that lights up. */
  readonly box: Box | undefined;
  readonly sinceMs: number;
}

export function createFilm({ facts, title, start }: FilmOptions): Film {
  const names = flowNames(facts);
  const savedIn = (view: MachineView) => view.frames.filter(({ inMemory }) => inMemory).length;
  let savedSets = savedIn(start);
  const draw = (view: MachineView, widthPx: number) =>
    machineFigure(view, facts, { title, pace: "packets", savedSets, widthPx });
  const cards = facts.cores.contexts + (facts.save === undefined ? 0 : Math.max(1, savedSets));
  const widths = cards > NARROW_CARDS ? WIDTHS_PX.slice(1) : WIDTHS_PX;
  const widthPx = widths.find((one) => fitOf(draw(start, one)).isWide) ?? FIGURE_WIDTH_PX;
  let state = knownFrom(start);
  let flying: readonly Flying[] = [];
  let told = start;
  let caption = t("Cycle {cycle}: {said}.", { cycle: String(start.cycle), said: standingText(start, facts) });
  let saidMs = 0;

  function launch({ events, timeMs, view }: FilmMoment, { boxes }: MachineFigure): void {
    flying = flying.filter(({ move, sinceMs }) => timeMs - sinceMs < moveMs(move));
    if (events === undefined) {
      state = knownFrom(view);
      return;
    }
    const played = movesOf(state, events, names);
    state = played.state;
    const fresh = merged(played.moves)
      .slice(0, MOST_MOVES)
      .flatMap((move): readonly Flying[] => {
        const boxOf = (part: string) => {
          const box = boxOfPart(part, view, facts, boxes);
          return move.kind === "lost" ? inside(box) : box;
        };
        const keys = pathOf(move, boxOf);
        return keys === undefined ? [] : [{ move, keys, box: boxOf(move.from), sinceMs: timeMs }];
      });
    flying = [...flying, ...fresh];
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

function flyingShape({ move, keys, box, sinceMs }: Flying, timeMs: number): Shape | undefined {
  const at = along(keys, (timeMs - sinceMs) / moveMs(move));
  if (at === undefined || at.opacity <= 0) return undefined;
  const fit = { x: at.x, y: at.y, scaleX: at.scale, scaleY: at.scale };
  return { kind: "group", fit, opacity: at.opacity, shapes: tokenShapes(move, box) };
}

/** Threads of the application have a place of their own; the others stand where they run, not at their soft interrupt. */
function boxOfPart(
  part: string,
  view: MachineView,
  { threads }: MachineInfo,
  boxes: MachineFigure["boxes"],
): Box | undefined {
  const read = readPart(part);
  const thread = read?.kind === "thread" ? threads.findIndex(({ name }) => name === read.name) : -1;
  if (thread < 0 || threads[thread]?.layer === "application") return boxes.get(part);
  const frame = view.frames.find((one) => one.thread === thread);
  const context = frame === undefined ? undefined : partText("context", String(frame.context + 1));
  return boxes.get(context ?? "") ?? boxes.get("core:1");
}

/** What a full ring turns away falls beside its first frames: left of it the picture ends. */
function inside(box: Box | undefined): Box | undefined {
  return box && { ...box, x: box.x + LOSS_INSET_PX };
}

function fitOf({ widthPx, heightPx }: Pick<MachineFigure, "widthPx" | "heightPx">) {
  const roomPx = FILM_PX.height - CAPTION_PX;
  const wide = FILM_PX.width / widthPx;
  const scale = Math.min(wide, roomPx / heightPx);
  return {
    scale,
    x: (FILM_PX.width - widthPx * scale) / 2,
    y: (roomPx - heightPx * scale) / 2,
    /** The width is what bounds it. */
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

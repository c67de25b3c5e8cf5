/** Timeline or pipeline of a run as SVG, without a page: the engine's own answers, drawn as the page draws them. */

import type { CoreModule } from "../../../core-wasm/binding/index.ts";
import type { PictureName, PictureRefusal, PictureWish, RunPicture } from "../../../lib/export/picture.ts";
import type { Window } from "../../../lib/export/walk.ts";
import { originNotes } from "../../../lib/origin.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { answer } from "../../engine/answers.ts";
import { PROGRAM_TOOLS } from "../../engine/programTools.ts";
import type { QueryEnvelope, Reply, Request } from "../../engine/protocol.ts";
import { createRun, type Run } from "../../engine/run.ts";
import { windowRange } from "../../state/feed.ts";
import {
  INSTRUCTION_PX_PER_CYCLE,
  INSTRUCTION_VISIBLE_CYCLES,
  MAX_PX_PER_CYCLE,
  showsInstructions,
  type Viewport,
} from "../../state/viewport.ts";
import { svgDocument } from "../../ui/svg.ts";
import { labelsOf } from "../labels.ts";
import { naturalHeight, plotWidth } from "../layout.ts";
import type { Frame, TimelineSpec } from "../spec.ts";
import { paintTile, type StripSource, TILE_COLUMNS } from "../strips.ts";
import { frameOf, type ReadToken, themeOf } from "../theme.ts";
import type { PixelBox, SurfaceTools } from "./svgSurface.ts";
import { RATIO, stillSvg } from "./timelineSvg.ts";

/** Width of the page on a desk. */
const USUAL_WIDTH_PX = 1200;
const LEAST_PLOT_PX = 120;
/** With more cycles, the rows would exceed the limit of one answer of the engine. */
const MOST_INSTRUCTION_CYCLES = 512;

/** `tokens` come from the page's style sheets in the requested theme. */
export function drawRun(
  core: CoreModule,
  scenario: Scenario,
  wish: PictureWish,
  tokens: ReadToken,
): RunPicture | PictureRefusal {
  const { window } = wish;
  const frame = frameOf(tokens, "all");
  const widthPx = wish.widthPx ?? usualWidth(wish, frame);
  const plotPx = widthPx - besidePx(wish.what, frame);
  const refusal = refusalOf(wish, plotPx, frame);
  if (refusal !== undefined) return refusal;
  const viewport = viewportOf(window, plotPx);
  const run = createRun(scenario, 1, { core, now: stillClock, programTools: () => PROGRAM_TOOLS });
  const { machine } = run.frontier;
  while (machine.cycle < run.endCycle) run.frontier.advance(run.endCycle);
  const wide: TimelineSpec = {
    size: { widthPx, heightPx: 0, devicePixelRatio: RATIO },
    frame,
    theme: { ...themeOf(tokens), hatch: { over: "", layers: [] } },
    machine: labelsOf(scenario, run.endCycle),
    viewport,
    frontier: run.endCycle,
    scrollTopPx: 0,
    playheadCycle: window.from,
    view: undefined,
    hover: undefined,
    focus: undefined,
    ...dataOf(run, window, viewport, plotWidth(widthPx, frame, "lanes")),
  };
  const spec = { ...wide, size: { ...wide.size, heightPx: naturalHeight(wide) } };
  const { strips, pixelsOf } = createPixelStrips(RATIO);
  const end = { stateHash: machine.stateHash(), cycle: machine.cycle };
  const picture = stillSvg(spec, "t", strips, { textWidth: fontTextWidth, pixelsOf });
  return {
    kind: "picture",
    svg: svgDocument(picture, wish.title, wish.origin && originNotes(wish.origin, end)),
    widthPx: picture.widthPx,
    heightPx: picture.heightPx,
    ...end,
  };
}

/** The precision of an answer depends on the measured speed of the machine. With this clock it depends only on the
 * window. */
const stillClock = () => 0;

function dataOf(
  run: Run,
  { from, to }: Window,
  viewport: Viewport,
  runColumns: number,
): Pick<TimelineSpec, "window" | "rows" | "overview"> {
  const end = run.endCycle;
  return {
    window: asked(run, { kind: "window", ...windowRange(viewport, end), patient: true }, "window").window,
    rows: showsInstructions(viewport) ? asked(run, { kind: "rows", from, to }, "rows").rows : undefined,
    overview: asked(run, { kind: "overview", columns: runColumns, end, coarse: true }, "overview").overview,
  };
}

type Query = Extract<Request, { readonly kind: QueryEnvelope["kind"] }>;

function asked<K extends Reply["kind"]>(run: Run, query: Query, kind: K): Extract<Reply, { kind: K }> {
  const answering = answer({ ...query, id: 1, generation: 1 }, run, undefined);
  let next = answering.next();
  while (next.done !== true) next = answering.next();
  const reply = next.value;
  if (!isKind(reply, kind)) throw new Error(`no ${kind} of this run: ${JSON.stringify(reply)}`);
  return reply;
}

function isKind<K extends Reply["kind"]>(reply: Reply, kind: K): reply is Extract<Reply, { kind: K }> {
  return reply.kind === kind;
}

/** Width of the parts beside the plot. */
function besidePx(what: PictureName, frame: Frame): number {
  return USUAL_WIDTH_PX - plotWidth(USUAL_WIDTH_PX, frame, what === "timeline" ? "lanes" : "pipeline");
}

function usualWidth({ what, window }: PictureWish, frame: Frame): number {
  if (what === "timeline") return USUAL_WIDTH_PX;
  const cycles = window.to - window.from;
  const plotPx = USUAL_WIDTH_PX - besidePx(what, frame);
  const wantedPx = cycles < INSTRUCTION_VISIBLE_CYCLES ? plotPx : cycles * INSTRUCTION_PX_PER_CYCLE;
  return besidePx(what, frame) + Math.max(LEAST_PLOT_PX, Math.min(wantedPx, cycles * MAX_PX_PER_CYCLE));
}

function viewportOf({ from, to }: Window, plotPx: number): Viewport {
  return { startCycle: from, widthPx: plotPx, cyclesPerPx: (to - from) / plotPx };
}

function refusalOf({ what, window }: PictureWish, plotPx: number, frame: Frame): PictureRefusal | undefined {
  const beside = besidePx(what, frame);
  if (plotPx < LEAST_PLOT_PX) return { kind: "too-narrow", leastPx: beside + LEAST_PLOT_PX };
  const cycles = window.to - window.from;
  const instructions = showsInstructions(viewportOf(window, plotPx));
  if (what === "timeline") {
    const least = Math.max(INSTRUCTION_VISIBLE_CYCLES, Math.floor(plotPx / INSTRUCTION_PX_PER_CYCLE) + 1);
    return instructions ? { kind: "too-short", leastCycles: least } : undefined;
  }
  if (cycles > MOST_INSTRUCTION_CYCLES) return { kind: "too-long", mostCycles: MOST_INSTRUCTION_CYCLES };
  return instructions
    ? undefined
    : { kind: "too-narrow", leastPx: beside + cycles * INSTRUCTION_PX_PER_CYCLE };
}

/** Widths of the page's letters, for measuring without a canvas: advances in thousandths of the font's size, of Inter 4
 * (@fontsource-variable/inter, as measured by Chromium; tests/e2e/exportPicture.spec.ts checks them). JetBrains Mono
 * has the same width in every weight. */
const CHARACTERS =
  " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~\u2013\u2212×·…✕µ\u202f";

const REGULAR = [
  281, 288, 466, 633, 642, 982, 644, 300, 365, 365, 501, 662, 288, 460, 288, 360, 631, 407, 610, 618, 646,
  593, 620, 566, 619, 620, 288, 302, 662, 662, 662, 511, 966, 690, 654, 730, 722, 601, 590, 746, 743, 269,
  571, 672, 565, 903, 753, 765, 639, 765, 644, 642, 646, 744, 690, 985, 682, 679, 629, 365, 360, 365, 471,
  456, 323, 562, 612, 571, 612, 583, 370, 613, 591, 242, 242, 549, 242, 876, 591, 600, 612, 612, 376, 528,
  327, 591, 562, 818, 546, 562, 552, 426, 333, 426, 662, 500, 662, 662, 288, 864, 838, 586, 141,
];
const SEMIBOLD = [
  252, 321, 523, 644, 650, 1004, 663, 326, 373, 373, 540, 673, 319, 465, 319, 379, 660, 423, 623, 636, 666,
  612, 640, 576, 640, 640, 319, 329, 673, 673, 673, 543, 999, 728, 659, 737, 722, 605, 588, 749, 746, 277,
  580, 703, 565, 922, 759, 769, 645, 773, 652, 650, 660, 736, 728, 1020, 720, 713, 652, 373, 379, 373, 481,
  469, 351, 574, 624, 583, 624, 591, 389, 625, 612, 262, 262, 569, 262, 900, 612, 609, 624, 624, 397, 549,
  353, 612, 587, 839, 569, 588, 566, 455, 359, 455, 673, 500, 673, 673, 319, 956, 838, 614, 126,
];

const [REGULAR_WEIGHT, SEMIBOLD_WEIGHT] = [400, 600];
const MONO = 600;
/** Width of a letter that is not in the table. */
const OTHER = 620;

/** Width in px. `font` as in a canvas: "600 12px Inter, sans-serif". */
export function fontTextWidth(text: string, font: string): number {
  const [, weight = "400", size = "10", family = ""] = /^(?:(\d+) )?([\d.]+)px (.*)$/.exec(font) ?? [];
  const isMono = /mono/i.test(family);
  const bold = (Number(weight) - REGULAR_WEIGHT) / (SEMIBOLD_WEIGHT - REGULAR_WEIGHT);
  let sum = 0;
  for (const character of text) sum += isMono ? MONO : advance(character, bold);
  return (sum * Number(size)) / 1000;
}

/** `bold`: 0 is regular, 1 semibold. The font interpolates weights between them. */
function advance(character: string, bold: number): number {
  const at = CHARACTERS.indexOf(character);
  const regular = REGULAR[at] ?? OTHER;
  return regular + ((SEMIBOLD[at] ?? OTHER) - regular) * bold;
}

/** Series as pixels in memory, for use without a canvas. */
interface PixelTile {
  readonly width: number;
  readonly pixels: Uint32Array;
}

interface PixelStrips {
  readonly strips: StripSource;
  readonly pixelsOf: SurfaceTools["pixelsOf"];
}

function createPixelStrips(devicePixelRatio: number): PixelStrips {
  /** The surface receives a key object, which leads to the pixels. */
  const tiles = new WeakMap<object, PixelTile>();
  return {
    strips: {
      tile: (window, tile, plan) => {
        const first = tile * TILE_COLUMNS;
        const end = Math.min(window.columns, first + TILE_COLUMNS);
        if (end <= first || plan.heightPx <= 0) return undefined;
        const pixels = new Uint32Array(TILE_COLUMNS * plan.heightPx);
        paintTile(pixels, plan, { first, end }, devicePixelRatio);
        const image = {};
        tiles.set(image, { width: TILE_COLUMNS, pixels });
        return image as CanvasImageSource;
      },
      pixel: (color, opacity = 1) => pixelOf(color, opacity),
    },
    pixelsOf: (image, box) => {
      const tile = tiles.get(image);
      if (tile === undefined) throw new Error("this picture is none of these strips");
      return partOf(tile, box);
    },
  };
}

function partOf({ width: stride, pixels }: PixelTile, { x, y, width, height }: PixelBox): Uint32Array {
  const part = new Uint32Array(width * height);
  for (let row = 0; row < height; row++) {
    const from = (y + row) * stride + x;
    part.set(pixels.subarray(from, from + width), row * width);
  }
  return part;
}

/** Converts "#rrggbb" to a pixel of ImageData: red is the lowest byte. */
function pixelOf(color: string, opacity: number): number {
  const value = Number.parseInt(color.slice(1), 16);
  const [red, green, blue] = [value >>> 16, (value >>> 8) & 255, value & 255];
  return ((Math.round(opacity * 255) << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

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
import { frameOf, type ReadToken, themeOf } from "../theme.ts";
import { fontTextWidth } from "./fontWidths.ts";
import { createPixelStrips } from "./pixelStrips.ts";
import { RATIO, stillSvg } from "./timelineSvg.ts";

/** As the page has it on a desk. */
const USUAL_WIDTH_PX = 1200;
const LEAST_PLOT_PX = 120;
/** Rows of more would be beyond what the engine answers at once. */
const MOST_INSTRUCTION_CYCLES = 512;

/** `tokens`: of the page's style sheets in the wished theme. */
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

/** How exact an answer is depends on how fast the machine is found to be: here on nothing but the window. */
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

/** Beside the plot. */
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

/** Everything the renderer draws from: complete, readonly, and free of the page. */
import type { DeviceList } from "../../scenarios/devices/kinds.ts";
import type { TrackSetting } from "../../scenarios/link/tracks.ts";
import type { Journey, MachineView, Overview, RowsWindow, TimelineWindow } from "../engine/protocol.ts";
import type { Viewport } from "../state/viewport.ts";

/** A colour, or a pattern made once per theme and pixel ratio. */
export type Paint = string | CanvasPattern;

export interface TimelineTheme {
  readonly surface: string;
  readonly sunk: string;
  readonly line: string;
  readonly line2: string;
  readonly edge: string;
  readonly ink: string;
  readonly ink2: string;
  readonly ink3: string;
  readonly accent: string;
  readonly accentSoft: string;
  readonly onAccent: string;
  readonly drop: string;
  readonly idle: string;
  readonly stall: string;
  readonly onLayer: string;
  /** By sim_layer, and ENTRY_LAYER. */
  readonly layers: readonly string[];
  /** Opacity of a layer's colour where it is a background. */
  readonly tint: number;
  readonly fontUi: string;
  readonly fontMono: string;
  /** 1; in presenter mode text is that much larger. */
  readonly textScale: number;
  readonly hatch: HatchPaints;
}

export interface HatchPaints {
  /** Lines in the surface colour, drawn over a span: time lost inside it. */
  readonly over: Paint;
  /** Lines in the layer's colour, by sim_layer: a stalled stage. */
  readonly layers: readonly Paint[];
}

export interface CanvasSize {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly devicePixelRatio: number;
}

/** strip: ruler and two tracks (cpu and receive ring), for a phone. head: the whole run and the ruler. tracks: a
 * machine's contexts, rings and queues below such a head. */
export type TimelineParts = "all" | "strip" | "head" | "tracks";

/** Widths that the style sheet decides, and what there is to see. */
export interface Frame {
  readonly padPx: number;
  readonly gutterPx: number;
  readonly pipelineGutterPx: number;
  /** As the theme's: what holds text is that much higher. */
  readonly textScale: number;
  readonly parts: TimelineParts;
  /** Of a strip: lanes and the ring alone. */
  readonly isPlain?: boolean;
}

interface ContextLabel {
  readonly context: number;
  readonly core: number;
  /** "C2", or "core 1 · C2" where there are several cores. */
  readonly name: string;
  /** Small = high; undefined for a context that no thread runs on. */
  readonly priority: number | undefined;
}
interface QueueLabel {
  readonly name: string;
  /** Layer of the thread that takes from it (sim_layer), when there is exactly one. */
  readonly layer: number | undefined;
}
export interface ThreadLabel {
  readonly name: string;
  /** sim_layer */
  readonly layer: number;
  /** Small = urgent. */
  readonly priority: number;
  readonly start: "always" | "line" | "soft";
  /** Contexts on which it may run. */
  readonly contexts: readonly number[];
}
/** What the scenario says about names and order; devices by their list: names. */
export interface MachineLabels extends Readonly<Record<DeviceList, readonly string[]>> {
  readonly clockHertz: number;
  readonly endCycle: number;
  readonly contexts: readonly ContextLabel[];
  /** Contexts that can run at the same moment. */
  readonly cpus: number;
  readonly cores: number;
  /** By card: false where it receives into a buffer of its own. Left out: all have a ring. */
  readonly hasRing?: readonly boolean[];
  /** Of the interrupt controller. */
  readonly lines: readonly string[];
  /** There is one at least. */
  readonly hasCaches: boolean;
  /** The cores' own accesses are told apart on the bus. */
  readonly coresOnBus: boolean;
  readonly queues: readonly QueueLabel[];
  readonly threads: readonly ThreadLabel[];
  /** Threads compete: each has a lane. */
  readonly showsThreads: boolean;
  readonly locks: readonly string[];
  readonly routines: readonly string[];
  readonly stages: readonly string[];
  /** Index of the stage that needs the operands. */
  readonly executeStage: number;
  readonly sends: boolean;
  /** Software lets frames go, as it is written: it filters, or takes them and does nothing with them. */
  readonly letsGo: boolean;
  /** Instructions go through the pipeline: not all is given in cycles. */
  readonly retires: boolean;
}

/** Of two machines on one time axis. */
export type Side = "A" | "B";

/** Drawn on the lower canvas: changes with data, zoom, size and theme. */
export interface StaticSpec {
  readonly size: CanvasSize;
  readonly frame: Frame;
  readonly theme: TimelineTheme;
  readonly machine: MachineLabels;
  /** Whose data they are; marks of A are outlines, of B filled. undefined: of the only machine. */
  readonly side?: Side | undefined;
  readonly viewport: Viewport;
  readonly frontier: number;
  readonly window: TimelineWindow | undefined;
  /** The run before the last change, as far as it is kept. */
  readonly before?: TimelineWindow | undefined;
  readonly overview: Overview | undefined;
  readonly rows: RowsWindow | undefined;
  /** What the user follows: a band of its own below the ruler. */
  readonly journey?: Journey | undefined;
  /** The user's settings of the tracks; [] or undefined: none. */
  readonly tracks?: readonly TrackSetting[] | undefined;
  readonly scrollTopPx: number;
}

/** A span of a lane in run cycles: what the arrow keys walk over. */
export interface SpanFocus {
  readonly context: number;
  readonly fromCycle: number;
  readonly toCycle: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Left in the run by the user. */
export interface TimelineMarks {
  readonly bookmarks: readonly { readonly cycle: number; readonly note: string }[];
  /** Where conditions of breakpoints came true; ascending. */
  readonly hits: Float64Array;
}

/** Drawn on the upper canvas. */
export interface TimelineSpec extends StaticSpec {
  readonly marks?: TimelineMarks | undefined;
  /** Chosen for statistics. */
  readonly range?: { readonly from: number; readonly to: number } | undefined;
  readonly playheadCycle: number;
  /** The machine at (or a few frames behind) the playhead: values in the gutter. */
  readonly view: MachineView | undefined;
  readonly hover: Point | undefined;
  readonly focus: SpanFocus | undefined;
}

// ---- lanes of contexts ----

/** Air above and below a lane's bars. */
export const LANE_AIR_PX = 2;

/** Core after core; in each the highest priority on top, the lower context number wins a tie, unused contexts at
 * the bottom. */
export function laneOrder(contexts: readonly ContextLabel[]): readonly ContextLabel[] {
  const rank = ({ priority }: ContextLabel) => priority ?? Number.MAX_SAFE_INTEGER;
  return [...contexts].sort((a, b) => a.core - b.core || rank(a) - rank(b) || a.context - b.context);
}

/** The thread that has the context for itself, in a machine where each has one of its own. */
export function ownThread({ contexts, threads }: MachineLabels, index: number): string | undefined {
  if (contexts.length === 1 || threads.some((one) => one.contexts.length > 1)) return undefined;
  const own = threads.filter((one) => one.contexts.includes(index));
  return own.length === 1 ? own[0]?.name : undefined;
}

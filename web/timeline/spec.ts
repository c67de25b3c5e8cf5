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
  /** Index is sim_layer, or ENTRY_LAYER. */
  readonly layers: readonly string[];
  /** Opacity of a layer's colour when it is a background. */
  readonly tint: number;
  readonly fontUi: string;
  readonly fontMono: string;
  /** Usually 1. In presenter mode text is larger by this factor. */
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

/** strip: ruler and two tracks (cpu and receive ring), for a phone. head: the whole run and the ruler. tracks: the
 * contexts, rings and queues of a machine below such a head. */
export type TimelineParts = "all" | "strip" | "head" | "tracks";

/** Widths set by the style sheet, and the visible parts. */
export interface Frame {
  readonly padPx: number;
  readonly gutterPx: number;
  readonly pipelineGutterPx: number;
  /** The theme's factor. Boxes with text are higher by this factor. */
  readonly textScale: number;
  readonly parts: TimelineParts;
  /** True for a strip, which has only lanes and the ring. */
  readonly isPlain?: boolean;
}

interface ContextLabel {
  readonly context: number;
  readonly core: number;
  /** "C2", or "core 1 · C2" if there are several cores. */
  readonly name: string;
  /** A small number means a high priority. Undefined for a context without threads. */
  readonly priority: number | undefined;
}
interface QueueLabel {
  readonly name: string;
  /** Layer of the thread that takes from it (sim_layer), if there is exactly one. */
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
/** Names and order from the scenario. The names of devices are stored by device list. */
export interface MachineLabels extends Readonly<Record<DeviceList, readonly string[]>> {
  readonly clockHertz: number;
  readonly endCycle: number;
  readonly contexts: readonly ContextLabel[];
  /** Contexts that can run at the same moment. */
  readonly cpus: number;
  readonly cores: number;
  /** Index is the card. False if the card receives into a buffer of its own. If omitted, all cards have a ring. */
  readonly hasRing?: readonly boolean[];
  /** Lines of the interrupt controller. */
  readonly lines: readonly string[];
  /** At least one. */
  readonly hasCaches: boolean;
  /** True if the bus shows the cores' own accesses separately. */
  readonly coresOnBus: boolean;
  readonly queues: readonly QueueLabel[];
  readonly threads: readonly ThreadLabel[];
  /** True if threads compete. Each of them then has a lane. */
  readonly showsThreads: boolean;
  readonly locks: readonly string[];
  readonly routines: readonly string[];
  readonly stages: readonly string[];
  /** Index of the stage that needs the operands. */
  readonly executeStage: number;
  readonly sends: boolean;
  /** True if software discards frames by design: it filters them, or takes them and does nothing with them. */
  readonly letsGo: boolean;
  /** True if instructions go through the pipeline, so not all work is given in cycles. */
  readonly retires: boolean;
}

/** One of two machines on one time axis. */
export type Side = "A" | "B";

/** Drawn on the lower canvas. Changes with data, zoom, size and theme. */
export interface StaticSpec {
  readonly size: CanvasSize;
  readonly frame: Frame;
  readonly theme: TimelineTheme;
  readonly machine: MachineLabels;
  /** The machine that the data belong to. Marks are outlines for A and filled for B. Undefined if there is only one
   * machine. */
  readonly side?: Side | undefined;
  readonly viewport: Viewport;
  readonly frontier: number;
  readonly window: TimelineWindow | undefined;
  /** The run before the last change, as far as it is stored. */
  readonly before?: TimelineWindow | undefined;
  readonly overview: Overview | undefined;
  readonly rows: RowsWindow | undefined;
  /** The packet or interrupt that the user follows. It has a band of its own below the ruler. */
  readonly journey?: Journey | undefined;
  /** The user's settings of the tracks. [] or undefined if there are none. */
  readonly tracks?: readonly TrackSetting[] | undefined;
  readonly scrollTopPx: number;
}

/** A span of a lane in run cycles. The arrow keys move over such spans. */
export interface SpanFocus {
  readonly context: number;
  readonly fromCycle: number;
  readonly toCycle: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Marks that the user has set in the run. */
export interface TimelineMarks {
  readonly bookmarks: readonly { readonly cycle: number; readonly note: string }[];
  /** Cycles in which conditions of breakpoints became true, in ascending order. */
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

/** Space above and below a lane's bars. */
export const LANE_AIR_PX = 2;

/** Core after core. Within a core the highest priority is on top, the lower context number wins a tie, and unused
 * contexts are at the bottom. */
export function laneOrder(contexts: readonly ContextLabel[]): readonly ContextLabel[] {
  const rank = ({ priority }: ContextLabel) => priority ?? Number.MAX_SAFE_INTEGER;
  return [...contexts].sort((a, b) => a.core - b.core || rank(a) - rank(b) || a.context - b.context);
}

/** The only thread of a context, in a machine whose threads each have a context of their own. */
export function ownThread({ contexts, threads }: MachineLabels, index: number): string | undefined {
  if (contexts.length === 1 || threads.some((one) => one.contexts.length > 1)) return undefined;
  const own = threads.filter((one) => one.contexts.includes(index));
  return own.length === 1 ? own[0]?.name : undefined;
}
